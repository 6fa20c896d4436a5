"""One meaning in many languages: equal to the counts of the reference libraries, gaps respected."""

from math import prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, vocabularies
from bpe.measure import factors
from bpe.parallel import ladder, shares, texts_of
from bpe.samples import article, articles, comparable, languages

# Made with tiktoken and Hugging Face tokenizers; each article encoded alone, then summed.
PUBLISHED = Path(__file__).parent / "data" / "udhr_token_counts.tsv"
COLUMNS = {
    "gpt2": "r50k_base",
    "cl100k_base": "cl100k_base",
    "o200k_base": "o200k_base",
    "qwen": "qwen",
    "tekken": "tekken",
    "deepseek": "deepseek",
}
SCOPES = {"all": range(1, 31), "common22": (1, *range(3, 24))}


@pytest.mark.parametrize("name", COLUMNS)
def test_counts_are_those_published_for_every_language(name):
    tok = vocabularies.load(name)
    header, *rows = (line.split("\t") for line in PUBLISHED.read_text("utf-8").splitlines())
    assert len(rows) == 2 * len(languages())
    for row in rows:
        published = dict(zip(header, row))
        code = published["code"]
        texts = [
            article(code, n) for n in SCOPES[published["scope"]] if not (code == "iu" and n > 23)
        ]
        counted = sum(len(tok.encode(text)) for text in texts)
        assert counted == int(published[COLUMNS[name]]), (code, published["scope"])


def test_what_cannot_be_compared_is_left_out():
    def left_out(numbers):
        return {each.code for each in languages()} - {each.code for each in comparable(numbers)}

    assert left_out((1,)) == {"nhn"}
    assert left_out((1, 2)) == {"nhn", "zh-Hant"}
    assert left_out((11,)) == {"nhn", "ml"}
    assert left_out((17,)) == {"nhn", "pa"}
    assert left_out((24,)) == {"nhn", "iu"}


def test_the_ladder_of_a_training_by_hand():
    tok = BPETokenizer(split="gpt2", initial_merges={(97, 32): 256, (97, 98): 257})
    flat = tok.with_split(None)
    rungs = ladder(tok, flat, {"en": "a ab", "th": "ab"})
    # With the split the space belongs to the word after it, and "a " cannot merge.
    assert [rung.counts for rung in rungs] == [(4, 2, 3), (2, 1, 1)]
    assert [rung.words for rung in rungs] == [2, 1]
    assert [rung.graphemes for rung in rungs] == [4, 2]


def test_scripts_without_spaces_have_no_words():
    without = {"Hans", "Hant", "Jpan", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"}
    for numbers in ((1,), (4,), (1, 3, 4)):
        found = ladder(BPETokenizer(), BPETokenizer(), texts_of(numbers))
        script_of = {language.code: language.script for language in languages()}
        for rung in found:
            assert (rung.words is None) == (script_of[rung.code] in without), rung.code


@pytest.mark.parametrize("split", [None, "gpt2", "cl100k-marks"])
def test_the_factors_make_up_the_ratio(split):
    tok = BPETokenizer(split=split)
    tok.train(articles("en", (1, 3)), 400)
    rungs = ladder(tok.with_split("gpt2"), tok.with_split(None), texts_of((1, 3)))
    english = rungs[0]
    for rung in rungs:
        found = factors(rung.counts, english.counts)
        assert prod(found) == pytest.approx(rung.counts.tokens / english.counts.tokens)


@given(
    st.dictionaries(st.sampled_from(["en", "hi", "ko"]), st.floats(0, 10), min_size=1),
    st.integers(1, 5_000),
)
def test_a_mix_has_its_shares(weights, size):
    texts = {"en": "the sea ", "hi": "समुद्र ", "ko": "바다 "}
    total = sum(weights.values())
    if total <= 0:
        with pytest.raises(ValueError, match="give at least one language a share"):
            shares(weights, texts, size)
        return
    for code, text in shares(weights, texts, size).items():
        wanted = size * weights[code] / total
        assert wanted - 5 <= len(text.encode()) <= wanted + 1


def test_ethiopic_words_end_at_their_own_mark():
    tok = BPETokenizer()
    (rung,) = ladder(tok, tok, {"am": "እያንዳንዱ፡ሰው፡የመኖር"})
    assert rung.words == 3
