"""Tokens that do not come back from their own text, or that a corpus never uses, as a table."""

from collections.abc import Sequence

import pandas as pd

from bpe import BPETokenizer
from bpe.pieces import readable

MOST_ROWS = 200


def table(tok: BPETokenizer, ids: Sequence[int]) -> pd.DataFrame:
    """The longest of these tokens, a row each: what it spells, its id, and what its own text
    encodes to, where it has one."""
    shown = sorted(ids, key=lambda token: (-len(tok.vocab[token]), token))[:MOST_ROWS]
    return pd.DataFrame(
        {
            "token": [readable(tok.vocab[token]) for token in shown],
            "id": shown,
            "bytes": [len(tok.vocab[token]) for token in shown],
            "its own text becomes": [_comes_back_as(tok, tok.vocab[token]) for token in shown],
        }
    )


def _comes_back_as(tok: BPETokenizer, spelling: bytes) -> str:
    try:
        ids = tok.encode(spelling.decode())
    except ValueError:
        return ""
    return " | ".join(readable(tok.vocab[token]) for token in ids)


def unreachable_in_words(tok: BPETokenizer, lost: int, fragments: int) -> str:
    """How many tokens do not come back, and what that means for this tokenizer."""
    size = len(tok.vocab)
    parts = (
        f"{fragments:,} others are parts of characters: no text spells them alone, and only "
        "longer texts can show them."
    )
    if not lost:
        return (
            f"Of {size:,} tokens, every one that has a text of its own comes back from it. {parts}"
        )
    reason = "merges of a lower rank get there first"
    if tok.split is not None:
        reason = f"the split cuts their text, or {reason}"
    if tok.normalizer:
        reason = f"the normal form {tok.normalizer} changes their text, {reason}"
    end = (
        "No text at all has them: rows of the model that nothing ever trained."
        if tok.split is None and tok.normalizer is None
        else "Few texts have them, if any: rows of the model that hardly anything trained."
    )
    return (
        f"Of {size:,} tokens, {lost:,} do not come back when their own text is encoded: {reason}. "
        f"{end} {parts}"
    )


def unused_in_words(tok: BPETokenizer, missing: int, title: str) -> str:
    """How much of a vocabulary a corpus leaves unused."""
    size = len(tok.vocab)
    return (
        f"“{title}” uses {size - missing:,} of {size:,} tokens; {missing:,} it never "
        "has. A model trained on it alone would learn nothing about those."
    )
