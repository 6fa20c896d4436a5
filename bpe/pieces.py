"""The bytes of a token as something to read.

A piece stands in sentences, tables and trees, away from its text, so all of it has to be visible:
spaces and line ends become glyphs, invisible characters are named, bytes that are no characters are
written in hex. What has no glyph of its own stands between ‹ and ›.
"""

import re
import unicodedata

_GLYPHS = {" ": "␣", "\n": "↵", "\t": "⇥"}

_NAMES = {
    "\0": "NUL",
    "\a": "BEL",
    "\b": "BS",
    "\v": "VT",
    "\f": "FF",
    "\r": "CR",
    "\x1b": "ESC",
    "\x7f": "DEL",
    "\xa0": "NBSP",
    "\xad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LSEP",
    "\u2029": "PSEP",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u202f": "NNBSP",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\ufeff": "BOM",
}

_DOTTED_CIRCLE = "◌"
# Letters by their category, that Unicode asks to show as nothing: the fillers of Hangul.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0")
_NOT_UTF8 = re.compile("[\udc80-\udcff]+")
_ZWJ = "\u200d"


def readable(data: bytes) -> str:
    """The bytes as text where they are valid UTF-8, and as hex bytes where they are not.

    >>> readable(b" the\\n"), readable(b"\\xed\\x95"), readable(b"a\\xe2\\x80"), readable(b"\\0")
    ('␣the↵', '‹ED 95›', 'a‹E2 80›', '‹NUL›')

    Combining marks with nothing to stand on get a dotted circle. Controls of direction are named
    like all that is invisible, so they do nothing; a piece in a right-to-left script still needs to
    be isolated (``<bdi>``) where it stands in a line with others.
    """
    parts = []
    for part in re.split(f"({_NOT_UTF8.pattern})", data.decode("utf-8", "surrogateescape")):
        if _NOT_UTF8.fullmatch(part):
            parts.append(f"‹{part.encode('utf-8', 'surrogateescape').hex(' ').upper()}›")
        else:
            parts.append(_visible(part))
    return "".join(parts)


def _visible(text: str) -> str:
    """The text with nothing invisible in it."""
    shown = []
    stands = False  # whether a mark has a character before it to stand on
    for i, character in enumerate(text):
        if character in _GLYPHS:
            shown.append(_GLYPHS[character])
            stands = False
        elif _is_invisible(character) and not (stands and _shapes(text, i)):
            shown.append(f"‹{_name(character)}›")
            stands = False
        elif not stands and unicodedata.category(character).startswith("M"):
            shown.append(_DOTTED_CIRCLE + character)
            stands = True
        else:
            shown.append(character)
            stands = True
    return "".join(shown)


def _is_invisible(character: str) -> bool:
    category = unicodedata.category(character)
    return (
        category in {"Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp"}
        or character in _BLANK
        or character == "\ufffd"
        or character in _NAMES
        or _is_variation_selector(character)
    )


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _shapes(text: str, at: int) -> bool:
    """Whether an invisible character shows in what is before it: in a sequence of emoji."""
    character = text[at]
    if _is_variation_selector(character):
        return True
    if character == _ZWJ:
        return _is_pictured(text[at - 1]) and at + 1 < len(text) and _is_pictured(text[at + 1])
    is_tag = "\U000e0020" <= character <= "\U000e007f"
    return is_tag and ("\U000e0020" <= text[at - 1] <= "\U000e007f" or _is_pictured(text[at - 1]))


def _is_pictured(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sk"} or character == "\ufe0f"


def _name(character: str) -> str:
    if _is_variation_selector(character):
        first, number = ("\ufe00", 1) if character <= "\ufe0f" else ("\U000e0100", 17)
        return f"VS{ord(character) - ord(first) + number}"
    return _NAMES.get(character, f"U+{ord(character):04X}")
