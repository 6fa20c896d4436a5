"""What a tokenization costs."""

import pytest

from bpe import BPETokenizer
from bpe.measure import Cost, Counts, Factors, cost, counts, factors, gini, graphemes, parity


@pytest.mark.parametrize(
    ("text", "ids", "expected"),
    [
        ("", [], Cost(0, 0, 0, 0)),
        ("low lower", [1, 2, 3], Cost(3, 9, 9, 2)),
        ("한글 é\n", [1], Cost(1, 10, 5, 2)),
        ("\u2003\t", [1, 1], Cost(2, 4, 2, 0)),
    ],
)
def test_cost(text, ids, expected):
    assert cost(text, ids) == expected


def test_ratios():
    assert Cost(4, 10, 8, 2).bytes_per_token == 2.5
    assert Cost(4, 10, 8, 2).tokens_per_word == 2.0


def test_ratios_of_nothing():
    assert Cost(0, 0, 0, 0).bytes_per_token == 0.0
    assert Cost(2, 4, 2, 0).tokens_per_word == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("e\u0301", 1), ("नमस्ते", 3), ("👩‍👩‍👧‍👦🇰🇷", 2), ("\r\n", 1), ("각", 1)],
)
def test_graphemes(text, expected):
    assert graphemes(text) == expected


def test_factors_by_hand():
    found = factors(Counts(bytes=300, flat=60, tokens=90), Counts(bytes=100, flat=40, tokens=50))
    assert found == Factors(3.0, 1.5 / 1.25, 0.2 / 0.4)
    assert found.ratio == pytest.approx(90 / 50)


def test_a_language_beside_itself():
    one = Counts(10, 4, 5)
    assert factors(one, one) == (1, 1, 1)


def test_an_empty_text_has_no_factors():
    with pytest.raises(ValueError, match="empty text has no tokens"):
        factors(Counts(0, 0, 0), Counts(1, 1, 1))


def test_counts_are_those_of_the_two_encodings():
    tok = BPETokenizer(split="gpt2")
    tok.train("low lower lowest", 262)
    flat = tok.with_split(None)
    assert flat.split is None
    assert flat.merges == tok.merges
    text = "slow low"
    expected = (8, len(flat.encode(text)), len(tok.encode(text)))
    assert counts(tok, flat, [text, "", text]) == [expected, (0, 0, 0), expected]


@pytest.mark.parametrize(
    ("tokens", "ratio", "unequal"),
    [([5], 1, 0), ([2, 2, 2], 1, 0), ([1, 3], 3, 0.25), ([4, 1, 1], 4, 1 / 3)],
)
def test_parity_and_gini(tokens, ratio, unequal):
    assert parity(tokens) == ratio
    assert gini(tokens) == pytest.approx(unequal)


def test_parity_of_nothing_is_one_sentence():
    for nothing in ([], [1, 0]):
        with pytest.raises(ValueError, match="leave out the empty"):
            parity(nothing)
    assert gini([]) == gini([0, 0]) == 0
