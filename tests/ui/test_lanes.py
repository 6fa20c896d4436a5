"""The lanes as data: every row follows from the one before, and both ends from the encoding."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe import BPETokenizer, orders
from bpe.divergences import Place, survey
from tests.test_orders import HAND_RULES, all_orders, rules
from ui import contrast as contrasts
from ui.contrast import contrast
from ui.lanes import lanes_data


def data_of(merges, text, order="frequency"):
    tok = BPETokenizer(initial_merges=merges)
    found = survey(tok, text, order)
    place = found.places[0] if found.places else Place(0, 0, 0)
    return lanes_data(contrast(tok, found, place))


def tokens_of(line):
    return list(zip(line["ids"], line["starts"], [*line["starts"][1:], line["stop"]]))


def merged(row, merges):
    """The tokens of a row after its merges, as (id, start, stop)."""
    tokens, after, i = tokens_of(row), [], 0
    while i < len(tokens):
        if i in row["chosen"]:
            (left, start, _), (right, _, stop) = tokens[i : i + 2]
            after.append((merges[left, right], start, stop))
            i += 2
        else:
            after.append(tokens[i])
            i += 1
    return after


def test_the_case_by_hand():
    data = data_of(HAND_RULES, "abc.bc.bc")
    rank, frequency = data["sides"]
    assert [row["chosen"] for row in rank["rows"]] == [[0], [3, 6]]
    assert [row["chosen"] for row in frequency["rows"]] == [[1, 4, 7]]
    assert rank["rows"][0]["candidates"] == [[97, 98, 0, 1, "chosen"], [98, 99, 1, 3, "rival"]]
    assert frequency["rows"][0]["candidates"] == [[98, 99, 1, 3, "chosen"], [97, 98, 0, 1, "rival"]]
    assert data["fight"] == [0, 0]
    assert data["token"] == [1, 2]
    assert [side["end"]["other"] for side in data["sides"]] == [[0, 1], [0, 1]]
    assert [side["end"]["tokens"] for side in data["sides"]] == [6, 6]
    assert data["pieces"]["256"] == ["ab", False]


@given(rules(), st.text("abc", min_size=1, max_size=16), all_orders)
@example(HAND_RULES, "abc", "reverse")
def test_short_chunks_are_shown_whole(merges, text, order):
    data = data_of(merges, text, order)
    json.dumps(data)
    for side, each in zip(data["sides"], ("rank", order)):
        steps = list(orders.trace(list(text.encode()), merges, each))
        assert [row["step"] for row in side["rows"]] == list(range(1, len(steps) + 1))
        lines = [*side["rows"], side["end"]]
        assert lines[0]["ids"] == list(text.encode())
        for row, following, step in zip(lines, lines[1:], steps):
            assert merged(row, merges) == tokens_of(following)
            assert following["ids"] == step.ids
            chosen = [c for c in row["candidates"] if c[-1] == "chosen"]
            assert chosen == [[*step.chosen.pair, step.chosen.rank, step.chosen.count, "chosen"]]
            assert len(row["candidates"]) + row["more"] == len(step.candidates)
        shown = {str(token) for line in lines for token in line["ids"]}
        assert shown <= data["pieces"].keys()
    ends = [tokens_of(side["end"]) for side in data["sides"]]
    assert (ends[0] == ends[1]) == (data["fight"] is None)
    for side, mine, other in zip(data["sides"], ends, reversed(ends)):
        starts = {token[:2] for token in other}
        assert side["end"]["other"] == [i for i, t in enumerate(mine) if t[:2] not in starts]


@given(rules(), st.text("abc", min_size=8, max_size=30), all_orders)
def test_of_long_chunks_a_part_is_shown(merges, text, order):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contrasts, "WHOLE", 6)
        patch.setattr(contrasts, "AROUND", 1)
        data = data_of(merges, text, order)
    low, high = data["range"]
    for side, each in zip(data["sides"], ("rank", order)):
        steps = list(orders.trace(list(text.encode()), merges, each))
        for line in (*side["rows"], side["end"]):
            tokens = tokens_of(line)
            assert tokens[0][1] <= low
            assert tokens[-1][2] >= high
        for row in side["rows"]:
            before = steps[row["step"] - 2].ids if row["step"] > 1 else list(text.encode())
            assert "".join(map(str, row["ids"])) in "".join(map(str, before))
        after = orders.encode(list(text.encode()), merges, each)
        assert "".join(map(str, side["end"]["ids"])) in "".join(map(str, after))
        assert side["end"]["tokens"] == len(after)
    if data["fight"]:
        for side, row in zip(data["sides"], data["fight"]):
            spans = [list(token[1:]) for token in tokens_of(side["rows"][row])]
            assert data["token"] in spans


def test_parts_of_characters_are_hex_and_letters_are_not():
    data = data_of({(0xED, 0x95): 256, (256, 0x9C): 257}, "한")
    assert data["pieces"][str(0xED)] == ["ED", True]
    assert data["pieces"]["256"] == ["ED 95", True]
    assert data["pieces"]["257"] == ["한", False]


@pytest.mark.parametrize(
    ("text", "direction"), [("שלום", "rtl"), ("... abc", "ltr"), ("12", "ltr")]
)
def test_tokens_stand_in_the_direction_of_the_text(text, direction):
    assert data_of(HAND_RULES, text)["direction"] == direction
