"""Curves of tokens over vocabulary size, as data."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from bpe import BPETokenizer

GAIN = "saved by the last merge"
MEASURES = ("tokens", "bytes per token", "tokens per word", GAIN)
POINTS = 400


class Curve(NamedTuple):
    """Tokens of one text at every vocabulary size from ``base`` upward."""

    name: str
    base: int
    tokens: np.ndarray
    bytes: int
    words: int

    def values(self, measure: str) -> np.ndarray:
        """The curve in one of `MEASURES`; a text without tokens or words has zeros."""
        if measure == "tokens":
            return self.tokens.astype(float)
        if measure == "bytes per token":
            return self.bytes / np.maximum(self.tokens, 1)
        if measure == GAIN:
            return self.gains.astype(float)
        return self.tokens / max(self.words, 1)

    @property
    def gains(self) -> np.ndarray:
        """How many tokens the last merge of each size saved; 0 before the first."""
        return -np.diff(self.tokens, prepend=self.tokens[:1])


def curve_of(name: str, tok: BPETokenizer, text: str) -> Curve:
    """The curve of a text under a tokenizer: one replay of its merges."""
    tokens = tok.curve(text)
    base = tok.vocab_size - len(tokens) + 1
    return Curve(name, base, tokens, len(text.encode()), len(text.split()))


def points(curves: Sequence[Curve], measure: str) -> pd.DataFrame:
    """The points to draw: closer together where vocabularies are small, as the axis shows them.

    Columns: ``name``, ``size``, ``tokens``, ``value`` (in the measure), ``gain`` (tokens that the
    last merge saved).
    """
    return pd.concat([_points(curve, measure) for curve in curves], ignore_index=True)


def _points(curve: Curve, measure: str) -> pd.DataFrame:
    top = curve.base + len(curve.tokens) - 1
    sizes = np.unique(np.geomspace(curve.base, top, POINTS).round().astype(int))
    at = sizes - curve.base
    return pd.DataFrame(
        {
            "name": curve.name,
            "size": sizes,
            "tokens": curve.tokens[at],
            "value": curve.values(measure)[at],
            "gain": curve.gains[at],
        }
    )


def at_sizes(curves: Sequence[Curve], merges: Sequence[int], measure: str) -> pd.DataFrame:
    """A row for each number of merges, a column for each text; empty where fewer were learned."""
    table = {"merges": list(merges), "vocabulary size": [curves[0].base + n for n in merges]}
    for curve in curves:
        values = curve.values(measure)
        table[curve.name] = [values[n] if n < len(values) else None for n in merges]
    return pd.DataFrame(table)


def parse_merges(written: str) -> list[int]:
    """Numbers of merges, written with commas between; ValueError for anything else."""
    try:
        merges = [int(number) for number in written.replace(",", " ").split()]
    except ValueError:
        merges = []
    if not merges or min(merges) < 0:
        raise ValueError(f"{written!r} is no list of merges; write them as 100, 500, 2000")
    return merges
