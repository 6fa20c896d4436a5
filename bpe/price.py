"""What tokens cost: money, room in the context window, memory, and time.

A model is paid by the token, remembers keys and values by the token, and writes one token a step.
So whatever makes a text more tokens makes it dearer, in every one of these, by the same factor.

>>> Rate(input=2.5, output=10).of(tokens_in=400_000, tokens_out=100_000)
2.0
>>> Attention(layers=12, heads=12, head_size=64, bytes_per_value=2).cache(tokens=1_000)
36864000
"""

from typing import NamedTuple


class Rate(NamedTuple):
    """Money for a million tokens that a model reads, and for a million that it writes."""

    input: float
    output: float

    def of(self, tokens_in: float, tokens_out: float) -> float:
        """Money for one request."""
        return (self.input * tokens_in + self.output * tokens_out) / 1_000_000


class Attention(NamedTuple):
    """What decides how much a transformer remembers of each token.

    ``heads`` are the key-value heads, which several query heads may share ("GQA: Training
    Generalized Multi-Query Transformer Models from Multi-Head Checkpoints", Ainslie et al., 2023).
    """

    layers: int
    heads: int
    head_size: int
    bytes_per_value: float

    @property
    def bytes_per_token(self) -> float:
        """A key and a value for every head of every layer."""
        return 2 * self.layers * self.heads * self.head_size * self.bytes_per_value

    def cache(self, tokens: int) -> float:
        """Bytes of keys and values that are kept for so many tokens."""
        return self.bytes_per_token * tokens


def share_of_window(tokens: float, window: int) -> float:
    """How much of a context window is filled: 1 is all of it. ValueError for a window of nothing.

    >>> share_of_window(2_000, window=8_000)
    0.25
    """
    if window < 1:
        raise ValueError(f"a context window of {window} tokens holds nothing; give at least 1")
    return tokens / window


def fitting(budget: int, tokens: int, units: int) -> int:
    """How many whole units, such as words, fit into a budget of tokens, if ``units`` of them
    take ``tokens``; 0 for a text without any.

    >>> fitting(budget=8_000, tokens=300, units=200)
    5333
    """
    return budget * units // tokens if tokens else 0
