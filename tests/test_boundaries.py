"""`bpe.boundaries` against the tokenizer itself: what a reason claims, encoding must show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer
from bpe.alphabets import Characters
from bpe.boundaries import (
    ABOUT,
    NoMerge,
    NotYet,
    Space,
    Special,
    Split,
    Taken,
    alternatives,
    why,
)
from bpe.splitting import PATTERNS, compile_split
from tests.strategies import splits, texts, texts_of_few


def trained(text: str, size: int = 270, **settings) -> BPETokenizer:
    tok = BPETokenizer(**settings)
    tok.train(text, size)
    return tok


def reasons(tok, text, size=None):
    tokens = (tok if size is None else tok.truncated(size)).tokens(text)
    return [(tokens, i, why(tok, text, tokens, i, size)) for i in range(1, len(tokens))]


@given(texts_of_few, texts_of_few, splits, st.integers(256, 270))
def test_what_is_claimed_is_what_encoding_does(corpus, text, split, size):
    tok = trained(corpus, split=split)
    size = min(size, tok.vocab_size)
    for tokens, index, reason in reasons(tok, text, size):
        at = tokens[index].start
        if isinstance(reason, Split):
            assert at in compile_split(split).ends(text)
        elif isinstance(reason, NotYet):
            assert reason.vocab_size > size
            assert tok.parts[reason.id] == reason.pair
            assert has_boundary(tok, text, at, reason.vocab_size - 1)
            assert not has_boundary(tok, text, at, reason.vocab_size)
        elif isinstance(reason, Taken):
            assert has_boundary(tok, text, at, tok.vocab_size)
            assert reason.pair == (tokens[index - 1].id, tokens[index].id)
            for chance in reason.chances:
                check_chance(tok, text, at, size, chance)
        else:
            assert isinstance(reason, NoMerge)
            assert reason.pair == (tokens[index - 1].id, tokens[index].id)
            assert has_boundary(tok, text, at, tok.vocab_size)
            for smaller in range(256, size + 1):
                made = tok.merges.get(meeting(tok, text, at, smaller))
                assert made is None or made >= size


def check_chance(tok, text, at, size, chance):
    """The pair met just before the taker went, and its merge was not lower in rank."""
    assert tok.merges[chance.pair] == chance.id < size
    assert chance.taken_by <= chance.id
    assert meeting(tok, text, at, chance.taken_by) == chance.pair
    before = meeting(tok, text, at, chance.taken_by)
    after = meeting(tok, text, at, chance.taken_by + 1)
    assert (before[0] != after[0]) or chance.side == "right"
    assert (before[1] != after[1]) or chance.side == "left"


def meeting(tok, text, at, size):
    """The two tokens that meet at a byte, under the merges up to a size."""
    tokens = tok.truncated(size).tokens(text)
    left = next(token.id for token in tokens if token.end == at)
    right = next(token.id for token in tokens if token.start == at)
    return left, right


def has_boundary(tok, text, at, size):
    return any(token.start == at for token in tok.truncated(size).tokens(text))


@given(texts, splits)
def test_every_boundary_has_a_reason(text, split):
    tok = trained(text, 280, split=split)
    for _, _, reason in reasons(tok, text):
        assert reason is not None


def test_runs_are_taken_by_the_same_merge_further_left():
    tok = trained("aaaa bbb aa", 257)
    assert tok.merges == {(97, 97): 256}
    ((_, _, reason),) = reasons(tok, "aaa")
    assert reason == Taken((256, 97), (((97, 97), 256, 256, "left"),))


def test_split_names_the_alternatives():
    tok = BPETokenizer(split="cl100k")
    text = "don't 1234"
    tokens = tok.tokens(text)
    told = {
        tokens[i].start: why(tok, text, tokens, i)
        for i in range(1, len(tokens))
        if isinstance(why(tok, text, tokens, i), Split)
    }
    assert [(r.left.text, r.left.about, r.right.text, r.right.about) for r in told.values()] == [
        ("don", "letters", "'t", "a contraction"),
        ("'t", "a contraction", " ", "one white space"),
        (" ", "one white space", "123", "up to three digits"),
        ("123", "up to three digits", "4", "up to three digits"),
    ]
    assert told[3].right.alternative == "'(?i:[sdmt]|ll|ve|re)"


@pytest.mark.parametrize("name", [name for name, p in PATTERNS.items() if isinstance(p, str)])
def test_every_published_alternative_is_named(name):
    assert len(ABOUT[name]) == len(alternatives(PATTERNS[name]))


@given(texts, st.sampled_from(list(ABOUT)))
def test_published_patterns_always_tell_the_alternative(text, name):
    tok = BPETokenizer(split=name)
    for _, _, reason in reasons(tok, text):
        if isinstance(reason, Split):
            assert reason.left.about
            assert reason.right.about


@pytest.mark.parametrize("pattern", [r"\d", r"(?i)a|b", r"(a)\1|b", ("a+", "b+"), "deepseek"])
def test_other_patterns_give_at_least_the_chunks(pattern):
    tok = BPETokenizer(split=pattern)
    for _, _, reason in reasons(tok, "aAb1 baab"):
        if isinstance(reason, Split):
            assert reason.left.text
            assert reason.right.text


def test_special_tokens_merge_with_nothing():
    tok = BPETokenizer(split="gpt2", special_tokens={"<|end|>": 1000})
    tok.train("abab abab", 260)
    text = "ab<|end|>ab ab"
    tokens = tok.tokens(text, allowed_special="all")
    assert [why(tok, text, tokens, i) for i in (1, 2)] == [Special(1000), Special(1000)]
    third = why(tok, text, tokens, 3)
    assert isinstance(third, Split)
    assert (third.left.text, third.right.text) == ("ab", " ab")


def test_words_of_characters():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low low low lower", 10)
    text = "low  lower"
    tokens = tok.tokens(text)
    found = [why(tok, text, tokens, i) for i in range(1, len(tokens))]
    assert Space("  ") in found
    assert all(isinstance(reason, Space | NotYet | Taken | NoMerge) for reason in found)


def test_published_vocabulary():
    vocabularies = pytest.importorskip("bpe.vocabularies")
    tok = vocabularies.load("cl100k_base")
    text = "unhappiness antidisestablishmentarianism 안녕하세요"
    for _, _, reason in reasons(tok, text):
        assert isinstance(reason, Split | Taken | NoMerge)


@pytest.mark.parametrize("index", [0, 3, -1])
def test_outside_is_an_error(index):
    tok = BPETokenizer()
    with pytest.raises(ValueError, match="boundaries lie between two tokens; use 1 to 2"):
        why(tok, "abc", tok.tokens("abc"), index)
