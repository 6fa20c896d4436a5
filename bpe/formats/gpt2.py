"""GPT-2's two files: merges in order (vocab.bpe, merges.txt) and ids (encoder.json, vocab.json)."""

from bpe.formats import byte_level, merge_list
from bpe.formats.files import decoded, parse_json
from bpe.formats.record import Record


def read(data: bytes, ids: bytes | None, split: str | tuple[str, ...] | None) -> Record:
    """The tokenizer of a merges file and, if there is one, the content of the file of ids.

    Without it the ids are numbered as GPT-2's are: the bytes that can be shown, the others, then
    the merges in order. Texts are split by GPT-2's pattern unless another is given.
    """
    merges, first_line = _merges(data)
    vocab = _vocab(ids) if ids is not None else _numbered(merges)
    special = {
        token: name
        for token, name in vocab.items()
        if len(token) > 1 and (token.startswith("<|") or byte_level.unspell(token) is None)
    }
    return merge_list.record(
        vocab,
        merges,
        special,
        lambda rank: f"line {first_line + rank}",
        False,
        split=split or "gpt2",
        special_tokens=special,
    )


def _merges(data: bytes) -> tuple[list[tuple[str, str]], int]:
    """The merges, and the line of the first."""
    lines = decoded(data).rstrip("\n").split("\n")
    first = 2 if lines[0].startswith("#version") else 1
    merges = []
    for number, line in enumerate(lines[first - 1 :], first):
        pair = tuple(line.rstrip("\r").split(" "))
        if len(pair) != 2 or not all(pair):
            raise ValueError(f"line {number} is {line[:60]!r}, which is no pair of tokens")
        merges.append(pair)
    return merges, first


def _numbered(merges: list[tuple[str, str]]) -> dict[str, int]:
    tokens = [byte_level.spell(bytes([byte])) for byte in byte_level.ORDER]
    return {token: i for i, token in enumerate([*tokens, *map("".join, merges)])}


def _vocab(ids: bytes) -> dict[str, int]:
    vocab = parse_json(ids)
    if not isinstance(vocab, dict) or not all(type(name) is int for name in vocab.values()):
        raise ValueError("the file of ids beside it is no list of tokens with their ids")
    return vocab
