"""Pieces as text: everything in them can be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.pieces import readable


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"", ""),
        (b"the", "the"),
        (b" the\t\n", "␣the⇥↵"),
        (b"\r\n", "‹CR›↵"),
        ("한".encode(), "한"),
        ("한".encode()[:2], "‹ED 95›"),
        ("한".encode()[1:], "‹95 9C›"),
        ("é한".encode()[1:-1], "‹A9 ED 95›"),
        (b"a\xe2\x80", "a‹E2 80›"),
        (b"\x80b\xff", "‹80›b‹FF›"),
        (b"\0\x1b\x7f\x01", "‹NUL›‹ESC›‹DEL›‹U+0001›"),
        ("\ufffd".encode(), "‹U+FFFD›"),
        ("\xa0\u202f\u3000".encode(), "‹NBSP›‹NNBSP›‹U+3000›"),
        ("\u202eabc\u202c".encode(), "‹RLO›abc‹PDF›"),
        ("\ufeff\u200b\xad".encode(), "‹BOM›‹ZWSP›‹SHY›"),
        ("\u0301".encode(), "◌\u0301"),
        ("\u0301\u0323".encode(), "◌\u0301\u0323"),
        ("e\u0301".encode(), "e\u0301"),
        (" \u0301".encode(), "␣◌\u0301"),
        ("\u093f".encode(), "◌\u093f"),
        ("क\u093f".encode(), "क\u093f"),
        ("👨\u200d👩".encode(), "👨\u200d👩"),
        ("👨\u200d".encode(), "👨‹ZWJ›"),
        ("\u200d👩".encode(), "‹ZWJ›👩"),
        ("क\u094d\u200d".encode(), "क\u094d‹ZWJ›"),
        ("❤\ufe0f".encode(), "❤\ufe0f"),
        ("\ufe0f".encode(), "‹VS16›"),
        ("\U000e0100".encode(), "‹VS17›"),
        ("🏴\U000e0067\U000e007f".encode(), "🏴\U000e0067\U000e007f"),
        ("\U000e0067".encode(), "‹U+E0067›"),
        ("\u3164\u115f".encode(), "‹U+3164›‹U+115F›"),
        ("\ue000\u0378".encode(), "‹U+E000›‹U+0378›"),
        (b"<script>", "<script>"),
        (b"$`*[]", "$`*[]"),
    ],
)
def test_readable(data, shown):
    assert readable(data) == shown


@given(st.binary())
def test_any_bytes_are_readable_and_visible(data):
    shown = readable(data)
    assert "\ufffd" not in shown
    assert bool(shown) == bool(data)
    assert not any(
        unicodedata.category(character) in {"Cc", "Zl", "Zp", "Cs"} for character in shown
    )


@given(st.text())
def test_bidi_controls_never_get_through(text):
    shown = readable(text.encode())
    assert not set(shown) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
    assert not set(shown) & set("\u2066\u2067\u2068\u2069")
