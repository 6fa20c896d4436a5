"""Weighted sequences: what they are, and that nothing of the text is lost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.alphabets import Characters
from bpe.corpus import SPLITS, Corpus, utf8, weigh
from bpe.splitting import compile_split
from tests.strategies import splits, texts, texts_of_few


def sequences(corpus: Corpus) -> list[bytes]:
    return [corpus.spell(i) for i in range(len(corpus.lengths))]


def in_reading_order(corpus: Corpus) -> list[bytes]:
    spelled = sequences(corpus)
    return [spelled[i] for i in corpus.occurrences.tolist()]


def check(corpus: Corpus):
    """What holds of every corpus."""
    assert corpus.lengths.dtype == corpus.weights.dtype == np.int64
    assert corpus.occurrences.dtype == np.int32
    assert corpus.lengths.sum() == len(corpus.symbols)
    assert (corpus.lengths > 0).all()
    assert np.bincount(corpus.occurrences, minlength=len(corpus.weights)).tolist() == (
        corpus.weights.tolist()
    )
    first = [corpus.occurrences.tolist().index(i) for i in range(len(corpus.weights))]
    assert first == sorted(first)
    assert corpus.tokens == sum(corpus.lengths[i] for i in corpus.occurrences.tolist())
    weights = [w for w, n in zip(corpus.weights, corpus.lengths) for _ in range(n + 1)]
    assert corpus.place_weights().tolist() == weights


@given(st.lists(texts, max_size=5))
def test_documents_are_sequences(documents):
    corpus = weigh(iter(documents))
    check(corpus)
    assert in_reading_order(corpus) == [utf8(text) for text in documents if text]


@given(st.lists(texts, max_size=4), splits.filter(bool))
def test_chunks_are_sequences_and_equal_ones_are_one(documents, split):
    corpus = weigh(documents, split)
    check(corpus)
    chunks = [c.encode() for text in documents for c in compile_split(split).chunks(text)]
    assert in_reading_order(corpus) == chunks
    assert sequences(corpus) == list(dict.fromkeys(chunks))


@given(st.lists(texts_of_few, max_size=4))
def test_words_are_sequences(documents):
    corpus = weigh(documents, alphabet=Characters("|"))
    check(corpus)
    words = [f"{word}|".encode() for text in documents for word in text.split()]
    assert in_reading_order(corpus) == words
    assert sequences(corpus) == list(dict.fromkeys(words))


def test_a_text_is_one_document():
    assert sequences(weigh("abab")) == [b"abab"]
    assert sequences(weigh(["ab", "ab"])) == [b"ab", b"ab"]
    assert weigh("ab ab", "gpt2").weights.tolist() == [1, 1]
    assert weigh(" ab ab", "gpt2").weights.tolist() == [2]


@pytest.mark.parametrize("split", [None, "gpt2", r"\d"])
@pytest.mark.parametrize("texts", ["", [], [""], ["", ""]])
def test_nothing_has_no_sequences(texts, split):
    corpus = weigh(texts, split)
    check(corpus)
    assert corpus.tokens == len(corpus.lengths) == 0


def test_the_splits_have_names():
    assert {"gpt2", "cl100k", "o200k", "cl100k-marks"} <= set(SPLITS)


def test_words_split_themselves():
    with pytest.raises(ValueError, match="leave split unset"):
        weigh("a b", "gpt2", Characters())


@pytest.mark.parametrize(
    "kind", [{}, {"split": "gpt2"}, {"split": "a"}, {"alphabet": Characters()}], ids=str
)
def test_a_lone_surrogate_is_named_with_its_position_in_the_document(kind):
    with pytest.raises(ValueError, match=r"character 4 of the text is .* U\+DFFF"):
        weigh(["abc", "ab c\udfff"], **kind)


def test_a_character_outside_a_given_alphabet():
    with pytest.raises(ValueError, match=r"'c' of the word 'bc'"):
        weigh("ab bc", alphabet=Characters(symbols="ab"))
