"""What the two lanes show, in words.

Sentences are lists of parts: plain strings, and `Piece`s for what comes from the text or from a
vocabulary, which are shown as they are and never read as anything else.
"""

from typing import NamedTuple

from bpe.orders import Pair, Step
from bpe.partings import Closing
from bpe.pieces import readable
from bpe.wrong_ways import FORGOTTEN, IN_TEXT, LONGEST, MISMATCHED
from ui.contrast import Contrast

MOST_LISTED = 8


class Piece(NamedTuple):
    """A token as something to read."""

    text: str


Sentence = list[str | Piece]

TITLES = {
    "rank": "By rank",
    "frequency": "By frequency",
    IN_TEXT: "By frequency in the text",
    "reverse": "In reverse",
    "left_to_right": "Left to right",
    LONGEST: "Longest match first",
    FORGOTTEN: "One merge forgotten",
    MISMATCHED: "Merges of another training",
}
RULES = {
    "rank": "learned first goes first",
    "frequency": "most frequent here goes first",
    IN_TEXT: "most frequent in the text goes first",
    "reverse": "learned last goes first",
    "left_to_right": "met first goes first",
    LONGEST: "from the left, the longest token that fits",
    MISMATCHED: "learned first there goes first",
}
NAMES = {
    "frequency": "frequency order",
    IN_TEXT: "frequency order",
    "reverse": "reverse order",
    "left_to_right": "left-to-right order",
    LONGEST: "longest match",
}


def rule(contrast: Contrast, side: int) -> str:
    """How a side chooses, in a few words."""
    if side == 0:
        return RULES["rank"]
    if contrast.way.kind == FORGOTTEN:
        return f"by rank, but without the merge of rank {_forgotten(contrast):,}"
    return RULES[contrast.way.kind]


def _forgotten(contrast: Contrast) -> int:
    """The rank of the merge that the other side has not."""
    merges = contrast.sides[0].merges
    return next(merges.ranks[pair] for pair in merges if pair not in contrast.way.merges)


def plain(sentence: Sentence) -> str:
    """A sentence as one string."""
    return "".join(part if isinstance(part, str) else part.text for part in sentence)


