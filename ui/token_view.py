"""The token view: a text with its token boundaries in colour, each token to be looked into.

`token_text` turns a text and its tokens into plain data; `token_view` mounts the component that
draws it (``frontend/painting.js`` and ``frontend/token_view.js``). All that hovering, walking and
searching need is in the data, so they ask nothing of the server; only what is pinned and the
boundary that is asked about come back.
"""

import unicodedata
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

import numpy as np

from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer, Token
from ui import theme
from ui.component import PAINTING, component

MOST_TOKENS = 200_000

_ORDINARY = {" ", "\n"}
# What Unicode has no name for, or one that nobody uses.
_NAMES = {
    "\0": "null character",
    "\b": "backspace",
    "\t": "tab",
    "\n": "line feed",
    "\v": "vertical tab",
    "\f": "form feed",
    "\r": "carriage return",
    "\x1b": "escape character",
    "\x7f": "delete character",
    "\u200c": "zero-width non-joiner",
    "\u200d": "zero-width joiner",
    "\ufeff": "byte order mark",
}

_component = component("token_view", *PAINTING, "merge_tree", "inspector", "id_list")

# What the browser sends back. A token is a place, {of: checksum of the text, byte}: that outlives
# another size of the vocabulary.
_START = {"pinned": None, "boundary": None, "glyphs": False, "by_id": False}


@dataclass(frozen=True)
class Selection:
    """What the reader chose: the index of the pinned token, and the index of the token before
    which a boundary was asked about; None for neither. ``start`` is all of it as plain data, for
    `token_view` to start with another time."""

    pinned: int | None
    boundary: int | None
    start: dict


def token_text(
    tok: BPETokenizer, text: str, tokens: Sequence[Token], most: int = MOST_TOKENS
) -> dict:
    """A text and its tokens as plain data for the browser.

    ``tokens`` are those of ``tok.tokens(text)``. At most ``most`` are shown; ``tokens`` counts all.

    The dict holds strings and numbers; arrays of int32 are base64 strings:

    ``text``, ``of``           what is shown, and a checksum of it;
    ``tokens``, ``shown``      how many there are, and how many are shown;
    ``ids``, ``starts``, ``ends``  of those shown: id, first byte, and the byte after the last;
                               ``starts`` is None where each starts at the end of the one before;
    ``vocab``                  columns, an item for each id shown and for all that it is made of:
                               ``ids``, ``lefts`` and ``rights`` (its halves, else -1), ``ranks``
                               (else -1), ``counts`` (in the whole text), ``hex``, ``pieces``;
    ``special``                the special tokens among them;
    ``base``                   what a token without a merge is: "byte" or "character";
    ``invisible``              (character, label, name, count) of what cannot be seen in the text.

    Raises ValueError for a lone surrogate in the text.
    """
    text = tok.normalize(text)
    columns = np.fromiter(chain.from_iterable(tokens), np.int32, 3 * len(tokens)).reshape(-1, 3)
    ids, starts, ends = columns.T
    if len(tokens) > most:
        text = text.encode()[: ends[most - 1]].decode(errors="ignore")
    special = set(tok.special_tokens.values())
    tiles = not len(ids) or (starts[0] == 0 and np.array_equal(starts[1:], ends[:-1]))
    return {
        "text": text,
        "of": checksum(text),
        "tokens": len(tokens),
        "shown": min(len(tokens), most),
        "ids": packed(ids[:most]),
        "starts": None if tiles else packed(starts[:most]),
        "ends": packed(ends[:most]),
        "vocab": _vocabulary(tok, ids, most),
        "special": sorted(special & set(np.unique(ids[:most]).tolist())),
        "base": "byte" if tok.alphabet is None else "character",
        "invisible": invisible(text),
    }


def checksum(text: str) -> int:
    """Tells texts apart: what was pinned in one is not pinned in another."""
    return zlib.crc32(text.encode())


def packed(numbers) -> str:
    """Numbers as little-endian int32 in base64: far quicker than JSON in both directions."""
    return b64encode(np.asarray(numbers, "<i4").tobytes()).decode()


def unpacked(numbers: str) -> np.ndarray:
    """The int32 that `packed` packed."""
    return np.frombuffer(b64decode(numbers), "<i4")


