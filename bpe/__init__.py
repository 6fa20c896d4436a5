"""Byte-pair encoding from scratch: training, encoding, and what they cost.

>>> from bpe import BPETokenizer
>>> tok = BPETokenizer(split="gpt2")
>>> ids = tok.train("low lower lowest", vocab_size=260)
>>> tok.decode(ids)
'low lower lowest'
"""

from bpe.reference import count_pairs as pair_counts
from bpe.reference import merge
from bpe.tokenizer import BPETokenizer, Token
from bpe.trainer import Merge

__all__ = ["BPETokenizer", "Merge", "Token", "merge", "pair_counts"]
