"""Reading and writing tokenizers."""

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
