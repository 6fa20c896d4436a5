"""What a tokenization costs."""

import pytest

from bpe.measure import Cost, cost


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
