"""Training: the commonest pair becomes a token, again and again, without ever recounting all.

What has to be known at each step is the commonest pair and all places where it meets. Three facts
make that cheap (`Segmentation` explains places):

1.  A pair (u, v) comes into being only in the step that makes the newer of u and v. Afterwards
    tokens can only disappear, so its count only falls. Its places are therefore listed once, and
    the list and its count stay *upper bounds*. They are brought up to date, by one filter over the
    list, when the pair is among the best.

2.  Most pairs are rare and never win. Only those at least as common as a *threshold* are listed;
    when none of them is left, one look at the whole text sets a lower threshold and makes a new
    list.

3.  Merging (u, v) changes nothing but the pairs beside it. The new pairs there are never commoner
    than the pairs they replace, nor earlier among equals: (x, uv) stands where (x, u) stood. So as
    long as the next pairs in order do not *touch*, anywhere in the text, what one of them does
    cannot matter to the others. They are merged in one *pass*, and the result is that of merging
    them one after the other. A pair that touches itself, as (a, a) does in aaa, ends the pass.

For example, in ``abcabcxyxy`` the pairs ab, bc and xy meet twice each. In order, ab is first; bc
touches it and has to wait, so the first pass merges ab alone. Now (x, y) and (ab, c) meet twice
each. They do not touch, and one pass merges both.

A pass takes some dozens of array operations, whether it merges two pairs or two hundred.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bpe.corpus import Corpus
from bpe.encoder import MergeTable, replay
from bpe.segmentation import (
    Segmentation,
    are_pairs,
    group_by_pair,
    halves,
    without_overlaps,
)

# What is listed at a time: so many pairs, and so great a part of all places.
LISTED_PAIRS = 1024
LISTED_PART = 1 / 4
# What a pass looks at: so many pairs, and so many places or so great a part of them.
PASS_PAIRS = 2048
PASS_PLACES = 8192
PASS_PART = 1 / 128
_BLOCK = 1 << 16
_MOST_BUCKET_BITS = 16
_NOBODY = -1
_DONE = 0
# 2 ** 64 divided by the golden ratio spreads pairs evenly over buckets (Knuth).
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class Merge(NamedTuple):
    """One step of training.

    ``pair`` (left, right) became ``id``; it occurred ``count`` times when it was chosen (overlaps
    included), and ``length`` tokens were left after it.
    """

    pair: tuple[int, int]
    id: int
    count: int
    length: int


def _smallest(pairs, firsts):
    return pairs


def _first(pairs, firsts):
    return firsts


# What decides between equally common pairs, given as numbers with the first place of each: the
# least of these wins.
TIE_BREAKS = {"smallest": _smallest, "first": _first}


def train(
    corpus: Corpus,
    *,
    tie_break: str = "smallest",
    min_pair_count: int = 1,
    initial_merges: dict[tuple[int, int], int] | None = None,
) -> Iterator[Merge]:
    """Learn merges from a corpus, one at a time, until no pair occurs ``min_pair_count`` times.

    The caller takes as many as it wants; ``initial_merges`` come first and are not yielded.
    Raises ValueError for an unknown tie rule or initial merges that form no vocabulary.

    >>> from bpe.corpus import weigh
    >>> [(merge.pair, merge.count) for merge in train(weigh("aaabdaaabac"), min_pair_count=2)]
    [((97, 97), 4), ((97, 98), 2), ((256, 257), 2)]
    """
    if tie_break not in TIE_BREAKS:
        raise ValueError(f"no tie rule is called {tie_break!r}; use one of {', '.join(TIE_BREAKS)}")
    seeds = MergeTable.of_merges(initial_merges or {}, len(corpus.alphabet.base))
    segmentation = Segmentation(corpus)
    replay(segmentation, seeds)
    training = _Training(segmentation, seeds.lengths, TIE_BREAKS[tie_break], min_pair_count)
    return training.merges()


class _Training:
    """A segmentation, and of its pairs those that are common enough to be listed."""

    def __init__(self, segmentation, lengths, tie, min_pair_count):
        self.segmentation = segmentation
        self.lengths = lengths
        self.tokens = segmentation.tokens
        self.tie = tie
        self.floor = max(min_pair_count, 1)
        self.threshold = np.iinfo(np.int64).max
        self.listing = _Listing(0)
        self.most_pairs = PASS_PAIRS
        self.turns = np.full(len(segmentation.starts), _NOBODY, np.int16)

    def merges(self) -> Iterator[Merge]:
        while True:
            best = self.listing.best(self.most_pairs)
            if len(best):
                yield from self._merge(self._apart(self._leading(best)))
            elif self.threshold > self.floor:
                self._list_common_pairs()
            else:
                return

    # -- one pass: which pairs are next, and merging them -----------------------------------------

    def _leading(self, best: np.ndarray) -> np.ndarray:
        """Of these pairs, brought up to date, those that are certainly next, in order."""
        counts, ties = self.listing.columns[:2, best]
        level = counts.min()
        limit = ties[counts == level].max()
        self._bring_up_to_date(best)
        counts, ties = self.listing.columns[:2, best]
        # All other pairs come after the last of these, as far as they were known.
        certain = (counts > level) | ((counts == level) & (ties <= limit))
        order = np.lexsort((ties[certain], -counts[certain]))
        return best[certain][order]

    def _bring_up_to_date(self, chosen: np.ndarray) -> None:
        """Keep the places where these pairs still meet, and drop those that have become rare."""
        counts, ties, pairs, begins, sizes = self.listing.columns[:, chosen]
        places = self.listing.places_of(begins, sizes)
        meets = self.segmentation.met[places] == pairs.repeat(sizes)
        if meets.all():
            return
        counts = _sums(self.segmentation.weights[places] * meets, sizes)
        sizes = _sums(meets, sizes)
        places = places[meets]
        self.listing.keep_places(begins, sizes, places)
        counts[counts < self.threshold] = _DONE
        met = sizes.nonzero()[0]
        firsts = places[(sizes.cumsum() - sizes)[met]]
        ties[met] = self.tie(pairs[met], firsts)
        self.listing.columns[:, chosen] = counts, ties, pairs, begins, sizes

    def _apart(self, chosen: np.ndarray) -> np.ndarray:
        """Of these pairs, in order, the first ones: as many as can be merged in one pass."""
        _, _, pairs, begins, sizes = self.listing.columns[:, chosen]
        _, rights = halves(pairs)
        places = self.listing.places_of(begins, sizes)
        turns = np.arange(len(chosen), dtype=np.int16).repeat(sizes)
        self.turns[places] = turns
        next_turns = self.turns[places + self.lengths[rights].repeat(sizes)]
        self.turns[places] = _NOBODY
        touching = (next_turns != _NOBODY).nonzero()[0]
        turns, next_turns = turns[touching], next_turns[touching]
        # The later of the two has to wait; a pair that touches itself can be the last.
        first_to_wait = np.maximum(turns, next_turns) + (turns == next_turns)
        return chosen[: first_to_wait.min(initial=len(chosen))]

    def _merge(self, chosen: np.ndarray) -> list[Merge]:
        """Merge pairs that do not touch; list the new pairs that are common enough."""
        if not len(chosen):
            return []
        counts, _, pairs, begins, sizes = self.listing.columns[:, chosen]
        self.listing.columns[0, chosen] = _DONE
        lefts, rights = halves(pairs)
        places = self.listing.places_of(begins, sizes)
        if lefts[-1] == rights[-1]:
            kept = without_overlaps(places, self.lengths[lefts].repeat(sizes), rights.repeat(sizes))
            places, sizes = places[kept], _sums(kept, sizes)
        removed = _sums(self.segmentation.weights[places], sizes)
        first_id = len(self.lengths)
        ids = np.arange(first_id, first_id + len(chosen), dtype=np.int32)
        before, after = self.segmentation.close(
            places,
            self.lengths[lefts].repeat(sizes),
            self.lengths[rights].repeat(sizes),
            ids.repeat(sizes),
        )
        self.lengths = np.concatenate((self.lengths, self.lengths[lefts] + self.lengths[rights]))
        # Where two new tokens meet, the place is both an end and a start: take it once.
        after = after[self.segmentation.starts[after] < first_id]
        places = np.concatenate((before, after))
        self._list_pairs_at(places[are_pairs(self.segmentation.met[places])])
        self.most_pairs = self._room_for_next_pass(len(chosen), int(sizes.sum()))
        left = self.tokens - removed.cumsum()
        self.tokens = int(left[-1])
        names = zip(lefts.tolist(), rights.tolist())
        return list(map(Merge, names, ids.tolist(), counts.tolist(), left.tolist()))

    def _room_for_next_pass(self, merged: int, places: int) -> int:
        """How many pairs to look at: some more than were merged, and not too many places."""
        most_places = max(PASS_PLACES, int(PASS_PART * len(self.turns)))
        return min(3 * merged + 16, most_places * merged // places + 1, PASS_PAIRS)

    # -- listing pairs that are common enough -----------------------------------------------------

    def _list_pairs_at(self, places: np.ndarray) -> None:
        """List the pairs that meet at these places and nowhere else."""
        pairs, places, bounds = group_by_pair(self.segmentation.met[places], places)
        sizes = bounds[1:] - bounds[:-1]
        counts = _sums(self.segmentation.weights[places], sizes)
        ties = self.tie(pairs, places[bounds[:-1]])
        common = counts >= self.threshold
        columns = np.stack((counts, ties, pairs, sizes))[:, common]
        self.listing.add(*columns, places[common.repeat(sizes)])

    def _list_common_pairs(self) -> None:
        """Look at the whole text, and list its commonest pairs.

        Pairs are first counted in hashed buckets. A bucket holds at least the count of each of its
        pairs, so the buckets below the threshold have nothing to list, and only the places of the
        others are sorted.
        """
        bits = min(len(self.turns).bit_length() + 1, _MOST_BUCKET_BITS)
        buckets = np.zeros(1 << bits, np.int64)
        meetings = 0
        for places, hashes in self._blocks(bits):
            np.add.at(buckets, hashes, self.segmentation.weights[places])
            meetings += len(places)
        self.threshold = max(self.floor, min(_enough(buckets), self.threshold // 2))
        common = buckets >= self.threshold
        # Whatever is merged later makes at most two new pairs at each place it closes.
        self.listing = _Listing(3 * meetings)
        parts = (places[common[hashes]] for places, hashes in self._blocks(bits))
        self._list_pairs_at(np.concatenate(list(parts)))

    def _blocks(self, bits: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The places where pairs meet and the buckets of the pairs, a block of text at a time."""
        shift = np.uint64(64 - bits)
        for start in range(0, len(self.turns) + 1, _BLOCK):
            met = self.segmentation.met[start : start + _BLOCK]
            at = are_pairs(met).nonzero()[0]
            yield start + at, (met[at].view(np.uint64) * _FACTOR >> shift).view(np.int64)


