"""Encoding chunk by chunk, the way for short texts: what was encoded before is looked up.

Texts are made of the same chunks again and again. Of those that are new, long ones are encoded by
replay, and short ones side by side if they are many, each in a plain loop if they are few.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from bpe.alphabets import BYTES
from bpe.corpus import Corpus
from bpe.encoder import NEVER, MergeTable, closings_of, encode_chunk, tokens_at
from bpe.segmentation import joined

LONG_CHUNK = 128
MANY_CHUNKS = 24
MOST_REMEMBERED = 1 << 20

Chunk = bytes | str
# Ids of several sequences end to end, and how many each has.
Encoded = tuple[np.ndarray, np.ndarray]


class ChunkEncoder:
    """Turns chunks into ids by a merge table, and remembers them.

    ``names`` are the ids shown outside, one for each id of the table; ``whole`` are the chunks that
    are one token in any case, with its id in the table. A chunk is bytes, or a word where
    ``symbols`` says what a chunk is before any merge.

    >>> table = MergeTable.of_merges({(97, 98): 256, (98, 99): 257}, 256)
    >>> ChunkEncoder(table, np.arange(258), {}).encode([b"abc", b"bc", b"abc"])
    [256, 99, 257, 256, 99]
    """

    def __init__(
        self,
        table: MergeTable,
        names: np.ndarray,
        whole: Mapping[Chunk, int],
        symbols: Callable[[Chunk], Sequence[int]] = bytes,
    ):
        self._table = table
        self._whole = whole
        self._names = names
        self._symbols = symbols
        self.forget()

    def forget(self) -> None:
        """Begin again with no chunk known."""
        self._known: dict[Chunk, list[int]] = {}
        self._remembered = 0

    def encode(self, chunks: Collection[Chunk]) -> list[int]:
        """The ids of the chunks, one chunk after the other."""
        return self.encode_each([chunks])[0]

    def encode_each(self, several: Sequence[Collection[Chunk]]) -> list[list[int]]:
        """The ids of each text's chunks; those that are new in any text are encoded together."""
        if self._remembered > MOST_REMEMBERED:
            self.forget()
        if new := set(chain.from_iterable(several)).difference(self._known):
            self._known.update(self._encoded(new))
            self._remembered += sum(map(len, new))
        ids_of = self._known.__getitem__
        return [list(chain.from_iterable(map(ids_of, chunks))) for chunks in several]

    def _encoded(self, chunks: set[Chunk]) -> Iterator[tuple[Chunk, list[int]]]:
        """The ids of new chunks, each by the way that is the fastest for it."""
        whole = chunks & self._whole.keys()
        ids = np.fromiter(map(self._whole.__getitem__, whole), np.int64, len(whole))
        yield from zip(whole, ([name] for name in self._names[ids].tolist()))
        short = [chunk for chunk in chunks - whole if len(chunk) <= LONG_CHUNK]
        long = [chunk for chunk in chunks - whole if len(chunk) > LONG_CHUNK]
        few = len(short) < MANY_CHUNKS and self._table.ranks is None
        for encode, some in ((one_by_one if few else side_by_side, short), (by_replay, long)):
            if some:
                ids, counts = encode(list(map(self._symbols, some)), self._table)
                yield from zip(some, _parts(self._names[ids].tolist(), counts))


def one_by_one(sequences: list[Sequence[int]], table: MergeTable) -> Encoded:
    """The ids of each sequence by a loop over its pairs; the table must have ids for ranks."""
    encoded = [encode_chunk(symbols, table.by_pair) for symbols in sequences]
    return _end_to_end(encoded)


def by_replay(sequences: list[Sequence[int]], table: MergeTable) -> Encoded:
    """The ids of each sequence by replay: time does not grow with the square of their lengths."""
    symbols, lengths = _end_to_end(sequences)
    each_once = np.ones(len(lengths), np.int64)
    corpus = Corpus(symbols, lengths, each_once, np.arange(len(lengths)), BYTES)
    ids, sizes = tokens_at(corpus, closings_of(corpus, table), NEVER)
    ends = np.searchsorted(sizes.cumsum(), lengths.cumsum()) + 1
    return ids, np.diff(ends, prepend=0)


def side_by_side(sequences: list[Sequence[int]], table: MergeTable) -> Encoded:
    """The ids of each sequence, not empty; every round does the next merge of all of them.

    A token and the next one are a pair whose *turn* is that of its merge, by rank. Of each sequence
    the pair with the first turn is merged, the leftmost of equals.
    """
    ids, lengths = _end_to_end(sequences)
    turns = np.full(len(ids), NEVER)
    turns[:-1] = table.turns(joined(ids[:-1], ids[1:]))
    turns[lengths.cumsum() - 1] = NEVER
    numbers = np.arange(len(lengths))
    finished = []
    while len(numbers):
        ends = lengths.cumsum()
        begins = ends - lengths
        first = np.minimum.reduceat(turns << 32 | np.arange(len(turns)), begins)
        turn, left = first >> 32, first & 0xFFFFFFFF
        kept = np.ones(len(ids), bool)
        stuck = turn == NEVER
        if stuck.any():
            in_stuck = stuck.repeat(lengths)
            finished.append((numbers[stuck], lengths[stuck], ids[in_stuck]))
            kept[in_stuck] = False
            going = ~stuck
            numbers, lengths, begins, ends = (
                part[going] for part in (numbers, lengths, begins, ends)
            )
            turn, left = turn[going], left[going]
        ids[left] = table.ids[table.rows_by_turn[turn]]
        kept[left + 1] = False
        turns[left] = NEVER
        before, after = left[left > begins] - 1, left[left + 2 < ends]
        left_of, right_of = np.concatenate((before, after)), np.concatenate((before + 1, after + 2))
        turns[left_of] = table.turns(joined(ids[left_of], ids[right_of]))
        ids, turns, lengths = ids[kept], turns[kept], lengths - 1
    numbers, lengths, ids = (np.concatenate(parts) for parts in zip(*finished))
    # Back into the order in which they came.
    owners = numbers.repeat(lengths)
    return ids[owners.argsort(kind="stable")], lengths[numbers.argsort()]


def _end_to_end(sequences: list[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """The items of all sequences, and how many each has: int64."""
    lengths = np.fromiter(map(len, sequences), np.int64, len(sequences))
    return np.fromiter(chain.from_iterable(sequences), np.int64, int(lengths.sum())), lengths


def _parts(items: list[int], sizes: np.ndarray) -> Iterator[list[int]]:
    """The items, cut into parts of these sizes."""
    ends = sizes.cumsum().tolist()
    return map(items.__getitem__, map(slice, [0, *ends], ends))
