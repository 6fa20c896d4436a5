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
from heapq import heapify, heappop, heappush
from itertools import zip_longest
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
    while candidates := _candidates(ids, merges, count_pairs(ids)):
        chosen = min(candidates, key=preference)
        ids = merge(ids, chosen.pair, merges[chosen.pair])
        yield Step(candidates, chosen, ids)


def _candidates(ids: list[int], merges: Ranked, counts: Mapping[Pair, int]) -> list[Candidate]:
    """The pairs of these ids that merge, in the order in which they are met."""
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
        candidates = _candidates(ids[watched], merges, counts)
        if any(candidate.pair == chosen.pair for candidate in candidates):
            after = merge(ids[watched], chosen.pair, merges[chosen.pair])
            yield Step(candidates, chosen, after)


def encode_text(
    chunks: Sequence[Sequence[int]], weights: Sequence[int], merges: Mapping[Pair, int]
) -> list[list[int]]:
    """The ids of every chunk under frequency order that counts over the whole text."""
    ids = [list(chunk) for chunk in chunks]
    for _ in _merged_by_frequency(ids, weights, _ranked(merges)):
        pass
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


# -- where two orders part ------------------------------------------------------------------------


class Closing(NamedTuple):
    """A merge at one place: the boundary that it closes (before this byte), between which tokens,
    its rank, and from which byte to which the merged token reaches."""

    byte: int
    pair: Pair
    rank: int
    start: int
    end: int

    @property
    def halves(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The two tokens that it takes: (id, start, end)."""
        return (self.pair[0], self.start, self.byte), (self.pair[1], self.byte, self.end)


class Parting(NamedTuple):
    """Where two encodings of the same bytes part.

    ``step``            the first at which they choose differently, from 0; often a mere difference
                        of order;
    ``first, second``   the merges that fought over a token: each side made one of them, and could
                        not make the other any more;
    ``steps``           at which step each side did;
    ``token``           what they fought over: (id, start, end);
    ``was_open``        whether the second side, when it made its merge, had both halves of the
                        first's side by side.
    """

    step: int
    first: Closing
    second: Closing
    steps: tuple[int, int]
    token: tuple[int, int, int]
    was_open: bool


def parting(
    ids: Sequence[int],
    merges: Mapping[Pair, int],
    first: Sequence[Step],
    second: Sequence[Step],
    start: int = 0,
    end: int | None = None,
) -> Parting | None:
    """Where the traces of two orders over the same bytes part; None if they end alike.

    Of the merges that only the first side made, it names the one learned earliest. All that this
    one is made of was learned earlier still, so both sides made that; and as no side ends while a
    merge is possible, the second took one of its halves for something else. The first time that it
    did is the other merge. ``start`` and ``end`` ask about part of the bytes, between boundaries
    that both sides leave open.

    >>> rules, ids = {(97, 98): 256, (98, 99): 257}, list(b"abc.bc.bc")
    >>> sides = [list(trace(ids, rules, order)) for order in ("rank", "frequency")]
    >>> found = parting(ids, rules, *sides)
    >>> found.first.pair, found.first.byte, found.second.pair, found.second.byte, found.token
    ((97, 98), 1, (98, 99), 2, (98, 1, 2))
    """
    one, other = (closings(ids, merges, steps) for steps in (first, second))
    end = len(ids) if end is None else end
    made = {(merges[c.pair], c.start, c.end): step for c, step in other.items()}
    alone = [
        closing
        for closing in one
        if closing not in other
        and start <= closing.start
        and closing.end <= end
        # Always so for the earliest learned; but a rank file may rank a token before its halves.
        and all(half in made or half[2] - half[1] == 1 for half in closing.halves)
    ]
    if not alone:
        return None
    mine = min(alone, key=lambda closing: (closing.rank, closing.start))
    takers = {half: closing for closing in other for half in closing.halves if half in mine.halves}
    token, theirs = min(takers.items(), key=lambda taken: other[taken[1]])
    choices = zip_longest((s.chosen.pair for s in first), (s.chosen.pair for s in second))
    return Parting(
        step=next(i for i, (a, b) in enumerate(choices) if a != b),
        first=mine,
        second=theirs,
        steps=(one[mine], other[theirs]),
        token=token,
        was_open=all(made.get(half, -1) < other[theirs] for half in mine.halves),
    )


def closings(
    ids: Sequence[int], merges: Mapping[Pair, int], steps: Sequence[Step]
) -> dict[Closing, int]:
    """All that a trace merged, place by place, and at which step: by step, then from the left."""
    found = {}
    starts = list(range(len(ids) + 1))
    for number, (_, chosen, after) in enumerate(steps):
        made, kept, i = merges[chosen.pair], [], 0
        for token in after:
            kept.append(starts[i])
            # The merged token covers two of the ids before this step.
            if token == made and tuple(ids[i : i + 2]) == chosen.pair:
                place = Closing(starts[i + 1], chosen.pair, chosen.rank, starts[i], starts[i + 2])
                found[place] = number
                i += 1
            i += 1
        ids, starts = after, [*kept, starts[-1]]
    return found


def sizes_of(merges: Mapping[Pair, int]) -> dict[int, int]:
    """How many symbols each merged id has."""
    sizes: dict[int, int] = {}
    for (left, right), made in merges.items():
        sizes[made] = sizes.get(left, 1) + sizes.get(right, 1)
    return sizes


def differences(
    first: Sequence[int], second: Sequence[int], sizes: Mapping[int, int]
) -> list[tuple[int, int]]:
    """The stretches (start, end), in bytes, in which two encodings of the same bytes differ.

    They reach from one boundary that both have to the next. ``sizes`` are the bytes of the ids that
    have more than one.

    >>> differences([256, 99, 46, 257], [97, 257, 46, 257], {256: 2, 257: 2})
    [(0, 3)]
    """
    found = []
    i = j = end = other_end = 0
    while i < len(first):
        start, same = end, first[i] == second[j]
        end += sizes.get(first[i], 1)
        other_end += sizes.get(second[j], 1)
        i, j = i + 1, j + 1
        while end != other_end:
            if end < other_end:
                end += sizes.get(first[i], 1)
                i += 1
            else:
                other_end += sizes.get(second[j], 1)
                j += 1
        if not same:
            found.append((start, end))
    return found
