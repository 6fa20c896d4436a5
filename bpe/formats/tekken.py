"""Mistral's tekken.json: a rank file in JSON, whose ids begin after the special tokens."""

from binascii import a2b_base64
from typing import Any

from bpe.formats import patterns
from bpe.formats.rank_file import of_ranks
from bpe.formats.record import Record

_SIZES = ("default_vocab_size", "default_num_special_tokens")


def read(content: dict[str, Any]) -> Record:
    """The tokenizer of a tekken.json: the part of its list that the model uses."""
    config = content["config"]
    entries = content.get("vocab")
    if not isinstance(config, dict) or not isinstance(entries, list):
        raise ValueError("the fields config and vocab do not hold a tekken vocabulary")
    size, first = (config.get(name) for name in _SIZES)
    for name in _SIZES:
        if type(config.get(name)) is not int or config[name] < 0:
            raise ValueError(
                f"config.{name} is {config.get(name)!r}, and should be a number of ids"
            )
    if not isinstance(config.get("pattern"), str):
        raise ValueError("config.pattern is missing; it says how texts are split")
    tokens: dict[bytes, int] = {}
    for i, entry in enumerate(entries[: size - first]):
        try:
            token, rank = a2b_base64(entry["token_bytes"], strict_mode=True), entry["rank"]
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"vocab[{i}] has no rank with token_bytes in base64") from None
        if rank != i or token in tokens:
            raise ValueError(f"vocab[{i}] has the rank {rank!r}, or a token that came before")
        tokens[token] = first + rank
    special = {}
    for i, entry in enumerate(content.get("special_tokens") or []):
        try:
            special[entry["token_str"]] = entry["rank"]
        except (KeyError, TypeError):
            raise ValueError(f"special_tokens[{i}] has no rank with token_str") from None
    split = patterns.named(config["pattern"])
    return of_ranks(tokens, split=split, special_tokens=special)
