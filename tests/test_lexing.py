"""Chunk ends from arrays are those of the regex, on every kind of text."""

import itertools
import random
import unicodedata

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe import lexing
from bpe.samples import articles, corpus, languages
from bpe.splitting import PATTERNS, compile_split

AWKWARD = " \n\r\t\xa0'sSſreldtmvA1²\u093e!/ʼK\u212aİ😀日ǅʰ\u0301\ufe0f\u2028\x85\x1c\0①ﬀ"
# One of each kind, and of those that contractions treat differently.
KINDS = "aBǅ日\u03011!/ \t\n's"


def by_regex(name, text):
    return [match.end() for match in regex.finditer(PATTERNS[name], text)]


def assert_equal(name, text):
    found = lexing.ends(text, lexing.RULES[name])
    expected = np.array(by_regex(name, text))
    if not np.array_equal(found, expected):
        at = min(set(found.tolist()) ^ set(expected.tolist()))
        pytest.fail(f"{name} differs at {at}: {text[max(at - 20, 0) : at + 20]!r}")


@pytest.fixture(params=lexing.RULES)
def name(request):
    return request.param


def test_kinds_are_those_of_the_regex_module():
    everything = "".join(map(chr, range(0x110000)))
    kinds = np.left_shift(1, lexing._kind_bits(), dtype=np.int64)
    for kind, pattern in (
        (lexing.UPPER | lexing.LOWER | lexing.LETTER, r"\p{L}"),
        (lexing.UPPER | lexing.LETTER | lexing.MARK, r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"),
        (lexing.LOWER | lexing.LETTER | lexing.MARK, r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"),
        (lexing.MARK, r"\p{M}"),
        (lexing.NUMBER, r"\p{N}"),
        (lexing.SPACE | lexing.WHITE | lexing.NEWLINE, r"\s"),
        (lexing.NEWLINE, r"[\r\n]"),
        (lexing.SLASH, "/"),
        (lexing.SPACE, " "),
    ):
        expected = list(map(ord, regex.findall(pattern, everything)))
        assert np.flatnonzero(kinds & kind).tolist() == expected, pattern


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_every_bundled_language(name, form):
    for language in languages():
        assert_equal(name, unicodedata.normalize(form, articles(language.code)))


def test_code(name):
    assert_equal(name, corpus("code")[:300_000].replace("\n\n", "\r\n"))


def test_every_short_string_of_kinds(name):
    for length in (1, 2, 3):
        for text in itertools.product(KINDS, repeat=length):
            assert_equal(name, "".join(text))


def test_a_long_walk_through_longer_ones(name):
    """Strings of six kinds, each followed by something that ends a chunk for certain."""
    draw = random.Random(6)
    strings = ("".join(draw.choices(KINDS, k=6)) for _ in range(40_000))
    assert_equal(name, "".join(string + draw.choice(["x.\0", "9\0\0"]) for string in strings))


@pytest.mark.parametrize("context", ["a{}b", " {} ", "'{}\u0301", "!{}/", "1{}A"])
def test_every_character_there_is(name, context):
    """Planes 4 to 13 are empty, 15 and 16 private: a few of each will do."""
    ranges = (
        range(0xD800),
        range(0xE000, 0x33480),
        range(0xE0000, 0xE01F0),
        range(0x10FF00, 0x110000),
    )
    assert_equal(name, "".join(context.format(chr(c)) for c in itertools.chain(*ranges)))


@given(st.text(AWKWARD, min_size=1), st.data())
def test_awkward_characters(text, data):
    assert_equal(data.draw(st.sampled_from(list(lexing.RULES))), text)


@given(st.sets(st.sampled_from(AWKWARD), min_size=1, max_size=4), st.data())
def test_few_awkward_characters(alphabet, data):
    text = data.draw(st.text(st.sampled_from(sorted(alphabet)), min_size=1))
    assert_equal(data.draw(st.sampled_from(list(lexing.RULES))), text)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.data())
def test_random_unicode(text, data):
    assert_equal(data.draw(st.sampled_from(list(lexing.RULES))), text)


@pytest.mark.parametrize(
    "unit",
    [" ", "a", "aA", "1", "'", "'s", " \n", "\r\n", "!\n/", "!\u0301", "\u0301", "日A", "\t "],
)
def test_long_runs(name, unit):
    for before, after in itertools.product(["", "x", "'", "?\n//\u0301"], ["", "x", " ", "\n"]):
        assert_equal(name, before + unit * 1000 + after)


@given(st.text(AWKWARD, min_size=1), st.integers(1, 8), st.data())
def test_blocks_make_no_difference(text, block, data):
    name = data.draw(st.sampled_from(list(lexing.RULES)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bpe.lexing._BLOCK", block)
        patch.setattr("bpe.splitting._WORTH_ARRAYS", 0)
        found = compile_split(name).ends(text)
    expected = [len(text[:end].encode()) for end in by_regex(name, text)]
    assert found.tolist() == expected
