"""How often another way of encoding differs from rank order, as curves: why tests miss it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from bpe import BPETokenizer
from bpe.orders import Ranked
from bpe.samples import articles, languages
from bpe.search import Compared, Findings, compare
from bpe.splitting import compile_split
from bpe.wrong_ways import Way

FLAT, SPLIT = "in one piece", "split into chunks"
UNITS = TEXTS, CHUNKS, TOKENS = "texts", "chunks", "tokens"
LENGTHS = (8, 16, 32, 64, 128, 256, 512, 1024)
WINDOWS = 60  # texts of each length
SIZES = 12
MOST_TEXT = 20_000  # characters
LONG_CHUNK = 16  # bytes; longer chunks are counted here too
LANGUAGES = ("en", "fr", "de", "es", "vi", "tr", "ru", "el", "ar", "he", "hi", "ta", "ja", "ko")

# For a tokenizer, and then for the chunks of a text: how these are encoded.
Ways = Callable[[BPETokenizer], Callable[[Mapping[str, int]], Way]]


class _Row(NamedTuple):
    name: str  # FLAT or SPLIT
    at: int | str
    unit: str  # what the share is a share of
    share: float
    of: int


def by_length(tok: BPETokenizer, text: str, ways: Ways) -> pd.DataFrame:
    """Of texts of a length, cut from this one, what share ends differently.

    Columns: ``name``, ``at`` (characters), ``unit`` (texts, chunks or tokens), ``share``, ``of``
    (how many were tried).
    """
    rows = []
    for name, compared in _both(tok, ways):
        for length in (each for each in LENGTHS if each <= len(text)):
            starts = np.unique(np.linspace(0, len(text) - length, WINDOWS).astype(int)).tolist()
            parts = [compared(text[start : start + length]) for start in starts]
            wrong = sum(bool(part.differing) for part in parts)
            rows.append(_Row(name, length, TEXTS, wrong / len(parts), len(parts)))
            rows += _shares(name, length, _together(parts))
    return _frame(rows, text)


def by_chunk(tok: BPETokenizer, text: str, ways: Ways) -> pd.DataFrame:
    """Of chunks of a length, as often as they occur, what share ends differently.

    Columns as `by_length`; ``at`` is the length in bytes.
    """
    name, compared = _both(tok, ways)[1]
    found = compared(text)
    by_size: defaultdict[int, list[Compared]] = defaultdict(list)
    for one in found.compared:
        by_size[min(len(one.chunk.encode()), LONG_CHUNK)].append(one)
    rows: list[_Row] = []
    for size, chunks in sorted(by_size.items()):
        rows += _shares(name, size, Findings(chunks, found.sizes, found.other_sizes))
    return _frame(rows, text)


def by_size(tok: BPETokenizer, text: str, ways: Ways) -> pd.DataFrame:
    """What share differs at vocabulary sizes up to the tokenizer's own.

    Columns as `by_length`; ``at`` is the size.
    """
    text = text[:MOST_TEXT]
    sizes = np.geomspace(tok.base_size + 8, max(tok.vocab_size, tok.base_size + 8), SIZES)
    rows: list[_Row] = []
    for size in np.unique(sizes.astype(int)).tolist():
        for name, compared in _both(tok.truncated(min(size, tok.vocab_size)), ways):
            rows += _shares(name, size, compared(text))
    return _frame(rows, text)


def by_language(tok: BPETokenizer, _: str, ways: Ways) -> pd.DataFrame:
    """What share differs in the same articles, language by language.

    Columns as `by_length`; ``at`` is the language.
    """
    rows: list[_Row] = []
    for name, compared in _both(tok, ways):
        for language in languages():
            if language.code in LANGUAGES:
                text = articles(language.code, tuple(range(1, 11)))
                rows += _shares(name, language.native, compared(text))
    return _frame(rows, "some")


def _both(
    tok: BPETokenizer, ways: Ways
) -> tuple[tuple[str, Callable[[str], Findings]], tuple[str, Callable[[str], Findings]]]:
    """The same merges without and with a split: the tokenizer's own, or cl100k's."""
    if tok.alphabet is not None:
        raise ValueError(
            "the tokenizer in use knows words of characters, which are never in one piece; choose "
            "one of bytes"
        )
    merges, way_of = Ranked(tok.merges), ways(tok)
    split = compile_split(tok.split or "cl100k")

    def compared(cut: Callable[[str], Iterable[str]], text: str) -> Findings:
        chunks = Counter(cut(tok.normalize(text)))
        way = way_of(chunks)
        return Findings(list(compare(tok, chunks, way, merges)), merges.sizes, way.sizes)

    return (
        (FLAT, partial(compared, lambda text: [text] if text else [])),
        (SPLIT, partial(compared, split.chunks)),
    )


def _together(parts: list[Findings]) -> Findings:
    compared = [one for part in parts for one in part.compared]
    return Findings(compared, parts[0].sizes, parts[0].other_sizes)


def _shares(name: str, at: int | str, found: Findings) -> Iterator[_Row]:
    """The shares of what was found; a text in one piece has no chunks to speak of."""
    if name == SPLIT:
        yield _Row(name, at, CHUNKS, found.share_of_chunks, found.chunks)
    yield _Row(name, at, TOKENS, found.share_of_tokens, found.tokens[0])


def _frame(rows: list[_Row], text: str) -> pd.DataFrame:
    if not rows:
        raise ValueError(
            f"the text has {len(text)} characters; take one of at least {LENGTHS[0]} to measure"
        )
    return pd.DataFrame(rows, columns=list(_Row._fields))


MEASURES = {
    "By length of the text": by_length,
    "By length of the chunk": by_chunk,
    "By vocabulary size": by_size,
    "By language": by_language,
}
