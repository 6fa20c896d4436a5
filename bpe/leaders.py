"""Who led at each step of a training: exact counts, ties and the leading pairs.

Training itself only keeps what it needs to find the winner. This pass replays known merges and
keeps the exact count of *every* pair between them, so it can tell how many pairs had the winning
count and which came next. It is for looking at; training pays nothing for it.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from bpe.corpus import Corpus
from bpe.encoder import MergeTable, closings_of, replay
from bpe.segmentation import Segmentation, are_pairs, group_by_pair, halves
from bpe.trainer import Merge


class Candidate(NamedTuple):
    """A pair that could be merged, and how often it occurs."""

    pair: tuple[int, int]
    count: int


class Contest(NamedTuple):
    """The pairs before a merge: how many had the winning count, and the leading ones.

    The winner stands first, then the others by count; equally common ones by their ids.
    """

    ties: int
    leading: list[Candidate]


def contests(
    corpus: Corpus, history: Sequence[Merge], seeds: MergeTable, leading: int = 0
) -> Iterator[Contest]:
    """Before each merge of a history, learned from this corpus after ``seeds``: who led.

    ``leading`` is how many pairs to name.

    >>> from bpe.corpus import weigh
    >>> from bpe.trainer import train
    >>> corpus = weigh("aaabdaaabac")
    >>> history = list(train(corpus, min_pair_count=2))
    >>> [contest.ties for contest in contests(corpus, history, MergeTable.of_merges({}, 256))]
    [1, 2, 1]
    """
    segmentation = Segmentation(corpus)
    replay(segmentation, seeds)
    scores = _Scores(segmentation)
    lengths = list(seeds.lengths)
    merges = seeds.by_pair | {merge.pair: merge.id for merge in history}
    closed = _places_by_merge(closings_of(corpus, MergeTable.of_merges(merges, seeds.base_size)))
    for merge in history:
        if scores.counts.get(merge.pair) != merge.count:
            raise ValueError(
                f"this is not the text that the merges were learned from: the pair {merge.pair} of "
                f"token {merge.id} occurs {scores.counts.get(merge.pair, 0)} times in it at its "
                f"turn, not {merge.count}; give the training text"
            )
        yield Contest(scores.holders[merge.count], scores.leading(merge.pair, leading))
        left, right = merge.pair
        scores.merge(closed[merge.id], lengths[left], lengths[right], merge.id)
        lengths.append(lengths[left] + lengths[right])


def _places_by_merge(closings: np.ndarray) -> dict[int, np.ndarray]:
    """The places that each merge closes, ascending."""
    order = np.argsort(closings, kind="stable")
    made, first = np.unique(closings[order], return_index=True)
    return dict(zip(made.tolist(), np.split(order, first[1:])))


class _Scores:
    """The exact count of every pair, and how many pairs hold each count."""

    def __init__(self, segmentation: Segmentation):
        self.segmentation = segmentation
        self.counts: dict[tuple[int, int], int] = {}
        self.holders: dict[int, int] = {}
        self.heap: list[tuple[int, tuple[int, int]]] = []
        for pair, count in self._pairs_at(np.arange(len(segmentation.starts))):
            self._add(pair, count)

    def merge(self, places: np.ndarray, left: int, right: int, made: int) -> None:
        """Merge at these ascending places; count again the pairs that this breaks up or makes."""
        starts, ends = places - left, places + right
        # Where two new tokens meet, the place is both an end and a start: take it once.
        meets_next = np.append(ends[:-1] == starts[1:], False)
        around = np.concatenate((starts, ends[~meets_next]))
        before = self._pairs_at(np.concatenate((places, around)))
        self.segmentation.close(places, left, right, np.int32(made))
        for pair, count in before:
            self._add(pair, -count)
        for pair, count in self._pairs_at(around):
            self._add(pair, count)

    def leading(self, winner: tuple[int, int], number: int) -> list[Candidate]:
        """The winner, then the commonest others, ``number`` in all."""
        if not number:
            return []
        found = [Candidate(winner, self.counts[winner])]
        popped = []
        while self.heap and len(found) < number:
            entry = heappop(self.heap)
            count, pair = -entry[0], entry[1]
            if self.counts.get(pair) != count or (popped and entry == popped[-1]):
                continue
            popped.append(entry)
            if pair != winner:
                found.append(Candidate(pair, count))
        for entry in popped:
            heappush(self.heap, entry)
        return found

    def _pairs_at(self, places: np.ndarray) -> list[tuple[tuple[int, int], int]]:
        """The pairs that meet at these places, and how often."""
        pairs = self.segmentation.met[places]
        real = are_pairs(pairs)
        pairs, places, bounds = group_by_pair(pairs[real], places[real])
        if not len(pairs):
            return []
        counts = np.add.reduceat(self.segmentation.weights[places], bounds[:-1])
        lefts, rights = (half.tolist() for half in halves(pairs))
        return list(zip(zip(lefts, rights), counts.tolist()))

    def _add(self, pair: tuple[int, int], change: int) -> None:
        old = self.counts.get(pair, 0)
        new = old + change
        if old:
            self.holders[old] -= 1
        if new:
            self.counts[pair] = new
            self.holders[new] = self.holders.get(new, 0) + 1
            heappush(self.heap, (-new, pair))
        else:
            del self.counts[pair]
