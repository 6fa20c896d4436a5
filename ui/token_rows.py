"""Rows of short texts, each in the colours of its tokens, with special tokens as chips.

`text_row` and `row` give plain data; `token_rows` mounts the component that draws it
(``frontend/painting.js``, ``frontend/token_rows.js``).
"""

from itertools import groupby
from typing import NamedTuple

from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer, Token
from ui import theme
from ui.component import PAINTING, component
from ui.token_view import packed

_component = component("token_rows", *PAINTING, "mounting")


class Run(NamedTuple):
    """A special token, or the tokens between two, with what they spell."""

    is_special: bool
    tokens: list[Token]
    text: str


def row(tok: BPETokenizer, label: str, runs: list[Run], content: int, rest: str) -> dict:
    """A row for the browser: ``label``; ``total`` tokens; ``content``, how many of them are the
    text's, and ``rest``, whose the others are (nothing: not worth saying); and ``runs``.

    A run is a special token (``special``, ``text``, ``id``) or a stretch of text between two:
    ``text``; ``ids`` and ``ends``, the tokens and the bytes where they end, as base64 int32;
    ``pieces``, a readable piece for each.
    """
    return {
        "label": label,
        "total": sum(len(run.tokens) for run in runs),
        "content": content,
        "rest": rest,
        "runs": [_drawn(tok, run) for run in runs],
    }


def _drawn(tok: BPETokenizer, run: Run) -> dict:
    if run.is_special:
        return {"special": True, "text": run.text, "id": run.tokens[0].id}
    start = run.tokens[0].start
    return {
        "special": False,
        "text": run.text,
        "ids": packed([token.id for token in run.tokens]),
        "ends": packed([token.end - start for token in run.tokens]),
        "pieces": [readable(tok.vocab[token.id]) for token in run.tokens],
    }


def text_row(tok: BPETokenizer, label: str, text: str, allowed_special=(), rest: str = "") -> dict:
    """A text by itself, with or without special tokens: a row."""
    runs = runs_of(tok, text, tok.tokens(text, allowed_special))
    ordinary = sum(len(run.tokens) for run in runs if not run.is_special)
    return row(tok, label, runs, ordinary, rest)


def runs_of(tok: BPETokenizer, text: str, tokens: list[Token]) -> list[Run]:
    """The tokens of a text, cut before and after every special one."""
    special = set(tok.special_tokens.values())
    runs = []
    for is_special, group in groupby(tokens, lambda token: token.id in special):
        together = list(group)
        for some in [[token] for token in together] if is_special else [together]:
            runs.append(Run(is_special, some, _text_of(tok, text, some)))
    return runs


def _text_of(tok: BPETokenizer, text: str, tokens: list[Token]) -> str:
    """What some tokens in a row spell; between words, the whitespace as it stands in the text."""
    if tok.alphabet is None:
        return tok.decode([token.id for token in tokens])
    return text.encode()[tokens[0].start : tokens[-1].end].decode()


def token_rows(rows: list[dict], vocabulary: str, *, key: str, with_ids: bool = False) -> None:
    """Draw rows; ``vocabulary`` is the name that goes with their ids; a row with a name in ``of``
    has its own.

    ``with_ids``: every token once more beneath its text, spelled out and with its id.
    """
    options = {"vocabulary": vocabulary, "with_ids": with_ids, "palettes": theme.palettes()}
    _component(data={"rows": rows} | options, key=key)
