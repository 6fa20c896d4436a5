"""What all formats come down to."""

from dataclasses import dataclass, field

import numpy as np

from bpe.alphabets import Characters
from bpe.encoder import MergeTable
from bpe.trainer import Merge


@dataclass
class Record:
    """What a file says of a tokenizer, checked and ready to use.

    ``names`` are the ids as the file numbers them, ``spellings`` the bytes of each, both by rank:
    the base ids, then the merges of ``table``.
    """

    table: MergeTable
    names: np.ndarray
    spellings: list[bytes]
    split: str | tuple[str, ...] | None = None
    special_tokens: dict[str, int] = field(default_factory=dict)
    normalizer: str | None = None
    tie_break: str = "smallest"
    min_pair_count: int = 1
    initial_merges: dict[tuple[int, int], int] = field(default_factory=dict)
    alphabet: Characters | None = None
    history: list[Merge] = field(default_factory=list)


def refuse_characters(record: Record) -> None:
    """Refuse an alphabet of characters: the format knows bytes alone."""
    if record.alphabet is not None:
        raise ValueError(
            "its tokens are characters, and the format knows bytes alone; use our .json"
        )


def by_spelling(record: Record) -> dict[bytes, int]:
    """{token: id}; refused where two ids spell the same."""
    tokens: dict[bytes, int] = {}
    for token, name in zip(record.spellings, record.names.tolist()):
        if token in tokens:
            raise ValueError(
                f"ids {tokens[token]} and {name} both spell {token!r}, made of different halves, "
                "and the format tells tokens by their bytes; use our .json or minbpe's .model"
            )
        tokens[token] = name
    return tokens
