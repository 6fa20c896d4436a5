"""The hash table finds what a dictionary finds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe.lookup import Lookup

NUMBERS = st.one_of(st.integers(0, 20), st.integers(0, (1 << 63) - 1))


@given(st.lists(NUMBERS, unique=True), st.lists(st.one_of(NUMBERS, st.integers(-9, -1))))
def test_the_same_as_a_dictionary(keys, wanted):
    index = {key: i for i, key in enumerate(keys)}
    expected = [index.get(number, -1) for number in wanted + keys]
    lookup = Lookup(np.array(keys, np.int64))
    assert lookup.find(np.array(wanted + keys, np.int64)).tolist() == expected


def test_many_keys_that_lie_close():
    keys = np.random.default_rng(0).permutation(200_000) << 32
    lookup = Lookup(keys)
    assert np.array_equal(lookup.find(keys), np.arange(len(keys)))
    assert (lookup.find(keys + 1) == -1).all()


def test_results_are_wide_enough_to_be_shifted():
    assert Lookup(np.array([5])).find(np.array([5])).dtype == np.int64
