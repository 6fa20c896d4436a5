"""Every chunk of a text on which another way of encoding gives other tokens than rank order.

Merges do not cross chunks, so each distinct chunk is encoded once and counts as often as it occurs.
The search is a generator: whoever asks may show how far it is, and stop.

>>> from bpe.wrong_ways import in_order
>>> tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257})
>>> way = in_order(Ranked(tok.merges), "frequency")
>>> [(one.chunk, one.first, one.second) for one in compare(tok, {"abc": 9, "abcbc": 1}, way)][1]
('abcbc', [256, 99, 257], [97, 257, 257])
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from bpe.orders import Ranked
from bpe.tokenizer import BPETokenizer
from bpe.wrong_ways import Way, encode

Place = tuple[int, int, int]  # a token: its id, where it starts and ends


class Compared(NamedTuple):
    """A distinct chunk, how often it occurs, and its ids by rank and by the other way."""

    chunk: str
    times: int
    first: list[int]
    second: list[int]


def chunks_of(tok: BPETokenizer, text: str) -> dict[str, int]:
    """The distinct chunks of a text, and how often each occurs."""
    return dict(Counter(tok.chunks(tok.normalize(text))))


def compare(
    tok: BPETokenizer, chunks: Mapping[str, int], way: Way, merges: Ranked | None = None
) -> Iterator[Compared]:
    """Each chunk by rank and by another way, in the order of the chunks.

    A chunk that is taken whole before any merge is the same token in every way.
    ``merges`` are those of the tokenizer; given, they need not be numbered for each call.
    """
    merges = merges or Ranked(tok.merges)
    for chunk, times in chunks.items():
        whole = tok.whole(chunk)
        if whole is not None:
            yield Compared(chunk, times, [whole], [whole])
            continue
        ids = tok.base_ids(chunk)
        # Without a split the chunk is the text, for which the tokenizer has the faster way.
        first = encode(ids, merges, "rank") if tok.split else tok.encode(chunk)
        yield Compared(chunk, times, first, way.encode(ids, first))


@dataclass
class Findings:
    """What a search has found: the chunks it compared, and how many symbols the ids of either side
    have, by rank and by the other way."""

    compared: list[Compared]
    sizes: Mapping[int, int]
    other_sizes: Mapping[int, int]

    @cached_property
    def differing(self) -> list[Compared]:
        """The chunks that end differently: short ones first, of equally short the most common."""
        found = [one for one in self.compared if one.first != one.second]
        return sorted(found, key=lambda one: (len(one.chunk.encode()), -one.times, one.chunk))

    @property
    def chunks(self) -> int:
        """All chunks of the text, each as often as it occurs."""
        return sum(one.times for one in self.compared)

    @property
    def tokens(self) -> tuple[int, int]:
        """The tokens by rank, and by the other way."""
        return _tokens(self.compared, 2), _tokens(self.compared, 3)

    @property
    def share_of_chunks(self) -> float:
        """Of all chunks, those that end differently; 0 for a text without chunks."""
        return sum(one.times for one in self.differing) / max(self.chunks, 1)

    @property
    def share_of_tokens(self) -> float:
        """Of the tokens by rank, those that the other way does not have at the same place."""
        missed = sum(one.times * len(self._places(one)[0]) for one in self.differing)
        return missed / max(self.tokens[0], 1)

    @cached_property
    def wrong(self) -> Counter[int]:
        """How often each id stands, by the other way, where rank order has another."""
        found: Counter[int] = Counter()
        for one in self.differing:
            for token, _, _ in self._places(one)[1]:
                found[token] += one.times
        return found

    @cached_property
    def seen(self) -> Counter[int]:
        """How often each id occurs in this text by rank."""
        return occurrences((one.first, one.times) for one in self.compared)

    def _places(self, one: Compared) -> tuple[set[Place], set[Place]]:
        """The tokens of either side that the other has not."""
        first, second = _placed(one.first, self.sizes), _placed(one.second, self.other_sizes)
        return first - second, second - first


def occurrences(encoded: Iterable[tuple[list[int], int]]) -> Counter[int]:
    """How often each id occurs in sequences, each so many times."""
    found: Counter[int] = Counter()
    for ids, times in encoded:
        for token in ids:
            found[token] += times
    return found


def _placed(ids: list[int], sizes: Mapping[int, int]) -> set[Place]:
    ends = list(accumulate(sizes.get(token, 1) for token in ids))
    return set(zip(ids, [0, *ends], ends))


def _tokens(compared: list[Compared], side: int) -> int:
    return sum(one.times * len(one[side]) for one in compared)
