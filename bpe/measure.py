"""What a tokenization costs: tokens, bytes per token, fertility.

>>> from bpe import BPETokenizer
>>> tok = BPETokenizer()
>>> _ = tok.train("aaabdaaabac", vocab_size=259)
>>> cost("aaab aaab", tok.encode("aaab aaab"))
Cost(tokens=3, bytes=9, characters=9, words=2)
"""

from collections.abc import Sequence
from typing import NamedTuple


class Cost(NamedTuple):
    """A text's tokens beside its bytes, code points, and words between whitespace."""

    tokens: int
    bytes: int
    characters: int
    words: int

    @property
    def bytes_per_token(self) -> float:
        """Compression: how many bytes of text a token carries. 0 for an empty text."""
        return self.bytes / self.tokens if self.tokens else 0.0

    @property
    def tokens_per_word(self) -> float:
        """Fertility: how many tokens a word costs. 0 for a text without words."""
        return self.tokens / self.words if self.words else 0.0


def cost(text: str, ids: Sequence[int]) -> Cost:
    """The cost of a text that encodes to these ids."""
    return Cost(len(ids), len(text.encode("utf-8")), len(text), len(text.split()))
