"""Training: the commonest pair becomes a token, again and again, without ever recounting.

What has to be known at each step is the commonest pair and all places where it meets. Two facts
make that cheap (`Segmentation` explains places):

1.  A pair (u, v) comes into being only in the step that makes the newer of u and v. Afterwards
    tokens can only disappear, so its count only falls. Its places are therefore listed once, and
    the list and its count stay *upper bounds*, kept in a heap. They are checked (one filter over
    the list) only when the pair comes to the top and a merge since could have touched it: one
    whose left half was v or whose right half was u.

2.  Merging (u, v) makes new pairs no commoner than those it breaks up: (x, uv) stands where
    (x, u) stood. So pairs from the top of the heap that share no token in that way cannot change
    each other's counts, nor can anything new come between them: they are merged in one pass, and
    the result is that of merging them one after the other, under either tie rule. A pair of equal
    halves, which can break itself up, ends the pass.

For example, in ``abcabcxyxy`` the pairs ab, bc and xy meet twice each. ab comes first; bc shares
its b and has to wait, so the first pass merges ab alone. The second starts with the new pair
(256, c) or with xy, as the tie rule says; the two share nothing, so it merges both.

Most pairs are rare and never win. Only those at least as common as a threshold (some thousands of
pairs) are listed; when the best falls below it, one look at the whole text makes a new list.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from bpe.corpus import Corpus
from bpe.encoder import MergeTable, replay
from bpe.segmentation import Segmentation, group_by_pair, without_overlaps

LISTED_PAIRS = 8192
PASS = 64
_BLOCK = 1 << 20
_MOST_BUCKET_BITS = 20
_NO_THRESHOLD = np.iinfo(np.int64).max
# Fibonacci hashing: 2**64 divided by the golden ratio; unsigned integers wrap round.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Merge(NamedTuple):
    """One step of training.

    ``pair`` (left, right) became ``id``; it occurred ``count`` times when it was chosen (overlaps
    included), and ``length`` tokens were left after it.
    """

    pair: tuple[int, int]
    id: int
    count: int
    length: int


def _smallest(left, right, place):
    return left << 32 | right


def _first(left, right, place):
    return place


# What decides between equally common pairs: the least of these numbers wins.
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
    return _learn(_Ranking(segmentation, seeds.lengths, TIE_BREAKS[tie_break], min_pair_count))


def _learn(ranking: "_Ranking") -> Iterator[Merge]:
    while chosen := ranking.leaders():
        yield from ranking.merge(chosen)


class _Listed(NamedTuple):
    """A pair's places, as they were after pass ``seen``."""

    places: np.ndarray
    count: int
    seen: int


