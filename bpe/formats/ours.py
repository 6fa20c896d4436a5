"""Our own format: JSON that holds all there is to a tokenizer, one merge a line, and a checksum.

The merges stand in the order of rank, each with the ids of its halves and its own, and where it was
learned here with its count and the tokens left. ``sha256`` is over the other fields, as JSON with
sorted keys, without spaces, in ASCII.
"""

import hashlib
import json
from base64 import b64encode
from binascii import a2b_base64
from typing import Any

import numpy as np

from bpe.alphabets import BYTES, Characters
from bpe.encoder import MergeTable
from bpe.formats.record import Record
from bpe.splitting import compile_split
from bpe.trainer import TIE_BREAKS, Merge

_FORMAT = "merge-by-merge tokenizer"
_VERSION = 1
_FORMS = (None, "NFC", "NFD", "NFKC", "NFKD")


# --- Writing --------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """The file's content, made to be read by people too."""
    content = _content(record)
    content["sha256"] = _checksum(content)
    fields = (f"{json.dumps(field)}: {_lines(value)}" for field, value in content.items())
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def _content(record: Record) -> dict[str, Any]:
    table, names = record.table, record.names
    base = names[: table.base_size].tolist()
    rows = zip(*(names[ids].tolist() for ids in (table.lefts, table.rights, table.ids)))
    merges = [list(row) for row in rows]
    initial = min(len(record.initial_merges), len(merges))
    for row, merge in zip(merges[initial:], record.history):
        row += [merge.count, merge.length]
    merged = set(table.ids.tolist())
    unmerged = [rank for rank in range(table.base_size, table.size) if rank not in merged]
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "split": record.split if isinstance(record.split, str | None) else list(record.split),
        "tie_break": record.tie_break,
        "min_pair_count": record.min_pair_count,
        "normalizer": record.normalizer,
        "alphabet": record.alphabet and _alphabet_content(record.alphabet),
        "special_tokens": record.special_tokens,
        "base_ids": None if base == list(range(len(base))) else base,
        "initial_merges": initial,
        "merge_columns": ["left", "right", "id", "count", "length"],
        "merges": merges,
        "unmerged_columns": ["rank", "id", "base64", "whole_chunk"],
        "unmerged": [
            [
                rank - table.base_size,
                int(names[rank]),
                b64encode(record.spellings[rank]).decode(),
                record.spellings[rank] in table.whole,
            ]
            for rank in unmerged
        ],
        "priorities": None if table.ranks is None else table.ranks.tolist(),
    }


def _alphabet_content(alphabet: Characters) -> dict[str, Any]:
    symbols = alphabet.symbols
    return {
        "end_of_word": alphabet.end_of_word,
        "symbols": None if symbols is None else list(symbols),
    }


