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


class Boundary(NamedTuple):
    """A boundary that one side closes and the other leaves open: between which tokens, and the
    rank of the merge that closes it."""

    byte: int
    pair: Pair
    rank: int


class Parting(NamedTuple):
    """Where two encodings of the same bytes part.

    ``step`` is the first at which they choose differently, from 0. ``first`` and ``second`` are the
    merges that fought over a token: each closes a boundary that the other side leaves open.
    """

    step: int
    first: Boundary
    second: Boundary


def parting(
    ids: Sequence[int], merges: Mapping[Pair, int], first: Sequence[Step], second: Sequence[Step]
) -> Parting | None:
    """Where the traces of two orders over the same bytes part; None if they end alike.

    Of the boundaries that only the first side closes, it names the one whose merge was learned
    earliest, and the nearest one that only the second side closes.
    """
    one, other = _closed(ids, merges, first), _closed(ids, merges, second)
    only_one = [boundary for byte, boundary in one.items() if byte not in other]
    only_other = [boundary for byte, boundary in other.items() if byte not in one]
    if not only_one or not only_other:
        return None
    mine = min(only_one, key=lambda boundary: (boundary.rank, boundary.byte))
    theirs = min(only_other, key=lambda boundary: (abs(boundary.byte - mine.byte), boundary.rank))
    choices = zip_longest((s.chosen.pair for s in first), (s.chosen.pair for s in second))
    step = next(i for i, (a, b) in enumerate(choices) if a != b)
    return Parting(step, mine, theirs)


def _closed(ids, merges, steps) -> dict[int, Boundary]:
    """The boundaries that a trace closes, by their byte."""
    size = {}
    for (left, right), made in merges.items():
        size[made] = size.get(left, 1) + size.get(right, 1)
    closed = {}
    for step in steps:
        pair, made = step.chosen.pair, merges[step.chosen.pair]
        byte, i = 0, 0
        for token in step.ids:
            # The merged token covers two of the ids before this step.
            if token == made and tuple(ids[i : i + 2]) == pair:
                at = byte + size.get(pair[0], 1)
                closed[at] = Boundary(at, pair, step.chosen.rank)
                i += 1
            i += 1
            byte += size.get(token, 1)
        ids = step.ids
    return closed
