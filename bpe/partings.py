"""Where two encodings of the same ids part, and what they fought over.

An encoding is followed as a `Traced`: what was merged, place by place, and at which step. Both
sides name a token by the same id if it is made in the same way, whatever its number elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bpe.orders import Pair, Ranked, Step


class Closing(NamedTuple):
    """A merge at one place: the boundary that it closes (before this byte), between which tokens,
    and from which byte to which the merged token reaches."""

    byte: int
    pair: Pair
    start: int
    end: int

    @property
    def halves(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The two tokens that it takes: (id, start, end)."""
        return (self.pair[0], self.start, self.byte), (self.pair[1], self.byte, self.end)


class Traced(NamedTuple):
    """An encoding of ids, followed to its end.

    ``ids`` are those before any merge, ``merges`` those it may use, by their ranks on this side;
    ``closings`` is all that was merged, place by place, and at which of the ``steps``.
    """

    ids: list[int]
    merges: Ranked
    steps: list[Step]
    closings: dict[Closing, int]

    @property
    def end(self) -> list[int]:
        """The ids it ends with."""
        return self.steps[-1].ids if self.steps else self.ids

    def rank(self, closing: Closing) -> int:
        """The rank, on this side, of a merge."""
        return self.merges.ranks[closing.pair]


def traced(ids: Sequence[int], merges: Ranked, steps: Iterable[Step]) -> Traced:
    """An encoding by merges that go everywhere at once, from its steps.

    >>> from bpe.orders import trace
    >>> ids, merges = list(b"abc"), Ranked({(97, 98): 256, (256, 99): 257})
    >>> list(traced(ids, merges, trace(ids, merges, "rank")).closings.items())[1]
    (Closing(byte=2, pair=(256, 99), start=0, end=3), 1)
    """
    ids, steps = list(ids), list(steps)
    found: dict[Closing, int] = {}
    before, starts = ids, list(range(len(ids) + 1))
    for number, (_, chosen, after) in enumerate(steps):
        made, kept, i = merges[chosen.pair], [], 0
        for token in after:
            kept.append(starts[i])
            # The merged token covers two of the ids before this step.
            if token == made and tuple(before[i : i + 2]) == chosen.pair:
                found[Closing(starts[i + 1], chosen.pair, starts[i], starts[i + 2])] = number
                i += 1
            i += 1
        before, starts = after, [*kept, starts[-1]]
    return Traced(ids, merges, steps, found)


class Parting(NamedTuple):
    """Where two encodings of the same bytes part.

    ``first, second``   the merges that fought over a token: each side made one of them, and could
                        not make the other any more. One is None where a side simply left the
                        halves of the other's merge as they were, since it does not know that pair;
    ``steps``           at which step each side made its merge;
    ``token``           what they fought over: (id, start, end);
    ``was_open``        whether the second side, when it made its merge, had both halves of the
                        first's side by side.
    """

    first: Closing | None
    second: Closing | None
    steps: tuple[int | None, int | None]
    token: tuple[int, int, int] | None
    was_open: bool


def parting(
    first: Traced, second: Traced, start: int = 0, end: int | None = None
) -> Parting | None:
    """Where two encodings of the same ids part; None if they make the same tokens.

    Of the merges that only the first side made, it names the one that this side learned earliest.
    All that this one is made of was learned earlier still, so both sides made that. Where no side
    ends while a merge is possible, the second took one of its halves for something else, or does
    not know the pair. The first time that it took one is the other merge. ``start`` and ``end``
    ask about part of the bytes, between boundaries that both sides leave open.

    >>> from bpe.orders import trace
    >>> ids, merges = list(b"abc.bc.bc"), Ranked({(97, 98): 256, (98, 99): 257})
    >>> sides = [traced(ids, merges, trace(ids, merges, order)) for order in ("rank", "frequency")]
    >>> found = parting(*sides)
    >>> found.first.pair, found.first.byte, found.second.pair, found.second.byte, found.token
    ((97, 98), 1, (98, 99), 2, (98, 1, 2))
    """
    end = len(first.ids) if end is None else end
    mine = _earliest_alone(first, second, start, end)
    if mine is None:
        theirs = _earliest_alone(second, first, start, end)
        if theirs is None:
            return None
        return Parting(None, theirs, (None, second.closings[theirs]), None, False)
    takers = {
        half: closing
        for closing in second.closings
        for half in closing.halves
        if half in mine.halves
    }
    if not takers:
        return Parting(mine, None, (first.closings[mine], None), None, False)
    token, theirs = min(takers.items(), key=lambda taken: second.closings[taken[1]])
    made, number = _made(second), second.closings[theirs]
    was_open = all(made.get(half, -1) < number for half in mine.halves)
    return Parting(mine, theirs, (first.closings[mine], number), token, was_open)


def _earliest_alone(side: Traced, other: Traced, start: int, end: int) -> Closing | None:
    """The merge learned earliest of those that only one side made, from halves that both have."""
    made = _made(other)
    alone = [
        closing
        for closing in side.closings
        if closing not in other.closings
        and start <= closing.start
        and closing.end <= end
        # Always so for the earliest learned; but a rank file may rank a token before its halves.
        and all(half in made or half[2] - half[1] == 1 for half in closing.halves)
    ]
    return min(alone, key=lambda closing: (side.rank(closing), closing.start), default=None)


def _made(side: Traced) -> dict[tuple[int, int, int], int]:
    """Every token that a side made, as (id, start, end), and at which step."""
    return {(side.merges[c.pair], c.start, c.end): step for c, step in side.closings.items()}


def differences(
    first: Sequence[int],
    second: Sequence[int],
    sizes: Mapping[int, int],
    other_sizes: Mapping[int, int] | None = None,
) -> list[tuple[int, int]]:
    """The stretches (start, end), in bytes, in which two encodings of the same bytes differ.

    They reach from one boundary that both have to the next. ``sizes`` are the bytes of the ids that
    have more than one, ``other_sizes`` those of the second, if they are other ids.

    >>> differences([256, 99, 46, 257], [97, 257, 46, 257], {256: 2, 257: 2})
    [(0, 3)]
    """
    others = sizes if other_sizes is None else other_sizes
    found = []
    i = j = end = other_end = 0
    while i < len(first):
        start, same = end, first[i] == second[j]
        end += sizes.get(first[i], 1)
        other_end += others.get(second[j], 1)
        i, j = i + 1, j + 1
        same = same and end == other_end
        while end != other_end:
            if end < other_end:
                end += sizes.get(first[i], 1)
                i += 1
            else:
                other_end += others.get(second[j], 1)
                j += 1
        if not same:
            found.append((start, end))
    return found
