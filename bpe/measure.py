"""What a tokenization costs: tokens, bytes per token, fertility, and one language beside another.

>>> from bpe import BPETokenizer
>>> tok = BPETokenizer()
>>> _ = tok.train("aaabdaaabac", vocab_size=259)
>>> cost("aaab aaab", tok.encode("aaab aaab"))
Cost(tokens=3, bytes=9, characters=9, words=2)
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import regex

from bpe.tokenizer import BPETokenizer

_CLUSTER = regex.compile(r"\X")


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


def graphemes(text: str) -> int:
    """How many characters a reader sees: extended grapheme clusters of Unicode.

    >>> len("e\\u0301"), graphemes("e\\u0301")
    (2, 1)
    """
    return sum(1 for _ in _CLUSTER.finditer(text))


# -- the same meaning in two languages ------------------------------------------------------------


class Counts(NamedTuple):
    """A text in bytes, in tokens of the merges alone (``flat``), and in tokens with the split."""

    bytes: int
    flat: int
    tokens: int


class Factors(NamedTuple):
    """Why a text takes more tokens than another of the same meaning.

    ``width``     it has so many times the bytes: UTF-8 spends one byte on a Latin letter, two on a
                  Cyrillic or Arabic one, three on most others; and languages differ in length;
    ``cuts``      the split forbids so many times as many merges: tokens with it, by tokens without;
    ``coverage``  merges cover its bytes so many times worse: tokens by bytes, without the split.

    Their product is the ratio of the tokens.
    """

    width: float
    cuts: float
    coverage: float

    @property
    def ratio(self) -> float:
        return self.width * self.cuts * self.coverage


def counts(tok: BPETokenizer, flat: BPETokenizer, texts: Iterable[str]) -> list[Counts]:
    """The counts of each text; ``flat`` is ``tok.with_split(None)``."""
    texts = [tok.normalize(text) for text in texts]
    both = zip(texts, flat.encode_batch(texts), tok.encode_batch(texts))
    return [Counts(len(text.encode()), len(ids), len(split)) for text, ids, split in both]


def factors(one: Counts, other: Counts) -> Factors:
    """The ratio of two texts' tokens, taken apart. ValueError where one of them is empty.

    >>> factors(Counts(bytes=300, flat=60, tokens=80), Counts(bytes=100, flat=20, tokens=20))
    Factors(width=3.0, cuts=1.3333333333333333, coverage=1.0)
    """
    if not (one.tokens and other.tokens):
        raise ValueError("an empty text has no tokens to compare; write some words into it")
    return Factors(
        one.bytes / other.bytes,
        (one.tokens / one.flat) / (other.tokens / other.flat),
        (one.flat / one.bytes) / (other.flat / other.bytes),
    )


def parity(tokens: Sequence[int]) -> float:
    """How much dearer the dearest is than the cheapest: 1 if all cost the same.

    ValueError where there are none, or one of them is 0.
    """
    if not tokens or min(tokens) < 1:
        raise ValueError("parity is for texts that have tokens; leave out the empty ones")
    return max(tokens) / min(tokens)


def gini(tokens: Sequence[int]) -> float:
    """How unequal the costs are, over all of them: 0 if they are equal, towards 1 if one has all.

    Half the mean difference between any two, as a share of the mean (Gini, 1912).

    >>> gini([1, 1, 1]), gini([0, 0, 0, 4])
    (0.0, 0.75)
    """
    total = sum(tokens)
    if not total:
        return 0.0
    ordered = sorted(tokens)
    return sum((2 * i - len(ordered) + 1) * n for i, n in enumerate(ordered)) / len(ordered) / total
