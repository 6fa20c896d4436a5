"""One stretch of text under two orders: what the lanes draw and the words explain."""

from collections.abc import Mapping
from dataclasses import dataclass

from bpe import orders
from bpe.divergences import Place, Survey
from bpe.orders import Closing, Pair, Parting, Step
from bpe.tokenizer import BPETokenizer

WHOLE = 48  # symbols; a chunk of no more is shown whole, of longer ones only part
AROUND = 8


@dataclass(frozen=True)
class Contrast:
    """Part of a chunk, encoded by rank and by another order.

    ``order``         the other order; ``over_text``: whether it counts over the whole text;
    ``ids``           the base ids of the chunk;
    ``merges``        {(left, right): id} by rank;
    ``spellings``     the bytes of every id;
    ``learned``       how often each merged id occurred in training when it was learned, if known;
    ``steps``         the traces of the two sides;
    ``closings``      what each side merged, place by place, and at which step;
    ``place``         what this is about: a stretch in which they differ, or all of the chunk;
    ``start, end``    the part of the chunk that is shown, in symbols, with tokens that reach over
                      its ends;
    ``parting``       where the sides part in it; None if they end alike;
    ``unit``          what a symbol is: "byte" or "character".
    """

    order: str
    over_text: bool
    ids: list[int]
    merges: Mapping[Pair, int]
    spellings: Mapping[int, bytes]
    learned: Mapping[int, int]
    steps: tuple[list[Step], list[Step]]
    closings: tuple[dict[Closing, int], dict[Closing, int]]
    place: Place
    start: int
    end: int
    parting: Parting | None
    unit: str

    def tokens(self, side: int) -> list[tuple[int, int]]:
        """The tokens of the place at the end of a side: (id, start), from the left."""
        found = {at: self.ids[at] for at in range(self.place.start, self.place.end)}
        for closing in self.closings[side]:
            if self.place.start <= closing.start and closing.end <= self.place.end:
                del found[closing.byte]
                found[closing.start] = self.merges[closing.pair]
        return [(token, at) for at, token in sorted(found.items())]


def contrast(tok: BPETokenizer, survey: Survey, place: Place) -> Contrast:
    """The sides of a survey of ``tok`` around a place."""
    ids, steps = survey.ids[place.chunk], survey.steps(place.chunk)
    first, second = (orders.closings(ids, survey.merges, side) for side in steps)
    parting = orders.parting(ids, survey.merges, *steps, place.start, place.end)
    start, end = _shown(place, parting, len(ids))
    return Contrast(
        order=survey.order,
        over_text=survey.over_text,
        ids=ids,
        merges=survey.merges,
        spellings=tok.vocab,
        learned={merge.id: merge.count for merge in tok.history},
        steps=steps,
        closings=(first, second),
        place=place,
        start=start,
        end=end,
        parting=parting,
        unit="byte" if tok.alphabet is None else "character",
    )


def _shown(place: Place, parting: Parting | None, size: int) -> tuple[int, int]:
    """Which part of a chunk of this size to show."""
    if size <= WHOLE:
        return 0, size
    middle = place.start if parting is None else parting.token[1]
    start = max(place.start - AROUND, middle - WHOLE // 2, 0)
    return start, min(place.end + AROUND, start + WHOLE, size)
