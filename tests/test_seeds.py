"""Seed merges make each piece one token."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe import BPETokenizer
from bpe.seeds import seed_merges
from tests.strategies import texts_of_few


def test_by_hand():
    assert seed_merges([" at", " how"]) == {
        (32, 97): 256,
        (256, 116): 257,
        (32, 104): 258,
        (258, 111): 259,
        (259, 119): 260,
    }
    assert seed_merges([" at", " at", " a"]) == {(32, 97): 256, (256, 116): 257}
    assert seed_merges(["", "a", "\0"]) == {}


@given(st.lists(texts_of_few, max_size=6))
@example(["bc", "abc"])
@example(["abab", "aaaa", "ba"])
def test_every_piece_is_one_token(pieces):
    tok = BPETokenizer(initial_merges=seed_merges(iter(pieces)))
    for piece in pieces:
        assert len(tok.encode(piece)) == (1 if piece else 0)


def test_a_lone_surrogate():
    with pytest.raises(ValueError, match="lone surrogate"):
        seed_merges(["a\ud800"])
