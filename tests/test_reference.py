"""The algorithm by the book, on what can be done by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import reference
from tests.strategies import any_text, texts, texts_of_few

small_ids = st.lists(st.integers(1, 3), max_size=20)


@pytest.mark.parametrize(
    ("ids", "counts"),
    [
        ([], {}),
        ([7], {}),
        ([9, 9, 9], {(9, 9): 2}),
        ([1, 2, 2, 2], {(1, 2): 1, (2, 2): 2}),
        ([1, 2, 3, 1, 2], {(1, 2): 2, (2, 3): 1, (3, 1): 1}),
    ],
)
def test_every_adjacent_pair_counts_overlaps_as_they_are(ids, counts):
    assert reference.count_pairs(ids) == counts


@pytest.mark.parametrize(
    ("ids", "pair", "merged"),
    [
        ([], (1, 2), []),
        ([1], (1, 2), [1]),
        ([5, 5, 5], (5, 5), [300, 5]),
        ([5, 5, 5, 5], (5, 5), [300, 300]),
        ([1, 2, 1, 2, 1], (1, 2), [300, 300, 1]),
        ([1, 2, 3], (2, 1), [1, 2, 3]),
        ([300, 1, 2], (1, 2), [300, 300]),
    ],
)
def test_merging_goes_left_to_right_without_overlap(ids, pair, merged):
    before = list(ids)
    assert reference.merge(ids, pair, 300) == merged
    assert ids == before


@given(small_ids, st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_merging_keeps_what_is_spelled_and_leaves_no_pair(ids, pair):
    merged = reference.merge(ids, pair, 300)
    assert [i for token in merged for i in (pair if token == 300 else (token,))] == ids
    assert pair not in reference.count_pairs(merged)


def test_train_by_hand():
    assert reference.train("aaabdaaabac", 259) == [
        ((97, 97), 256),
        ((97, 98), 257),
        ((256, 257), 258),
    ]


@pytest.mark.parametrize("text", ["", "a", "ab", "abc", "aa"])
def test_train_stops_where_no_pair_occurs_twice(text):
    assert reference.train(text, 300) == []


def test_train_stops_at_the_minimum_count():
    assert reference.MIN_PAIR_COUNT == 2
    assert reference.train("abab", 1000) == [((97, 98), 256)]


@pytest.mark.parametrize("size", [255, 0, -1])
def test_train_names_a_size_that_is_too_small(size):
    with pytest.raises(ValueError, match=rf"{size}.*at least 256"):
        reference.train("abc", size)


@given(texts_of_few, st.integers(0, 12), st.integers(0, 12))
def test_a_small_size_has_the_first_merges_of_a_large_one(text, small, more):
    large = reference.train(text, 256 + small + more)
    assert reference.train(text, 256 + small) == large[:small]


@given(texts_of_few)
def test_training_chooses_the_highest_count_then_the_smallest_pair(text):
    ids = reference.to_ids(text)
    for pair, new_id in reference.train(text, 270):
        counts = reference.count_pairs(ids)
        assert counts[pair] == max(counts.values())
        assert pair == min(p for p in counts if counts[p] == counts[pair])
        ids = reference.merge(ids, pair, new_id)
    assert reference.encode(text, reference.train(text, 270)) == ids


@given(texts, texts_of_few)
def test_decoding_gives_the_text_again(text, training):
    merges = reference.train(training, 280)
    assert reference.decode(reference.encode(text, merges), merges) == text


@given(any_text)
def test_ids_are_the_bytes(text):
    assert bytes(reference.to_ids(text)) == text.encode()
    assert reference.from_ids(reference.to_ids(text)) == text


@given(st.binary(max_size=20))
def test_bytes_that_are_no_utf8_are_replaced(data):
    assert reference.from_ids(list(data)) == data.decode("utf-8", errors="replace")
    assert reference.decode(list(data), []) == data.decode("utf-8", errors="replace")


def test_encode_applies_each_rule_once_in_the_order_given():
    rules = [((98, 99), 257), ((97, 98), 256)]
    assert reference.encode("abc", rules) == [97, 257]
    assert reference.encode("abc", rules[::-1]) == [256, 99]


@given(texts_of_few, st.lists(st.integers(256, 280), max_size=6))
def test_the_curve_is_the_count_at_each_size(text, sizes):
    assert reference.vocab_curve(text, sizes) == [
        (size, len(reference.encode(text, reference.train(text, size)))) for size in sizes
    ]


def test_the_curve_of_nothing_and_beyond_the_last_merge():
    assert reference.vocab_curve("abab", []) == []
    assert reference.vocab_curve("", [256, 300]) == [(256, 0), (300, 0)]
    assert reference.vocab_curve("abab", [256, 257, 9999]) == [(256, 4), (257, 2), (9999, 2)]


def test_the_curve_names_a_size_that_is_too_small():
    with pytest.raises(ValueError, match=r"255.*at least 256"):
        reference.vocab_curve("abab", [300, 255])
