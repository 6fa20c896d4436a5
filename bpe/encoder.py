"""Encoding by rank: of the merges that apply, the one learned earliest goes first.

Two ways to the same ids. `encode_chunk` is a plain loop for one short chunk. `replay` runs a whole
corpus through the merges in the order of their ranks. It never looks for the places where a merge
applies, because a pair comes into being only when the newer of its halves is made: there and then
the place is queued. And it takes a whole *generation* of merges at a time, all ids up to the first
that is made of one of them; even a vocabulary of 100,000 has only some hundred and fifty.

What replay leaves, the *closings* (which merge closed each boundary), is the encoding at every
vocabulary size at once; `tokens_at` and `curve` read it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from bpe.corpus import Corpus
from bpe.lookup import Lookup
from bpe.segmentation import (
    NEVER,
    Segmentation,
    are_pairs,
    halves,
    joined,
    without_overlaps,
)


@dataclass(frozen=True)
class MergeTable:
    """Which pairs merge, and into what: one row a pair, in the order of rank.

    ``lefts``, ``rights`` and ``ids`` are int32 arrays. Ids below ``base_size`` are symbols; the
    merge of rank r makes the id ``base_size + r``. Learned merges have one row an id. A rank file
    may have tokens that no merge makes; their ids have no row, and stand in ``whole`` by their
    spelling: a whole sequence so spelled is that token at once; ``all_whole`` says that this is so
    of every token. ``lengths`` is the number of
    symbols in every id. ``ranks`` is None, except where a token goes before one of its halves in
    rank: ids cannot follow the ranks then, and this is the rank of every id.
    """

    lefts: np.ndarray
    rights: np.ndarray
    ids: np.ndarray
    lengths: np.ndarray
    base_size: int
    whole: dict[bytes, int] = field(default_factory=dict)
    ranks: np.ndarray | None = None
    all_whole: bool = False

    @classmethod
    def of_merges(cls, merges: dict[tuple[int, int], int], base_size: int) -> "MergeTable":
        """The table of merges given in the order they were learned.

        Raises ValueError where they form no vocabulary: an id out of order, or a half not yet made.
        """
        lengths = [1] * base_size
        for rank, ((left, right), new_id) in enumerate(merges.items()):
            if new_id != base_size + rank:
                raise ValueError(
                    f"merge {rank} makes id {new_id}; number the merges in order, so that it makes "
                    f"{base_size + rank}"
                )
            for half in (left, right):
                if not 0 <= half < new_id:
                    raise ValueError(
                        f"merge {rank} uses id {half}, which is not made before it; "
                        f"use ids 0 to {new_id - 1}"
                    )
            lengths.append(lengths[left] + lengths[right])
        pairs = np.array(list(merges), np.int32).reshape(-1, 2)
        ids = np.arange(base_size, base_size + len(merges), dtype=np.int32)
        return cls(pairs[:, 0], pairs[:, 1], ids, np.array(lengths, np.int64), base_size)

    @property
    def size(self) -> int:
        """The number of ids: symbols and merges."""
        return len(self.lengths)

    def spellings(self, base: list[bytes]) -> list[bytes]:
        """The spelling of every id, given those of the symbols; each id must have its row."""
        spellings = list(base)
        for left, right in zip(self.lefts.tolist(), self.rights.tolist()):
            spellings.append(spellings[left] + spellings[right])
        return spellings

    @property
    def priorities(self) -> np.ndarray:
        """For every id a number: of the merges that are possible, the least goes first."""
        return np.arange(self.size) if self.ranks is None else self.ranks

    @cached_property
    def by_pair(self) -> dict[tuple[int, int], int]:
        """The id that each pair makes."""
        pairs = zip(self.lefts.tolist(), self.rights.tolist())
        return dict(zip(pairs, self.ids.tolist()))

    @cached_property
    def early(self) -> np.ndarray:
        """The ids with a higher rank than a token made of them: int32, mostly none."""
        if self.ranks is None:
            return np.zeros(0, np.int32)
        halves = np.concatenate((self.lefts, self.rights))
        return np.unique(halves[self.ranks[halves] > np.tile(self.ranks[self.ids], 2)])

    @cached_property
    def generations(self) -> np.ndarray:
        """Where to cut the ids so that within a part none is made of another: the first of each.

        Vocabularies of a hundred thousand ids have some hundred generations.
        """
        first_use = np.full(self.size + 1, self.size)
        np.minimum.at(first_use, self.lefts, self.ids)
        np.minimum.at(first_use, self.rights, self.ids)
        # The first id that needs one of those from here on.
        ends = np.minimum.accumulate(first_use[::-1])[::-1]
        firsts, first = [], self.base_size
        while first < self.size:
            firsts.append(first)
            first = int(ends[first])
        return np.array(firsts, np.int64)

    @cached_property
    def _row_of(self) -> Lookup:
        return Lookup(self.pairs)

    @cached_property
    def pairs(self) -> np.ndarray:
        """The pair of each row as a number: see `bpe.segmentation`."""
        return joined(self.lefts, self.rights)

    def rows(self, pairs: np.ndarray) -> np.ndarray:
        """The row of each pair, given as numbers; -1 where it does not merge."""
        return self._row_of.find(pairs)

    @cached_property
    def rows_of_bytes(self) -> np.ndarray:
        """The rows of all pairs of two symbols, of which there must be 256: [left << 8 | right]."""
        index = np.arange(1 << 16)
        return self.rows(joined(index >> 8, index & 255))

    @cached_property
    def rows_by_turn(self) -> np.ndarray:
        """The rows in the order in which their merges go."""
        return np.argsort(self.priorities[self.ids], kind="stable")

    @cached_property
    def _turns(self) -> np.ndarray:
        """When each row goes; NEVER at the end, for pairs that have none."""
        turns = np.full(len(self.ids) + 1, NEVER, np.int64)
        turns[self.rows_by_turn] = np.arange(len(self.ids))
        return turns

    def turns(self, pairs: np.ndarray) -> np.ndarray:
        """When the merge of each pair goes, from 0; NEVER where it does not merge: int64."""
        return self._turns[self.rows(pairs)]

    def truncated(self, size: int) -> "MergeTable":
        """The table of the ids below ``size``."""
        rows = int(np.searchsorted(self.ids, size))
        return MergeTable(
            self.lefts[:rows],
            self.rights[:rows],
            self.ids[:rows],
            self.lengths[: max(size, self.base_size)],
            self.base_size,
            {spelling: token for spelling, token in self.whole.items() if token < size},
            None if self.ranks is None else self.ranks[:size],
            self.all_whole,
        )


def encode_chunk(ids: list[int], by_pair: dict[tuple[int, int], int]) -> list[int]:
    """The ids of one chunk, given its symbols: the lowest id that any pair makes goes first.

    Takes time in the square of the chunk's length; `replay` is for long ones.

    >>> encode_chunk(list(b"abc.bc"), {(97, 98): 256, (98, 99): 257})
    [256, 99, 46, 257]
    """
    ids = list(ids)
    made = [by_pair.get(pair, NEVER) for pair in zip(ids, ids[1:])]
    while made and (lowest := min(made)) < NEVER:
        at = made.index(lowest)
        ids[at : at + 2] = [lowest]
        del made[at]
        if at > 0:
            made[at - 1] = by_pair.get((ids[at - 1], lowest), NEVER)
        if at < len(made):
            made[at] = by_pair.get((lowest, ids[at + 1]), NEVER)
    return ids


def replay(segmentation: Segmentation, table: MergeTable) -> None:
    """Apply every merge of the table to a segmentation of symbols, in the order of their ranks.

    All merges of a generation are applied in one pass. Where two of them want the same token, the
    lower id has it; nothing new that comes about can want it before the next generation.
    """
    if not len(table.ids):
        return
    queue = _Queue(table)
    queue.add(*_first_rows(segmentation, table))
    for generation, first_id in enumerate(table.generations.tolist()):
        places, rows = queue.take(generation)
        meets = segmentation.met[places] == table.pairs[rows]
        places, rows = places[meets], rows[meets]
        if not len(places):
            continue
        ids, left_lengths = table.ids[rows], table.lengths[table.lefts[rows]]
        kept = without_overlaps(places, left_lengths, ids)
        if not kept.all():
            places, ids, left_lengths = places[kept], ids[kept], left_lengths[kept]
        right_lengths = table.lengths[ids] - left_lengths
        before, after = segmentation.close(places, left_lengths, right_lengths, ids)
        # Where two new tokens meet, the place is both an end and a start: take it once.
        after = after[segmentation.starts[after] < first_id]
        places = np.concatenate((before, after))
        queue.add(places, table.rows(segmentation.met[places]))


def _first_rows(segmentation: Segmentation, table: MergeTable) -> tuple[np.ndarray, np.ndarray]:
    """The places between symbols, and the row of the pair at each."""
    places = are_pairs(segmentation.met).nonzero()[0]
    if table.base_size == 256:
        lefts, rights = halves(segmentation.met[places])
        return places, table.rows_of_bytes[lefts << 8 | rights]
    return places, table.rows(segmentation.met[places])


class _Queue:
    """The places where a pair of the table meets, by the generation of its merge."""

    def __init__(self, table: MergeTable):
        self.first_rows = np.searchsorted(table.ids, table.generations)
        self.waiting: list[list[np.ndarray]] = [[] for _ in self.first_rows]

    def add(self, places: np.ndarray, rows: np.ndarray) -> None:
        """Have places wait for the generation of the rows there; -1: for none."""
        keys = (rows << 32 | places)[rows >= 0]
        keys.sort()
        bounds = np.append(np.searchsorted(keys, self.first_rows << 32), len(keys))
        for generation in (bounds[1:] > bounds[:-1]).nonzero()[0].tolist():
            self.waiting[generation].append(keys[bounds[generation] : bounds[generation + 1]])

    def take(self, generation: int) -> tuple[np.ndarray, np.ndarray]:
        """The places that wait for this generation, ascending, and the row of the pair at each."""
        keys = np.concatenate([np.zeros(0, np.int64), *self.waiting[generation]])
        self.waiting[generation] = []
        keys = keys << 32 | keys >> 32
        keys.sort()
        return keys >> 32, keys & 0xFFFFFFFF


def closings_of(corpus: Corpus, table: MergeTable) -> np.ndarray:
    """Which merge closed each place of a corpus: see `Segmentation.closings`."""
    segmentation = Segmentation(corpus)
    replay(segmentation, table)
    closings = segmentation.closings()
    if len(table.early):
        _close_by_rank(corpus, table, closings)
    if table.whole:
        _close_whole_sequences(corpus, table, closings)
    return closings


def _close_by_rank(corpus: Corpus, table: MergeTable, closings: np.ndarray) -> None:
    """Do sequences again, one merge at a time, where a token appears that ids set too early.

    Once it is there, what is made of it goes before the next of its kind; replay merges all of a
    kind at once.
    """
    appears = np.flatnonzero(np.isin(closings, table.early))
    for sequence in np.unique(np.searchsorted(_gaps(corpus), appears)).tolist():
        first, length = int(corpus.starts[sequence]), int(corpus.lengths[sequence])
        symbols = corpus.symbols[first : first + length].tolist()
        closings[first + sequence : first + sequence + length] = _closings_by_rank(symbols, table)


def _closings_by_rank(ids: list[int], table: MergeTable) -> list[int]:
    """The closings of one sequence, given its symbols: the lowest rank first, then leftmost."""
    closings = [NEVER] * len(ids)
    following, preceding = list(range(1, len(ids) + 1)), list(range(-1, len(ids) - 1))
    heap: list[tuple[int, int, int, int, int]] = []

    def offer(left: int) -> None:
        right = following[left] if left >= 0 else len(ids)
        if right < len(ids):
            pair = ids[left], ids[right]
            if (made := table.by_pair.get(pair)) is not None:
                heappush(heap, (int(table.ranks[made]), left, made, *pair))

    for left in range(len(ids)):
        offer(left)
    while heap:
        _, left, made, *pair = heappop(heap)
        right = following[left]
        if right < len(ids) and [ids[left], ids[right]] == pair:
            closings[right] = made
            ids[left], ids[right] = made, -1
            following[left] = following[right]
            if following[left] < len(ids):
                preceding[following[left]] = left
            offer(preceding[left])
            offer(left)
    return closings


def _close_whole_sequences(corpus: Corpus, table: MergeTable, closings: np.ndarray) -> None:
    """Close what is inside sequences that are tokens which no merge makes: by that token."""
    sizes = list({len(spelling) for spelling in table.whole})
    for sequence in np.flatnonzero(np.isin(corpus.lengths, sizes)).tolist():
        token = table.whole.get(corpus.spell(sequence))
        if token is not None:
            first = int(corpus.starts[sequence]) + sequence + 1
            inside = closings[first : first + int(corpus.lengths[sequence]) - 1]
            np.minimum(inside, token, out=inside)


def tokens_at(corpus: Corpus, closings: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The tokens of a corpus under the merges below ``size``, in reading order.

    Returns ``(ids, lengths)`` with one item a token; lengths are in symbols.
    """
    gaps = _gaps(corpus)
    closed = closings < size
    # The last merge inside a token is the one that made it, and has the largest id.
    labels = np.insert(corpus.symbols.astype(np.int32), np.cumsum(corpus.lengths), 0)
    labels[closed] = closings[closed]
    open_places = np.flatnonzero(~closed)
    lengths = np.diff(open_places, append=len(closings))
    is_token = np.ones(len(open_places), bool)
    is_token[np.searchsorted(open_places, gaps)] = False
    firsts = open_places[is_token]
    if not len(firsts):
        return np.zeros(0, np.int32), np.zeros(0, np.int64)
    ids = np.maximum.reduceat(labels, firsts)
    counts = np.diff(np.searchsorted(firsts, gaps), prepend=0)
    order = _in_reading_order(corpus, counts)
    return ids[order], lengths[is_token][order]


