"""One stretch of text encoded in two ways: what the lanes draw and the words explain."""

from bisect import bisect_left, bisect_right
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bpe.orders import Ranked
from bpe.partings import Parting, Traced, differences, parting
from bpe.tokenizer import BPETokenizer
from bpe.wrong_ways import Way, in_order

WHOLE = 48  # symbols; a chunk of no more is shown whole, of longer ones only part
AROUND = 8
# Above this many symbols nobody waits until a chunk has been followed step by step.
MOST_FOLLOWED = 1_000_000


@dataclass(frozen=True)
class Contrast:
    """Part of a chunk, encoded by rank and in another way.

    ``way``           the other way;
    ``chunk``         the part of it that is followed, in symbols: no token reaches over its ends;
    ``tokens``        of how many tokens the whole chunk is, on either side;
    ``size``          of the whole chunk, in symbols;
    ``sides``         how the part is encoded; places in it are counted from its start;
    ``place``         what this is about, in the part: a stretch in which the sides differ; empty
                      where they do not;
    ``start, end``    of the part, what is shown, with tokens that reach over its ends;
    ``parting``       where the sides part in the place; None if they make the same tokens;
    ``spellings``     the bytes of every id;
    ``vocab``         the bytes of the ids of rank order's tokenizer alone;
    ``learned``       how often each of those occurred in training when it was learned, if known;
    ``unit``          what a symbol is: "byte" or "character".
    """

    way: Way
    chunk: tuple[int, int]
    tokens: tuple[int, int]
    size: int
    sides: tuple[Traced, Traced]
    place: tuple[int, int]
    start: int
    end: int
    parting: Parting | None
    spellings: Mapping[int, bytes]
    vocab: Mapping[int, bytes]
    learned: Mapping[int, int]
    unit: str

    @property
    def ids(self) -> list[int]:
        """The base ids of the part."""
        return self.sides[0].ids

    def stretch(self, side: int) -> list[tuple[int, int]]:
        """The tokens of the place at the end of a side: (id, start), from the left."""
        start, end = self.place
        found = {at: self.ids[at] for at in range(start, end)}
        for closing in self.sides[side].closings:
            if start <= closing.start and closing.end <= end:
                del found[closing.byte]
                found[closing.start] = self.sides[side].merges[closing.pair]
        return [(token, at) for at, token in sorted(found.items())]


def contrast(
    tok: BPETokenizer,
    way: Way,
    ids: list[int],
    ends: tuple[Sequence[int], Sequence[int]],
    start: int = 0,
) -> Contrast:
    """A chunk around the first stretch, from ``start`` on, that ends differently; from its
    beginning where none does.

    ``ids`` are the base ids of the chunk, ``ends`` what rank order and the other way make of it.
    Raises ValueError for a chunk too long to be followed step by step.
    """
    unit = "byte" if tok.alphabet is None else "character"
    if len(ids) > MOST_FOLLOWED:
        raise ValueError(
            f"the chunk has {len(ids):,} {unit}s, and steps are drawn of up to {MOST_FOLLOWED:,}; "
            "choose a shorter text, or a tokenizer with a split"
        )
    merges = Ranked(tok.merges)
    sizes = merges.sizes, way.sizes
    places = (place for place in differences(*ends, *sizes) if place[1] > start)
    start, end = next(places, (0, 0))
    low, high = _part(len(ids), ends, sizes, start, end)
    sides = in_order(merges, "rank").follow(ids, low, high), way.follow(ids, low, high)
    place = start - low, end - low
    found = parting(*sides, *place)
    first, last = _shown(place, found, high - low)
    return Contrast(
        way=way,
        chunk=(low, high),
        tokens=(len(ends[0]), len(ends[1])),
        size=len(ids),
        sides=sides,
        place=place,
        start=first,
        end=last,
        parting=found,
        spellings=_spellings(tok.vocab, way.merges),
        vocab=tok.vocab,
        learned={merge.id: merge.count for merge in tok.history},
        unit=unit,
    )


def _part(
    size: int,
    ends: tuple[Sequence[int], Sequence[int]],
    sizes: tuple[Mapping[int, int], Mapping[int, int]],
    start: int,
    end: int,
) -> tuple[int, int]:
    """What to follow of a chunk: all, or from one boundary that both sides leave to another."""
    if size <= WHOLE:
        return 0, size
    first, second = (
        set(accumulate((each.get(token, 1) for token in ids), initial=0))
        for ids, each in zip(ends, sizes)
    )
    common = sorted(first & second)
    reach = min(max(end + AROUND, start + WHOLE), size)
    return (
        common[bisect_right(common, max(start - AROUND, 0)) - 1],
        common[bisect_left(common, reach)],
    )


def _shown(place: tuple[int, int], parting: Parting | None, size: int) -> tuple[int, int]:
    """Which of this many symbols to show."""
    if size <= WHOLE:
        return 0, size
    start, end = place
    middle = start
    if parting is not None:
        middle = (parting.first or parting.second).byte
    first = max(start - AROUND, middle - WHOLE // 2, 0)
    return first, min(max(end + AROUND, first + WHOLE // 2), first + WHOLE, size)


def _spellings(vocab: Mapping[int, bytes], merges: Ranked) -> Mapping[int, bytes]:
    """The bytes of every id of either side."""
    more: dict[int, bytes] = {}
    for (left, right), made in merges.items():
        if made not in vocab:
            more[made] = (vocab.get(left) or more[left]) + (vocab.get(right) or more[right])
    return ChainMap(more, vocab) if more else vocab
