"""Which script every part of a text is written in, and how many tokens each takes.

A character's script is Unicode's own ("Latin", "Devanagari"). What is common to all, such as
spaces, digits and marks, belongs to the script before it, or to the first one at the beginning of a
text.
"""

from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

import numpy as np
import regex
from fontTools import unicodedata

from bpe.tokenizer import Token

COMMON = "no script of its own"
SEVERAL = "several scripts"
_SHARED = ("Zyyy", "Zinh")
# Scripts that put no space between words.
_SPACELESS = frozenset(
    {"Han", "Hiragana", "Katakana", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan"}
)
# What lies between spaces, and in Ethiopic also between its own word mark.
_WORD = regex.compile(r"[^\s\u1361]+")


class Share(NamedTuple):
    """What a part of a text takes: its name, characters, bytes and tokens."""

    name: str
    characters: int
    bytes: int
    tokens: int


def scripts(text: str) -> list[str]:
    """The name of the script of each character of a text.

    >>> scripts("Ёж, 17 – ok")[:5], scripts("17")
    (['Cyrillic', 'Cyrillic', 'Cyrillic', 'Cyrillic', 'Cyrillic'], ['no script of its own', \
'no script of its own'])
    """
    names, numbers = _numbered(text)
    return [names[number] for number in numbers]


def words(text: str) -> int | None:
    """How many words lie between spaces or word marks; None where most of a text is in scripts
    that have neither.

    >>> words("two words"), words("두 낱말"), words("สองคำ")
    (2, 2, None)
    """
    if 2 * sum(name in _SPACELESS for name in scripts(text)) > len(text):
        return None
    return len(_WORD.findall(text))


def by_script(text: str, tokens: Sequence[Token]) -> list[Share]:
    """The shares of the scripts of a text, those with the most tokens first.

    A token counts once: for the script of all its bytes, or for `SEVERAL`.
    """
    if not text:
        return []
    names, numbers = _numbered(text)
    widths = _widths(text)
    owner = np.repeat(numbers, widths)
    firsts, lasts = _ends_of(tokens, len(owner))
    # The script changes at some bytes; a token is in several if one of them is inside it.
    changes = np.append(0, np.cumsum(owner[1:] != owner[:-1]))
    whole = changes[firsts] == changes[lasts]
    taken = np.bincount(np.where(whole, owner[firsts], len(names)), minlength=len(names) + 1)
    characters = np.bincount(numbers, minlength=len(names))
    sizes = np.bincount(owner, minlength=len(names))
    shares = [
        Share(name, *figures)
        for name, *figures in zip(names, characters.tolist(), sizes.tolist(), taken.tolist())
        if any(figures)
    ]
    if taken[-1]:
        shares.append(Share(SEVERAL, 0, 0, int(taken[-1])))
    return sorted(shares, key=lambda share: -share.tokens)


def by_paragraph(text: str, tokens: Sequence[Token]) -> list[Share]:
    """The shares of the paragraphs of a text, in order, each with its line end.

    They are named by their text. A token counts for the paragraph that it starts in.
    """
    paragraphs = StringIO(text, newline="\n").readlines()
    ends = np.cumsum([len(paragraph.encode()) for paragraph in paragraphs], dtype=np.int64)
    firsts, _ = _ends_of(tokens, len(text.encode()))
    owner = np.searchsorted(ends, firsts, side="right")
    taken = np.bincount(owner, minlength=len(paragraphs)).tolist()
    return [
        Share(paragraph, len(paragraph), len(paragraph.encode()), number)
        for paragraph, number in zip(paragraphs, taken)
    ]


def _ends_of(tokens: Sequence[Token], size: int) -> tuple[np.ndarray, np.ndarray]:
    """The first and the last byte of each token; one without bytes has the byte where it stands."""
    starts = np.fromiter((token.start for token in tokens), np.int64, len(tokens))
    ends = np.fromiter((token.end for token in tokens), np.int64, len(tokens))
    firsts = np.minimum(starts, size - 1)
    return firsts, np.maximum(ends - 1, firsts)


def _numbered(text: str) -> tuple[list[str], np.ndarray]:
    """The scripts of a text, and for each character the number of its own."""
    points, at = np.unique(_points(text), return_inverse=True)
    codes = [unicodedata.script(chr(point)) for point in points.tolist()]
    shared = np.array([code in _SHARED for code in codes], bool)[at]
    own = np.where(shared, -1, np.arange(len(text)))
    # The last character before that has a script, or else the first of all.
    holder = np.maximum.accumulate(own)
    first = np.flatnonzero(~shared)[:1]
    holder[holder < 0] = first[0] if len(first) else 0
    named = [COMMON if code in _SHARED else _name(code) for code in codes]
    names = list(dict.fromkeys(named))
    number = {name: i for i, name in enumerate(names)}
    return names, np.array([number[name] for name in named], np.int64)[at][holder]


def _name(code: str) -> str:
    return "unassigned or private" if code == "Zzzz" else unicodedata.script_name(code)


def _points(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _widths(text: str) -> np.ndarray:
    """How many bytes each character has in UTF-8."""
    points = _points(text)
    return 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000).astype(np.int64)
