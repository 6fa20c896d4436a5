"""Encoding by rank beside encoding in other orders, one step at a time.

Learned merges form a queue: the one learned first goes first. An encoder that takes the pair most
frequent *in the text at hand* looks just as reasonable, always decodes to the same text, often
agrees, and is wrong: the model has never been shown those tokens for this text.

    >>> rules = {(97, 98): 256, (98, 99): 257}
    >>> encode(list(b"abc.bc.bc"), rules, "rank")
    [256, 99, 46, 257, 46, 257]
    >>> encode(list(b"abc.bc.bc"), rules, "frequency")
    [97, 257, 46, 257, 46, 257]
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from bpe.reference import count_pairs, merge

Pair = tuple[int, int]


class Candidate(NamedTuple):
    """A pair present that merges: its rank (0 was learned first) and its count in these ids."""

    pair: Pair
    rank: int
    count: int


class Step(NamedTuple):
    """One merge of an encoding: the candidates as they are met from the left, the one chosen, and
    the ids after it was merged everywhere."""

    candidates: list[Candidate]
    chosen: Candidate
    ids: list[int]


# How each order picks from the candidates. Equal counts: the lower rank.
ORDERS: dict[str, Callable[[list[Candidate]], Candidate]] = {
    "rank": lambda candidates: min(candidates, key=lambda c: c.rank),
    "frequency": lambda candidates: min(candidates, key=lambda c: (-c.count, c.rank)),
    "reverse": lambda candidates: max(candidates, key=lambda c: c.rank),
    "left_to_right": lambda candidates: candidates[0],
}


def trace(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> Iterator[Step]:
    """Encode ids (bytes at first) step by step: pick a candidate, merge it everywhere, repeat.

    ``merges`` are {(left, right): id} in learned order. Raises ValueError for an unknown order.
    """
    if order not in ORDERS:
        raise ValueError(f"no order is called {order!r}; use one of {', '.join(ORDERS)}")
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    ids = list(ids)
    while candidates := [
        Candidate(pair, ranks[pair], count)
        for pair, count in count_pairs(ids).items()
        if pair in ranks
    ]:
        chosen = ORDERS[order](candidates)
        ids = merge(ids, chosen.pair, merges[chosen.pair])
        yield Step(candidates, chosen, ids)


def encode(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> list[int]:
    """The ids that an order ends with."""
    ids = list(ids)
    for step in trace(ids, merges, order):
        ids = step.ids
    return ids


class Closing(NamedTuple):
    """A merge at one place: the boundary it closed, as the bytes before it, what it joined there,
    its rank, and where the merged token starts and ends, in bytes."""

    byte: int
    pair: Pair
    rank: int
    start: int
    end: int


class Parting(NamedTuple):
    """Where two encodings of the same bytes part.

    ``step`` is the first at which they choose differently, from 0. ``first`` and ``second`` are the
    merges that fought over a token: each side made one of them, and could not make the other.
    """

    step: int
    first: Closing
    second: Closing


def parting(
    ids: Sequence[int], merges: Mapping[Pair, int], first: Sequence[Step], second: Sequence[Step]
) -> Parting | None:
    """Where the traces of two orders over the same bytes part; None if they end alike.

    Of the merges that only the first side made, it names the one learned earliest, and of those
    that only the second side made, the one learned earliest among those that cover a byte of it.

    >>> rules, ids = {(97, 98): 256, (98, 99): 257}, list(b"abc.bc.bc")
    >>> sides = [list(trace(ids, rules, order)) for order in ("rank", "frequency")]
    >>> found = parting(ids, rules, *sides)
    >>> found.first.pair, found.first.byte, found.second.pair, found.second.byte
    ((97, 98), 1, (98, 99), 2)
    """
    one, other = _closings(ids, merges, first), _closings(ids, merges, second)
    # If a side made nothing of its own, nothing kept it from making all that the other made.
    if one == other:
        return None
    mine = min(one - other, key=lambda closing: (closing.rank, closing.byte))
    theirs = min(
        (
            closing
            for closing in other - one
            if closing.start < mine.end and mine.start < closing.end
        ),
        key=lambda closing: (closing.rank, closing.byte),
    )
    choices = zip_longest((s.chosen.pair for s in first), (s.chosen.pair for s in second))
    step = next(i for i, (a, b) in enumerate(choices) if a != b)
    return Parting(step, mine, theirs)


def _closings(
    ids: Sequence[int], merges: Mapping[Pair, int], steps: Sequence[Step]
) -> set[Closing]:
    """All that a trace merged, place by place."""
    size = {}
    for (left, right), made in merges.items():
        size[made] = size.get(left, 1) + size.get(right, 1)
    closings = set()
    for step in steps:
        pair, made = step.chosen.pair, merges[step.chosen.pair]
        start, i = 0, 0
        for token in step.ids:
            end = start + size.get(token, 1)
            # The merged token covers two of the ids before this step.
            if token == made and tuple(ids[i : i + 2]) == pair:
                middle = start + size.get(pair[0], 1)
                closings.add(Closing(middle, pair, step.chosen.rank, start, end))
                i += 1
            i += 1
            start = end
        ids = step.ids
    return closings
