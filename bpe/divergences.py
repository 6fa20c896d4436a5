"""Where in a text another order gives other tokens than rank order.

Merges do not cross chunks, so each distinct chunk is encoded once on either side, and what differs
in it counts as often as it occurs. A trace recounts everything at every step, in time that grows
with the square of a chunk's length: very long chunks are read to a limit, and so is the text.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from bpe import orders
from bpe.corpus import utf8
from bpe.orders import Ranked, Step
from bpe.tokenizer import BPETokenizer

MOST_TEXT = 200_000
MOST_CHUNK = 2_000
# Squares of chunk lengths, in all: about two seconds.
MOST_WORK = 12_000_000


class Place(NamedTuple):
    """A stretch that the two orders cut differently: symbols ``start`` to ``end`` of the chunk of
    that index. Both leave the boundaries around it open."""

    chunk: int
    start: int
    end: int


@dataclass(frozen=True)
class Survey:
    """A text under rank order and another one, chunk by chunk.

    ``order``           the other order;
    ``over_text``       whether its counts are those of the whole text, not of the chunk;
    ``merges``          of the tokenizer;
    ``chunks``          the distinct chunks, as far as they were read, in order of occurrence;
    ``weights``         how often each occurs;
    ``ids``             the base ids of each (its bytes, at first);
    ``first, second``   the ids of each by rank, and by the other order;
    ``text_bytes``      of the whole text, ``read_bytes`` of what was compared of it.
    """

    order: str
    over_text: bool
    merges: Ranked
    chunks: list[str]
    weights: list[int]
    ids: list[list[int]]
    first: list[list[int]]
    second: list[list[int]]
    text_bytes: int
    read_bytes: int

    @cached_property
    def differing(self) -> list[int]:
        """The chunks that end differently, by index."""
        return [i for i, ids in enumerate(self.first) if ids != self.second[i]]

    @cached_property
    def places(self) -> list[Place]:
        """Every stretch that differs, chunk by chunk."""
        return [
            Place(chunk, start, end)
            for chunk in self.differing
            for start, end in orders.differences(self.first[chunk], self.second[chunk], self._sizes)
        ]

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return orders.sizes_of(self.merges)

    def tokens_at(self, place: Place) -> tuple[list[int], list[int]]:
        """The tokens at a place, by rank and by the other order."""
        found = []
        for side in (self.first, self.second):
            ids = side[place.chunk]
            ends = accumulate(self._sizes.get(token, 1) for token in ids)
            found.append([t for t, end in zip(ids, ends) if place.start < end <= place.end])
        return found[0], found[1]

    def count(self, chunks: Sequence[int]) -> int:
        """How often these chunks occur, all together."""
        return sum(self.weights[chunk] for chunk in chunks)

    def tokens(self, side: Sequence[Sequence[int]]) -> int:
        """The tokens of all that was read, on one side: ``first`` or ``second``."""
        return sum(len(ids) * weight for ids, weight in zip(side, self.weights))

    def steps(self, chunk: int) -> tuple[list[Step], list[Step]]:
        """How a chunk is encoded by rank, and by the other order."""
        ids = self.ids[chunk]
        other = (
            orders.trace_in_text(self.ids, self.weights, self.merges, chunk)
            if self.over_text
            else orders.trace(ids, self.merges, self.order)
        )
        return list(orders.trace(ids, self.merges, "rank")), list(other)


def survey(
    tok: BPETokenizer, text: str, order: str = "frequency", over_text: bool = False
) -> Survey:
    """Encode a text by rank and by another order, and keep both.

    ``over_text``: frequency is counted over the whole text instead of within the chunk. Reads
    at most ``MOST_TEXT`` bytes, ``MOST_CHUNK`` of each chunk, and stops after ``MOST_WORK``.
    Raises ValueError for an unknown order, for counting another order than frequency over the
    text, and for a lone surrogate or a character outside the alphabet.

    >>> tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257})
    >>> survey(tok, "abc.bc.bc").places
    [Place(chunk=0, start=0, end=3)]
    """
    if over_text and order != "frequency":
        raise ValueError(
            f"only frequency is counted over a text; {order!r} looks at ranks or places"
        )
    text = tok.normalize(text)
    weights: Counter[str] = Counter()
    work = read = 0
    for chunk in tok.chunks(_first_bytes(text, MOST_TEXT)):
        chunk = _first_bytes(chunk, MOST_CHUNK)
        size = len(utf8(chunk))
        if chunk not in weights:
            work += size**2
        if work > MOST_WORK:
            break
        weights[chunk] += 1
        read += size
    merges = Ranked(tok.merges)
    ids = [tok.base_ids(chunk) for chunk in weights]
    second = (
        orders.encode_text(ids, list(weights.values()), merges)
        if over_text
        else [orders.encode(chunk, merges, order) for chunk in ids]
    )
    return Survey(
        order=order,
        over_text=over_text,
        merges=merges,
        chunks=list(weights),
        weights=list(weights.values()),
        ids=ids,
        first=[orders.encode(chunk, merges, "rank") for chunk in ids],
        second=second,
        text_bytes=len(utf8(text)),
        read_bytes=read,
    )


def _first_bytes(text: str, most: int) -> str:
    """As many whole characters as fit into this many bytes."""
    return text[:most].encode(errors="surrogatepass")[:most].decode(errors="ignore")
