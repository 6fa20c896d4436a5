"""The orders of `bpe.orders` over long sequences: the same ids, without a recount at every step.

The ids are a linked list; of each pair it is known how often it stands there, and where it may be.
A merge changes only its neighbours, and a queue says which pair goes next. So the time grows about
as the length does, and not as its product with the number of merges.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from bpe.orders import ORDERS, Pair, Ranked

_GONE = -1


def encode_long(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> list[int]:
    """The ids that an order ends with: those of `bpe.orders.encode`.

    >>> encode_long(list(b"abc.bc.bc"), {(97, 98): 256, (98, 99): 257}, "frequency")
    [97, 257, 46, 257, 46, 257]
    """
    if order not in ORDERS:
        raise ValueError(f"no order is called {order!r}; use one of {', '.join(ORDERS)}")
    merges = merges if isinstance(merges, Ranked) else Ranked(merges)
    ids, size = list(ids), len(ids)
    before, after = list(range(-1, size - 1)), list(range(1, size + 1))
    counts = Counter(zip(ids, ids[1:]))
    places: defaultdict[Pair, list[int]] = defaultdict(list)
    for at, pair in enumerate(zip(ids, ids[1:])):
        if pair in merges:
            places[pair].append(at)

    def turn(pair: Pair, at: int) -> tuple[int, ...]:
        """When a pair that stands at a place goes: the least first."""
        if order == "rank":
            return (merges.ranks[pair],)
        if order == "frequency":
            return (-counts[pair], merges.ranks[pair])
        return (-merges.ranks[pair],) if order == "reverse" else (at,)

    def goes(when: tuple[int, ...], pair: Pair) -> bool:
        """Whether what the queue says of a pair still holds."""
        if order == "frequency":
            return counts[pair] == -when[0] > 0
        return counts[pair] > 0 and (order != "left_to_right" or stands(pair, when[0]))

    def stands(pair: Pair, at: int) -> bool:
        return ids[at] == pair[0] and after[at] < size and ids[after[at]] == pair[1]

    queue = list({(turn(pair, at), pair) for pair, found in places.items() for at in found})
    heapify(queue)
    while queue:
        when, pair = heappop(queue)
        if not goes(when, pair):
            continue
        touched: set[tuple[Pair, int]] = set()
        for at in sorted(places.pop(pair)):
            if not stands(pair, at):
                continue
            left, right = before[at], after[at]
            beyond = after[right]
            counts[pair] -= 1
            made = merges[pair]
            if left >= 0:
                counts[ids[left], pair[0]] -= 1
                counts[ids[left], made] += 1
                touched |= {((ids[left], pair[0]), left), ((ids[left], made), left)}
            if beyond < size:
                counts[pair[1], ids[beyond]] -= 1
                counts[made, ids[beyond]] += 1
                touched |= {((pair[1], ids[beyond]), right), ((made, ids[beyond]), at)}
                before[beyond] = at
            ids[at], ids[right], after[at] = made, _GONE, beyond
        for other, at in touched:
            if other in merges and stands(other, at):
                places[other].append(at)
        waiting = {(turn(other, at), other) for other, at in touched if other in merges}
        for entry in waiting:
            heappush(queue, entry)
    return [token for token in ids if token != _GONE]
