"""Merge rules that a visitor edits: as rows of a table, and back.

A rule is a pair of tokens; the rule in row n (from 0) has rank n and makes the id 256 + n. Its
halves are written as text, as bytes in hex, or as ids.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from bpe.corpus import utf8
from bpe.orders import Pair
from bpe.tokenizer import BPETokenizer
from ui import shell, state
from ui.kept_table import Rows, kept_table, replace_rows

TEXT, BYTES, IDS = "text", "bytes", "ids"
NOTATIONS = (TEXT, BYTES, IDS)
IMPORTED = 30


@dataclass(frozen=True)
class Example:
    """Rules, and a text on which they show something."""

    rows: tuple[tuple[str, str], ...]
    text: str


EXAMPLES = {
    "Two rules want one letter": Example((("a", "b"), ("b", "c")), "abc.bc.bc"),
    "Fewer tokens, still wrong": Example((("a", "b"), ("b", "c"), ("a", "bc")), "abc.bc.bc"),
    "Same boundaries, other ids": Example(
        (("a", "b"), ("b", "c"), ("ab", "c"), ("a", "bc")), "abc.bc.bc"
    ),
    "Another order, the same end": Example((("a", "b"), ("c", "d")), "abcd.cd"),
    "A chain that never starts": Example(
        (("i", "n"), ("n", "g"), ("in", "g"), ("s", "ing")), "sing, hang, long"
    ),
}


# -- notation -------------------------------------------------------------------------------------

_MARKS = {"␣": b" ", "↵": b"\n", "⇥": b"\t"}
_GLYPHS = {mark.decode(): glyph for glyph, mark in _MARKS.items()}
_HEX = re.compile(r"‹((?:[0-9A-Fa-f]{2} ?)+)›")


def write(spelling: bytes) -> str:
    """The bytes of a token as text to be edited: what cannot be typed or seen is hex in ‹ ›.

    >>> write(b" the"), write(b"\\xed\\x95"), write("‹".encode())
    ('␣the', '‹ED 95›', '‹E2 80 B9›')
    """
    parts = []
    for character in spelling.decode("utf-8", "surrogateescape"):
        if character in _GLYPHS:
            parts.append(_GLYPHS[character])
        elif character.isprintable() and character not in "‹›␣↵⇥":
            parts.append(character)
        else:
            parts.append(f"‹{character.encode('utf-8', 'surrogateescape').hex(' ').upper()}›")
    return "".join(parts).replace("›‹", " ")


def read(written: str) -> bytes:
    """The bytes that a text stands for: the inverse of `write`."""
    parts = re.split(r"(‹[^›]*›|[␣↵⇥])", written)
    return b"".join(_part(part) for part in parts)


def _part(part: str) -> bytes:
    if part in _MARKS:
        return _MARKS[part]
    if _HEX.fullmatch(part):
        return bytes.fromhex(part[1:-1])
    return utf8(part)


# -- rules and rows -------------------------------------------------------------------------------


def merges_of(rows: Sequence[Sequence[str]], notation: str = TEXT) -> dict[Pair, int]:
    """The merges that rows of (left, right) describe; rows with nothing in them are left out.

    Raises ValueError, naming the rule by its rank, for a half that no rule before it makes, a pair
    that is there already, or what cannot be read.

    >>> merges_of([("a", "b"), ("ab", "c")]), merges_of([("97", "98")], IDS)
    ({(97, 98): 256, (256, 99): 257}, {(97, 98): 256})
    """
    merges: dict[Pair, int] = {}
    spellings = [bytes([value]) for value in range(256)]
    for row in rows:
        if not any(row):
            continue
        rank = len(merges)
        left, right = (_id_of(half, notation, spellings, rank) for half in row)
        if (left, right) in merges:
            raise ValueError(
                f"rule {rank} is the pair of rule {merges[left, right] - 256} again; change one of "
                "them or take it out"
            )
        merges[left, right] = 256 + rank
        spellings.append(spellings[left] + spellings[right])
    return merges


def _id_of(half: str, notation: str, spellings: list[bytes], rank: int) -> int:
    if not half:
        raise ValueError(f"rule {rank} has only one half; a rule is a pair, so fill in the other")
    if notation == IDS:
        return _by_id(half, spellings, rank)
    spelling = read(half) if notation == TEXT else _hex(half, rank)
    found = [token for token, each in enumerate(spellings) if each == spelling]
    if len(found) > 1:
        raise ValueError(
            f"rule {rank}: {half!r} is made by rules {found[0] - 256} and {found[1] - 256}; write "
            "the rules as ids, to say which of the two is meant"
        )
    if not found:
        raise ValueError(
            f"rule {rank}: no rule before it makes {half!r}, which is {len(spelling)} bytes "
            f"({spelling.hex(' ').upper()}); put one in that does"
        )
    return found[0]


def _by_id(half: str, spellings: list[bytes], rank: int) -> int:
    try:
        token = int(half)
    except ValueError:
        raise ValueError(f"rule {rank}: {half!r} is no id; ids are whole numbers") from None
    if not 0 <= token < len(spellings):
        raise ValueError(
            f"rule {rank}: id {token} is not made before it; use ids 0 to {len(spellings) - 1}"
        )
    return token


def _hex(half: str, rank: int) -> bytes:
    try:
        return bytes.fromhex(half)
    except ValueError:
        raise ValueError(
            f"rule {rank}: {half!r} is no hex; write each byte as two digits, such as 61 62"
        ) from None


def rows_of(merges: Mapping[Pair, int], notation: str = TEXT) -> list[list[str]]:
    """Merges as rows of [left, right]: the inverse of `merges_of`."""
    spellings = [bytes([value]) for value in range(256)]
    for left, right in merges:
        spellings.append(spellings[left] + spellings[right])
    written = {
        TEXT: lambda token: write(spellings[token]),
        BYTES: lambda token: spellings[token].hex(" ").upper(),
        IDS: str,
    }[notation]
    return [[written(left), written(right)] for left, right in merges]


def first_merges(tok: BPETokenizer, most: int = IMPORTED) -> dict[Pair, int]:
    """The first merges of a tokenizer, with ids from 256 on whatever it calls them.

    Raises ValueError for a tokenizer of characters, which has no bytes to begin with.
    """
    if tok.alphabet is not None:
        raise ValueError(
            "the tokenizer in use starts from characters, and these rules from bytes; choose one "
            "that was trained on bytes"
        )
    ids = {token: each[0] for token, each in tok.vocab.items() if len(each) == 1}
    merges: dict[Pair, int] = {}
    for (left, right), made in list(tok.merges.items())[:most]:
        ids[made] = merges[ids[left], ids[right]] = 256 + len(merges)
    return merges


# -- the table ------------------------------------------------------------------------------------

_EXAMPLE, _TEXT, _NOTATION, _ROWS = "rules example", "rules text", "rules notation", "rules"
_WRITTEN = "rules written in"
_FIRST = next(iter(EXAMPLES.values()))


def choose_example() -> None:
    """The examples to start from; one that is chosen replaces the rules and their text."""
    st.selectbox("Example", list(EXAMPLES), key=state.kept(_EXAMPLE), on_change=_take_example)


def _take_example() -> None:
    example = EXAMPLES[st.session_state[_EXAMPLE]]
    replace_rows(_ROWS, [list(row) for row in example.rows])
    st.session_state[_NOTATION] = st.session_state[_WRITTEN] = TEXT
    st.session_state[_TEXT] = example.text


def text_to_encode() -> str:
    """The text that the rules are tried on."""
    st.session_state.setdefault(_TEXT, _FIRST.text)
    return st.text_input("Text", key=state.kept(_TEXT))


def edit_rules() -> tuple[list[list[str]], str]:
    """Draw the table of rules: its rows, and the notation, as `merges_of` takes them."""
    st.session_state.setdefault(_NOTATION, TEXT)
    notation = st.segmented_control(
        "Halves written as", NOTATIONS, required=True, key=state.kept(_NOTATION), on_change=_rewrite
    )
    st.session_state[_WRITTEN] = notation
    rows = _edited()
    st.caption(
        "The first row has rank 0 and makes id 256, the next rank 1 and id 257, and so on. In "
        "text, ␣ ↵ ⇥ stand for space, line end and tab, and ‹E2 80› for bytes."
    )
    if st.button("Take over the first merges of the tokenizer in use"):
        with shell.one_sentence():
            replace_rows(_ROWS, rows_of(first_merges(shell.chosen().tok), notation))
            st.rerun()
    return rows, notation


def _edited() -> list[list[str]]:
    """The rows as they are in the table; what is empty there is no text."""
    columns = {
        name: st.column_config.TextColumn(f"{name} half", width="medium")
        for name in ("left", "right")
    }
    return _texts(kept_table(_ROWS, [list(row) for row in _FIRST.rows], columns))


def _texts(rows: Rows) -> list[list[str]]:
    return [[half or "" for half in row] for row in rows]


def _rewrite() -> None:
    """Write the same rules in the other notation; rules with a mistake stay as they are."""
    before = st.session_state[_WRITTEN]
    try:
        merges = merges_of(_texts(st.session_state[_ROWS]), before)
        replace_rows(_ROWS, rows_of(merges, st.session_state[_NOTATION]))
    except ValueError:
        st.session_state[_NOTATION] = before
