"""`ui.way_of_text`: the rows are aligned and exact, whatever part of the text is shown."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer
from bpe.alphabets import Characters
from tests.strategies import splits, texts
from ui.way_of_text import OWN, SPLITS, WORDS, way_of_text


def trained(text, size=275, **settings):
    tok = BPETokenizer(**settings)
    tok.train(text, size)
    return tok


@given(texts, splits, st.integers(0, 80), st.integers(4, 40))
def test_every_row_covers_the_part_shown(text, split, at, most):
    way = way_of_text(trained(text, split=split), text, at, most)
    size = len(way["bytes"]) // 2
    assert size <= most
    assert way["bytes"] in text.encode().hex()
    for row in [
        way["characters"],
        *(s[row] for s in way["splits"] for row in ("chunks", "tokens")),
    ]:
        assert [cell[0] for cell in row[:1]] == [0][: len(row)]
        assert (row[-1][1] if row else 0) == size
        assert all(one[1] == other[0] for one, other in pairwise(row))


@given(texts, splits)
def test_its_own_split_gives_its_own_tokens(text, split):
    tok = trained(text, split=split)
    way = way_of_text(tok, text, most=10_000)
    own = next(s for s in way["splits"] if s["name"] == way["own"])
    assert [cell[3] for cell in own["tokens"]] == [[token] for token in tok.encode(text)]
    assert way["own"] == (OWN if split not in SPLITS.values() else split or "none")


@given(texts, st.sampled_from(list(SPLITS)))
def test_another_split_is_that_tokenizer(text, name):
    tok = trained(text, split="gpt2")
    other = BPETokenizer(split=SPLITS[name], initial_merges=tok.merges)
    way = next(s for s in way_of_text(tok, text, most=10_000)["splits"] if s["name"] == name)
    assert [cell[3] for cell in way["tokens"]] == [[token] for token in other.encode(text)]


def test_characters_and_code_points():
    way = way_of_text(BPETokenizer(), "é \u200d")
    assert way["characters"] == [
        (0, 2, "é", "U+00E9"),
        (2, 3, "␣", "U+0020"),
        (3, 6, "‹ZWJ›", "U+200D"),
    ]


@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_part_begins_with_a_whole_character(at):
    assert way_of_text(BPETokenizer(), "a한b", at)["characters"][0][2] == "한"


def test_words_of_characters_have_no_other_split():
    tok = trained("low lower lowest", 12, alphabet=Characters())
    way = way_of_text(tok, "low slow", most=100)
    assert [s["name"] for s in way["splits"]] == [WORDS] == [way["own"]]
    (split,) = way["splits"]
    assert [cell[2] for cell in split["chunks"]] == ["low", "␣", "slow"]
    ids = [token for cell in split["tokens"] for token in cell[3]]
    assert ids == tok.encode("low slow")
