"""What is said of a round trip is what came back."""

import pytest

from bpe import BPETokenizer
from bpe.alphabets import Characters
from ui.round_trip import ids_of, round_trip


def test_the_same_bytes():
    tok = BPETokenizer()
    assert round_trip(tok, "né", tok.encode("né")) == (
        "Decoded again: the same 3 bytes, every one."
    )


def test_words_come_back_with_one_space():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low  lower", 12)
    assert "same words" in round_trip(tok, "low \n lower", tok.encode("low \n lower"))


def test_a_difference_is_named():
    assert "from character 1 on" in round_trip(BPETokenizer(), "ab", [97, 99])


@pytest.mark.parametrize("written", ["1 2 3", "[1, 2, 3]", "1,2;3\n"])
def test_ids_as_people_paste_them(written):
    assert ids_of(written) == [1, 2, 3]


@pytest.mark.parametrize("written", ["1 x", "1 -2", "1 ²", "1 2.5"])
def test_what_is_no_id_is_named(written):
    with pytest.raises(ValueError, match="at position 1"):
        ids_of(written)
