"""Distinct chunks: the same as a dictionary finds, whatever the bytes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe.chunks
from bpe.chunks import distinct
from bpe.samples import articles, languages
from bpe.splitting import compile_split


def check(chunks):
    data = np.frombuffer(b"".join(chunks), np.uint8)
    found = distinct(data, np.cumsum([len(chunk) for chunk in chunks], dtype=np.int64))
    counts = Counter(chunks)
    pieces = [data[start:end].tobytes() for start, end in zip(found.starts, found.ends)]
    assert pieces == list(counts)
    assert found.counts.tolist() == list(counts.values())
    assert [pieces[index] for index in found.occurrence] == chunks
    assert [found.starts.dtype, found.counts.dtype] == [np.int64, np.int64]
    assert found.occurrence.dtype == np.int32


@given(st.lists(st.binary(min_size=1, max_size=20) | st.sampled_from([b"a", b"a\0", b"\0"])))
def test_any_bytes(chunks):
    check(chunks)


@given(st.lists(st.integers(1, 40)), st.data())
def test_long_chunks_that_differ_in_one_byte(lengths, data):
    chunks = [bytearray(length) for length in lengths]
    for chunk in chunks:
        chunk[data.draw(st.integers(0, len(chunk) - 1))] = data.draw(st.integers(0, 1))
    check([bytes(chunk) for chunk in chunks])


@given(st.lists(st.text("ab", min_size=1, max_size=18)))
def test_luck_with_the_hash_does_not_matter(chunks):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bpe.chunks, "_FACTORS", np.zeros(6, np.uint64))
        check([chunk.encode() for chunk in chunks])


@given(st.lists(st.text("ab", min_size=1, max_size=3)), st.integers(1, 5))
def test_blocks_make_no_difference(chunks, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bpe.chunks, "_BLOCK", block)
        check([chunk.encode() for chunk in chunks])


def test_every_language_in_one_text():
    text = "\n".join(articles(language.code) for language in languages())
    check([chunk.encode() for chunk in compile_split("cl100k").chunks(text)])


def test_thue_morse_words():
    """They defeat polynomial hashes modulo a power of two."""
    word, other = b"a", b"b"
    for _ in range(11):
        word, other = word + other, other + word
    check([word, other, word, word[:16], other[:16], word[:8], other[:8]])
