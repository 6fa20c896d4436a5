"""From text to weighted sequences, which is all that training ever sees.

A pair never crosses the end of a sequence, so what counts as one sequence decides what can be
merged: the whole text (flat), each document, or each chunk of a split pattern. Equal chunks are
kept once, with a weight; their order is that of first occurrence, so that "the pair met first" is
the same pair as in the text.

    >>> corpus = weigh("to be or not to be", split="gpt2")
    >>> [corpus.spell(i) for i in range(len(corpus.lengths))], corpus.weights.tolist()
    ([b'to', b' be', b' or', b' not', b' to'], [1, 2, 1, 1, 1])
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bpe.alphabets import BYTES, Bytes, Characters
from bpe.chunks import distinct
from bpe.splitting import PATTERNS as SPLITS
from bpe.splitting import compile_split

__all__ = ["SPLITS", "Corpus", "weigh"]


@dataclass(frozen=True)
class Corpus:
    """Distinct sequences over an alphabet, with how often and in which order they occur.

    ``symbols``      base ids of the distinct sequences, laid end to end;
    ``lengths``      int64, the number of symbols in each;
    ``weights``      int64, how often each occurs;
    ``occurrences``  int32, the sequences of the text in reading order, by their index;
    ``alphabet``     what the base ids stand for.
    """

    symbols: np.ndarray
    lengths: np.ndarray
    weights: np.ndarray
    occurrences: np.ndarray
    alphabet: Bytes | Characters

    @cached_property
    def starts(self) -> np.ndarray:
        """Where each distinct sequence begins in ``symbols``."""
        return np.cumsum(self.lengths) - self.lengths

    @property
    def tokens(self) -> int:
        """Symbols in all, each sequence as often as it occurs."""
        return int((self.lengths * self.weights).sum())

    def spell(self, index: int) -> bytes:
        """The bytes of one distinct sequence."""
        start = self.starts[index]
        ids = self.symbols[start : start + self.lengths[index]]
        return b"".join(self.alphabet.base[i] for i in ids.tolist())

    def place_weights(self) -> np.ndarray:
        """The weight of every place: one a symbol and one more a sequence (see `Segmentation`)."""
        if (self.weights == 1).all():
            return np.broadcast_to(np.int64(1), len(self.symbols) + len(self.lengths))
        return np.repeat(self.weights, self.lengths + 1)


def weigh(
    texts: str | Iterable[str],
    split: str | tuple[str, ...] | None = None,
    alphabet: Characters | None = None,
) -> Corpus:
    """The weighted sequences of a text, or of documents that no pair crosses.

    ``split`` is a name in SPLITS, a regex, or None for flat. ``alphabet`` is None for bytes;
    `Characters` takes words, between whitespace, with an end mark. Raises ValueError for a lone
    surrogate, an invalid regex, or a character outside a given alphabet.
    """
    documents = _encodable([texts] if isinstance(texts, str) else texts)
    if alphabet is not None:
        if split is not None:
            raise ValueError("an alphabet of characters splits at whitespace; leave split unset")
        return _of_words(documents, alphabet)
    if split is None:
        return _flat(documents)
    return _of_chunks(documents, split)


def utf8(text: str) -> bytes:
    """The UTF-8 of a text; a lone surrogate, which has none, is a ValueError with its position."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"character {error.start} of the text is the lone surrogate "
            f"U+{ord(text[error.start]):04X}, which has no UTF-8 form; remove or replace it"
        ) from None


def from_utf8(data: bytes, name: str) -> str:
    """The text of a file called ``name``; ValueError, with the byte's position, if it is none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name} is not UTF-8: byte {error.start} is 0x{data[error.start]:02x}; "
            "convert it to UTF-8 first"
        ) from None


def _encodable(documents: Iterable[str]) -> Iterator[str]:
    """The documents, once it is certain that all of a document has a UTF-8 form."""
    for document in documents:
        utf8(document)
        yield document


def _flat(documents: Iterable[str]) -> Corpus:
    parts = [data for document in documents if (data := utf8(document))]
    data = parts[0] if len(parts) == 1 else b"".join(parts)
    return Corpus(
        symbols=np.frombuffer(data, np.uint8),
        lengths=np.array([len(part) for part in parts], np.int64),
        weights=np.ones(len(parts), np.int64),
        occurrences=np.arange(len(parts), dtype=np.int32),
        alphabet=BYTES,
    )


def _of_chunks(documents: Iterable[str], split: str | tuple[str, ...]) -> Corpus:
    pattern = compile_split(split)
    parts: list[bytes] = []
    ends = [np.zeros(0, np.int64)]
    size = 0
    for document in documents:
        parts.append(utf8(document))
        ends.append(size + pattern.ends(document))
        size += len(parts[-1])
    data = np.frombuffer(b"".join(parts), np.uint8)
    found = distinct(data, np.concatenate(ends))
    lengths = found.ends - found.starts
    shift = found.starts - (np.cumsum(lengths) - lengths)
    return Corpus(
        symbols=data[np.arange(lengths.sum()) + np.repeat(shift, lengths)],
        lengths=lengths,
        weights=found.counts,
        occurrences=found.occurrence,
        alphabet=BYTES,
    )


def _of_words(documents: Iterable[str], alphabet: Characters) -> Corpus:
    index: dict[str, int] = {}
    occurrences = [
        index.setdefault(word, len(index)) for document in documents for word in document.split()
    ]
    alphabet = alphabet.fitted(index)
    sequences = [alphabet.ids(word) for word in index]
    return Corpus(
        symbols=np.array([i for sequence in sequences for i in sequence], np.int32),
        lengths=np.array([len(sequence) for sequence in sequences], np.int64),
        weights=np.bincount(occurrences, minlength=len(index)).astype(np.int64),
        occurrences=np.array(occurrences, np.int32),
        alphabet=alphabet,
    )
