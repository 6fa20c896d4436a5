"""The hash table finds what a dictionary finds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe.lookup import Lookup, _settled

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


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8))
def test_slots_that_are_short_leave_some_without_a_home_but_none_twice(pairs):
    one = np.array([slot for slot, _ in pairs], np.int64)
    two = np.array([slot for _, slot in pairs], np.int64)
    settled = _settled(one, two, 4)
    homes = settled[settled >= 0].tolist()
    assert len(set(homes)) == len(homes)
    assert all(
        settled[slot] == i or settled[other] == i
        for i, (slot, other) in enumerate(pairs)
        if i in homes
    )


def test_a_key_in_its_second_slot_while_the_first_is_empty():
    for seed in range(200):
        keys = np.random.default_rng(seed).integers(0, 1 << 40, 40)
        assert Lookup(keys).find(keys).tolist() == list(range(40))
