"""Tokenizers as files: what is saved comes back."""

import json

import pytest

from bpe import BPETokenizer
from ui.files import FORMATS, file_of, snippet, tokenizer_of


@pytest.fixture
def tok() -> BPETokenizer:
    tok = BPETokenizer(split="gpt2")
    tok.train("the theatre, the thermos", 265)
    return tok


@pytest.mark.parametrize("name", FORMATS.values())
def test_what_is_saved_comes_back(tok, name):
    called, back = tokenizer_of({name: file_of(tok, name)}, "gpt2")
    assert called == name
    assert back.merges == tok.merges
    assert back.encode("the thermos, 17") == tok.encode("the thermos, 17")
    assert snippet(tok, name)


def test_merges_find_their_ids_in_the_file_that_came_along():
    spelled = [chr(byte) for byte in range(33, 127)]
    others = [chr(256 + n) for n in range(256)]
    letters = spelled + [chr(c) for c in (*range(161, 173), *range(174, 256))]
    vocab = {piece: 900 - i for i, piece in enumerate([*letters, *others[: 256 - len(letters)]])}
    uploads = {
        "encoder.json": json.dumps(vocab | {"th": 7}).encode(),
        "vocab.bpe": b"#version: 0.2\nt h\n",
    }
    name, tok = tokenizer_of(uploads)
    assert name == "vocab.bpe"
    assert tok.encode("th") == [7]
    assert tok.decode(tok.encode("theß")) == "theß"


def test_a_file_that_is_none_is_named():
    with pytest.raises(ValueError, match=r"notes\.json"):
        tokenizer_of({"notes.json": b"{}"})


def test_files_that_do_not_belong_together_are_named():
    with pytest.raises(ValueError, match=r"a\.json, b\.json are not one tokenizer"):
        tokenizer_of({"a.json": b"{}", "b.json": b"{}"})
