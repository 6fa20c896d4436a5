"""The two lanes: one text encoded in two ways, step beside step, tied where they part.

`lanes_data` turns a `Contrast` into plain data, `lanes` mounts the component that draws it. All
steps are in the data, so playing them asks nothing of the server.
"""

import unicodedata
from collections import defaultdict
from itertools import pairwise

from bpe.orders import ORDERS, Pair, Step, preferred
from bpe.partings import Closing
from bpe.pieces import readable
from bpe.wrong_ways import FORGOTTEN, IN_TEXT, LONGEST, MISMATCHED
from ui import order_words, theme
from ui.component import component
from ui.contrast import Contrast
from ui.order_words import Piece, Sentence, some

MOST_CANDIDATES = 3  # shown of each step, besides the chosen one and its rival

# By which order the candidates of a way are listed.
_ORDER = {order: order for order in ORDERS} | {
    IN_TEXT: "frequency",
    FORGOTTEN: "rank",
    MISMATCHED: "rank",
}

_component = component("lanes", "dom", "palette", "mounting")


def lanes(data: dict, *, key: str) -> None:
    """Draw the two lanes of `lanes_data`."""
    _component(key=key, data=data | {"palettes": theme.palettes()})


def lanes_data(contrast: Contrast) -> dict:
    """Two lanes as plain data for the browser.

    ``sides``     rank order, then the other way: ``kind``, ``title``, ``rule``, ``rows``, ``end``;
        a row is a step that merges something in the part shown: its ``step`` (from 1), the tokens
        before it (``ids``, ``starts``, and the ``stop`` of the last), ``chosen`` (of the tokens,
        which become one, as [from, to)), ``made`` (of the tokens that the row before made),
        ``candidates`` as (ids, rank, how often or how long, "chosen", "rival" or ""), and how many
        ``more`` there were; ``end`` is what is left: ``ids``, ``starts``, ``stop``, ``other``
        (indices of tokens that the other side has not), and of how many ``tokens`` the whole chunk
        is; ``numbers`` are the ids that the side itself gives, where they are others;
    ``fight``     the row on either side in which they part, or None; ``wanted``: what they part
                  over, as (start, end);
    ``numbered``  whether the ends are told apart only by their ids;
    ``headline, words, verdict``  what happened, as sentences of [kind, text];
    ``pieces``    the readable piece of every id, and whether it is hex;
    ``range``     where the part shown starts and ends in the chunk, and ``size`` of the chunk;
    ``unit``      "byte" or "character"; ``direction`` "ltr" or "rtl".
    """
    sides = [_side(contrast, side) for side in (0, 1)]
    places = [_placed(contrast, number, side["end"]) for number, side in enumerate(sides)]
    for side, here, there in zip(sides, places, reversed(places)):
        side["end"]["other"] = [i for i, token in enumerate(here) if token not in there]
    offset = contrast.chunk[0]
    return {
        "sides": sides,
        "fight": _fight(contrast, sides),
        "wanted": _wanted(contrast),
        "numbered": _is_numbered(contrast),
        "headline": order_words.title(contrast),
        "words": _parts(order_words.explain(contrast)),
        "verdict": _parts(order_words.judge(contrast)),
        "pieces": {str(token): _piece(contrast, token) for token in _shown(sides)},
        "range": [offset + contrast.start, offset + contrast.end],
        "size": contrast.size,
        "unit": contrast.unit,
        "direction": _direction(contrast),
    }


def _parts(sentence: Sentence) -> list[list[str]]:
    return [
        ["piece", part.text] if isinstance(part, Piece) else ["text", part] for part in sentence
    ]


def _placed(contrast: Contrast, side: int, end: dict) -> list[tuple[int, int]]:
    """The tokens of an end as (the id that the side gives, start)."""
    numbers = contrast.way.numbers if side else {}
    return [(numbers.get(token, token), at) for token, at in zip(end["ids"], end["starts"])]


def _is_numbered(contrast: Contrast) -> bool:
    starts = [[start for _, start in contrast.stretch(side)] for side in (0, 1)]
    return bool(contrast.way.numbers) or (contrast.parting is not None and starts[0] == starts[1])


def _side(contrast: Contrast, side: int) -> dict:
    kind = ("rank", contrast.way.kind)[side]
    offset, merges = contrast.chunk[0], contrast.sides[side].merges
    by_step = _by_step(contrast, side)
    places = [place for places in by_step.values() for place in places]
    start = min([contrast.start, *(place.start for place in places)])
    end = max([contrast.end, *(place.end for place in places)])
    tokens = {at: contrast.ids[at] for at in range(start, end)}
    rows: list[dict] = []
    made: list[Closing] = []
    for number, places in by_step.items():
        line = _line(contrast, tokens, end, places)
        index = {at - offset: i for i, at in enumerate([*line["starts"], line["stop"]])}
        step = contrast.sides[side].steps[number]
        candidates = _candidates(contrast, step, side, _rival(contrast, side, number))
        rows.append(
            {
                **line,
                "step": number + 1,
                "chosen": [
                    [index[place.start], index[place.end]]
                    for place in _outermost(places)
                    if place.byte in index
                ],
                "made": [index[place.start] for place in made if place.start in index],
                "candidates": candidates,
                "more": len(step.candidates) - len(candidates),
            }
        )
        made = _outermost(places)
        for place in places:
            del tokens[place.byte]
            tokens[place.start] = merges[place.pair]
    line = _line(contrast, tokens, end, [])
    return {
        "title": order_words.TITLES[kind],
        "rule": order_words.rule(contrast, side),
        "kind": kind,
        "rows": rows,
        "end": {**line, "tokens": contrast.tokens[side]},
        "numbers": _numbers(contrast, side, [*rows, line]),
    }


