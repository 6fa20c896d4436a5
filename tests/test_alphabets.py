"""Base ids: the bytes, and Sennrich's characters with an end mark."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.alphabets import BYTES, Characters


def test_bytes_spell_themselves():
    assert BYTES.base == BYTES.written == [bytes([value]) for value in range(256)]


@given(st.lists(st.binary(max_size=4)))
def test_bytes_become_text_as_soon_as_characters_are_complete(parts):
    decoder = BYTES.decoder()
    text = "".join(decoder.decode(part) for part in parts) + decoder.decode(b"", True)
    assert text == b"".join(parts).decode("utf-8", errors="replace")


def test_characters_are_in_code_point_order_with_the_mark_last():
    alphabet = Characters().fitted(["lower", "low", "é"])
    assert alphabet.symbols == ("e", "l", "o", "r", "w", "é")
    assert alphabet.base == [b"e", b"l", b"o", b"r", b"w", "é".encode(), b"_"]
    assert alphabet.written == [*alphabet.base[:-1], b" "]
    assert alphabet.ids("lowé") == [1, 2, 4, 5, 6]
    assert alphabet.ids("") == [6]


@pytest.mark.parametrize("symbols", ["cba", ["c", "b", "a", "a"], {"a", "b", "c"}, ("a", "b", "c")])
def test_given_characters_are_put_in_order(symbols):
    alphabet = Characters(symbols=symbols)
    assert alphabet.symbols == ("a", "b", "c")
    assert alphabet.fitted(["xyz"]) == alphabet
    assert alphabet == Characters(symbols=("a", "b", "c"))
    assert hash(alphabet) == hash(Characters(symbols=("a", "b", "c")))


@pytest.mark.parametrize("symbols", [["ab"], ["a", ""]])
def test_a_symbol_is_one_character(symbols):
    with pytest.raises(ValueError, match="is not one character"):
        Characters(symbols=symbols)


def test_a_character_outside_is_named():
    with pytest.raises(ValueError, match=r"'x' of the word 'axb'.*2 characters.*use bytes"):
        Characters(symbols="ab").ids("axb")


@pytest.mark.parametrize("mark", ["_", "</w>", "", "·"])
def test_the_mark_may_be_any_text(mark):
    alphabet = Characters(end_of_word=mark, symbols="a_")
    assert alphabet.base == [b"_", b"a", mark.encode()]
    assert alphabet.ids("a_") == [1, 0, 2]


@given(st.lists(st.sampled_from([b"a", b" ", b"b ", "é".encode()[:1], "é".encode()[1:]])))
def test_the_last_space_is_held_back(parts):
    decoder = Characters().decoder()
    text = "".join(decoder.decode(part) for part in parts) + decoder.decode(b"", True)
    assert text == b"".join(parts).decode("utf-8", errors="replace").removesuffix(" ")
