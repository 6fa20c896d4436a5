"""tokenizer.json of Hugging Face tokenizers, where it is byte-level BPE.

What decides the ids is honoured exactly or refused by the name of its field: the normalizer, the
split patterns, the vocabulary, the merges, the added tokens. Added tokens become special tokens,
which are only read as such where the caller allows it. Templates that put tokens around a text
(`post_processor`) are no part of encoding the text.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import regex

from bpe.formats import byte_level, merge_list, patterns
from bpe.formats.record import Record, by_spelling, refuse_characters
from bpe.splitting import PATTERNS

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")


def read(content: dict[str, Any]) -> Record:
    """The tokenizer that a tokenizer.json describes."""
    model = _field(content, "model", dict)
    _refuse_other_models(model)
    split = _split(content.get("pre_tokenizer"))
    normalizer = _normalizer(content.get("normalizer"))
    _check_decoder(content.get("decoder"))
    special = _added_tokens(content.get("added_tokens") or [], normalizer)
    return merge_list.record(
        _vocab(model),
        _merges(model),
        special,
        "model.merges[{}]".format,
        bool(model.get("ignore_merges")),
        split=split,
        special_tokens=special,
        normalizer=normalizer,
    )


def _field(content: dict[str, Any], name: str, kind: type, where: str = "") -> Any:
    value = content.get(name)
    if not isinstance(value, kind):
        what = "is missing" if value is None else f"is {_shown(value)}"
        raise ValueError(
            f"the field {where}{name} {what}; the file is damaged or of another format"
        )
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _refuse_other_models(model: dict[str, Any]) -> None:
    if model.get("type", "BPE") != "BPE":
        raise ValueError(
            f"model.type is {_shown(model['type'])}; only byte-level BPE can be honoured exactly"
        )
    for name in ("byte_fallback", "dropout", "continuing_subword_prefix", "end_of_word_suffix"):
        if model.get(name):
            raise ValueError(
                f"model.{name} is {_shown(model[name])}, which byte-level BPE as here does not have"
            )


# --- What happens before the merges ---------------------------------------------------------------


def _normalizer(node: dict[str, Any] | None) -> str | None:
    """The one normal form that a normalizer, or a sequence of them, comes down to."""
    forms = [form for form, _ in _flat(node, "normalizer", "normalizers")]
    for name in forms:
        if name not in _FORMS:
            raise ValueError(
                f"normalizer is {_shown(name)}; only {', '.join(_FORMS)} can be honoured exactly"
            )
    if not forms:
        return None
    # Of normal forms in a row the last composes or decomposes; one K anywhere is enough.
    compatible = any("K" in form for form in forms)
    return f"NF{'K' if compatible else ''}{forms[-1][-1]}"


def _flat(
    node: dict[str, Any] | None, field: str, members: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The steps of a component, sequences unfolded: (type, content)."""
    if node is None:
        return
    if not isinstance(node, dict) or not isinstance(node.get("type"), str):
        raise ValueError(f"the field {field} is {_shown(node)}, without a type")
    if node["type"] != "Sequence":
        yield node["type"], node
        return
    for member in _field(node, members, list, f"{field}."):
        yield from _flat(member, field, members)


def _split(node: dict[str, Any] | None) -> str | tuple[str, ...] | None:
    """The split patterns, in the order in which they apply."""
    steps = list(_flat(node, "pre_tokenizer", "pretokenizers"))
    if [kind for kind, _ in steps].count("ByteLevel") != 1 or steps[-1][0] != "ByteLevel":
        kinds = ", ".join(kind for kind, _ in steps) or "null"
        raise ValueError(
            f"pre_tokenizer is {kinds}; for byte-level BPE it has to end in one ByteLevel"
        )
    found: list[str] = []
    for kind, step in steps:
        if kind == "Split":
            found.append(_pattern(step))
        elif kind == "Digits":
            found.append(r"\p{N}" if step.get("individual_digits") else r"\p{N}+")
        elif kind == "ByteLevel":
            if step.get("add_prefix_space", True):
                raise ValueError("pre_tokenizer.add_prefix_space is true: it changes the text")
            if step.get("use_regex", True):
                found.append(PATTERNS["gpt2"])
        else:
            raise ValueError(
                f"pre_tokenizer has {_shown(kind)}; only Split, Digits and ByteLevel can be "
                "honoured exactly"
            )
    return patterns.named(tuple(found)) if found else None


