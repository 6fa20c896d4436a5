"""`ui.token_view`: the plain data is whole and exact, whatever the text."""

import pytest
from hypothesis import given
from streamlit.testing.v1 import AppTest

from bpe import BPETokenizer
from bpe.alphabets import Characters
from tests.strategies import splits, texts
from ui.token_view import checksum, invisible, starts_and_ends, token_text, unpacked


def data_of(text, size=270, most=200_000, **settings):
    tok = BPETokenizer(**settings)
    tok.train(text, size)
    return tok, token_text(tok, text, tok.tokens(text), most)


@given(texts, splits)
def test_ids_and_places_are_those_of_the_encoding(text, split):
    tok, data = data_of(text, split=split)
    starts, ends = (part.tolist() for part in starts_and_ends(data))
    assert unpacked(data["ids"]).tolist() == tok.encode(text)
    assert data["text"] == text
    assert starts == [0, *ends[:-1]][: len(ends)]
    assert (ends or [0])[-1] == len(text.encode())
    assert data["tokens"] == data["shown"] == len(ends)


@given(texts)
def test_the_vocabulary_has_all_that_trees_need(text):
    tok, data = data_of(text, 300)
    vocab = data["vocab"]
    known = unpacked(vocab["ids"]).tolist()
    lefts, rights = unpacked(vocab["lefts"]).tolist(), unpacked(vocab["rights"]).tolist()
    spelled = dict(zip(known, map(bytes.fromhex, vocab["hex"])))
    assert set(unpacked(data["ids"]).tolist()) <= set(known)
    for token, left, right in zip(known, lefts, rights):
        assert spelled[token] == tok.vocab[token]
        if left < 0:
            assert right < 0
            assert token < 256
        else:
            assert tok.merges[left, right] == token
            assert spelled[left] + spelled[right] == spelled[token]
    assert sum(unpacked(vocab["counts"]).tolist()) == data["tokens"]


@given(texts)
def test_a_part_is_shown_and_all_is_counted(text):
    tok, data = data_of(text, most=5)
    ids = tok.encode(text)
    assert data["tokens"] == len(ids)
    assert unpacked(data["ids"]).tolist() == ids[:5]
    assert text.startswith(data["text"])
    if len(ids) <= 5:
        assert data["text"] == text
    else:
        shown = unpacked(data["ends"])[-1]
        assert 0 <= shown - len(data["text"].encode()) < 4  # a character cut here is left out


def test_special_tokens_are_named():
    tok = BPETokenizer(special_tokens={"<|end|>": 1000})
    text = "a<|end|>"
    data = token_text(tok, text, tok.tokens(text, allowed_special="all"))
    assert data["special"] == [1000]
    assert "<|end|>" in data["vocab"]["pieces"]


def test_words_of_characters_leave_gaps_and_take_no_room_for_the_mark():
    _, data = data_of("low lower", 9, alphabet=Characters())
    starts, ends = (part.tolist() for part in starts_and_ends(data))
    assert data["base"] == "character"
    assert any(start == end for start, end in zip(starts, ends))
    assert 3 not in [byte for start, end in zip(starts, ends) for byte in range(start, end)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("plain", []),
        ("a\u00a0b\u00a0", [("\u00a0", "NBSP", "no-break space", 2)]),
        ("\ufeffa", [("\ufeff", "BOM", "byte order mark", 1)]),
        ("\0", [("\0", "NUL", "null character", 1)]),
        ("\x01", [("\x01", "U+0001", "U+0001 control character", 1)]),
        ("a b\n", [("\n", "↵", "line feed", 1), (" ", "·", "space", 1)]),
        ("é e\u0301", [(" ", "·", "space", 1)]),
    ],
)
def test_what_the_eye_misses(text, found):
    assert invisible(text) == found


def test_a_lone_surrogate_is_one_sentence():
    tok = BPETokenizer()
    with pytest.raises(ValueError, match="lone surrogate"):
        tok.tokens("a\ud800")


def app():
    import streamlit as st

    from bpe import BPETokenizer
    from ui.token_view import token_text, token_view

    tok = BPETokenizer()
    text = "aé<b>"
    data = token_text(tok, text, tokens=tok.tokens(text))
    found = token_view(data, key="view", start={"pinned": {"of": data["of"], "byte": 1}})
    st.text(f"pinned {found.pinned}, boundary {found.boundary}")
    st.text(str(found.start["glyphs"]))


def test_what_was_pinned_is_returned():
    test = AppTest.from_function(app).run()
    assert not test.exception
    assert test.text[0].value == "pinned 1, boundary None"
    assert test.text[1].value == "False"


def test_checksums_tell_texts_apart():
    assert checksum("a") != checksum("b")
