"""Every way to encode a chunk gives the same ids, looked up or not."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import chunk_encoder
from bpe.chunk_encoder import ChunkEncoder, by_replay, one_by_one, side_by_side
from bpe.encoder import NEVER, MergeTable
from tests.sequences import by_rule, merges

few_symbols = st.lists(st.integers(0, 2), min_size=1, max_size=30)


@settings(max_examples=300)
@pytest.mark.parametrize("way", [one_by_one, side_by_side, by_replay])
@given(sequences=st.lists(few_symbols, min_size=1, max_size=8), merges=merges)
def test_all_ways_lead_to_the_same_ids(way, sequences, merges):
    ids, counts = way(sequences, MergeTable.of_merges(merges, 256))
    encoded = [by_rule(symbols, merges, NEVER) for symbols in sequences]
    assert ids.tolist() == [token for ids in encoded for token in ids]
    assert counts.tolist() == [len(ids) for ids in encoded]


@settings(max_examples=300)
@given(
    texts=st.lists(st.lists(few_symbols.map(bytes), max_size=8), max_size=4),
    merges=merges,
    long=st.sampled_from([1, 5, 128]),
    many=st.sampled_from([0, 2, 24]),
    most=st.sampled_from([0, 10, 1 << 20]),
)
def test_chunks_are_encoded_as_ever(texts, merges, long, many, most):
    table = MergeTable.of_merges(merges, 256)
    encoder = ChunkEncoder(table, np.arange(table.size) + 1000, {b"\0\1": 65})
    limits = {"LONG_CHUNK": long, "MANY_CHUNKS": many, "MOST_REMEMBERED": most}
    with patch.multiple(chunk_encoder, **limits):
        for chunks in [*texts, *texts]:
            encoded = [
                [65] if chunk == b"\0\1" else by_rule(chunk, merges, NEVER) for chunk in chunks
            ]
            assert encoder.encode(chunks) == [1000 + token for ids in encoded for token in ids]


def test_what_is_remembered_is_bounded():
    encoder = ChunkEncoder(MergeTable.of_merges({}, 256), np.arange(256), {})
    with patch.multiple(chunk_encoder, MOST_REMEMBERED=100):
        for number in range(1000):
            encoder.encode([str(number).encode()])
            assert len(encoder._known) <= 110
