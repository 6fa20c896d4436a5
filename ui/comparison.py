"""One text under several tokenizers: rows of the same bytes, and the boundaries they do not share.

`comparison` turns a text and its tokens into plain data, `comparison_view` mounts the component
that draws it (``frontend/painting.js`` and ``frontend/comparison.js``).
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
import pandas as pd
import regex

from bpe.measure import Cost
from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer, Token
from ui import theme
from ui.component import PAINTING, component
from ui.token_view import packed

MOST_BYTES = 6_000  # thousands of rings take the browser a while

_component = component("comparison", *PAINTING, "mounting")


@dataclass(frozen=True)
class Row:
    """A tokenizer in the comparison, by the name that stands for it, with its tokens of the text:
    those of ``tok.tokens(text)``."""

    name: str
    tok: BPETokenizer
    tokens: Sequence[Token]


@dataclass(frozen=True)
class Change:
    """What a normal form changed: the bytes before, from ``start`` on, and those after, which
    stand at ``own_start``."""

    start: int
    before: bytes
    own_start: int
    after: bytes


@dataclass(frozen=True)
class Alignment:
    """Where the bytes that a tokenizer encodes stand in the text as it was given.

    ``changes`` are the stretches that its normal form changed; elsewhere the bytes are the same.
    """

    changes: tuple[Change, ...] = field(default=())

    def place(self, byte: int) -> int | tuple[int, int]:
        """The boundary in the text that a boundary in the encoded bytes is, as the byte after it.

        One inside a changed stretch has no counterpart: (the stretch's start, bytes into it).

        >>> Alignment((Change(1, b"e\\xcc\\x81", 1, b"\\xc3\\xa9"),)).place(4)
        5
        """
        shift = 0
        for change in self.changes:
            if byte <= change.own_start:
                break
            if byte < change.own_start + len(change.after):
                return change.start, byte - change.own_start
            shift = change.start + len(change.before) - change.own_start - len(change.after)
        return byte + shift


def align(text: str, normalized: str) -> Alignment:
    """How a text and its normal form go together, character by character as readers count them.

    >>> align("cafe\\u0301", "caf\\u00e9").changes
    (Change(start=3, before=b'e\\xcc\\x81', own_start=3, after=b'\\xc3\\xa9'),)
    """
    if text == normalized:
        return Alignment()
    form = next(
        form
        for form in ("NFC", "NFD", "NFKC", "NFKD")
        if unicodedata.normalize(form, text) == normalized
    )
    clusters = regex.findall(r"\X", text)
    own = [unicodedata.normalize(form, cluster) for cluster in clusters]
    if "".join(own) != normalized:
        clusters, own = [text], [normalized]
    before, after = [[part.encode() for part in parts] for parts in (clusters, own)]
    starts, own_starts = [accumulate(map(len, parts), initial=0) for parts in (before, after)]
    return Alignment(
        tuple(
            Change(start, old, own_start, new)
            for start, old, own_start, new in zip(starts, before, own_starts, after)
            if old != new
        )
    )


def boundaries(row: Row) -> set[int]:
    """Where tokens of a row begin or end inside the text, in bytes of what it encodes."""
    found = {byte for token in row.tokens for byte in (token.start, token.end)}
    return found - {0, row.tokens[-1].end if row.tokens else 0}


def comparison(text: str, rows: Sequence[Row]) -> dict:
    """A text under several tokenizers as plain data for the browser.

    Arrays of int32 are base64 strings. ``rows``, one a tokenizer, each with

    ``name``, ``text``         of the tokenizer, and what it encodes (a normal form of the text, if
                               it asks for one);
    ``ids``, ``starts``, ``ends``  its tokens: id, first byte, and the byte after the last;
    ``pieces``                 {id: readable spelling};
    ``partings``               the bytes before which it has a boundary that not all rows have;
    ``changed``                the tokens with bytes that its normal form changed;
    ``starts_common``, ``ends_common``  where its tokens stand in the text as it was given;

    ``common``                 how many boundaries all rows have;
    ``apart``                  how many some have and others lack.
    """
    alignments = [align(text, row.tok.normalize(text)) for row in rows]
    found = [boundaries(row) for row in rows]
    places = [
        {byte: alignment.place(byte) for byte in own} for alignment, own in zip(alignments, found)
    ]
    marked = [set(there.values()) for there in places]
    common = set.intersection(*marked) if marked else set()
    return {
        "rows": [
            _row(row, text, alignment, [b for b in sorted(there) if there[b] not in common])
            for row, alignment, there in zip(rows, alignments, places)
        ],
        "common": len(common),
        "apart": len(set().union(*marked) - common),
    }


def _row(row: Row, text: str, alignment: Alignment, partings: list[int]) -> dict:
    ids, starts, ends = np.array(row.tokens, np.int64).reshape(-1, 3).T
    special = {token: name.encode() for name, token in row.tok.special_tokens.items()}
    spellings = {token: special.get(token) or row.tok.vocab[token] for token in set(ids.tolist())}
    return {
        "name": row.name,
        "text": row.tok.normalize(text),
        "ids": packed(ids),
        "starts": packed(starts),
        "ends": packed(ends),
        "pieces": {str(token): readable(spelling) for token, spelling in spellings.items()},
        "partings": packed(partings),
        "changed": _touching(row.tokens, alignment.changes),
        "starts_common": packed(_common(starts, alignment)),
        "ends_common": packed(_common(ends, alignment)),
    }


def _common(bytes_: np.ndarray, alignment: Alignment) -> list[int]:
    """Bytes in the text; what is inside a changed stretch counts from its start."""
    places = (alignment.place(byte) for byte in bytes_.tolist())
    return [place if isinstance(place, int) else sum(place) for place in places]


def _touching(tokens: Sequence[Token], changes: Sequence[Change]) -> list[int]:
    return [
        index
        for index, token in enumerate(tokens)
        if any(
            token.start < change.own_start + len(change.after) and change.own_start < token.end
            for change in changes
        )
    ]


def shown_part(text: str, most: int = MOST_BYTES) -> str:
    """As much of a text as is drawn: whole, or whole lines or characters up to ``most`` bytes."""
    data = text.encode()
    if len(data) <= most:
        return text
    part = data[:most].decode(errors="ignore")
    return part[: part.rfind("\n") + 1] or part


def comparison_view(data: dict, *, key: str) -> None:
    """Draw `comparison`: the rows over each other, line by line."""
    _component(data=data | {"palettes": theme.palettes()}, key=key)


# -- in words -------------------------------------------------------------------------------------


def in_words(data: dict) -> str:
    """What a comparison found, in a sentence or two."""
    both = "Both" if len(data["rows"]) == 2 else f"All {len(data['rows'])}"
    common, apart = data["common"], data["apart"]
    if not apart:
        return f"{both} put their {_count(common, 'boundary', 'boundaries')} at the same places."
    are = "is" if apart == 1 else "are"
    agreed = _count(common, "boundary", "boundaries")
    return f"{both} agree on {agreed}; {apart:,} more {are} ringed."


def normal_form_in_words(row: Row, changes: Sequence[Change]) -> str:
    """That a row encodes a normal form of the text, and what this did to it."""
    places = _count(len(changes), "place", "places")
    return (
        f"{row.name} encodes the normal form {row.tok.normalizer} of the text, which is other "
        f"bytes in {places}, doubly underlined; the rows are aligned on what each encodes."
    )


def changes_table(changes: Sequence[Change], most: int = 100) -> pd.DataFrame:
    """The first places that a normal form changed, one row each way to change."""
    counts = Counter((change.before, change.after) for change in changes)
    shown = counts.most_common(most)
    return pd.DataFrame(
        {
            "before": [readable(before) for (before, _), _ in shown],
            "its code points": [_code_points(before) for (before, _), _ in shown],
            "encoded": [readable(after) for (_, after), _ in shown],
            "code points encoded": [_code_points(after) for (_, after), _ in shown],
            "times": [count for _, count in shown],
        }
    )


def table(
    costs: Mapping[str, Cost], title: Callable[[str], str], badge: Callable[[str], str]
) -> pd.DataFrame:
    """What a text costs with each tokenizer; costs, titles and badges go by the same names."""
    return pd.DataFrame(
        {
            "tokenizer": [title(name) for name in costs],
            "tokens": [cost.tokens for cost in costs.values()],
            "bytes per token": [round(cost.bytes_per_token, 2) for cost in costs.values()],
            "tokens per word": [round(cost.tokens_per_word, 2) for cost in costs.values()],
            "checked": [badge(name) for name in costs],
        }
    )


def _code_points(spelling: bytes) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in spelling.decode())


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"
