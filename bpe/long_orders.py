"""The orders of `bpe.orders` over long sequences: the same ids, without a recount at every step.

The ids are a linked list; of each pair it is known how often it stands there, and where it may be.
A merge changes only its neighbours, and a queue says which pair goes next. So the time grows about
as the length does, and not as its product with the number of merges.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

from bpe.orders import ORDERS, Pair, Ranked, Step, candidates_of
from bpe.reference import merge

_GONE = -1


class Line:
    """A long sequence of ids that merges in an order, step by step.

    ``counts`` says how often each pair stands in it now.
    """

    def __init__(self, ids: Sequence[int], merges: Mapping[Pair, int], order: str):
        if order not in ORDERS:
            raise ValueError(f"no order is called {order!r}; use one of {', '.join(ORDERS)}")
        self.counts = Counter(zip(ids, ids[1:]))
        self._merges = merges if isinstance(merges, Ranked) else Ranked(merges)
        self._order = order
        self._ids, self._size = list(ids), len(ids)
        self._before = list(range(-1, self._size - 1))
        self._after = list(range(1, self._size + 1))

    def tokens(self, start: int = 0, end: int | None = None) -> list[int]:
        """The ids now; of the places from ``start`` to ``end``, counted in ids before any merge."""
        return [token for token in self._ids[start:end] if token != _GONE]

    def steps(self) -> Iterator[Pair]:
        """Merge on and on: each pair is told before it is merged everywhere."""
        places: defaultdict[Pair, list[int]] = defaultdict(list)
        for at, pair in enumerate(zip(self._ids, self._ids[1:])):
            if pair in self._merges:
                places[pair].append(at)
        queue = list(
            {(self._turn(pair, at), pair) for pair, found in places.items() for at in found}
        )
        heapify(queue)
        while queue:
            when, pair = heappop(queue)
            if not self._goes(when, pair):
                continue
            yield pair
            touched: set[tuple[Pair, int]] = set()
            for at in sorted(places.pop(pair)):
                if self._stands(pair, at):
                    touched |= self._merge(pair, at)
            for other, at in touched:
                if other in self._merges and self._stands(other, at):
                    places[other].append(at)
            waiting = {(self._turn(pair, at), pair) for pair, at in touched if pair in self._merges}
            for entry in waiting:
                heappush(queue, entry)

    def _turn(self, pair: Pair, at: int) -> tuple[int, ...]:
        """When a pair that stands at a place goes: the least first."""
        if self._order == "rank":
            return (self._merges.ranks[pair],)
        if self._order == "frequency":
            return (-self.counts[pair], self._merges.ranks[pair])
        return (-self._merges.ranks[pair],) if self._order == "reverse" else (at,)

    def _goes(self, when: tuple[int, ...], pair: Pair) -> bool:
        """Whether what the queue says of a pair still holds."""
        if self._order == "frequency":
            return self.counts[pair] == -when[0] > 0
        here = self._order != "left_to_right" or self._stands(pair, when[0])
        return here and self.counts[pair] > 0

    def _stands(self, pair: Pair, at: int) -> bool:
        beyond = self._after[at]
        return self._ids[at] == pair[0] and beyond < self._size and self._ids[beyond] == pair[1]

    def _merge(self, pair: Pair, at: int) -> set[tuple[Pair, int]]:
        """Merge a pair at a place: the pairs that this changes, and where they stand."""
        ids, counts, made = self._ids, self.counts, self._merges[pair]
        left, right = self._before[at], self._after[at]
        beyond = self._after[right]
        touched = set()
        counts[pair] -= 1
        if left >= 0:
            counts[ids[left], pair[0]] -= 1
            counts[ids[left], made] += 1
            touched |= {((ids[left], pair[0]), left), ((ids[left], made), left)}
        if beyond < self._size:
            counts[pair[1], ids[beyond]] -= 1
            counts[made, ids[beyond]] += 1
            touched |= {((pair[1], ids[beyond]), right), ((made, ids[beyond]), at)}
            self._before[beyond] = at
        ids[at], ids[right], self._after[at] = made, _GONE, beyond
        return touched


def encode_long(
    ids: Sequence[int],
    merges: Mapping[Pair, int],
    order: str,
    tick: Callable[[], None] = lambda: None,
) -> list[int]:
    """The ids that an order ends with: those of `bpe.orders.encode`.

    ``tick`` is called before each merge, and may raise to stop it.

    >>> encode_long(list(b"abc.bc.bc"), {(97, 98): 256, (98, 99): 257}, "frequency")
    [97, 257, 46, 257, 46, 257]
    """
    line = Line(ids, merges, order)
    for _ in line.steps():
        tick()
    return line.tokens()


def trace_part(
    ids: Sequence[int], merges: Ranked, order: str, start: int, end: int
) -> Iterator[Step]:
    """How an order encodes part of a long sequence: the steps that merge something in it.

    No token may reach over its ends when all is done. The candidates are those of the part, and
    their counts those of the whole.

    >>> merges = Ranked({(97, 98): 256, (98, 99): 257})
    >>> [step.chosen.count for step in trace_part(b"abc.bc.bc", merges, "frequency", 0, 3)]
    [3]
    """
    line = Line(ids, merges, order)
    for pair in line.steps():
        here = line.tokens(start, end)
        candidates = candidates_of(here, merges, line.counts)
        chosen = next((each for each in candidates if each.pair == pair), None)
        if chosen is not None:
            yield Step(candidates, chosen, merge(here, pair, merges[pair]))
