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

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from bpe.reference import count_pairs, merge

Pair = tuple[int, int]


class Ranked(dict[Pair, int]):
    """Merges {(left, right): id} in learned order that know the rank of each pair.

    Every function here takes merges as a plain dictionary too; for many traces under one large
    vocabulary this spares numbering it each time.
    """

    def __init__(self, merges: Mapping[Pair, int]):
        super().__init__(merges)
        self.ranks = {pair: rank for rank, pair in enumerate(self)}

    @cached_property
    def sizes(self) -> dict[int, int]:
        """How many symbols each merged id has.

        >>> Ranked({(97, 98): 256, (256, 99): 257}).sizes
        {256: 2, 257: 3}
        """
        sizes: dict[int, int] = {}
        for (left, right), made in self.items():
            sizes[made] = sizes.get(left, 1) + sizes.get(right, 1)
        return sizes

    def without(self, rank: int) -> "Ranked":
        """All merges but one; the others keep their ranks.

        >>> Ranked({(97, 98): 256, (98, 99): 257}).without(0).ranks
        {(98, 99): 1}
        """
        fewer = Ranked({pair: made for pair, made in self.items() if self.ranks[pair] != rank})
        fewer.ranks = {pair: self.ranks[pair] for pair in fewer}
        return fewer


def _ranked(merges: Mapping[Pair, int]) -> Ranked:
    return merges if isinstance(merges, Ranked) else Ranked(merges)


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


# How each order prefers candidates: the least key goes first, of equals the one met first.
_PREFERENCES: dict[str, Callable[[Candidate], tuple[int, ...]]] = {
    "rank": lambda c: (c.rank,),
    "frequency": lambda c: (-c.count, c.rank),
    "reverse": lambda c: (-c.rank,),
    "left_to_right": lambda c: (),
}
ORDERS = tuple(_PREFERENCES)


def preferred(candidates: Sequence[Candidate], order: str) -> list[Candidate]:
    """Candidates, met from the left, as an order prefers them. Equal counts: the lower rank."""
    return sorted(candidates, key=_preference(order))


def _preference(order: str) -> Callable[[Candidate], tuple[int, ...]]:
    if order not in _PREFERENCES:
        raise ValueError(f"no order is called {order!r}; use one of {', '.join(ORDERS)}")
    return _PREFERENCES[order]


def trace(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> Iterator[Step]:
    """Encode ids (bytes at first) step by step: pick a candidate, merge it everywhere, repeat.

    ``merges`` are {(left, right): id} in learned order. Raises ValueError for an unknown order.
    """
    preference, merges = _preference(order), _ranked(merges)
    ids = list(ids)
    while candidates := candidates_of(ids, merges, count_pairs(ids)):
        chosen = min(candidates, key=preference)
        ids = merge(ids, chosen.pair, merges[chosen.pair])
        yield Step(candidates, chosen, ids)


def candidates_of(
    ids: Sequence[int], merges: Ranked, counts: Mapping[Pair, int]
) -> list[Candidate]:
    """The pairs of these ids that merge, in the order in which they are met; with these counts."""
    pairs = dict.fromkeys(pair for pair in zip(ids, ids[1:]) if pair in merges)
    return [Candidate(pair, merges.ranks[pair], counts[pair]) for pair in pairs]


def encode(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> list[int]:
    """The ids that an order ends with."""
    ids = list(ids)
    for step in trace(ids, merges, order):
        ids = step.ids
    return ids


# -- frequency over a whole text ------------------------------------------------------------------


def trace_in_text(
    chunks: Sequence[Sequence[int]],
    weights: Sequence[int],
    merges: Mapping[Pair, int],
    watched: int,
) -> Iterator[Step]:
    """How frequency order encodes one chunk, if it counts over the whole text.

    ``chunks`` are the distinct chunks, ``weights`` how often each occurs. The steps are those that
    merge something in the chunk of index ``watched``, with counts over the text.

    >>> rules = {(97, 98): 256, (98, 99): 257}
    >>> [step.chosen.count for step in trace_in_text([b"abc", b"bc"], [1, 5], rules, watched=0)]
    [6]
    """
    merges = _ranked(merges)
    ids = [list(chunk) for chunk in chunks]
    for chosen, counts in _merged_by_frequency(ids, weights, merges):
        candidates = candidates_of(ids[watched], merges, counts)
        if any(candidate.pair == chosen.pair for candidate in candidates):
            after = merge(ids[watched], chosen.pair, merges[chosen.pair])
            yield Step(candidates, chosen, after)


def encode_text(
    chunks: Sequence[Sequence[int]],
    weights: Sequence[int],
    merges: Mapping[Pair, int],
    tick: Callable[[], None] = lambda: None,
) -> list[list[int]]:
    """The ids of every chunk under frequency order that counts over the whole text.

    ``tick`` is called before each merge, and may raise to stop it.
    """
    ids = [list(chunk) for chunk in chunks]
    for _ in _merged_by_frequency(ids, weights, _ranked(merges)):
        tick()
    return ids


def _merged_by_frequency(
    ids: list[list[int]], weights: Sequence[int], merges: Ranked
) -> Iterator[tuple[Candidate, Counter[Pair]]]:
    """Merges the chunks in place; before each merge yields it, and the counts at that time.

    Chunks without the merged pair are not looked at: ``holders`` knows where each pair may be.
    """
    counts: Counter[Pair] = Counter()
    holders: defaultdict[Pair, set[int]] = defaultdict(set)

    def count(chunk: int, sign: int) -> Mapping[Pair, int]:
        here = count_pairs(ids[chunk])
        for pair, times in here.items():
            counts[pair] += sign * times * weights[chunk]
            holders[pair].add(chunk)
        return here

    for chunk in range(len(ids)):
        count(chunk, 1)
    queue = [(-counts[pair], merges.ranks[pair], pair) for pair in counts if pair in merges]
    heapify(queue)
    while queue:
        negative, rank, pair = heappop(queue)
        if not negative or counts[pair] != -negative:
            continue  # out of date: the pair stands in the queue again with its count of now
        yield Candidate(pair, rank, -negative), counts
        changed: set[Pair] = set()
        for chunk in sorted(holders.pop(pair)):
            changed |= count(chunk, -1).keys()
            ids[chunk] = merge(ids[chunk], pair, merges[pair])
            changed |= count(chunk, 1).keys()
        for other in changed & merges.keys():
            heappush(queue, (-counts[other], merges.ranks[other], other))
