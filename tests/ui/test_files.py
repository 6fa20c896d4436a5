"""Tokenizers as files: what is saved comes back."""

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
    back = tokenizer_of(name, file_of(tok, name))
    assert back.merges == tok.merges
    assert snippet(tok, name)


def test_a_file_that_is_none_is_named():
    with pytest.raises(ValueError, match=r"notes\.json"):
        tokenizer_of("notes.json", b"{}")
