"""Scripts and paragraphs of a text: every token, byte and character counts once."""

import re
from collections import Counter

import pytest
from fontTools import unicodedata
from hypothesis import given

from bpe import BPETokenizer
from bpe.scripts import COMMON, SEVERAL, by_paragraph, by_script, scripts, words
from tests.strategies import texts


def by_hand(text):
    """The scripts, character by character."""
    found, last = [], None
    for character in text:
        code = unicodedata.script(character)
        if code not in ("Zyyy", "Zinh"):
            name = unicodedata.script_name(code)
            last = "unassigned or private" if code == "Zzzz" else name
        found.append(last)
    first = next((name for name in found if name), COMMON)
    return [name or first for name in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("17", [COMMON] * 2),
        ("1a", ["Latin"] * 2),
        ("a é\u0301", ["Latin"] * 4),
        ("aж", ["Latin", "Cyrillic"]),
        ("한\u0378", ["Hangul", "unassigned or private"]),
    ],
)
def test_scripts(text, expected):
    assert scripts(text) == expected


@given(texts)
def test_scripts_equal_those_found_one_by_one(text):
    assert scripts(text) == by_hand(text)


@given(texts)
def test_every_token_and_byte_counts_once(text):
    tok = BPETokenizer()
    tok.train(text, 270)
    tokens = tok.tokens(text)
    for shares in (by_script(text, tokens), by_paragraph(text, tokens)):
        assert sum(share.tokens for share in shares) == len(tokens)
        assert sum(share.bytes for share in shares) == len(text.encode())
        assert sum(share.characters for share in shares) == len(text)
    assert "".join(share.name for share in by_paragraph(text, tokens)) == text


@given(texts)
def test_a_token_of_several_scripts_is_told(text):
    tok = BPETokenizer()
    tok.train(text, 270)
    owner = [name for name, c in zip(by_hand(text), text) for _ in c.encode()]
    expected = Counter()
    for token in tok.tokens(text):
        own = set(owner[token.start : token.end])
        expected[own.pop() if len(own) == 1 else SEVERAL] += 1
    found = {share.name: share.tokens for share in by_script(text, tok.tokens(text))}
    assert {name: number for name, number in found.items() if number} == expected


def test_a_paragraph_ends_with_its_line():
    tok = BPETokenizer(initial_merges={(10, 10): 256})
    text = "a\n\nb\rc"
    shares = by_paragraph(text, tok.tokens(text))
    assert [(share.name, share.tokens) for share in shares] == [("a\n", 2), ("\n", 0), ("b\rc", 3)]
    assert len(shares) == len(re.findall(r"[^\n]*\n|[^\n]+", text))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("two words", 2),
        ("ሁሉ፡ሰው", 2),
        ("สองคำ", None),
        ("两个词语文字 hello", None),
        ("两 hello hello", 3),
        ("17 18", 2),
    ],
)
def test_words(text, number):
    assert words(text) == number


def test_an_empty_text_has_no_shares():
    assert by_script("", []) == by_paragraph("", []) == []


def test_words_have_end_marks_without_bytes():
    from bpe.alphabets import Characters

    tok = BPETokenizer(alphabet=Characters())
    tok.train("low lower", 20)
    tokens = tok.tokens("low lower")
    assert sum(share.tokens for share in by_script("low lower", tokens)) == len(tokens)
    assert sum(share.tokens for share in by_paragraph("low lower", tokens)) == len(tokens)
