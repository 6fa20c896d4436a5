"""The lanes as data: every row follows from the one before, and both ends from the encoding."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe.orders import Ranked
from bpe.wrong_ways import FORGOTTEN, LONGEST, MISMATCHED, in_order
from tests.ui.test_contrast import contrasted
from tests.ways import HAND_RULES, few_ids, merges_and_ways, way_of
from ui import contrast as contrasts
from ui.lanes import lanes_data


def data_of(merges, text, way=None):
    return lanes_data(contrasted(merges, text, way))


def sides_of(merges, text, way):
    """Both encodings, followed from end to end."""
    ids = list(text.encode())
    return [each.follow(ids, 0, len(ids)) for each in (in_order(Ranked(merges), "rank"), way)]


def tokens_of(line):
    return list(zip(line["ids"], line["starts"], [*line["starts"][1:], line["stop"]]))


def merged(row, following):
    """The tokens of a row after its merges, as (id, start, stop); ids made are looked up."""
    ends, made = dict(map(tuple, row["chosen"])), dict(zip(following["starts"], following["ids"]))
    tokens, after, i = tokens_of(row), [], 0
    while i < len(tokens):
        last = ends.get(i, i + 1) - 1
        token, start, _ = tokens[i]
        after.append((made[start] if last > i else token, start, tokens[last][2]))
        i = last + 1
    return after


def test_the_case_by_hand():
    data = data_of(HAND_RULES, "abc.bc.bc")
    rank, frequency = data["sides"]
    assert [row["chosen"] for row in rank["rows"]] == [[[0, 2]], [[3, 5], [6, 8]]]
    assert [row["chosen"] for row in frequency["rows"]] == [[[1, 3], [4, 6], [7, 9]]]
    ab, bc = [[97, 98], 0, "×1"], [[98, 99], 1, "×3"]
    assert rank["rows"][0]["candidates"] == [[*ab, "chosen"], [*bc, "rival"]]
    assert frequency["rows"][0]["candidates"] == [[*bc, "chosen"], [*ab, "rival"]]
    assert data["fight"] == [0, 0]
    assert data["wanted"] == [1, 2]
    assert [side["end"]["other"] for side in data["sides"]] == [[0, 1], [0, 1]]
    assert [side["end"]["tokens"] for side in data["sides"]] == [6, 6]
    assert data["pieces"]["256"] == ["ab", False]


@given(merges_and_ways(), few_ids.filter(bool))
@example((HAND_RULES, way_of("reverse", HAND_RULES)), list(b"abc"))
@example((HAND_RULES, way_of(LONGEST, HAND_RULES)), list(b"abc"))
@example((HAND_RULES, way_of(FORGOTTEN, HAND_RULES)), list(b"abc"))
def test_short_chunks_are_shown_whole(case, ids):
    merges, way = case
    text = bytes(ids).decode()
    data = data_of(merges, text, way)
    json.dumps(data)
    for side, followed in zip(data["sides"], sides_of(merges, text, way)):
        steps = followed.steps
        assert [row["step"] for row in side["rows"]] == list(range(1, len(steps) + 1))
        lines = [*side["rows"], side["end"]]
        assert lines[0]["ids"] == ids
        for row, following, step in zip(lines, lines[1:], steps):
            assert merged(row, following) == tokens_of(following)
            assert following["ids"] == step.ids
            [chosen] = [c for c in row["candidates"] if c[-1] == "chosen"]
            assert chosen[1] == step.chosen.rank
            if side["kind"] == LONGEST:
                assert [merges[step.chosen.pair]] == chosen[0]
                assert chosen[2].split()[0] == str(step.chosen.count)
            else:
                assert (tuple(chosen[0]), chosen[2]) == (step.chosen.pair, f"×{step.chosen.count}")
            assert len(row["candidates"]) + row["more"] == len(step.candidates)
        shown = {str(token) for line in lines for token in line["ids"]}
        assert shown <= data["pieces"].keys()
    ends = [
        [(way.numbers.get(i, i) if number else i, *rest) for i, *rest in tokens_of(side["end"])]
        for number, side in enumerate(data["sides"])
    ]
    assert (ends[0] == ends[1]) == all(side["end"]["other"] == [] for side in data["sides"])
    if way.kind != MISMATCHED:
        assert (ends[0] == ends[1]) == (data["fight"] is None)
    for side, mine, other in zip(data["sides"], ends, reversed(ends)):
        starts = {token[:2] for token in other}
        assert side["end"]["other"] == [i for i, t in enumerate(mine) if t[:2] not in starts]


def test_a_row_of_longest_match_takes_several_tokens_at_once():
    merges = HAND_RULES | {(97, 257): 258}
    data = data_of(merges, "abc", way_of(LONGEST, merges))
    [row] = data["sides"][1]["rows"]
    assert row["chosen"] == [[0, 3]]
    assert row["candidates"] == [[[258], 2, "3 bytes", "chosen"], [[256], 0, "2 bytes", "rival"]]


def test_where_a_side_leaves_the_halves_as_they_are_its_row_is_the_end():
    data = data_of(HAND_RULES, "xbc", way_of(FORGOTTEN, HAND_RULES, rank=1))
    assert data["fight"] == [0, 0]
    assert [len(side["rows"]) for side in data["sides"]] == [1, 0]
    assert data["wanted"] == [1, 3]


def test_other_numbers_are_shown():
    data = data_of({(97, 98): 256}, "ab", way_of(MISMATCHED, {(97, 98): 256}, others=OTHERS))
    assert data["sides"][1]["numbers"] == {"256": 257}
    assert data["numbered"]
    assert data["fight"] is None
    assert [side["end"]["other"] for side in data["sides"]] == [[0], [0]]


OTHERS = {(98, 99): 256, (97, 98): 257}


@given(merges_and_ways(), st.text("abc", min_size=8, max_size=30))
def test_of_long_chunks_a_part_is_shown(case, text):
    merges, way = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contrasts, "WHOLE", 6)
        patch.setattr(contrasts, "AROUND", 1)
        data = data_of(merges, text, way)
    low, high = data["range"]
    followed = sides_of(merges, text, way)
    for side, whole in zip(data["sides"], followed):
        for line in (*side["rows"], side["end"]):
            tokens = tokens_of(line)
            assert tokens[0][1] <= low
            assert tokens[-1][2] >= high
        assert "".join(map(str, side["end"]["ids"])) in "".join(map(str, whole.end))
        assert side["end"]["tokens"] == len(whole.end)
    if data["fight"]:
        start, end = data["wanted"]
        for side, row in zip(data["sides"], data["fight"]):
            lines = [*side["rows"], side["end"]]
            cuts = {at for token in tokens_of(lines[row]) for at in token[1:]}
            assert {start, end} <= cuts


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
