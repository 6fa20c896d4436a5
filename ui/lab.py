"""The eight steps of the lab: what each function of `bpe.reference` does to a text, as tables.

The reference is written to be read, not to be fast, so the texts of the lab are short.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from bpe import BPETokenizer, reference, report
from bpe.corpus import utf8
from bpe.pieces import readable
from bpe.samples import article
from ui.token_rows import text_row

MOST_BYTES = 4_000
MOST_ROWS = 60
LARGEST = 1024

Merges = Sequence[tuple[tuple[int, int], int]]


class Step(NamedTuple):
    """A step: its title, what it does, and the functions of the reference that do it."""

    title: str
    words: str
    functions: tuple


STEPS = (
    Step(
        "Bytes",
        "A text becomes one number a byte, 0 to 255, and the numbers become the text again. An "
        "English letter is one byte; other characters are two to four.",
        (reference.to_ids, reference.from_ids),
    ),
    Step(
        "Counting neighbours",
        "Every two neighbours are a pair. Count how often each pair stands in the text, overlaps "
        "included.",
        (reference.count_pairs,),
    ),
    Step(
        "Merging",
        "Choose a pair, and write a new number wherever it stands, from left to right. The list "
        "gets shorter, and says the same.",
        (reference.merge,),
    ),
    Step(
        "Training",
        "Count, merge the commonest pair, and count again, until the vocabulary is large enough. "
        "What training gives is this list of merges, in this order.",
        (reference.train,),
    ),
    Step(
        "Encoding",
        "A new text is encoded by the merges that were learned, in the order in which they were "
        "learned. Nothing is counted.",
        (reference.encode,),
    ),
    Step(
        "Decoding",
        "Every number is taken apart into its bytes, and the bytes are read as text. Leave a "
        "number out and see what breaks.",
        (reference.decode,),
    ),
    Step(
        "The curve",
        "More merges, fewer tokens. One training gives the count at every vocabulary size, and "
        "each further merge saves less.",
        (reference.vocab_curve,),
    ),
)
WHOSE_TEXT = "Whose text made the vocabulary"
TITLES = (*(step.title for step in STEPS), WHOSE_TEXT)


def short(text: str) -> str:
    """The text itself; ValueError if the reference would take too long for it."""
    size = len(utf8(text))
    if size > MOST_BYTES:
        raise ValueError(
            f"the text has {size:,} bytes; the functions of this lab are written to be read, not "
            f"to be fast, so give at most {MOST_BYTES:,}"
        )
    return text


def bytes_table(text: str) -> pd.DataFrame:
    """A row for each of the first characters: its code point and its bytes, as hex and as ids."""
    shown = text[:MOST_ROWS]
    ids = [reference.to_ids(character) for character in shown]
    return pd.DataFrame(
        {
            "character": [readable(character.encode()) for character in shown],
            "code point": [f"U+{ord(character):04X}" for character in shown],
            "bytes": [bytes(each).hex(" ").upper() for each in ids],
            "ids": [", ".join(map(str, each)) for each in ids],
        }
    )


def pairs_table(text: str) -> pd.DataFrame:
    """The commonest pairs of neighbouring bytes, in the order in which training chooses."""
    pairs = commonest_pairs(text)
    return pd.DataFrame(
        {
            "pair": [pair_in_words(pair) for pair, _ in pairs],
            "ids": [f"({left}, {right})" for (left, right), _ in pairs],
            "count": [count for _, count in pairs],
        }
    )


def commonest_pairs(text: str) -> list[tuple[tuple[int, int], int]]:
    """The commonest pairs with their counts, the smaller of equals first."""
    counts = reference.count_pairs(reference.to_ids(text))
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_ROWS]


def pair_in_words(pair: tuple[int, int]) -> str:
    """A pair of bytes to read: `t + h`."""
    return " + ".join(readable(bytes([half])) for half in pair)


def tokenizer_of(merges: Merges) -> BPETokenizer:
    """The tokenizer with these merges, for the pictures."""
    return BPETokenizer(initial_merges=dict(merges))


def merges_table(merges: Merges) -> pd.DataFrame:
    """A row for each merge, in the order learned."""
    vocab = tokenizer_of(merges).vocab
    return pd.DataFrame(
        {
            "merge": range(len(merges)),
            "pair": [f"{readable(vocab[a])} + {readable(vocab[b])}" for (a, b), _ in merges],
            "ids": [f"({left}, {right})" for (left, right), _ in merges],
            "new id": [new_id for _, new_id in merges],
            "token": [readable(vocab[new_id]) for _, new_id in merges],
        }
    )


def encoding_table(text: str, merges: Merges) -> pd.DataFrame:
    """A row for each merge that the text has a place for: what it joins, and how many are left."""
    vocab = tokenizer_of(merges).vocab
    ids, rows = reference.to_ids(text), []
    for number, (pair, new_id) in enumerate(merges):
        merged = reference.merge(ids, pair, new_id)
        if len(merged) < len(ids):
            times = len(ids) - len(merged)
            rows.append((number, readable(vocab[new_id]), new_id, times, len(merged)))
        ids = merged
    return pd.DataFrame(rows, columns=["merge", "token", "new id", "times", "tokens left"])


def sizes_of(written: str) -> list[int]:
    """Vocabulary sizes, written with commas between; ValueError for anything else."""
    try:
        sizes = [int(number) for number in written.replace(",", " ").split()]
    except ValueError:
        sizes = []
    if not sizes or min(sizes) < 256 or max(sizes) > LARGEST:
        raise ValueError(
            f"{written!r} is no list of sizes from 256 to {LARGEST}; write them as 256, 320, 384"
        )
    return sizes


def ending(merges: Merges, asked: int) -> str:
    """Why training stopped, when it was asked for a vocabulary size."""
    if 256 + len(merges) == asked:
        return f"the vocabulary has its {asked:,} ids."
    least = reference.MIN_PAIR_COUNT
    return f"no pair is left that stands there {least} times, so training ends early."


def article_rows(codes: tuple[str, str], names: tuple[str, str], number: int) -> list[dict]:
    """An article in two languages under the two vocabularies of their report: rows for
    `ui.token_rows`. The fast tokenizer learns what the reference does."""
    first, second = report.samples(codes)
    vocabularies = {"both": f"{first}\n{second}", f"{names[1]} only": second}
    rows = []
    for code, name in zip(codes, names):
        for title, text in vocabularies.items():
            tok = BPETokenizer(min_pair_count=reference.MIN_PAIR_COUNT)
            tok.train(text, report.VOCAB_SIZE)
            rows.append(text_row(tok, f"{name}, learned from {title}", article(code, number)))
    return rows


def whose_table(figures: dict, codes: tuple[str, str], names: tuple[str, str]) -> pd.DataFrame:
    """Tokens of both texts under both vocabularies of a report, and their ratio."""
    rows = []
    for rules, title in (("shared", "of both texts"), (f"{codes[1]}_only", f"{names[1]} only")):
        first, second = (figures[f"{code}_tokens_{rules}"] for code in codes)
        rows.append((title, figures[f"{rules}_rules"], first, second, first / second))
    columns = ["vocabulary", "merges", *(f"{name} tokens" for name in names), "ratio"]
    return pd.DataFrame(rows, columns=columns)
