"""Weighted sequences to try: few symbols, where runs, ties and neighbours of neighbours live."""

import numpy as np
from hypothesis import strategies as st

from bpe.alphabets import BYTES
from bpe.corpus import Corpus

LARGE = 1 << 33  # times a few, more than 32 bits hold


def corpus_of(sequences, weights):
    """A corpus of these sequences of base ids, each as often as its weight says."""
    return Corpus(
        symbols=np.array([i for ids in sequences for i in ids], np.uint8),
        lengths=np.array([len(ids) for ids in sequences], np.int64),
        weights=np.array(weights, np.int64),
        occurrences=np.arange(len(sequences), dtype=np.int32),
        alphabet=BYTES,
    )


def _weighted(number):
    symbols = st.integers(0, number - 1)
    weights = st.one_of(st.just(1), st.sampled_from([1, 2, 3, LARGE]))
    return st.lists(st.tuples(st.lists(symbols, max_size=30), weights), max_size=4).map(
        lambda pairs: ([ids for ids, _ in pairs], [weight for _, weight in pairs])
    )


weighted_sequences = st.sampled_from([2, 3]).flatmap(_weighted)
