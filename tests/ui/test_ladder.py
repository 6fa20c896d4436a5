"""The ladder as data: ranked, taken apart, and in words that follow the figures."""

import pytest

from bpe.measure import Counts
from bpe.parallel import Rung
from bpe.scripts import Share
from ui.ladder import MEASURES, OWN, RATIO, frame, paragraph_table, segments, title, why

ENGLISH = Rung("en", "free", Counts(40, 10, 10), 40, 40, 8)
HINDI = Rung("hi", "स्वतन्त्र", Counts(120, 60, 60), 45, 30, 9)
THAI = Rung("th", "อิสระ", Counts(90, 9, 9), 30, 25, None)
RUNGS = [ENGLISH, HINDI, THAI]


def test_the_dearest_is_first():
    assert frame(RUNGS, RATIO)["code"].tolist() == ["hi", "en", "th"]
    assert frame(RUNGS, "bytes per token")["code"].tolist() == ["hi", "en", "th"]


@pytest.mark.parametrize(
    ("measure", "values"),
    [
        (RATIO, [6, 1, 0.9]),
        ("tokens", [60, 10, 9]),
        ("tokens per character", [60 / 45, 0.3, 0.25]),
        ("tokens per grapheme", [2, 0.36, 0.25]),
        ("bytes per token", [2, 4, 10]),
    ],
)
def test_measures_by_hand(measure, values):
    assert frame(RUNGS, measure)["value"].tolist() == pytest.approx(values)


def test_a_script_without_spaces_has_no_words():
    assert frame(RUNGS, "tokens per word")["code"].tolist() == ["hi", "en"]


def test_the_segments_lead_from_one_to_the_ratio():
    table = frame(RUNGS, RATIO)
    parts = segments(table)
    for code, ratio in zip(table["code"], table["value"]):
        at = 1.0
        for part in parts[parts["code"] == code].to_dict("records"):
            start, end = (
                (part["end"], part["start"]) if part["back"] else (part["start"], part["end"])
            )
            assert start == pytest.approx(at)
            assert end / start == pytest.approx(part["times"])
            at = end
        assert at == pytest.approx(ratio)


def test_words_follow_the_figures():
    assert why(HINDI, ENGLISH) == (
        "Hindi takes 60 tokens where English takes 10: 6.00 times. That is 3.00 times the bytes, "
        "no more cut up by the split than English (× 1.00), and fewer bytes to a token, because "
        "fewer merges were learned (× 2.00)."
    )
    assert "more bytes to a token (× 0.40)" in why(THAI, ENGLISH)
    cut = HINDI._replace(counts=Counts(120, 30, 60))
    assert "cut up more by the split (× 2.00)" in why(cut, ENGLISH)
    assert "covered by merges as English is" in why(ENGLISH, ENGLISH)


def test_names_are_kept_apart_by_direction():
    assert title("ar") == "Arabic · \u2068العربية\u2069"
    assert title(OWN) == "your text"


def test_a_paragraph_is_shown_by_its_beginning():
    table = paragraph_table([Share("a b\n", 4, 4, 2), Share("x" * 500, 500, 500, 500)])
    assert table["name"].tolist() == ["a␣b↵", "x" * 80]
    assert len(paragraph_table([Share("\n", 1, 1, 1)] * 2_000)) == 1_000


def test_every_measure_has_a_value_for_english():
    assert all(take(ENGLISH, ENGLISH) for take in MEASURES.values())
