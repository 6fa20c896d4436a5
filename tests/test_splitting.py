"""Split patterns: the chunks are those of the regex, and nothing of the text is lost."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext import openai_public
from tokenizers import Regex, pre_tokenizers

from bpe.samples import articles, languages
from bpe.splitting import PATTERNS, Split, compile_split

WITHOUT_SURROGATES = st.text(st.characters(exclude_categories=["Cs"]))
# Which the Unicode of Python, that of `regex` and that of `tokenizers` all know.
ASSIGNED = st.text(st.characters(exclude_categories=["Cs", "Cn"]))
LONG = "\r\n".join(articles(language.code, (1, 2, 3)) for language in languages())


def chunks(split, text):
    return list(compile_split(split).chunks(text))


def by_tokenizers(patterns, text):
    """Hugging Face's splits, one after the other."""
    splits = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]
    return [piece for piece, _ in pre_tokenizers.Sequence(splits).pre_tokenize_str(text)]


def test_the_example_of_the_contract():
    expected = ["Hello", "'ve", " world", "123", " how", "'s", "  ", " are", " you", "!!!?\n"]
    assert chunks("cl100k", "Hello've world123 how's   are you!!!?\n") == expected


@pytest.mark.parametrize(
    ("split", "text", "expected"),
    [
        (r"\d", "a1b23", ["a", "1", "b", "2", "3"]),
        (r"\w+", "  two words ", ["  ", "two", " ", "words", " "]),
        (r"x", "no match", ["no match"]),
        (r"(a)(b)?", "abaz", ["ab", "a", "z"]),
        (r"(?=[A-Z])", "camelCaseWord", ["camel", "Case", "Word"]),
        (r"x*", "axb", ["a", "x", "b"]),
        (r"^\s+|\S+", "  a b", ["  ", "a", " ", "b"]),
        ((r"\d+", r"[a-z]"), "ab12cd", ["a", "b", "12", "c", "d"]),
        ((r"\d", r"^b"), "b1bb", ["b", "1", "b", "b"]),
        ("cl100k", "", []),
        (r"\d", "", []),
    ],
)
def test_matches_and_gaps(split, text, expected):
    assert chunks(split, text) == expected


@pytest.mark.parametrize(
    ("split", "expected"),
    [
        ("cl100k", ["नमस", "\u094dत", "\u0947", " ọ", "\u0301!!"]),
        ("cl100k-marks", ["नमस्ते", " ọ\u0301", "!!"]),
    ],
)
def test_marks_stay_with_their_letters(split, expected):
    assert chunks(split, "नमस्ते ọ\u0301!!") == expected


def test_a_contraction_does_not_take_a_letter_from_its_mark():
    assert chunks("cl100k-marks", "n's\u0323e it's") == ["n", "'s\u0323e", " it", "'s"]


@pytest.mark.parametrize("split", PATTERNS)
@given(text=WITHOUT_SURROGATES)
def test_nothing_is_lost(split, text):
    found = chunks(split, text)
    assert "".join(found) == text
    assert all(found)
    ends = compile_split(split).ends(text)
    assert ends.dtype == np.int64
    assert ends.tolist() == np.cumsum([len(chunk.encode()) for chunk in found]).tolist()


@pytest.mark.parametrize("split", PATTERNS)
def test_ends_of_a_long_text_are_those_of_its_chunks(split):
    found = chunks(split, LONG)
    assert "".join(found) == LONG
    ends = np.cumsum([len(chunk.encode()) for chunk in found])
    assert np.array_equal(compile_split(split).ends(LONG), ends)


@given(st.sampled_from([r"\w", r"\s+", r"(?=b)", r"a|", r"[^a]*", r"b??"]), st.text("ab c\n"))
def test_any_regex_gives_the_chunks_of_tokenizers(pattern, text):
    assert chunks(pattern, text) == by_tokenizers([pattern], text)


@given(st.text("a1ー龥 !\n\u0301Б") | ASSIGNED)
def test_deepseek_gives_the_chunks_of_tokenizers(text):
    assert chunks("deepseek", text) == by_tokenizers(PATTERNS["deepseek"], text)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("gpt2", "r50k_base"), ("cl100k", "cl100k_base"), ("o200k", "o200k_base")],
)
def test_the_names_stand_for_the_published_patterns(name, encoding, monkeypatch):
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
    assert PATTERNS[name] == getattr(openai_public, encoding)()["pat_str"]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(a", r"'\(a' is not a valid regex: missing \) at position 2; correct it, or use one of"),
        (("a", "[b"), "unterminated character set at position 2"),
        ("*", "nothing to repeat at position 0"),
        ("x" * 100 + "(", r"x{57}…' is not"),
        ("(" * 5000, "nests too deeply"),
        ("(?r)a", "searches backwards"),
        ("cl100k_base", r"no split pattern is called 'cl100k_base': use one of gpt2, cl100k"),
        ("gpt-2", r"or \(\?:gpt-2\) if these"),
        ((), "at least one pattern"),
    ],
)
def test_a_bad_pattern_gets_one_sentence(pattern, message):
    with pytest.raises(ValueError, match=message) as caught:
        compile_split(pattern)
    assert "\n" not in str(caught.value)


def test_a_word_can_be_the_regex_all_the_same():
    assert chunks("(?:gpt-2)", "a gpt-2 b") == ["a ", "gpt-2", " b"]


def test_a_hopeless_pattern_is_given_up(monkeypatch):
    monkeypatch.setattr("bpe.splitting.PATIENCE", 0.2)
    split = compile_split("(x+x+)+y")
    with pytest.raises(ValueError, match="needs more than 0 seconds for 3,000 characters; avoid"):
        split.ends("x" * 3000)


def test_splits_are_plain_values():
    split = compile_split("deepseek")
    assert copy.deepcopy(split) == split == Split(PATTERNS["deepseek"])