def _lines(value: Any) -> str:
    """JSON; lists of lists one item a line."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(json.dumps(item) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


def _checksum(content: dict[str, Any]) -> str:
    rest = {field: value for field, value in content.items() if field != "sha256"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


# --- Reading --------------------------------------------------------------------------------------


def read(content: dict[str, Any]) -> Record:
    """The tokenizer in a file of ours."""
    _check_version(content)
    split = _split(content)
    alphabet = _alphabet(content)
    base = (alphabet or BYTES).base
    names = _base_ids(content, len(base))
    rows = _rows(content)
    unmerged = _unmerged(content)
    table, names, spellings = _tokens(base, names, rows, unmerged, _priorities(content))
    initial = _whole_number(content, "initial_merges")
    if initial > len(rows):
        raise ValueError(f"the field initial_merges is {initial}, of {len(rows)} merges in all")
    learned = rows[initial:] if rows and len(rows[-1]) == 5 else []
    tie_break = _one_of(content, "tie_break", TIE_BREAKS)
    normalizer = _one_of(content, "normalizer", _FORMS)
    min_pair_count = _whole_number(content, "min_pair_count")
    special = _special_tokens(content)
    if content.get("sha256") != _checksum(content):
        raise ValueError(
            "the file was altered after it was saved: its content does not fit the field sha256; "
            "get the original again"
        )
    return Record(
        table,
        names,
        spellings,
        split=split,
        special_tokens=special,
        normalizer=normalizer,
        tie_break=tie_break,
        min_pair_count=min_pair_count,
        initial_merges={(left, right): made for left, right, made, *_ in rows[:initial]},
        alphabet=alphabet,
        history=[
            Merge((left, right), made, count, length)
            for left, right, made, count, length in learned
        ],
    )


def _check_version(content: dict[str, Any]) -> None:
    if content["format"] != _FORMAT:
        raise ValueError(
            f"the field format is {content['format']!r}; only {_FORMAT!r} is known here"
        )
    if (version := _whole_number(content, "version")) > _VERSION:
        raise ValueError(
            f"the field version is {version}, newer than this program, which knows {_VERSION}; "
            "update the program"
        )


def _wrong(field: str, value: Any, wanted: str) -> ValueError:
    shown = json.dumps(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return ValueError(f"the field {field} is {shown}, and should be {wanted}")


def _whole_number(content: dict[str, Any], field: str) -> int:
    value = content.get(field)
    if not _is_count(value):
        raise _wrong(field, value, "a whole number")
    return value


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 62


def _one_of(content: dict[str, Any], field: str, known: Any) -> Any:
    value = content.get(field)
    if not isinstance(value, str | None) or value not in known:
        raise _wrong(field, value, "one of " + ", ".join(map(json.dumps, known)))
    return value


def _split(content: dict[str, Any]) -> str | tuple[str, ...] | None:
    value = content.get("split")
    if isinstance(value, list) and all(isinstance(pattern, str) for pattern in value):
        value = tuple(value)
    elif not isinstance(value, str | None):
        raise _wrong("split", value, "null, a pattern, or a list of patterns")
    if value is not None:
        try:
            compile_split(value)
        except ValueError as error:
            raise ValueError(f"in the field split, {error}") from None
    return value


def _alphabet(content: dict[str, Any]) -> Characters | None:
    value = content.get("alphabet")
    if value is None:
        return None
    symbols = value.get("symbols") if isinstance(value, dict) else 0
    if not isinstance(symbols, list | None) or not isinstance(value.get("end_of_word"), str):
        raise _wrong("alphabet", value, "null, or an end_of_word and symbols")
    if not all(isinstance(symbol, str) for symbol in symbols or ()):
        raise _wrong("alphabet.symbols", symbols, "a list of characters")
    return Characters(value["end_of_word"], None if symbols is None else tuple(symbols))


def _special_tokens(content: dict[str, Any]) -> dict[str, int]:
    value = content.get("special_tokens")
    if not isinstance(value, dict) or not all(map(_is_count, value.values())):
        raise _wrong("special_tokens", value, "spellings with their ids")
    return value


def _base_ids(content: dict[str, Any], size: int) -> list[int]:
    value = content.get("base_ids")
    if value is None:
        return list(range(size))
    if not isinstance(value, list) or len(value) != size or not all(map(_is_count, value)):
        raise _wrong("base_ids", value, f"null or {size} ids")
    return value


def _priorities(content: dict[str, Any]) -> np.ndarray | None:
    value = content.get("priorities")
    if value is None:
        return None
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise _wrong("priorities", value, "null or a list of numbers")
    return np.array(value, np.int64)


def _rows(content: dict[str, Any]) -> list[list[int]]:
    rows = content.get("merges")
    if not isinstance(rows, list):
        raise _wrong("merges", rows, "a list")
    initial = content.get("initial_merges")
    for i, row in enumerate(rows):
        usual = isinstance(row, list) and len(row) in (3, 5) and all(map(_is_count, row))
        if not usual or (i != initial and i and len(row) != len(rows[i - 1])):
            raise _wrong(f"merges[{i}]", row, "left, right and id, or these with count and length")
    return rows


def _unmerged(content: dict[str, Any]) -> dict[int, tuple[int, bytes, bool]]:
    """By rank the tokens that no merge makes: id, spelling, whether whole chunks are that token."""
    items = content.get("unmerged")
    if not isinstance(items, list):
        raise _wrong("unmerged", items, "a list")
    tokens = {}
    for i, item in enumerate(items):
        try:
            rank, name, spelling, whole = item
            tokens[rank] = (name, a2b_base64(spelling, strict_mode=True), whole)
            usual = _is_count(rank) and _is_count(name) and len(tokens) == i + 1
        except (TypeError, ValueError):
            usual = False
        if not usual or not isinstance(whole, bool) or not spelling:
            raise _wrong(
                f"unmerged[{i}]", item, "a rank, an id, a spelling in base64, true or false"
            )
    return tokens


def _tokens(
    base: list[bytes],
    names: list[int],
    rows: list[list[int]],
    unmerged: dict[int, tuple[int, bytes, bool]],
    priorities: np.ndarray | None,
) -> tuple[MergeTable, np.ndarray, list[bytes]]:
    """The merge table, and ids and spellings of all tokens in its order."""
    names, spellings, lengths = list(names), list(base), [1] * len(base)
    number = {name: symbol for symbol, name in enumerate(names)}
    merged: dict[tuple[int, int], int] = {}
    whole: dict[bytes, int] = {}
    waiting = iter(enumerate(rows))
    for rank in range(len(rows) + len(unmerged)):
        token = len(names)
        if rank in unmerged:
            name, spelling, is_whole = unmerged[rank]
            field, length = "unmerged", len(spelling)
            if is_whole:
                whole[spelling] = token
        else:
            at, (left, right, name, *_) = next(waiting, (None, (0, 0, 0)))
            if at is None:
                raise ValueError("the ranks in the field unmerged leave gaps")
            field = f"merges[{at}]"
            for half in (left, right):
                if half not in number:
                    raise ValueError(f"the field {field} uses id {half}, which is not made before")
            pair = number[left], number[right]
            if pair in merged:
                raise ValueError(f"the field {field} merges the pair {left}, {right} again")
            merged[pair] = token
            spelling = spellings[pair[0]] + spellings[pair[1]]
            length = lengths[pair[0]] + lengths[pair[1]]
        if name in number:
            raise ValueError(f"the field {field} makes id {name} again")
        number[name] = token
        names.append(name)
        spellings.append(spelling)
        lengths.append(length)
    if priorities is not None and len(priorities) != len(names):
        raise ValueError(
            f"the field priorities has {len(priorities)} items for {len(names)} tokens"
        )
    lefts, rights = np.array(list(merged), np.int32).reshape(-1, 2).T
    ids = np.array(list(merged.values()), np.int32)
    sizes = np.array(lengths, np.int64)
    table = MergeTable(lefts, rights, ids, sizes, len(base), whole, priorities)
    return table, np.array(names, np.int32), spellings
