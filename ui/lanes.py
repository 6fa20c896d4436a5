"""The two lanes: one text under two orders, step beside step, tied where they part.

`lanes_data` turns a `Contrast` into plain data, `lanes` mounts the component that draws it. All
steps are in the data, so playing them asks nothing of the server.
"""

import unicodedata
from collections import defaultdict
from itertools import pairwise

from bpe.orders import Candidate, Closing, Pair, Step, preferred
from bpe.pieces import readable
from ui import order_words, theme
from ui.component import component
from ui.contrast import Contrast
from ui.order_words import Piece, Sentence

MOST_CANDIDATES = 3  # shown of each step, besides the chosen one and its rival

_component = component("lanes", "dom", "palette", "mounting")


def lanes(data: dict, *, key: str) -> None:
    """Draw the two lanes of `lanes_data`."""
    _component(key=key, data=data | {"palettes": theme.palettes()})


def lanes_data(contrast: Contrast) -> dict:
    """Two lanes as plain data for the browser.

    ``sides``     rank order, then the other: ``order``, ``title``, ``rule``, ``rows``, ``end``;
        a row is a step that merges something in the part shown: its ``step`` (from 1), the tokens
        before it (``ids``, ``starts``, and the ``stop`` of the last), ``chosen`` (indices of the
        left halves that it merges), ``made`` (of the tokens that the row before made),
        ``candidates`` as (left, right, rank, count, "chosen", "rival" or ""), and how many ``more``
        there were; ``end`` is what is left: ``ids``, ``starts``, ``stop``, ``other`` (indices of
        tokens that the other side has not), and of how many ``tokens`` the whole chunk is;
    ``fight``     the row on either side in which they part, or None; ``token``: what they fought
                  over, as (start, end);
    ``headline, words, verdict``  what happened, as sentences of [kind, text];
    ``pieces``    the readable piece of every id, and whether it is hex;
    ``range``     where the part shown starts and ends in the chunk, and ``size`` of the chunk;
    ``unit``      "byte" or "character"; ``direction`` "ltr" or "rtl".
    """
    sides = [_side(contrast, side) for side in (0, 1)]
    ends = [set(zip(side["end"]["ids"], side["end"]["starts"])) for side in sides]
    for side, others in zip(sides, reversed(ends)):
        here = zip(side["end"]["ids"], side["end"]["starts"])
        side["end"]["other"] = [i for i, token in enumerate(here) if token not in others]
    parting = contrast.parting
    return {
        "sides": sides,
        "fight": parting and [_row_of(side, at) for side, at in zip(sides, parting.steps)],
        "token": parting and list(parting.token[1:]),
        "headline": order_words.title(contrast),
        "words": _parts(order_words.explain(contrast)),
        "verdict": _parts(order_words.judge(contrast)),
        "pieces": {str(token): _piece(contrast, token) for token in _shown(sides)},
        "range": [contrast.start, contrast.end],
        "size": len(contrast.ids),
        "unit": contrast.unit,
        "direction": _direction(contrast),
    }


def _parts(sentence: Sentence) -> list[list[str]]:
    return [
        ["piece", part.text] if isinstance(part, Piece) else ["text", part] for part in sentence
    ]


def _side(contrast: Contrast, side: int) -> dict:
    order = ("rank", contrast.order)[side]
    by_step = _by_step(contrast, side)
    places = [place for places in by_step.values() for place in places]
    start = min((place.start for place in places), default=contrast.start)
    end = max((place.end for place in places), default=contrast.end)
    start, end = min(start, contrast.start), max(end, contrast.end)
    tokens = {at: contrast.ids[at] for at in range(start, end)}
    rows: list[dict] = []
    made: list[int] = []
    for number, places in by_step.items():
        line = _line(contrast, tokens, end, places)
        index = {at: i for i, at in enumerate(line["starts"])}
        step = contrast.steps[side][number]
        candidates = _candidates(step, order, _rival(contrast, side, number))
        rows.append(
            {
                **line,
                "step": number + 1,
                "chosen": [index[place.start] for place in places if place.byte in index],
                "made": [index[at] for at in made if at in index],
                "candidates": candidates,
                "more": len(step.candidates) - len(candidates),
            }
        )
        made = [place.start for place in places]
        for place in places:
            del tokens[place.byte]
            tokens[place.start] = contrast.merges[place.pair]
    steps = contrast.steps[side]
    return {
        "title": order_words.TITLES[order],
        "rule": order_words.rule(contrast, order),
        "order": order,
        "rows": rows,
        "end": {
            **_line(contrast, tokens, end, []),
            "tokens": len(steps[-1].ids if steps else contrast.ids),
        },
    }


def _by_step(contrast: Contrast, side: int) -> dict[int, list[Closing]]:
    """What each step merges in the part shown or into it, from the left."""
    whole = [
        place
        for place in contrast.closings[side]
        if place.start < contrast.end and contrast.start < place.end
    ]
    # What is in a token that reaches into the part shown belongs to it.
    start = min((place.start for place in whole), default=0)
    end = max((place.end for place in whole), default=0)
    found = defaultdict(list)
    for place, number in contrast.closings[side].items():
        if start <= place.start and place.end <= end:
            found[number].append(place)
    return found


def _line(contrast: Contrast, tokens: dict[int, int], end: int, places: list[Closing]) -> dict:
    """The tokens of a row that reach into the part shown, and both halves of what it merges."""
    here = [p for p in places if p.start < contrast.end and contrast.start < p.end]
    first = min([contrast.start, *(place.start for place in here)])
    last = max([contrast.end, *(place.end for place in here)])
    shown = [
        (start, stop)
        for start, stop in pairwise([*sorted(tokens), end])
        if start < last and first < stop
    ]
    return {
        "ids": [tokens[start] for start, _ in shown],
        "starts": [start for start, _ in shown],
        "stop": shown[-1][1],
    }


def _rival(contrast: Contrast, side: int, number: int) -> Pair | None:
    """In the step in which they part, the pair that the other side merged."""
    parting = contrast.parting
    if parting is None or parting.steps[side] != number:
        return None
    return (parting.second, parting.first)[side].pair


def _candidates(step: Step, order: str, rival: Pair | None) -> list[list]:
    ranked = preferred(step.candidates, order)
    shown = [
        candidate
        for i, candidate in enumerate(ranked)
        if i < MOST_CANDIDATES or candidate.pair in (step.chosen.pair, rival)
    ]
    return [_candidate(candidate, step, rival) for candidate in shown]


def _candidate(candidate: Candidate, step: Step, rival: Pair | None) -> list:
    pair, rank, count = candidate
    mark = "chosen" if pair == step.chosen.pair else "rival" if pair == rival else ""
    return [*pair, rank, count, mark]


def _row_of(side: dict, number: int) -> int:
    return next(i for i, row in enumerate(side["rows"]) if row["step"] == number + 1)


def _shown(sides: list[dict]) -> set[int]:
    """Every id in the data."""
    lines = [line for side in sides for line in (*side["rows"], side["end"])]
    ids = {token for line in lines for token in line["ids"]}
    pairs = (candidate for line in lines for candidate in line.get("candidates", ()))
    return ids.union(*(candidate[:2] for candidate in pairs))


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