def _enough(buckets: np.ndarray) -> int:
    """The count from which pairs are worth listing: see LISTED_PAIRS, and not too rare ones."""
    ordered = np.sort(buckets)[::-1]
    total = ordered.cumsum()
    listed = min(LISTED_PAIRS, int(np.searchsorted(total, LISTED_PART * total[-1])))
    return max(int(ordered[min(listed, len(ordered) - 1)]), int(ordered[0]) // 8)


class _Listing:
    """Pairs and their places, to be asked for the best.

    A pair is a column of five numbers: its count and tie when it was last brought up to date, its
    halves as one number, and which part of all places is its own: where that begins, and how many
    they are. A pair that is merged or has become rare has count 0.
    """

    def __init__(self, most_places: int):
        self.columns = np.zeros((5, 0), np.int64)
        self.filled = 0
        self._places = np.empty(most_places, np.int32)
        self._used = 0

    def best(self, number: int) -> np.ndarray:
        """The ``number`` best pairs by the counts known; fewer at the end. No order."""
        counts, ties = self.columns[:2, : self.filled]
        if number >= len(counts):
            return counts.nonzero()[0]
        level = max(np.partition(counts, -number)[-number], _DONE + 1)
        above = (counts > level).nonzero()[0]
        equal = (counts == level).nonzero()[0]
        number -= len(above)
        if number < len(equal):
            equal = equal[ties[equal].argpartition(number)[:number]]
        return np.concatenate((above, equal))

    def add(self, counts, ties, pairs, sizes, places) -> None:
        """List pairs; ``places`` are all of the first, then all of the second, and so on."""
        begins = self._used + sizes.cumsum() - sizes
        self._places[self._used : self._used + len(places)] = places
        self._used += len(places)
        if self.filled + len(counts) > self.columns.shape[1]:
            self._make_room(len(counts))
        new = slice(self.filled, self.filled + len(counts))
        self.columns[:, new] = counts, ties, pairs, begins, sizes
        self.filled = new.stop

    def _make_room(self, number: int) -> None:
        """Forget the pairs that are done, and widen the columns."""
        kept = self.columns[:, self.columns[0] > _DONE]
        self.filled = kept.shape[1]
        self.columns = np.zeros((5, 2 * (self.filled + number)), np.int64)
        self.columns[:, : self.filled] = kept

    def places_of(self, begins: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """All places of the pairs with these parts: int64."""
        return self._places[_spread(begins, sizes)].astype(np.int64)

    def keep_places(self, begins: np.ndarray, sizes: np.ndarray, places: np.ndarray) -> None:
        """Write back those of the places that are left, so many of each part."""
        self._places[_spread(begins, sizes)] = places


def _spread(begins: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The numbers from each begin on, so many of each: 3 7 and 2 3 → 3 4 7 8 9."""
    ends = sizes.cumsum()
    return np.arange(sizes.sum()) + (begins - ends + sizes).repeat(sizes)


def _sums(values: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The sum of each part, where parts of these sizes (not 0) lie end to end."""
    return np.add.reduceat(values, sizes.cumsum() - sizes, dtype=np.int64)
