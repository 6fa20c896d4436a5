"""Curves as data."""

import numpy as np
import pytest

from bpe import BPETokenizer
from ui.curves import Curve, at_sizes, curve_of, parse_merges, points


@pytest.fixture
def curve() -> Curve:
    tok = BPETokenizer()
    tok.train("aaabdaaabac", 259)
    return curve_of("a text", tok, "aaab aaab")


def test_a_curve_is_the_count_at_every_size(curve):
    assert (curve.base, curve.tokens.tolist()) == (256, [9, 7, 5, 3])


def test_measures(curve):
    assert curve.values("bytes per token").tolist() == [1, 9 / 7, 9 / 5, 3]
    assert curve.values("tokens per word").tolist() == [4.5, 3.5, 2.5, 1.5]
    assert curve.values("saved by the last merge").tolist() == [0, 2, 2, 2]


def test_points_tell_what_the_last_merge_saved(curve):
    table = points([curve], "tokens")
    assert table["size"].tolist() == [256, 257, 258, 259]
    assert table["gain"].tolist() == [0, 2, 2, 2]


def test_the_table_is_empty_beyond_what_was_learned(curve):
    table = at_sizes([curve], [0, 3, 4], "tokens")
    assert table["vocabulary size"].tolist() == [256, 259, 260]
    assert table["a text"].tolist()[:2] == [9, 3]
    assert np.isnan(table["a text"][2])


def test_no_words_is_no_error():
    assert Curve("", 256, np.array([0]), 0, 0).values("tokens per word").tolist() == [0]
    assert Curve("", 256, np.array([0]), 0, 0).values("bytes per token").tolist() == [0]


def test_parse_merges():
    assert parse_merges("100, 500 2000") == [100, 500, 2000]
    with pytest.raises(ValueError, match="write them as"):
        parse_merges("a few")
