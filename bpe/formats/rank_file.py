"""tiktoken's rank files: on each line a token in base64 and its rank, which is its id."""

from base64 import b64encode
from binascii import a2b_base64
from functools import partial

import numpy as np

from bpe.formats.record import Record, by_spelling, refuse_characters
from bpe.ranks import merge_table, splits

_decoded = partial(a2b_base64, strict_mode=True)


def read(data: bytes, split: str | tuple[str, ...] | None) -> Record:
    """The tokenizer of a rank file; how it splits texts and its special tokens are not in it."""
    return of_ranks(parse(data), split=split)


def parse(data: bytes) -> dict[bytes, int]:
    """The tokens of a rank file with their ids."""
    words = data.split()
    try:
        tokens = dict(zip(map(_decoded, words[::2]), map(int, words[1::2]), strict=True))
        regular = len(tokens) == len(set(tokens.values())) == len(words) / 2
    except ValueError:
        regular = False
    if not regular or not data.endswith(b"\n"):
        _check_lines(data)
    if not regular:
        raise ValueError("it does not hold one token and its rank on each line")
    return tokens


def _check_lines(data: bytes) -> None:
    """Name the line that is wrong."""
    lines: dict[bytes, int] = {}
    ranks: dict[int, int] = {}
    before = -1
    for number, line in enumerate(data.splitlines(), 1):
        if not (words := line.split()):
            continue
        try:
            word, digits = words
            token, rank = _decoded(word), int(digits)
        except ValueError:
            raise ValueError(
                f"line {number} is not a token in base64 and its rank; "
                "the file is damaged or of another format"
            ) from None
        if not data.endswith(b"\n") and number == data.count(b"\n") + 1 and rank != before + 1:
            raise ValueError(
                f"line {number}, the last, breaks off: after rank {before} comes {rank}, and no "
                "end of line; the file is truncated, get it again"
            )
        if token in lines:
            raise ValueError(
                f"line {number} lists the token {token!r} of line {lines[token]} again"
            )
        if rank in ranks:
            raise ValueError(f"line {number} gives the rank {rank} of line {ranks[rank]} again")
        lines[token] = ranks[rank] = number
        before = rank


def of_ranks(tokens: dict[bytes, int], **settings) -> Record:
    """The tokenizer of tokens and their ids, by the rule of rank files (see `bpe.ranks`)."""
    for byte in range(256):
        if bytes([byte]) not in tokens:
            raise ValueError(
                f"the byte 0x{byte:02X} is no token; a byte-level vocabulary has all 256 of them"
            )
    if b"" in tokens:
        raise ValueError(f"the token of rank {tokens[b'']} is empty")
    if (lowest := min(tokens.values())) < 0:
        raise ValueError(f"the rank {lowest} is negative; ids count from 0")
    by_rank = sorted(tokens, key=tokens.__getitem__)
    longer = [token for token in by_rank if len(token) > 1]
    spellings = [bytes([byte]) for byte in range(256)] + longer
    table, order = merge_table(spellings, splits(spellings), np.arange(len(spellings)), True)
    spellings = [spellings[token] for token in order.tolist()]
    names = np.array([tokens[token] for token in spellings], np.int32)
    return Record(table, names, spellings, **settings)


def write(record: Record) -> bytes:
    """A rank file that makes tiktoken give the same ids, with the split and special tokens."""
    refuse_characters(record)
    tokens = by_spelling(record)
    _refuse_other_merges(record, of_ranks(tokens))
    by_id = sorted(tokens.items(), key=lambda item: item[1])
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for token, rank in by_id)


def _refuse_other_merges(record: Record, by_rank: Record) -> None:
    """Refuse merges that the rule of rank files would not find again."""
    wanted, found = _halves(record), _halves(by_rank)
    for name in record.names[256:].tolist():
        if wanted.get(name) != found.get(name):
            raise ValueError(
                f"id {name} is made of {_shown(wanted.get(name))} here; by the rule of rank files "
                f"it would be made of {_shown(found.get(name))}; use our .json"
            )
    if not np.array_equal(record.names, by_rank.names) or not np.array_equal(
        record.table.priorities.argsort(kind="stable"),
        by_rank.table.priorities.argsort(kind="stable"),
    ):
        raise ValueError(
            "its ids are not in the order of its merges; use our .json or tokenizer.json"
        )
    if len(record.table.whole) != len(by_rank.table.whole):
        token = next(iter(by_rank.table.whole))
        raise ValueError(
            f"the format would make a chunk that spells {token!r} one token; use our .json"
        )


def _halves(record: Record) -> dict[int, tuple[int, int]]:
    rows = (record.table.ids, record.table.lefts, record.table.rights)
    made, lefts, rights = (record.names[ids].tolist() for ids in rows)
    return dict(zip(made, zip(lefts, rights)))


def _shown(halves: tuple[int, int] | None) -> str:
    return "no two tokens" if halves is None else f"ids {halves[0]} and {halves[1]}"
