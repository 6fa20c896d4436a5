"""Reading and writing tokenizers in every common format.

=====================  =======================================================  ================
file                   what it is                                               here
=====================  =======================================================  ================
tokenizer.json         Hugging Face tokenizers, byte-level BPE                  read and written
any other .json        our own: everything, with a checksum                     read and written
.tiktoken              tiktoken's rank file: tokens in base64, with their rank  read and written
.model                 minbpe                                                   read and written
tekken.json            Mistral                                                  read
vocab.bpe, merges.txt  GPT-2's merges; ids from an encoder.json or vocab.json   read
=====================  =======================================================  ================

The name decides what is written. What is read is told by its content, so that a file may be called
anything. Whatever a format cannot hold, or asks of us and we lack, is refused: a ValueError names
the line or field. Nothing in a file is ever run.
"""

import re
from pathlib import Path

from bpe.formats import gpt2, huggingface, minbpe, ours, rank_file, tekken
from bpe.formats.files import parse_json, replace_file
from bpe.formats.record import Record
from bpe.formats.snippets import snippet

__all__ = ["Record", "dumps", "loads", "read", "save", "snippet"]

_MERGES = ("vocab.bpe", "merges.txt")
_COMPANIONS = {"vocab.bpe": "encoder.json", "merges.txt": "vocab.json"}


def save(record: Record, path: str | Path) -> None:
    """Write a tokenizer. The old file is replaced at once or, if anything fails, left as it was."""
    path = Path(path)
    replace_file(path, dumps(record, path.name))


def dumps(record: Record, name: str) -> bytes:
    """The content of a file of that name; ValueError where its format cannot hold the tokenizer."""
    if name.endswith("tokenizer.json"):
        write = huggingface.write
    elif name.endswith(".json"):
        write = ours.write
    elif name.endswith(".tiktoken"):
        write = rank_file.write
    elif name.endswith(".model"):
        write = minbpe.write
    else:
        raise ValueError(
            f"no format goes by the name {name!r}; end it in .json (ours), tokenizer.json "
            "(Hugging Face), .tiktoken or .model (minbpe)"
        )
    try:
        return write(record)
    except ValueError as trouble:
        raise ValueError(f"{name} cannot hold this tokenizer: {trouble}") from None


def read(
    path: str | Path,
    split: str | tuple[str, ...] | None = None,
    special_tokens: dict[str, int] | None = None,
) -> Record:
    """Read a file; see `loads`. Beside GPT-2's merges, their ids are looked for."""
    path = Path(path)
    data = path.read_bytes()
    beside = path.with_name(path.name.replace(*_companion(path.name)))
    ids = beside.read_bytes() if beside != path and beside.exists() else None
    return loads(data, path.name, split, special_tokens, ids)


def loads(
    data: bytes,
    name: str,
    split: str | tuple[str, ...] | None = None,
    special_tokens: dict[str, int] | None = None,
    ids: bytes | None = None,
) -> Record:
    """The tokenizer in the content of a file; its name serves messages.

    ``split`` says how texts are split where the file does not (rank files; GPT-2's merges, which
    else take GPT-2's own). ``special_tokens`` come on top of those in the file. ``ids`` is the
    content of the encoder.json or vocab.json that belongs to GPT-2's merges. Raises ValueError for
    a file that is damaged, of another format, or asks for what cannot be honoured.
    """
    try:
        record = _read(data, name, split, ids)
    except ValueError as trouble:
        raise ValueError(f"{name}: {trouble}") from None
    record.special_tokens = record.special_tokens | (special_tokens or {})
    return record


def _read(data: bytes, name: str, split, ids: bytes | None) -> Record:
    if not data.strip():
        raise ValueError("the file is empty; get it again")
    if name.endswith(".json") or data.lstrip()[:1] == b"{":
        content = parse_json(data)
        record = _json_reader(content)(content)
    elif data.startswith(b"minbpe"):
        record = minbpe.read(data)
    elif data.startswith(b"#version") or name.endswith(_MERGES):
        return gpt2.read(data, ids, split)
    elif name.endswith(".tiktoken") or re.match(rb"[A-Za-z0-9+/]+={0,2} \d+\s", data):
        return rank_file.read(data, split)
    else:
        raise ValueError(
            "line 1 is that of no format known here; give a tokenizer.json, tekken.json, "
            ".tiktoken, minbpe .model, vocab.bpe, or our own .json (SentencePiece models are not "
            "byte-level BPE)"
        )
    if split not in (None, record.split):
        raise ValueError(
            f"the file says itself how texts are split ({record.split!r}); leave out split"
        )
    return record


def _json_reader(content):
    if isinstance(content, dict):
        if "format" in content:
            return ours.read
        if "model" in content:
            return huggingface.read
        if "config" in content:
            return tekken.read
        if content and all(isinstance(value, int) for value in content.values()):
            raise ValueError(
                "this is a list of ids alone; give the vocab.bpe or merges.txt beside it"
            )
    raise ValueError(
        "the fields format (ours), model (Hugging Face) and config (Mistral) are all missing; "
        "give a tokenizer's file"
    )


def _companion(name: str) -> tuple[str, str]:
    """How the name of a merges file and that of its ids differ."""
    for ending in _MERGES:
        if name.endswith(ending):
            return ending, _COMPANIONS[ending]
    return "", ""
