"""How often frequency order differs from rank order, as curves: why tests do not catch it."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import pandas as pd

from bpe import BPETokenizer
from bpe.orders import Ranked, sizes_of
from bpe.samples import articles, languages
from bpe.search import Findings, compare
from bpe.splitting import compile_split
from bpe.wrong_ways import in_order

FLAT, SPLIT = "in one piece", "split into chunks"
LENGTHS = (8, 16, 32, 64, 128, 256, 512, 1024)
WINDOWS = 60  # texts of each length
SIZES = 12
MOST_TEXT = 20_000  # characters
LONG_CHUNK = 16  # bytes; longer chunks are counted here too
LANGUAGES = ("en", "fr", "de", "es", "vi", "tr", "ru", "el", "ar", "he", "hi", "ta", "ja", "ko")


def by_length(tok: BPETokenizer, text: str) -> pd.DataFrame:
    """Of texts of a length, cut from this one, the share that ends differently.

    Columns: ``name``, ``at`` (characters), ``share``, ``of`` (texts that were tried).
    """
    differ = _differences(tok)
    rows = []
    for length in LENGTHS:
        if length > len(text):
            break
        starts = np.unique(np.linspace(0, len(text) - length, WINDOWS).astype(int)).tolist()
        parts = [text[start : start + length] for start in starts]
        for name, chunks in _both(tok):
            wrong = sum(any(map(differ, chunks(part))) for part in parts)
            rows.append((name, length, wrong / len(parts), len(parts)))
    return _frame(rows, text)


def by_chunk(tok: BPETokenizer, text: str) -> pd.DataFrame:
    """Of the chunks of a length, as often as they occur, the share that ends differently.

    Columns as `by_length`; ``at`` is the length in bytes, ``of`` the chunks.
    """
    differ = _differences(tok)
    name, chunks = _both(tok)[1]
    of: Counter[int] = Counter()
    wrong: Counter[int] = Counter()
    for chunk, times in Counter(chunks(tok.normalize(text))).items():
        size = min(len(chunk.encode()), LONG_CHUNK)
        of[size] += times
        wrong[size] += times * differ(chunk)
    return _frame([(name, size, wrong[size] / of[size], of[size]) for size in sorted(of)], text)


def by_size(tok: BPETokenizer, text: str) -> pd.DataFrame:
    """The share of tokens that differ, at vocabulary sizes up to the tokenizer's own.

    Columns as `by_length`; ``at`` is the size, ``of`` the tokens by rank.
    """
    text = text[:MOST_TEXT]
    sizes = np.geomspace(tok.base_size + 8, max(tok.vocab_size, tok.base_size + 8), SIZES)
    rows = []
    for size in np.unique(sizes.astype(int)).tolist():
        rows += _shares(tok.truncated(min(size, tok.vocab_size)), text, size)
    return _frame(rows, text)


def by_language(tok: BPETokenizer, _: str) -> pd.DataFrame:
    """The share of tokens that differ in the same articles, language by language.

    Columns as `by_length`; ``at`` is the language.
    """
    rows = []
    for language in languages():
        if language.code in LANGUAGES:
            text = articles(language.code, tuple(range(1, 11)))
            rows += _shares(tok, text, language.native)
    return _frame(rows, "some")


def _shares(tok: BPETokenizer, text: str, at) -> list[tuple]:
    merges = Ranked(tok.merges)
    way, sizes = in_order(merges, "frequency"), sizes_of(merges)
    rows = []
    for name, chunks in _both(tok):
        counted = Counter(chunks(tok.normalize(text)))
        found = Findings(list(compare(tok, counted, way, merges)), sizes)
        rows.append((name, at, found.share_of_tokens, found.tokens[0]))
    return rows


def _differences(tok: BPETokenizer) -> Callable[[str], bool]:
    """Whether a chunk ends differently; remembered, as texts share their chunks."""
    merges = Ranked(tok.merges)
    way = in_order(merges, "frequency")

    @cache
    def differ(chunk: str) -> bool:
        return any(one.first != one.second for one in compare(tok, {chunk: 1}, way, merges))

    return differ


def _both(tok: BPETokenizer) -> list[tuple[str, Callable[[str], Iterable[str]]]]:
    """The same merges without and with a split: the tokenizer's own, or cl100k's."""
    if tok.alphabet is not None:
        raise ValueError(
            "the tokenizer in use knows words of characters, which are never in one piece; choose "
            "one of bytes"
        )
    split = compile_split(tok.split or "cl100k")
    return [(FLAT, lambda text: [text] if text else []), (SPLIT, split.chunks)]


def _frame(rows: list[tuple], text: str) -> pd.DataFrame:
    if not rows:
        raise ValueError(
            f"the text has {len(text)} characters; take one of at least {LENGTHS[0]} to measure"
        )
    return pd.DataFrame(rows, columns=["name", "at", "share", "of"])


MEASURES = {
    "By length of the text": by_length,
    "By length of the chunk": by_chunk,
    "By vocabulary size": by_size,
    "By language": by_language,
}
