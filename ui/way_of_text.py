"""The way of a text, row under row: characters, their bytes, the chunks of the split, the tokens.

Under another split the same merges give other tokens: what moves is marked.
"""

import copy
from collections.abc import Iterator

from bpe.corpus import utf8
from bpe.pieces import readable
from bpe.splitting import compile_split
from bpe.tokenizer import BPETokenizer, Token
from ui import theme
from ui.component import component

SPLITS = {
    "none": None,
    "gpt2": "gpt2",
    "cl100k": "cl100k",
    "cl100k-marks": "cl100k-marks",
    "o200k": "o200k",
}
OWN = "its own"
WORDS = "words"
MOST_BYTES = 120

_CONTEXT = 10_000  # characters on each side that are encoded too: tokens depend on what is near

_component = component("way_of_text", "dom", "palette")


def way_of_text(tok: BPETokenizer, text: str, at: int = 0, most: int = MOST_BYTES) -> dict:
    """The rows for the part of a text that begins with the character at byte ``at``, as plain data.

    At most ``most`` bytes are shown, in whole characters. The dict holds, with byte offsets that
    count from the first byte shown:

    ``characters``  (start, end, label, code point);
    ``bytes``       hex, two digits each;
    ``splits``      for each split its ``name``, ``chunks`` (start, end, label), and ``tokens``
                    (start, end, label, ids); what reaches beyond the part is cut off at its ends;
    ``own``         the name of the split that the tokenizer has.

    A token without width, such as an end mark by itself, stands with the token before it.
    """
    text = tok.normalize(text)
    first = len(utf8(text)[:at].decode(errors="ignore"))
    shown = text[first:].encode()[:most].decode(errors="ignore")
    start = max(0, first - _CONTEXT)
    context = text[start : first + len(shown) + _CONTEXT]
    skipped = len(text[start:first].encode())
    own, splits = _splits(tok)
    return {
        "characters": list(_characters(shown)),
        "bytes": shown.encode().hex(),
        "splits": [
            {
                "name": name,
                "chunks": list(_clipped(_chunks(other, context), skipped, shown)),
                "tokens": list(_clipped(_cells(other, context), skipped, shown)),
            }
            for name, other in splits
        ],
        "own": own,
    }


def _splits(tok: BPETokenizer) -> tuple[str, list[tuple[str, BPETokenizer]]]:
    """The name of its own split, and the tokenizer under each split there is to see."""
    if tok.alphabet is not None:
        return WORDS, [(WORDS, tok)]
    own = next((name for name, split in SPLITS.items() if split == tok.split), OWN)
    splits = SPLITS if own in SPLITS else {OWN: tok.split} | SPLITS
    return own, [(name, _with_split(tok, split)) for name, split in splits.items()]


def _with_split(tok: BPETokenizer, split: str | tuple[str, ...] | None) -> BPETokenizer:
    other = copy.copy(tok)
    other.split = split
    return other


def _characters(text: str) -> Iterator[tuple[int, int, str, str]]:
    start = 0
    for character in text:
        end = start + len(character.encode())
        yield start, end, readable(character.encode()), f"U+{ord(character):04X}"
        start = end


def _chunks(tok: BPETokenizer, text: str) -> Iterator[tuple[int, int, str]]:
    data = text.encode()
    if tok.alphabet is not None:
        ends = _ends_of_words(tok.tokens(text))
    else:
        ends = compile_split(tok.split).ends(text).tolist() if tok.split else [len(data)]
    start = 0
    for end in ends:
        yield start, end, readable(data[start:end])
        start = end


def _ends_of_words(tokens: list[Token]) -> list[int]:
    """Where words end and where the white space after them does."""
    pairs = zip(tokens, tokens[1:])
    ends = {byte for a, b in pairs if a.end < b.start for byte in (a.end, b.start)}
    return sorted(ends | {token.end for token in tokens[-1:]})


def _cells(tok: BPETokenizer, text: str) -> Iterator[tuple[int, int, str, list[int]]]:
    """The tokens, those without width together with the one before."""
    cells: list[tuple[int, int, str, list[int]]] = []
    for token, start, end in tok.tokens(text):
        label = readable(tok.vocab[token])
        if start == end and cells:
            before = cells[-1]
            cells[-1] = (*before[:2], f"{before[2]} {label}", [*before[3], token])
        else:
            cells.append((start, end, label, [token]))
    return iter(cells)


def _clipped(cells: Iterator[tuple], skipped: int, shown: str) -> Iterator[tuple]:
    """The cells that reach into the part shown, with offsets from its first byte."""
    size = len(shown.encode())
    for start, end, *rest in cells:
        if start < skipped + size and end > skipped:
            yield max(start - skipped, 0), min(end - skipped, size), *rest


def way_view(data: dict, *, key: str) -> None:
    """Draw `way_of_text`; the reader switches the split."""
    _component(data=data | {"palettes": theme.palettes()}, key=key)
