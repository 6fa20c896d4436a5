"""Merges written in GPT-2's characters, with a separate list of ids: of Hugging Face and GPT-2."""

from collections.abc import Callable, Iterable

import numpy as np

from bpe.formats import byte_level
from bpe.formats.record import Record
from bpe.ranks import Pairs, merge_table


def record(
    vocab: dict[str, int],
    merges: Iterable[tuple[str, str]],
    special: dict[str, int],
    where: Callable[[int], str],
    whole_chunks: bool,
    **settings,
) -> Record:
    """The tokenizer of ids and merges; a token may be merged from several splits.

    ``where`` says where the n-th merge stands, for messages. Ids of special tokens in ``vocab`` are
    theirs. ``whole_chunks``: whether a chunk that is a token is that token at once.
    """
    number = {byte_level.spell(bytes([byte])): byte for byte in range(256)}
    for character, byte in number.items():
        if character not in vocab:
            raise ValueError(
                f"the vocabulary lacks the byte 0x{byte:02X} ({character!r}); at byte level it has "
                "all 256 of them"
            )
    ranks: dict[tuple[str, str], int] = {}
    for rank, pair in enumerate(merges):
        for token in (*pair, "".join(pair)):
            if token not in vocab:
                raise ValueError(f"{where(rank)} merges {pair}, but the vocabulary lacks {token!r}")
        ranks[pair] = rank
    by_rank = sorted(ranks, key=ranks.__getitem__)
    for left, right in by_rank:
        number.setdefault(left + right, len(number))
    for token in sorted(vocab, key=vocab.__getitem__):
        if special.get(token) != vocab[token]:
            number.setdefault(token, len(number))
    spellings = _spellings(number)
    halves = np.array([(number[left], number[right]) for left, right in by_rank], np.int64)
    lefts, rights = halves.reshape(-1, 2).T
    made = np.array([number[left + right] for left, right in by_rank], np.int64)
    pairs = Pairs(lefts, rights, made, np.arange(len(by_rank)))
    # Tokens that no merge makes stand behind all merges.
    behind = np.arange(len(spellings)) + len(by_rank)
    table, order = merge_table(spellings, pairs, behind, whole_chunks)
    names = np.array([vocab[token] for token in number], np.int32)[order]
    return Record(table, names, [spellings[token] for token in order.tolist()], **settings)


def _spellings(tokens: Iterable[str]) -> list[bytes]:
    spellings = []
    for token in tokens:
        spelling = byte_level.unspell(token)
        if not spelling:
            raise ValueError(
                f"the vocabulary has {token!r}, which is not written in bytes as byte level has it"
            )
        spellings.append(spelling)
    return spellings
