"""Wrong ways to encode, each against a loop by the book; and when frequency cannot be wrong."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import orders, reference, wrong_ways
from bpe.long_orders import encode_long
from bpe.orders import Ranked
from tests.test_orders import HAND_RULES, all_orders, few_ids, naive, rules


@given(few_ids, rules(), all_orders)
def test_long_sequences_end_as_short_ones(ids, merges, order):
    steps = naive(ids, merges, order)
    assert encode_long(ids, merges, order) == (steps[-1][2] if steps else ids)


@given(st.sampled_from(["ab", "aab", "abcab"]), st.integers(0, 200), rules(), all_orders)
def test_the_length_decides_only_how(word, times, merges, order):
    ids = list(word.encode()) * times
    assert wrong_ways.encode(ids, merges, order) == orders.encode(ids, merges, order)


def test_an_unknown_order():
    with pytest.raises(ValueError, match="'alphabetical'; use one of rank, frequency, reverse"):
        encode_long([], {}, "alphabetical")


@given(few_ids, rules())
def test_without_repeats_frequency_order_is_rank_order(ids, merges):
    if not wrong_ways.has_repeats(ids):
        assert orders.encode(ids, merges, "frequency") == orders.encode(ids, merges, "rank")


@given(few_ids, rules(), all_orders)
def test_a_way_by_order_takes_no_wrong_short_cut(ids, merges, order):
    way = wrong_ways.in_order(Ranked(merges), order)
    by_rank = orders.encode(ids, merges, "rank")
    assert way(ids, by_rank) == orders.encode(ids, merges, order)


@given(few_ids, rules())
def test_longest_match(ids, merges):
    vocabulary = {(symbol,): symbol for symbol in range(256)}
    for (left, right), made in merges.items():
        spelled = {token: spelling for spelling, token in vocabulary.items()}
        # Of two that spell the same only the first is a spelling; halves may be the second.
        if left in spelled and right in spelled:
            vocabulary.setdefault(spelled[left] + spelled[right], made)
        else:
            return
    rest, expected = tuple(ids), []
    while rest:
        longest = max((s for s in vocabulary if rest[: len(s)] == s), key=len)
        expected.append(vocabulary[longest])
        rest = rest[len(longest) :]
    assert wrong_ways.longest_match(merges)(ids, []) == expected


@given(few_ids, rules(), st.data())
def test_a_merge_forgotten(ids, merges, data):
    if not merges:
        return
    rank = data.draw(st.integers(0, len(merges) - 1))
    expected = ids
    for number, (pair, made) in enumerate(merges.items()):
        if number != rank:
            expected = reference.merge(expected, pair, made)
    assert wrong_ways.without(Ranked(merges), rank)(ids, []) == expected


def test_counting_over_the_text():
    chunks = [list(b"abc"), list(b"bc")]
    way = wrong_ways.by_frequency_in_text(chunks, [1, 2], Ranked(HAND_RULES))
    assert [way(chunk, []) for chunk in chunks] == [[97, 257], [257]]


def test_the_merges_of_another_tokenizer():
    way = wrong_ways.under(Ranked({(98, 99): 256}))
    assert way(list(b"abc"), [256, 99]) == [97, 256]


def test_every_short_text_of_two_letters_in_every_order():
    merges = {(97, 98): 256, (98, 97): 257, (256, 256): 258, (257, 97): 259}
    for size in range(11):
        for ids in product(b"ab", repeat=size):
            for order in ("frequency", "reverse", "left_to_right"):
                assert encode_long(ids, merges, order) == orders.encode(ids, merges, order)