class _Ranking:
    """The common pairs in order of count, over a segmentation that changes."""

    def __init__(self, segmentation, lengths, tie, min_pair_count):
        self.segmentation = segmentation
        self.lengths = list(lengths)
        self.tie = tie
        self.floor = max(min_pair_count, 1)
        self.passes = 0
        self.merged_as_left = [0] * len(self.lengths)
        self.merged_as_right = [0] * len(self.lengths)
        self.threshold = _NO_THRESHOLD
        self.heap = []
        self.listed = {}

    def leaders(self) -> list[tuple[int, int]]:
        """The pairs that would be chosen next and cannot touch each other; none at the end."""
        while True:
            chosen = self._pop_leaders()
            if chosen or self.threshold <= self.floor:
                return chosen
            self._list_common_pairs()

    def _pop_leaders(self) -> list[tuple[int, int]]:
        chosen, lefts, rights = [], set(), set()
        while self.heap and len(chosen) < PASS:
            _, _, pair = self.heap[0]
            left, right = pair
            if right in lefts or left in rights:
                break
            heappop(self.heap)
            if not self._is_current(pair):
                continue
            chosen.append(pair)
            lefts.add(left)
            rights.add(right)
            if left == right:
                break
        return chosen

    def _is_current(self, pair) -> bool:
        """Whether the pair's count still holds; if not, it is put back with what it has now."""
        left, right = pair
        places, count, seen = self.listed[pair]
        if max(self.merged_as_left[right], self.merged_as_right[left]) <= seen:
            return True
        places = self.segmentation.still_meeting(places, left, right)
        now = int(self.segmentation.weights[places].sum())
        if now == count:
            return True
        del self.listed[pair]
        if now >= self.threshold:
            self._list(pair, places, now)
        return False

    def _list(self, pair, places, count):
        self.listed[pair] = _Listed(places, count, self.passes)
        heappush(self.heap, (-count, self.tie(*pair, int(places[0])), pair))

    def merge(self, pairs) -> Iterator[Merge]:
        """Merge pairs that cannot touch each other; list the new pairs that are common enough."""
        self.passes += 1
        first_id = len(self.lengths)
        tokens = self.segmentation.tokens
        made, places = [], []
        for new_id, (left, right) in enumerate(pairs, first_id):
            found, count, _ = self.listed.pop((left, right))
            if left == right:
                found = found[without_overlaps(found, self.lengths[left])]
            places.append(found)
            tokens -= int(self.segmentation.weights[found].sum())
            made.append(Merge((left, right), new_id, count, tokens))
            self.lengths.append(self.lengths[left] + self.lengths[right])
            self.merged_as_left.append(0)
            self.merged_as_right.append(0)
            self.merged_as_left[left] = self.merged_as_right[right] = self.passes
        sizes = [len(found) for found in places]
        before, after = self.segmentation.close(
            np.concatenate(places),
            np.repeat([self.lengths[left] for left, _ in pairs], sizes),
            np.repeat([self.lengths[right] for _, right in pairs], sizes),
            np.repeat(np.arange(first_id, first_id + len(pairs), dtype=np.int32), sizes),
        )
        # Where two new tokens meet, the place is both an end and a start: take it once.
        after = after[self.segmentation.starts[after] < first_id]
        self._list_pairs_at(np.concatenate((before, after)))
        return iter(made)

    def _list_pairs_at(self, places):
        """List the pairs that meet at these places and are at least as common as the threshold."""
        ends, starts = self.segmentation.pairs(places)
        real = (ends >= 0) & (starts >= 0)
        lefts, rights, places, bounds = group_by_pair(
            ends[real], starts[real], places[real], len(self.lengths)
        )
        if not len(lefts):
            return
        counts = np.add.reduceat(self.segmentation.weights[places], bounds[:-1])
        for i in np.flatnonzero(counts >= self.threshold).tolist():
            pair = int(lefts[i]), int(rights[i])
            self._list(pair, places[bounds[i] : bounds[i + 1]], int(counts[i]))

    def _list_common_pairs(self):
        """Look at the whole text once, and list its LISTED_PAIRS commonest pairs.

        Pairs are first counted in hashed buckets. A bucket holds at least the count of each of its
        pairs, so the buckets below the threshold have nothing to list, and only the places of the
        others are sorted.
        """
        self.heap, self.listed = [], {}
        buckets = np.zeros(1 << self._bucket_bits(), np.int64)
        for places, hashes in self._live_blocks():
            np.add.at(buckets, hashes, self.segmentation.weights[places])
        last = len(buckets) - min(LISTED_PAIRS, len(buckets))
        common = int(np.partition(buckets, last)[last])
        self.threshold = max(self.floor, min(common, self.threshold // 2))
        self._list_pairs_at(
            np.concatenate(
                [places[buckets[hashes] >= self.threshold] for places, hashes in self._live_blocks()]
            )
        )

    def _live_blocks(self):
        """The places where a pair meets and the buckets of the pairs, a block at a time."""
        for start in range(0, len(self.segmentation.starts) + 1, _BLOCK):
            places = np.arange(start, min(start + _BLOCK, len(self.segmentation.starts)))
            ends, starts = self.segmentation.pairs(places)
            places = places[(ends >= 0) & (starts >= 0)]
            ends, starts = self.segmentation.pairs(places)
            keys = (ends.astype(np.uint64) << np.uint64(32)) | starts.astype(np.uint64)
            yield places, keys * _GOLDEN >> np.uint64(64 - self._bucket_bits())

    def _bucket_bits(self):
        return min(len(self.segmentation.starts).bit_length(), _MOST_BUCKET_BITS)