def _numbers(contrast: Contrast, side: int, lines: list[dict]) -> dict[str, int]:
    numbers = contrast.way.numbers if side else {}
    ids = {token for line in lines for token in line["ids"]}
    return {str(token): numbers[token] for token in ids & numbers.keys()}


def _by_step(contrast: Contrast, side: int) -> dict[int, list[Closing]]:
    """What each step merges in the part shown or into it, from the left."""
    closings = contrast.sides[side].closings
    whole = [p for p in closings if p.start < contrast.end and contrast.start < p.end]
    # What is in a token that reaches into the part shown belongs to it.
    start = min((place.start for place in whole), default=0)
    end = max((place.end for place in whole), default=0)
    found = defaultdict(list)
    for place, number in closings.items():
        if start <= place.start and place.end <= end:
            found[number].append(place)
    return found


def _outermost(places: list[Closing]) -> list[Closing]:
    """Of what one step merges, that which is not part of another: all of it, but in longest match,
    which takes a token with all that it is made of."""
    return [
        place
        for place in places
        if not any(p != place and p.start <= place.start and place.end <= p.end for p in places)
    ]


def _line(contrast: Contrast, tokens: dict[int, int], end: int, places: list[Closing]) -> dict:
    """The tokens of a row that reach into the part shown, and all of what it merges."""
    here = [p for p in places if p.start < contrast.end and contrast.start < p.end]
    first = min([contrast.start, *(place.start for place in here)])
    last = max([contrast.end, *(place.end for place in here)])
    shown = [
        (start, stop)
        for start, stop in pairwise([*sorted(tokens), end])
        if start < last and first < stop
    ]
    offset = contrast.chunk[0]
    return {
        "ids": [tokens[start] for start, _ in shown],
        "starts": [offset + start for start, _ in shown],
        "stop": offset + shown[-1][1],
    }


def _fight(contrast: Contrast, sides: list[dict]) -> list[int] | None:
    """The rows in which the sides part."""
    parting = contrast.parting
    if parting is None:
        return None
    return [
        _row_of(sides[side], at) if at is not None else _row_without(contrast, sides[side], side)
        for side, at in enumerate(parting.steps)
    ]


def _row_of(side: dict, number: int) -> int:
    return next(i for i, row in enumerate(side["rows"]) if row["step"] == number + 1)


def _row_without(contrast: Contrast, side: dict, number: int) -> int:
    """The row at which a side would make the merge that only the other one makes: by its rank, but
    not before both halves are there."""
    parting, here = contrast.parting, contrast.sides[number]
    merge = parting.first or parting.second
    rank = contrast.sides[1 - number].rank(merge)
    made = [
        step
        for c, step in here.closings.items()
        if (here.merges[c.pair], c.start, c.end) in merge.halves
    ]
    return sum(
        row["step"] <= max(made, default=-1) + 1
        or here.merges.ranks[here.steps[row["step"] - 1].chosen.pair] < rank
        for row in side["rows"]
    )


def _wanted(contrast: Contrast) -> list[int] | None:
    """What the sides part over: a token that both want, or what only one of them makes."""
    parting = contrast.parting
    if parting is None:
        return None
    alone = parting.first or parting.second
    start, end = parting.token[1:] if parting.token else (alone.start, alone.end)
    return [contrast.chunk[0] + start, contrast.chunk[0] + end]


def _rival(contrast: Contrast, side: int, number: int) -> Pair | None:
    """In the step in which they part, the pair that the other side merged."""
    parting = contrast.parting
    if parting is None or parting.steps[side] != number:
        return None
    rival = (parting.second, parting.first)[side]
    return rival and rival.pair


def _candidates(contrast: Contrast, step: Step, side: int, rival: Pair | None) -> list[list]:
    kind = ("rank", contrast.way.kind)[side]
    ranked = step.candidates if kind == LONGEST else preferred(step.candidates, _ORDER[kind])
    merges = contrast.sides[side].merges
    shown = []
    for i, (pair, rank, count) in enumerate(ranked):
        mark = "chosen" if pair == step.chosen.pair else "rival" if pair == rival else ""
        if mark or i < MOST_CANDIDATES:
            ids = [merges[pair]] if kind == LONGEST else list(pair)
            much = some(count, contrast.unit) if kind == LONGEST else f"×{count:,}"
            shown.append([ids, rank, much, mark])
    return shown


def _shown(sides: list[dict]) -> set[int]:
    """Every id in the data."""
    lines = [line for side in sides for line in (*side["rows"], side["end"])]
    ids = {token for line in lines for token in line["ids"]}
    candidates = (candidate for line in lines for candidate in line.get("candidates", ()))
    return ids.union(*(candidate[0] for candidate in candidates))


def _piece(contrast: Contrast, token: int) -> list:
    """A token as text, or as bare hex where it is part of a character."""
    spelling = contrast.spellings[token]
    try:
        spelling.decode()
    except UnicodeDecodeError:
        if len(readable(spelling)) == 3 * len(spelling) + 1:  # ‹, hex, spaces, ›: nothing else
            return [spelling.hex(" ").upper(), True]
    return [readable(spelling), False]


def _direction(contrast: Contrast) -> str:
    """The direction of the first letter that has one."""
    shown = b"".join(contrast.spellings[i] for i in contrast.ids[contrast.start : contrast.end])
    classes = (unicodedata.bidirectional(c) for c in shown.decode(errors="ignore"))
    first = next((kind for kind in classes if kind in {"L", "R", "AL"}), "L")
    return "ltr" if first == "L" else "rtl"
