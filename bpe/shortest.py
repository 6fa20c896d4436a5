"""The shortest inputs on which frequency order gives other ids than rank order, from merges alone.

What every such input must hold. Of the merges that only rank order made, take the one learned
earliest, p (see `bpe.partings.parting`). Its halves were made on both sides, and frequency order
spent one of them, t, on another merge q; t is one half of both, so the two lie side by side over t.
When it chose q, a merge learned before q was possible, so q was there more than once: a second
time somewhere else, or in a run, one t further. Hence the input spells p and q over t, and q once
more. `shortest_divergences` tries *every* input that does, length by length: what it does not find
at a length does not exist there.

No merge table differs on fewer than four symbols: q twice is four, and a run of three leaves no
room for p.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import count, product
from typing import NamedTuple

from bpe import orders
from bpe.orders import Pair, Ranked
from bpe.wrong_ways import has_repeats

SHORTEST = 4
LONGEST = 12
MOST_TRIED = 150_000


class Shortest(NamedTuple):
    """The result of a search.

    ``inputs``    all shortest inputs that differ, as symbols, sorted; empty if none was found;
    ``searched``  up to this length, all inputs that could differ were tried;
    ``tried``     how many that were;
    ``needs``     the length from which on an input can spell two rules over a token that both want,
                  and the later one again; None if no such length was reached: without overlaps, as
                  where no two rules share a token, the orders never differ.

    Symbols that are in no rule act alike: one of them, the least, stands for all.
    """

    inputs: list[tuple[int, ...]]
    searched: int
    tried: int
    needs: int | None


class Overlap(NamedTuple):
    """What two rules spell over the token that both want: the symbols of both, from where to where
    the later one's are, and how far its next occurrence is away at least."""

    symbols: tuple[int, ...]
    start: int
    end: int
    apart: int


def shortest_divergences(
    merges: Mapping[Pair, int],
    symbols: Collection[int] = range(256),
    longest: int = LONGEST,
    most_tried: int = MOST_TRIED,
) -> Shortest:
    """All shortest inputs on which the two orders differ, in one chunk.

    ``merges`` are {(left, right): id} in learned order, ``symbols`` the ids before any merge. Ends
    at the first length with a find, at ``longest``, or before a length that would need more than
    ``most_tried`` inputs. Raises ValueError where a merge uses a token that no merge before it
    makes: the proof needs halves that are learned first.

    >>> found = shortest_divergences({(97, 98): 256, (98, 99): 257})
    >>> [bytes(one) for one in found.inputs], found.searched
    ([b'abcbc', b'bcabc'], 5)
    """
    merges = Ranked(merges)
    spelled = _spelled(merges, symbols)
    used = sorted({symbol for pair in merges for half in pair for symbol in spelled[half]})
    unused = set(symbols) - set(used)
    fill = [*used, min(unused)] if unused else used
    growing = overlaps(merges, spelled)
    found = [*next(growing)]
    tried, needs = 0, None
    for length in range(SHORTEST, longest + 1):
        found += next(growing)
        inputs: set[tuple[int, ...]] = set()
        for each in _inputs(found, length, fill):
            inputs.add(each)
            if tried + len(inputs) > most_tried:
                return Shortest([], length - 1, tried, needs or length)
        needs = needs or (length if inputs else None)
        tried += len(inputs)
        differing = [each for each in inputs if _differs(each, merges)]
        if differing:
            return Shortest(sorted(differing), length, tried, needs)
    return Shortest([], longest, tried, needs)


def overlaps(merges: Ranked, spelled: Mapping[int, tuple[int, ...]]) -> Iterator[set[Overlap]]:
    """What every two rules spell that share a token, the later one first in frequency order: those
    of three symbols, then those of four, and so on without end."""
    by_size, by_left, by_right = (defaultdict[object, list[Pair]](list) for _ in range(3))
    for (left, right), made in merges.items():
        by_size[len(spelled[made])].append((left, right))
        by_left[left, len(spelled[right])].append((left, right))
        by_right[right, len(spelled[left])].append((left, right))
    for length in count(SHORTEST - 1):
        found = set()
        for size in range(2, length):
            for left, right in by_size[size]:
                rank, both = merges.ranks[left, right], spelled[left] + spelled[right]
                apart = len(spelled[left]) if left == right else size
                for p in by_right[left, length - size]:  # over the left half of q
                    if merges.ranks[p] <= rank:
                        taken = spelled[p[0]]
                        found.add(Overlap(taken + both, len(taken), length, apart))
                for p in by_left[right, length - size]:  # over its right half
                    if merges.ranks[p] <= rank:
                        found.add(Overlap(both + spelled[p[1]], 0, size, apart))
        yield found


def _inputs(found: list[Overlap], length: int, fill: list[int]) -> Iterator[tuple[int, ...]]:
    """Every input of a length that holds an overlap and its later rule once more."""
    for one in found:
        size = one.end - one.start
        again = one.symbols[one.start : one.end]
        for at in range(length - len(one.symbols) + 1):
            for place in range(length - size + 1):
                if abs(place - at - one.start) < one.apart:
                    continue
                held: list[int | None] = [None] * length
                held[at : at + len(one.symbols)] = one.symbols
                if any(a is not None and a != b for a, b in zip(held[place : place + size], again)):
                    continue
                held[place : place + size] = again
                free = [i for i, symbol in enumerate(held) if symbol is None]
                for symbols in product(fill, repeat=len(free)):
                    for i, symbol in zip(free, symbols):
                        held[i] = symbol
                    yield tuple(held)


def _differs(ids: tuple[int, ...], merges: Ranked) -> bool:
    return has_repeats(ids) and orders.encode(ids, merges, "rank") != orders.encode(
        ids, merges, "frequency"
    )


def _spelled(merges: Ranked, symbols: Collection[int]) -> dict[int, tuple[int, ...]]:
    spelled = {symbol: (symbol,) for symbol in symbols}
    for rank, ((left, right), made) in enumerate(merges.items()):
        for half in (left, right):
            if half not in spelled:
                raise ValueError(
                    f"merge {rank} uses id {half}, which no merge before it makes; the search for "
                    "the shortest input needs merges in the order in which they were learned"
                )
        spelled[made] = spelled[left] + spelled[right]
    return spelled