def _pattern(step: dict[str, Any]) -> str:
    pattern = _field(step, "pattern", dict, "pre_tokenizer.")
    if isinstance(pattern.get("String"), str):
        found = regex.escape(pattern["String"])
    else:
        found = patterns.from_oniguruma(_field(pattern, "Regex", str, "pre_tokenizer.pattern."))
    behavior = step.get("behavior")
    # What is removed, if all that is no match is, and there is no such thing, is nothing.
    nothing = (
        behavior == "Removed" and step.get("invert") is True and patterns.covers_everything(found)
    )
    if behavior != "Isolated" and not nothing:
        raise ValueError(
            f"pre_tokenizer.behavior is {_shown(behavior)}; only Isolated can be honoured exactly"
        )
    return found


def _check_decoder(node: dict[str, Any] | None) -> None:
    for kind, _ in _flat(node, "decoder", "decoders"):
        if kind != "ByteLevel":
            raise ValueError(f"decoder has {_shown(kind)}; only ByteLevel can be honoured exactly")


# --- Tokens and merges ----------------------------------------------------------------------------


def _added_tokens(nodes: list[dict[str, Any]], normalizer: str | None) -> dict[str, int]:
    special = {}
    for i, node in enumerate(nodes):
        where = f"added_tokens[{i}]."
        content = _field(node, "content", str, where)
        for flag in ("lstrip", "rstrip", "single_word"):
            if node.get(flag):
                raise ValueError(
                    f"{where}{flag} is true for {content!r}, which is not honoured here"
                )
        if node.get("normalized") and normalizer:
            raise ValueError(
                f"{where}normalized is true for {content!r}: with a normalizer, "
                "that is not honoured here"
            )
        special[content] = _field(node, "id", int, where)
    return special


def _merges(model: dict[str, Any]) -> list[tuple[str, str]]:
    merges = []
    for i, merge in enumerate(_field(model, "merges", list, "model.")):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(_is_text, pair))):
            raise ValueError(f"model.merges[{i}] is {_shown(merge)}, which is no pair of tokens")
        merges.append(tuple(pair))
    return merges


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _vocab(model: dict[str, Any]) -> dict[str, int]:
    vocab = _field(model, "vocab", dict, "model.")
    for token, name in vocab.items():
        if type(name) is not int or not 0 <= name < 1 << 31:
            raise ValueError(f"model.vocab gives {token!r} the id {_shown(name)}")
    return vocab


# --- Writing --------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """A tokenizer.json with which Hugging Face tokenizers give the same ids."""
    refuse_characters(record)
    tokens = {byte_level.spell(token): name for token, name in by_spelling(record).items()}
    for token, name in record.special_tokens.items():
        # In the vocabulary too, because an added token's own id is not heeded.
        if tokens.setdefault(token, name) != name:
            raise ValueError(
                f"the special token {token!r} (id {name}) is spelled like the token of id "
                f"{tokens[token]}; give it another spelling"
            )
    table = record.table
    rows = np.argsort(table.priorities[table.ids], kind="stable")
    written = [byte_level.spell(token) for token in record.spellings]
    merges = [
        f"{written[left]} {written[right]}"
        for left, right in zip(table.lefts[rows].tolist(), table.rights[rows].tolist())
    ]
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": name,
                "content": token,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
            for token, name in sorted(record.special_tokens.items(), key=lambda item: item[1])
        ],
        "normalizer": record.normalizer and {"type": record.normalizer},
        "pre_tokenizer": _pre_tokenizer(record.split),
        "post_processor": None,
        "decoder": _byte_level(),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": bool(table.whole),
            "vocab": dict(sorted(tokens.items(), key=lambda item: item[1])),
            "merges": merges,
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"


def _pre_tokenizer(split: str | tuple[str, ...] | None) -> dict[str, Any]:
    if split is None:
        return _byte_level()
    steps = [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        for pattern in patterns.to_oniguruma(split)
    ]
    return {"type": "Sequence", "pretokenizers": [*steps, _byte_level()]}


def _byte_level() -> dict[str, Any]:
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": False,
    }
