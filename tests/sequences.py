"""Sequences and merges to try: few symbols, where runs and neighbours of neighbours live."""

from functools import reduce

import numpy as np
from hypothesis import strategies as st

from bpe import reference
from bpe.alphabets import BYTES
from bpe.corpus import Corpus
from tests import oracle

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

# Merges as training learns them, and any that could be: halves made before, each pair once.
learned = st.lists(st.integers(0, 2), max_size=30).map(
    lambda ids: {pair: new_id for pair, new_id, _, _ in oracle.train([ids], [1], 20)[0]}
)


def with_pair(merges, pair):
    """One merge more, of the halves that the numbers choose: symbols 0 to 2, then those made."""
    halves = tuple(i if i < 3 else 253 + i for i in (n % (3 + len(merges)) for n in pair))
    return merges if halves in merges else merges | {halves: 256 + len(merges)}


any_numbers = st.tuples(st.integers(0, 99), st.integers(0, 99))
any_merges = st.lists(any_numbers, max_size=12).map(lambda pairs: reduce(with_pair, pairs, {}))
merges = st.one_of(learned, any_merges)


def by_rule(ids, merges, size):
    """Each rule once, in the order of ids, as far as they are below ``size``."""
    for pair, new_id in merges.items():
        if new_id < size:
            ids = reference.merge(list(ids), pair, new_id)
    return ids
