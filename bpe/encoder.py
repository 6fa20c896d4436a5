"""Encoding by rank: of the merges that apply, the one learned earliest goes first.

Two ways to the same ids. `encode_chunk` is a plain loop for one short chunk. `replay` runs a whole
corpus through the merges in the order of their ranks, each with a list of the places where it
applies: it never looks for them, because a pair comes into being only when the newer of its halves
is made. What replay leaves, the *closings* (which merge closed each boundary), is the encoding at
every vocabulary size at once; `tokens_at` and `curve` read it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from bpe.corpus import Corpus
from bpe.lookup import Lookup
from bpe.segmentation import NEVER, Segmentation, without_overlaps


@dataclass(frozen=True)
class MergeTable:
    """Which pairs merge, and into what: one row a pair, in the order of rank.

    ``lefts``, ``rights`` and ``ids`` are int32 arrays. Ids below ``base_size`` are symbols; the
    merge of rank r makes the id ``base_size + r``. Learned merges have one row an id. A rank file
    may have tokens that no merge makes; their ids have no row, and stand in ``whole`` by their
    spelling: a whole sequence so spelled is that token at once. ``lengths`` is the number of
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
    def first_use(self) -> list[int]:
        """For each id the first id that is made of it; NEVER where there is none."""
        first = np.full(self.size, NEVER, np.int64)
        np.minimum.at(first, self.lefts, self.ids)
        np.minimum.at(first, self.rights, self.ids)
        return first.tolist()

    @cached_property
    def _row_of(self) -> Lookup:
        return Lookup(self.lefts.astype(np.int64) << 32 | self.rights)

    def rows(self, lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
        """The row of each pair, -1 where it does not merge."""
        return self._row_of.find(lefts.astype(np.int64) << 32 | rights)

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
        )


def encode_chunk(ids: list[int], by_pair: dict[tuple[int, int], int]) -> list[int]:
    """The ids of one chunk, given its symbols: the lowest id that any pair makes goes first.

    Takes time in the square of the chunk's length; `replay` is for long ones.

    >>> encode_chunk(list(b"abc.bc"), {(97, 98): 256, (98, 99): 257})
    [256, 99, 46, 257]
    """
    while len(ids) > 1:
        made = [by_pair.get(pair, NEVER) for pair in zip(ids, ids[1:])]
        lowest = min(made)
        if lowest == NEVER:
            break
        at = made.index(lowest)
        ids = [*ids[:at], lowest, *ids[at + 2 :]]
    return ids


def replay(segmentation: Segmentation, table: MergeTable) -> None:
    """Apply every merge of the table to a segmentation, in the order of their ranks.

    Merges that follow each other, share no token and do not build on each other are applied in one
    pass, as in training.
    """
    queue = _Queue(segmentation, table)
    queue.wait(np.arange(len(segmentation.starts)))
    while len(places_and_rows := queue.next_pass()):
        places, rows = places_and_rows
        before, after = segmentation.close(
            places,
            table.lengths[table.lefts[rows]],
            table.lengths[table.rights[rows]],
            table.ids[rows],
        )
        # Where two new tokens meet, the place is both an end and a start: take it once.
        queue.wait(np.concatenate((before, after[~np.isin(after, before)])))


class _Queue:
    """The merges that apply somewhere, by id, with the places where they do."""

    def __init__(self, segmentation: Segmentation, table: MergeTable):
        self.segmentation = segmentation
        self.table = table
        self.ids: list[int] = []
        self.waiting: dict[int, dict[int, np.ndarray]] = {}

    def wait(self, places: np.ndarray) -> None:
        """Queue the merges of the pairs that meet at these places."""
        rows = self.table.rows(*self.segmentation.pairs(places))
        merging = rows >= 0
        rows, places, bounds = _by_row(rows[merging], places[merging])
        for i, (row, new_id) in enumerate(zip(rows.tolist(), self.table.ids[rows].tolist())):
            if new_id not in self.waiting:
                self.waiting[new_id] = {}
                heappush(self.ids, new_id)
            self.waiting[new_id][row] = places[bounds[i] : bounds[i + 1]]

    def next_pass(self) -> tuple[np.ndarray, np.ndarray] | tuple[()]:
        """Places to merge at once, and the row of the merge at each; empty at the end."""
        places, rows = [], []
        lefts, rights, limit = set(), set(), NEVER
        while self.ids and self.ids[0] < limit:
            new_id = self.ids[0]
            splits = self.waiting[new_id]
            here = list(splits)
            new_lefts = set(self.table.lefts[here].tolist())
            new_rights = set(self.table.rights[here].tolist())
            if new_rights & lefts or new_lefts & rights:
                break
            heappop(self.ids)
            found, found_rows = self._still_meeting(self.waiting.pop(new_id))
            touches_itself = new_lefts & new_rights
            if touches_itself:
                kept = without_overlaps(found, self.table.lengths[self.table.lefts[found_rows]])
                found, found_rows = found[kept], found_rows[kept]
            places.append(found)
            rows.append(found_rows)
            if touches_itself:
                break
            lefts |= new_lefts
            rights |= new_rights
            limit = min(limit, self.table.first_use[new_id])
        return (np.concatenate(places), np.concatenate(rows)) if places else ()

    def _still_meeting(self, splits: dict[int, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """The places of one id where its pair still meets, ascending, and the row of each."""
        rows = np.repeat(list(splits), [len(places) for places in splits.values()])
        places = np.concatenate(list(splits.values()))
        ends, starts = self.segmentation.pairs(places)
        meets = (ends == self.table.lefts[rows]) & (starts == self.table.rights[rows])
        places, rows = places[meets], rows[meets]
        if len(splits) > 1:
            order = np.argsort(places)
            places, rows = places[order], rows[order]
        return places, rows


def _by_row(rows: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sort places by row: the distinct rows, the places, and where each row's part begins."""
    shift = int(places.max(initial=0)).bit_length()
    keys = rows << shift | places
    keys.sort()
    rows = keys >> shift
    first = np.flatnonzero(np.diff(rows, prepend=-1))
    return rows[first], keys & ((1 << shift) - 1), np.append(first, len(rows))


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
