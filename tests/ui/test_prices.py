"""Prices as tables: figures by hand, words only where there are any, and bad prices refused."""

import pytest

from bpe.measure import Counts
from bpe.parallel import Rung
from bpe.price import Attention, Rate
from bpe.vocabularies import NAMES
from ui.ladder import RATIO
from ui.prices import (
    CACHE,
    MEASURES,
    MODELS,
    MONTH,
    PRICES,
    REQUEST,
    STEPS,
    THOUSAND,
    WINDOW,
    WORDS,
    Plan,
    by_language,
    models_in,
    ranked,
    rate_of,
)

PLAN = Plan(Rate(2, 10), 0.5, 100, 1_000, Attention(1, 1, 2**17, 2), 300)
RUNGS = [
    Rung("en", "", Counts(40, 10, 100), 40, 40, 80),
    Rung("th", "", Counts(90, 9, 200), 30, 25, None),
]


def test_a_request_by_hand():
    # 100 tokens read at 2 and 50 written at 10 for a million.
    found = PLAN.of(100)
    assert found[REQUEST] == pytest.approx(0.0007)
    assert found[THOUSAND] == pytest.approx(0.7)
    assert found[MONTH] == pytest.approx(0.07)
    assert found[WINDOW] == pytest.approx(15)
    assert found[CACHE] == pytest.approx(75)
    assert found[STEPS] == 50


def test_languages_side_by_side():
    table = by_language(RUNGS, PLAN)
    assert table[RATIO].tolist() == [1, 2]
    assert table[WORDS].iloc[0] == 240
    assert table[WORDS].isna().tolist() == [False, True]
    assert ranked(table, THOUSAND)["code"].tolist() == ["th", "en"]
    assert ranked(table, WORDS)["code"].tolist() == ["en"]
    for measure in MEASURES:
        assert len(ranked(table, measure))


def test_every_price_has_a_date_a_source_and_a_bundled_vocabulary():
    for model, vocabulary, read, written, date, source in PRICES:
        assert rate_of(PRICES, model) == (read, written)
        assert vocabulary in NAMES
        assert date
        assert source
    assert models_in([*PRICES, [None] * 6, PRICES[0]]) == [row[0] for row in PRICES]


@pytest.mark.parametrize("price", [None, -1, "x"])
def test_a_bad_price_is_one_sentence(price):
    with pytest.raises(ValueError, match="write it into the table"):
        rate_of([["M", None, 1.0, price, None, None]], "M")


def test_models_keep_what_they_are_known_to_keep():
    assert MODELS["GPT-2 small"].bytes_per_token == 36_864
    assert MODELS["Qwen2.5 7B"].bytes_per_token == 57_344
