"""Money, room, memory: cases done by hand."""

import pytest

from bpe.price import Attention, Rate, fitting, share_of_window


@pytest.mark.parametrize(
    ("rate", "tokens", "money"),
    [
        (Rate(1.25, 10), (1_000_000, 0), 1.25),
        (Rate(1.25, 10), (0, 1_000_000), 10),
        (Rate(30, 60), (1_000, 500), 0.06),
        (Rate(0, 0), (10, 10), 0),
    ],
)
def test_money_is_for_a_million(rate, tokens, money):
    assert rate.of(*tokens) == pytest.approx(money)


def test_every_layer_keeps_a_key_and_a_value_for_every_head():
    # Qwen2.5 7B: 28 layers, 4 key-value heads of 128 numbers in 16 bits: 56 KiB a token.
    model = Attention(28, 4, 128, 2)
    assert model.bytes_per_token == 56 * 1024
    assert model.cache(0) == 0
    assert model.cache(1_000) == 1_000 * 56 * 1024


def test_half_a_byte_a_value_is_a_quarter_of_two():
    assert Attention(2, 2, 2, 0.5).cache(8) * 4 == Attention(2, 2, 2, 2).cache(8)


def test_twice_the_tokens_fill_twice_the_window_and_leave_half_the_words():
    assert share_of_window(2_000, 8_000) == 2 * share_of_window(1_000, 8_000)
    assert fitting(8_000, 100, 50) == 2 * fitting(8_000, 200, 50) == 4_000


def test_nothing_fits_where_nothing_is():
    assert fitting(8_000, 0, 0) == fitting(8_000, 10, 0) == fitting(0, 10, 10) == 0


def test_a_window_of_nothing_is_one_sentence():
    with pytest.raises(ValueError, match="give at least 1"):
        share_of_window(1, 0)
