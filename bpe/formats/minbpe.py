"""minbpe's .model: the split pattern, the special tokens, and the merges as pairs of ids."""

import numpy as np

from bpe.alphabets import BYTES
from bpe.encoder import MergeTable
from bpe.formats.files import decoded
from bpe.formats.patterns import from_single, to_single
from bpe.formats.record import Record, refuse_characters

_VERSION = "minbpe v1"


def read(data: bytes) -> Record:
    """The tokenizer of a .model; the n-th merge makes the id 256 + n."""
    lines = [line.strip() for line in decoded(data).split("\n")]
    if lines[0] != _VERSION:
        raise ValueError(f"line 1 is {lines[0]!r}; only {_VERSION!r} is known here")
    if len(lines) < 4 or lines[-1]:
        raise ValueError(f"line {len(lines)} breaks off; the file is truncated, get it again")
    if not lines[2].isdecimal():
        raise ValueError(f"line 3 is {lines[2][:60]!r}, and should be the number of special tokens")
    first = 3 + int(lines[2])
    special = dict(_special(number, line) for number, line in enumerate(lines[3:first], 4))
    merges: dict[tuple[int, int], int] = {}
    for number, line in enumerate(lines[first:-1], first + 1):
        made = 256 + len(merges)
        pair = tuple(int(word) if word.isdecimal() else -1 for word in line.split())
        if len(pair) != 2 or not all(0 <= half < made for half in pair) or pair in merges:
            raise ValueError(
                f"line {number} is {line[:60]!r}; id {made} needs a pair of ids below it, not yet "
                "merged"
            )
        merges[pair] = made
    table = MergeTable.of_merges(merges, 256)
    return Record(
        table,
        np.arange(table.size, dtype=np.int32),
        table.spellings(BYTES.base),
        split=from_single(lines[1]) if lines[1] else None,
        special_tokens=special,
    )


def _special(number: int, line: str) -> tuple[str, int]:
    token, _, name = line.rpartition(" ")
    if not token or not name.isdecimal():
        raise ValueError(
            f"line {number} is {line[:60]!r}, and should be a special token and its id"
        )
    return token, int(name)


def write(record: Record) -> bytes:
    """A .model with which minbpe's RegexTokenizer gives the same ids (BasicTokenizer, if flat)."""
    refuse_characters(record)
    table = record.table
    if not np.array_equal(record.names, np.arange(table.size)) or table.whole or len(table.early):
        raise ValueError("its ids are not 256, 257, … in the order of its merges; use our .json")
    if record.normalizer:
        raise ValueError(f"the format cannot ask for {record.normalizer}; use tokenizer.json")
    pattern = "" if record.split is None else to_single(record.split, "minbpe")
    if pattern != pattern.strip():
        pattern = f"(?:{pattern})"
    if len(pattern.splitlines()) > 1:
        raise ValueError("the split pattern has a line break; write it as \\n")
    for token in record.special_tokens:
        if len(token.split()) != 1 or token != token.strip():
            raise ValueError(f"the special token {token!r} has a space, and minbpe separates by it")
    lines = [
        _VERSION,
        pattern,
        str(len(record.special_tokens)),
        *(f"{token} {name}" for token, name in record.special_tokens.items()),
        *map("{} {}".format, table.lefts.tolist(), table.rights.tolist()),
    ]
    return "".join(f"{line}\n" for line in lines).encode()
