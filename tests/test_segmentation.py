"""Places, and what is done with them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import reference
from bpe.segmentation import (
    NEVER,
    Segmentation,
    are_pairs,
    group_by_pair,
    halves,
    joined,
    without_overlaps,
)
from tests.sequences import corpus_of, weighted_sequences


def test_the_worked_example():
    segmentation = Segmentation(corpus_of([b"abc"], [1]))
    assert segmentation.starts.tolist() == [97, 98, 99, -1]
    assert segmentation.ends.tolist() == [-1, 97, 98, 99]
    before, after = segmentation.close(np.array([1]), 1, 1, np.int32(256))
    assert (before.tolist(), after.tolist()) == ([0], [2])
    assert segmentation.starts.tolist() == [256, -257, 99, -1]
    assert segmentation.ends.tolist() == [-1, -257, 256, 99]
    assert segmentation.closings().tolist() == [NEVER, 256, NEVER, NEVER]


@given(weighted_sequences)
def test_every_pair_meets_once_and_no_pair_crosses_an_end(weighted):
    sequences, weights = weighted
    segmentation = Segmentation(corpus_of(sequences, weights))
    lefts, rights = halves(segmentation.met[are_pairs(segmentation.met)])
    met = list(zip(lefts.tolist(), rights.tolist()))
    assert met == [pair for ids in sequences for pair in zip(ids, ids[1:])]
    assert segmentation.tokens == sum(map(lambda ids, weight: len(ids) * weight, *weighted))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 2)), max_size=20))
def test_of_pairs_that_share_a_token_the_lowest_goes_first_then_the_leftmost(pairs):
    ids = np.array([new_id for new_id, _ in pairs], np.int64)
    places = np.cumsum([step for _, step in pairs]).astype(np.int64)
    free = dict.fromkeys(places.tolist(), False)
    for _, place in sorted(zip(ids.tolist(), places.tolist())):
        free[place] = not (free.get(place - 1) or free.get(place + 1))
    assert without_overlaps(places, 1, ids).tolist() == list(free.values())


@pytest.mark.parametrize(
    ("places", "length", "kept"),
    [
        ([], 1, []),
        ([4], 1, [4]),
        ([1, 2, 3], 1, [1, 3]),
        ([1, 2, 3, 4], 1, [1, 3]),
        ([1, 2, 7, 8, 9, 20], 1, [1, 7, 9, 20]),
        ([2, 4, 6], 2, [2, 6]),
        ([2, 3, 4], 2, [2, 3, 4]),
    ],
)
def test_of_pairs_that_share_a_token_every_second_is_merged(places, length, kept):
    places = np.array(places, np.int64)
    ids = np.full(len(places), 256)
    assert places[without_overlaps(places, length, ids)].tolist() == kept


@given(st.lists(st.integers(0, 1), max_size=40))
def test_merging_at_the_places_kept_is_merging_from_left_to_right(ids):
    places = np.array([i + 1 for i, pair in enumerate(zip(ids, ids[1:])) if pair == (0, 0)], int)
    merged = reference.merge(ids, (0, 0), 2)
    kept = without_overlaps(places, 1, np.full(len(places), 2))
    assert len(ids) - kept.sum() == len(merged)


@pytest.mark.parametrize("size", [4, 1 << 15, (1 << 31) - 1])
@given(data=st.data())
def test_grouping_sorts_by_pair_and_then_from_left_to_right(size, data):
    ids = st.sampled_from([0, 1, size - 2, size - 1])
    pairs = data.draw(st.lists(st.tuples(ids, ids), max_size=30))
    numbers = joined(*(np.array([pair[half] for pair in pairs], np.int32) for half in (0, 1)))
    numbers, places, bounds = group_by_pair(numbers, np.arange(len(pairs)) * 3)
    grouped = [
        (left, right, places[i:j].tolist())
        for left, right, i, j in zip(
            *(half.tolist() for half in halves(numbers)), bounds, bounds[1:]
        )
    ]
    assert grouped == [
        (*pair, [3 * i for i, other in enumerate(pairs) if other == pair])
        for pair in sorted(set(pairs))
    ]


@given(st.integers(-(1 << 31), (1 << 31) - 1), st.integers(-(1 << 31), (1 << 31) - 1))
def test_a_pair_is_one_number(left, right):
    number = joined(np.array([left], np.int32), np.array([right], np.int32))
    assert are_pairs(number).tolist() == [left >= 0 and right >= 0]
    if left >= 0 and right >= 0:
        assert [half.tolist() for half in halves(number)] == [[left], [right]]
        assert number.tolist() == [left << 32 | right]