def closings_in_text(corpus: Corpus, closings: np.ndarray) -> np.ndarray:
    """Closings laid out as the text is: one item a symbol, for the boundary before it.

    Where a sequence begins the item is NEVER: no merge could close that boundary.
    """
    return np.delete(closings, _gaps(corpus))[_in_reading_order(corpus, corpus.lengths)]


def _gaps(corpus: Corpus) -> np.ndarray:
    """The empty place after each sequence."""
    return np.cumsum(corpus.lengths + 1) - 1


def _in_reading_order(corpus: Corpus, counts: np.ndarray) -> np.ndarray:
    """Indices that repeat each sequence's items, ``counts`` of them, wherever it occurs."""
    starts = np.cumsum(counts) - counts
    counts = counts[corpus.occurrences]
    shift = starts[corpus.occurrences] - (np.cumsum(counts) - counts)
    return np.arange(counts.sum()) + np.repeat(shift, counts)


def curve(corpus: Corpus, closings: np.ndarray, table: MergeTable) -> np.ndarray:
    """Tokens of the corpus at every vocabulary size from ``base_size`` to ``size``: int64."""
    closed = closings < NEVER
    removed = np.zeros(table.size + 1, np.int64)
    np.add.at(removed, closings[closed] + 1, corpus.place_weights()[closed])
    return corpus.tokens - np.cumsum(removed)[table.base_size :]
