"""Equal chunks of a text, found once: what they are, how often they occur, and where.

A dictionary would do, at one Python object a chunk. But a chunk of up to 16 bytes is told from any
other by three numbers: its first eight bytes, its last eight, and its length. So chunks are looked
up in a hash table all at once. Of those that want the same slot one gets it, and each of the others
compares itself with that one:

    chunk        the   cat   the   hat
    slot           5     2     5     2
    finds        the   cat   the   cat
    equal?       yes   yes   yes    no: `hat` tries again, with the next hash

Longer chunks, and whatever is unlucky with every hash, do go through a dictionary: they are few.
Nothing rests on a hash alone, so the result is exact for every text. It is done block by block, and
once more with the chunks that were new in their block.
"""

from typing import NamedTuple

import numpy as np

_WORD = 8
_BLOCK = 1 << 15  # chunks at a time, so that the arrays stay in the processor's cache
_LOW_BYTES = np.array([(1 << 8 * count) - 1 for count in range(_WORD + 1)], np.uint64)
# Odd, without pattern: the fractional part of the square roots of 2, 3, 5, …, and the lowest bit.
_FACTORS = np.array(
    [
        0x6A09E667F3BCC909,
        0xBB67AE8584CAA73B,
        0x3C6EF372FE94F82B,
        0xA54FF53A5F1D36F1,
        0x510E527FADE682D1,
        0x9B05688C2B3E6C1F,
    ],
    np.uint64,
)


class Distinct(NamedTuple):
    """The distinct chunks of a text, in the order in which they first occur.

    starts, ends: int64[d], where each first occurs, in bytes.
    counts: int64[d], how often each occurs.
    occurrence: int32[n], for every chunk of the text the index of the distinct one it equals.
    """

    starts: np.ndarray
    ends: np.ndarray
    counts: np.ndarray
    occurrence: np.ndarray


def distinct(data: np.ndarray, ends: np.ndarray) -> Distinct:
    """The distinct chunks of ``data`` (uint8), of which each ends where the next one starts.

    ``ends`` are int64 offsets, the last of them the length of the data.

    >>> found = distinct(np.frombuffer(b"abcabab", np.uint8), np.array([2, 3, 5, 7]))
    >>> found.starts.tolist(), found.ends.tolist(), found.counts.tolist()
    ([0, 2], [2, 3], [3, 1])
    >>> found.occurrence.tolist()
    [0, 1, 0, 0]
    """
    starts = np.append(0, ends)[:-1]
    padded = np.append(data, np.zeros(_WORD, np.uint8))
    first = np.empty(len(ends), np.int32)
    for at in range(0, len(ends), _BLOCK):
        block = slice(at, at + _BLOCK)
        first[block] = at + _first_equal(padded, starts[block], ends[block])
    order = np.arange(len(ends), dtype=np.int32)
    firsts = np.flatnonzero(first == order)
    order[firsts] = firsts[_first_equal(padded, starts[firsts], ends[firsts])]
    first = order[first]

    is_first = first == np.arange(len(ends), dtype=np.int32)
    occurrence = (np.cumsum(is_first, dtype=np.int32) - np.int32(1))[first]
    counts = np.bincount(occurrence).astype(np.int64, copy=False)
    return Distinct(starts[is_first], ends[is_first], counts, occurrence)


def _first_equal(padded: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """int32[n]: for each chunk the index of the first one that equals it.

    ``padded`` is the text and a word of anything.
    """
    order = np.arange(len(ends), dtype=np.int32)
    equal = order.copy()  # for every chunk one that equals it, the same for all of these
    is_short = ends - starts <= 2 * _WORD
    short = np.flatnonzero(is_short)
    unlucky = short[_match_by_hash(equal, short, _keys(padded, starts[short], ends[short]))]
    rest = np.append(unlucky, np.flatnonzero(~is_short))
    _match_by_dictionary(equal, rest, padded, starts, ends)
    first = order.copy()
    np.minimum.at(first, equal, order)
    return first[equal]


def _keys(padded: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, ...]:
    """uint64[n] each: the first eight bytes of the chunks, the last eight, the lengths."""
    word_at = np.ndarray(len(padded) - _WORD + 1, "<u8", padded, strides=(1,))
    lengths = ends - starts
    low_bytes = _LOW_BYTES[np.minimum(lengths, _WORD)]
    first = word_at[starts] & low_bytes
    last = word_at[np.maximum(ends - _WORD, starts)] & low_bytes
    return first, last, lengths.astype(np.uint64)


def _match_by_hash(
    equal: np.ndarray, chunks: np.ndarray, keys: tuple[np.ndarray, ...]
) -> np.ndarray:
    """Sets ``equal`` for these chunks; returns the indices into ``chunks`` that it could not."""
    hashes = sum(key * factor for key, factor in zip(keys, _FACTORS[:3], strict=True))
    hashes ^= hashes >> np.uint64(32)
    left = np.arange(len(chunks))
    for factor in _FACTORS:
        bits = max(len(left).bit_length(), 1)
        slots = ((hashes[left] * factor) >> np.uint64(64 - bits)).astype(np.int64)
        table = np.empty(1 << bits, np.int64)
        table[slots] = left
        found = table[slots]
        same = np.logical_and.reduce([key[found] == key[left] for key in keys])
        equal[chunks[left[same]]] = chunks[found[same]]
        left = left[~same]
    return left


def _match_by_dictionary(
    equal: np.ndarray, chunks: np.ndarray, data: np.ndarray, starts: np.ndarray, ends: np.ndarray
) -> None:
    seen: dict[bytes, int] = {}
    text = memoryview(data)
    for chunk, start, end in zip(
        chunks.tolist(), starts[chunks].tolist(), ends[chunks].tolist(), strict=True
    ):
        equal[chunk] = seen.setdefault(text[start:end].tobytes(), chunk)