def times(count: int) -> str:
    """How often.

    >>> times(1), times(2), times(1200)
    ('once', 'twice', '1,200 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def title(contrast: Contrast) -> str:
    """What happened, in a few words."""
    if contrast.parting is not None:
        return "Here they part"
    if _renumbered(contrast):
        return "The same tokens, by other numbers"
    return "They end alike" if any(side.steps for side in contrast.sides) else "Nothing to merge"


def explain(contrast: Contrast) -> Sentence:
    """What happened: where and why the sides part, or why they end alike."""
    parting = contrast.parting
    if parting is None:
        return _agreement(contrast)
    if contrast.way.kind == FORGOTTEN:
        return _left_out(contrast)
    if contrast.way.kind == MISMATCHED:
        return _of_another_training(contrast)
    if parting.first.pair == parting.second.pair:
        return _two_fits(contrast)
    return [*_fight(contrast), *_looked_at(contrast)]


def judge(contrast: Contrast) -> Sentence:
    """What it means: why the other side is wrong, whatever it decodes to."""
    if contrast.way.kind == MISMATCHED:
        return _read_by_the_model(contrast)
    if contrast.parting is None:
        return []
    mine, theirs = (contrast.stretch(side) for side in (0, 1))
    lead = (
        "Both sides decode to the same text, but a model learns from text encoded by rank. There "
        f"these {contrast.unit}s are always "
    )
    if [start for _, start in mine] == [start for _, start in theirs]:
        return [lead, *_spelled_alike(contrast, mine, theirs)]
    return [
        lead, *_listed(contrast, mine), ", never ", *_listed(contrast, theirs), ".",
        *_fewer(len(mine), len(theirs)),
    ]  # fmt: skip


# -- they part ------------------------------------------------------------------------------------


def _fight(contrast: Contrast) -> Sentence:
    """Two merges want one token, and one was learned first."""
    first, second = contrast.parting.first, contrast.parting.second
    wanted, mine = _wanted(contrast), _pair(contrast, first.pair)
    ranks = contrast.sides[0].merges.ranks
    return [
        *mine, " and ", *_pair(contrast, second.pair), " both want the ", wanted, _where(contrast),
        *mine, f" was learned first: rank {ranks[first.pair]:,} against {ranks[second.pair]:,}",
        *_in_training(contrast),
        ". So rank order merges it first, and that ", wanted, " is taken. ",
    ]  # fmt: skip


def _two_fits(contrast: Contrast) -> Sentence:
    """One pair could be merged in two places, and both need the same token."""
    return [
        *_pair(contrast, contrast.parting.first.pair), " fits here in two ways, and both want the ",
        _wanted(contrast), _where(contrast),
        "What was merged before decides which: rank order finds the one, ",
        f"{NAMES.get(contrast.way.kind, 'the other side')} the other.",
    ]  # fmt: skip


def _wanted(contrast: Contrast) -> Piece:
    return _token(contrast, contrast.parting.token[0])


def _where(contrast: Contrast) -> str:
    return f" at {contrast.unit} {contrast.chunk[0] + contrast.parting.token[1]:,}. "


def _in_training(contrast: Contrast) -> Sentence:
    merges = contrast.sides[0].merges
    counts = [
        contrast.learned.get(merges[side.pair])
        for side in (contrast.parting.first, contrast.parting.second)
    ]
    if None in counts:
        return []
    return [f" (in training they occurred {times(counts[0])} and {times(counts[1])})"]


def _looked_at(contrast: Contrast) -> Sentence:
    """What the other side looked at instead."""
    kind, parting = contrast.way.kind, contrast.parting
    mine, theirs = _pair(contrast, parting.first.pair), _pair(contrast, parting.second.pair)
    step = contrast.sides[1].steps[parting.steps[1]]
    name = NAMES[kind].capitalize()
    if kind == "reverse":
        return [f"{name} goes by what was learned last: ", *theirs, "."]
    if kind == "left_to_right":
        return [f"{name} goes by what it meets first in the chunk: ", *theirs, "."]
    if kind == LONGEST:
        token = _token(contrast, contrast.sides[1].merges[step.chosen.pair])
        part = [", which is made with ", *theirs] if step.chosen.pair != parting.second.pair else []
        return [f"{name} does not ask what was learned when: the longest token that fits is ",
                token, *part, "."]  # fmt: skip
    here = "in this text" if kind == IN_TEXT else "here"
    often = times(step.chosen.count)
    look = f"{name} looks at what is common in the text at hand: "
    if not parting.was_open:
        return [
            look, *theirs, f" stands {here} {often}, and ", *mine,
            " not yet at this place, because its tokens are still to be made.",
        ]  # fmt: skip
    rival = times(_count(step, parting.first.pair))
    return [look, *theirs, f" stands {here} {often}, ", *mine, f" only {rival}."]


def _count(step: Step, pair: Pair) -> int:
    return next(candidate.count for candidate in step.candidates if candidate.pair == pair)


def _left_out(contrast: Contrast) -> Sentence:
    """One merge is not known to the other side."""
    first, second = contrast.parting.first, contrast.parting.second
    merges = contrast.sides[0].merges
    often = contrast.learned.get(merges[first.pair])
    counted = "" if often is None else f", and it occurred {times(often)} in training"
    lead: Sentence = [
        *_pair(contrast, first.pair),
        f" is the merge that was forgotten: its rank is {merges.ranks[first.pair]:,}{counted}. ",
        f"Rank order makes it {_at(contrast, first.byte)}",
    ]  # fmt: skip
    return [*lead, *_without(contrast, first, second)]


def _without(contrast: Contrast, first: Closing, second: Closing | None) -> Sentence:
    """What becomes of the halves of a merge where it is not made."""
    left, right = (_token(contrast, half) for half in first.pair)
    if second is None:
        return ["; without it, ", left, " and ", right, " stay two tokens."]
    rank = contrast.sides[1].rank(second)
    return ["; without it, ", *_pair(contrast, second.pair), " takes the ", _wanted(contrast),
            f", with rank {rank:,}."]  # fmt: skip


def _of_another_training(contrast: Contrast) -> Sentence:
    """Two trainings learned different merges, or in another order."""
    parting = contrast.parting
    one, other = (side.merges.ranks for side in contrast.sides)
    if parting.first is None:
        pair = parting.second.pair
        return [
            "The other training learned ", *_pair(contrast, pair), f" as rank {other[pair]:,} and "
            f"makes it {_at(contrast, parting.second.byte)}. The training in use never learned it, "
            "so here they stay two tokens.",
        ]  # fmt: skip
    pair = parting.first.pair
    lead: Sentence = [
        "The training in use learned ", *_pair(contrast, pair),
        f" as rank {one[pair]:,} and makes it {_at(contrast, parting.first.byte)}. ",
    ]  # fmt: skip
    if parting.second is None:
        return [*lead, "The other training never learned it, so there they stay two tokens."]
    if parting.second.pair == pair:
        return [
            *lead,
            "The other one makes it too, but at another place: both want one ",
            _wanted(contrast),
            ".",
        ]
    known = f"only as rank {other[pair]:,}" if pair in other else "never"
    theirs = parting.second.pair
    return [
        *lead, f"The other training learned it {known}; there ", *_pair(contrast, theirs),
        f", of rank {other[theirs]:,}, takes the ", _wanted(contrast), ".",
    ]  # fmt: skip


def _at(contrast: Contrast, byte: int) -> str:
    return f"at {contrast.unit} {contrast.chunk[0] + byte:,}"


def _read_by_the_model(contrast: Contrast) -> Sentence:
    """What ids of another training mean to whoever knows those in use."""
    numbers = contrast.way.numbers
    ids = [numbers.get(token, token) for token, _ in contrast.stretch(1)]
    mine = [token for token, _ in contrast.stretch(0)]
    if ids == mine:
        return []
    lead: Sentence = [
        f"By rank {_ids(mine)}; from the other merges {_ids(ids)}. A model knows only the ids "
        "that it was trained with: "
    ]
    unknown = next((token for token in ids if token not in contrast.vocab), None)
    if unknown is not None:
        return [*lead, f"it has no id {unknown:,} at all."]
    read = Piece(readable(b"".join(contrast.vocab[token] for token in ids)))
    return [*lead, "it reads the second as ", read, "."]


def _ids(ids: list[int]) -> str:
    listed = " ".join(map(str, ids[:MOST_LISTED])) + (" …" if len(ids) > MOST_LISTED else "")
    return f"{'id' if len(ids) == 1 else 'ids'} {listed}"


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


def _renumbered(contrast: Contrast) -> bool:
    return contrast.parting is None and contrast.place[0] < contrast.place[1]


def _agreement(contrast: Contrast) -> Sentence:
    chosen = [[step.chosen.pair for step in side.steps] for side in contrast.sides]
    if not any(chosen):
        return [
            "No two neighbours in this text are a pair that was learned. So there is nothing to "
            f"merge, in any order: {some(len(contrast.ids), contrast.unit)} are as many tokens.",
        ]
    ends = f"Both sides end with the same {some(contrast.tokens[0], 'token')}"
    if contrast.way.kind == LONGEST:
        return [f"{ends}: the longest tokens that fit are those that the merges make here."]
    if contrast.way.kind == FORGOTTEN:
        return [f"{ends}: the merge that was forgotten is not needed here."]
    if contrast.way.kind == MISMATCHED:
        number = "but number them otherwise" if _renumbered(contrast) else "by the same numbers"
        return [f"Both trainings make the same tokens here, {number}."]
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