def starts_and_ends(data: dict) -> tuple[np.ndarray, np.ndarray]:
    """The first byte of each token shown by `token_text`, and the byte after its last."""
    ends = unpacked(data["ends"])
    if data["starts"] is None:
        return np.append(0, ends[:-1])[: len(ends)], ends
    return unpacked(data["starts"]), ends


def _vocabulary(tok: BPETokenizer, ids: np.ndarray, most: int) -> dict:
    shown = np.unique(ids[:most]).tolist()
    known = dict.fromkeys(shown)
    for token in shown:
        _add_parts(known, tok, token)
    names = {token: name.encode() for name, token in tok.special_tokens.items()}
    spellings = [names.get(token) or tok.vocab.get(token, b"") for token in known]
    parts = [tok.parts.get(token, (-1, -1)) for token in known]
    found, counts = np.unique(ids, return_counts=True)
    count_of = dict(zip(found.tolist(), counts.tolist()))
    return {
        "ids": packed(list(known)),
        "lefts": packed([left for left, _ in parts]),
        "rights": packed([right for _, right in parts]),
        "ranks": packed([-1 if (rank := tok.rank(token)) is None else rank for token in known]),
        "counts": packed([count_of.get(token, 0) for token in known]),
        "hex": [spelling.hex() for spelling in spellings],
        "pieces": [_piece(spelling) for spelling in spellings],
    }


def _add_parts(known: dict[int, None], tok: BPETokenizer, token: int) -> None:
    waiting = [token]
    while waiting:
        for part in tok.parts.get(waiting.pop(), ()):
            if part not in known:
                known[part] = None
                waiting.append(part)


@lru_cache(maxsize=1 << 16)
def _piece(spelling: bytes) -> str:
    return readable(spelling)


def invisible(text: str) -> list[tuple[str, str, str, int]]:
    """What the eye misses in a text: (character, label, name, count), spaces and line feeds first.

    >>> invisible("a\\u00a0b")
    [('\\xa0', 'NBSP', 'no-break space', 1)]
    """
    found = [
        (character, label, _name(character), count)
        for character, count in Counter(text).items()
        if (label := _label(character))
    ]
    return sorted(found, key=lambda item: (item[0] not in _ORDINARY, -item[3], item[0]))


@lru_cache(maxsize=1 << 12)
def _label(character: str) -> str | None:
    """What stands for a character that has no shape of its own; None for the others."""
    if character == " ":
        return "·"
    shown = readable(character.encode())
    if character in shown:
        return None
    return shown.strip("‹›")


def _name(character: str) -> str:
    named = _NAMES.get(character) or unicodedata.name(character, "").lower()
    return named or f"U+{ord(character):04X} {_CATEGORIES[unicodedata.category(character)]}"


_CATEGORIES = {"Cc": "control character", "Co": "private-use character", "Cn": "unassigned"}


def token_view(
    data: dict, *, key: str, start: dict = MappingProxyType({}), height: int = 420, show_ids=True
) -> Selection:
    """Draw `token_text` and return what the reader chose in it.

    ``start``     what a view had chosen before, as `Selection` has it: the pinned token, the
                  boundary, and whether the invisible is drawn and hues go by id;
    ``height``    the most that the text takes up, in pixels; beyond, it scrolls;
    ``show_ids``  whether a list of ids, linked to the text, stands below.
    """
    start = _START | start
    options = start | {"height": height, "show_ids": show_ids}
    state = _component(
        data=data | {"options": options, "palettes": theme.palettes()},
        key=key,
        default=start,
        **{f"on_{name}_change": _keep for name in _START},
    )
    return Selection(
        _token_of(data, state.pinned),
        _token_of(data, state.boundary, is_boundary=True),
        {name: state[name] for name in _START},
    )


def _keep() -> None:
    """Streamlit keeps a component's value only where something listens to it."""


def _token_of(data: dict, place: dict | None, is_boundary: bool = False) -> int | None:
    """The index of the token at a place, or of that after a boundary there; None if there is none,
    as when text or tokens have changed since."""
    if not place or place["of"] != data["of"]:
        return None
    starts, ends = starts_and_ends(data)
    byte = place["byte"]
    if is_boundary:
        token = int(np.searchsorted(starts, byte))
        return token if 0 < token < len(starts) and starts[token] == byte else None
    token = int(np.searchsorted(ends, byte, side="right"))
    return token if token < len(ends) else None
