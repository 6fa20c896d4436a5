"""What the two lanes show, in words.

Sentences are lists of parts: plain strings, and `Piece`s for what comes from the text or from a
vocabulary, which are shown as they are and never read as anything else.
"""

from typing import NamedTuple

from bpe.orders import Pair, Step
from bpe.pieces import readable
from ui.contrast import Contrast

MOST_LISTED = 8


class Piece(NamedTuple):
    """A token as something to read."""

    text: str


Sentence = list[str | Piece]

TITLES = {
    "rank": "By rank",
    "frequency": "By frequency",
    "reverse": "In reverse",
    "left_to_right": "Left to right",
}
RULES = {
    "rank": "learned first goes first",
    "frequency": "most frequent here goes first",
    "reverse": "learned last goes first",
    "left_to_right": "met first goes first",
}
NAMES = {
    "frequency": "frequency order",
    "reverse": "reverse order",
    "left_to_right": "left-to-right order",
}


def rule(contrast: Contrast, order: str) -> str:
    """How an order chooses, in a few words."""
    over_text = order == "frequency" and contrast.over_text
    return "most frequent in the text goes first" if over_text else RULES[order]


def plain(sentence: Sentence) -> str:
    """A sentence as one string."""
    return "".join(part if isinstance(part, str) else part.text for part in sentence)


def times(count: int) -> str:
    """How often.

    >>> times(1), times(2), times(1200)
    ('once', 'twice', '1,200 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def explain(contrast: Contrast) -> Sentence:
    """What happened: where and why the sides part, or why they end alike."""
    return _agreement(contrast) if contrast.parting is None else _fight(contrast)


def judge(contrast: Contrast) -> Sentence:
    """What it means: why the other side is wrong though it decodes to the same text."""
    if contrast.parting is None:
        return []
    mine, theirs = (contrast.tokens(side) for side in (0, 1))
    one, other = (
        b"".join(contrast.spellings[token] for token in side[-1].ids) for side in contrast.steps
    )
    lead = "Both sides decode to the same text, but a" if one == other else "A"
    always = f" model learns from text encoded by rank. There these {contrast.unit}s are always "
    if [start for _, start in mine] == [start for _, start in theirs]:
        return [lead + always, *_spelled_alike(contrast, mine, theirs)]
    return [
        lead + always, *_listed(contrast, mine), ", never ", *_listed(contrast, theirs), ".",
        *_fewer(len(mine), len(theirs)),
    ]  # fmt: skip


def title(contrast: Contrast) -> str:
    """What happened, in a few words."""
    if contrast.parting is not None:
        return "Here they part"
    return "They end alike" if any(contrast.steps) else "Nothing to merge"


# -- they part ------------------------------------------------------------------------------------


def _fight(contrast: Contrast) -> Sentence:
    first, second = contrast.parting.first, contrast.parting.second
    token, start, _ = contrast.parting.token
    where = f" at {contrast.unit} {start:,}. "
    wanted = _token(contrast, token)
    mine, theirs = _pair(contrast, first.pair), _pair(contrast, second.pair)
    if first.pair == second.pair:
        return [
            *mine, " fits here in two ways, and both want the ", wanted, where,
            "What was merged before decides which: rank order finds the one, ",
            f"{NAMES[contrast.order]} the other.",
        ]  # fmt: skip
    return [
        *mine, " and ", *theirs, " both want the ", wanted, where,
        *mine, f" was learned first: rank {first.rank:,} against {second.rank:,}",
        *_in_training(contrast),
        ". So rank order merges it first, and that ", wanted, " is taken. ",
        *_looked_at(contrast, mine, theirs),
    ]  # fmt: skip


def _in_training(contrast: Contrast) -> Sentence:
    counts = [
        contrast.learned.get(contrast.merges[side.pair])
        for side in (contrast.parting.first, contrast.parting.second)
    ]
    if None in counts:
        return []
    return [f" (in training they occurred {times(counts[0])} and {times(counts[1])})"]


def _looked_at(contrast: Contrast, mine: Sentence, theirs: Sentence) -> Sentence:
    """What the other order looked at instead."""
    step = contrast.steps[1][contrast.parting.steps[1]]
    name = NAMES[contrast.order].capitalize()
    if contrast.order == "reverse":
        return [f"{name} goes by what was learned last: ", *theirs, "."]
    if contrast.order == "left_to_right":
        return [f"{name} goes by what it meets first in the chunk: ", *theirs, "."]
    here = "in this text" if contrast.over_text else "here"
    often = times(step.chosen.count)
    look = f"{name} looks at what is common in the text at hand: "
    if not contrast.parting.was_open:
        return [
            look, *theirs, f" stands {here} {often}, and ", *mine,
            " not yet at this place, because its tokens are still to be made.",
        ]  # fmt: skip
    rival = times(_count(step, contrast.parting.first.pair))
    return [look, *theirs, f" stands {here} {often}, ", *mine, f" only {rival}."]


def _count(step: Step, pair: Pair) -> int:
    return next(candidate.count for candidate in step.candidates if candidate.pair == pair)


def _spelled_alike(
    contrast: Contrast, mine: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> Sentence:
    one, other = next((a, b) for (a, _), (b, _) in zip(mine, theirs) if a != b)
    piece = _token(contrast, one)
    return [
        f"id {one}, never {other}. The boundaries are the same and both ids spell ", piece,
        ", yet to the model they are two different tokens.",
    ]  # fmt: skip


def _fewer(first: int, second: int) -> Sentence:
    if second >= first:
        return []
    fewer = "One token fewer" if first - second == 1 else f"{first - second} tokens fewer"
    return [f" {fewer}, and still wrong."]


# -- they agree -----------------------------------------------------------------------------------


def _agreement(contrast: Contrast) -> Sentence:
    chosen = [[step.chosen.pair for step in side] for side in contrast.steps]
    if not any(chosen):
        return [
            "No two neighbours in this text are a pair that was learned. So there is nothing to "
            f"merge, in any order: {some(len(contrast.ids), contrast.unit)} are as many tokens.",
        ]
    ends = f"Both orders end with the same {some(len(contrast.steps[0][-1].ids), 'token')}"
    if chosen[0] == chosen[1]:
        return [f"{ends}: they choose the same pair at every step."]
    number, (one, other) = next(
        (i, pairs) for i, pairs in enumerate(zip(*chosen)) if pairs[0] != pairs[1]
    )
    return [
        f"{ends}. They merge in another order: at step {number + 1} ",
        *_pair(contrast, one),
        " against ",
        *_pair(contrast, other),
        ". But no merge takes a token that another one wants, so the order does not matter here.",
    ]


# -- parts ---------------------------------------------------------------------------------------


def some(count: int, thing: str) -> str:
    """A number of things.

    >>> some(1, "token"), some(1200, "byte")
    ('1 token', '1,200 bytes')
    """
    return f"{count:,} {thing}" + ("s" if count != 1 else "")


def _token(contrast: Contrast, token: int) -> Piece:
    return Piece(readable(contrast.spellings[token]))


def _pair(contrast: Contrast, pair: Pair) -> Sentence:
    left, right = (_token(contrast, half) for half in pair)
    return [left, "\u00a0+\u00a0", right]  # kept on one line


def _listed(contrast: Contrast, tokens: list[tuple[int, int]]) -> Sentence:
    parts: Sentence = []
    for token, _ in tokens[:MOST_LISTED]:
        parts += [_token(contrast, token), " "]
    return [*parts, "…"] if len(tokens) > MOST_LISTED else parts[:-1]
