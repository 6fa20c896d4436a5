"""Places, and what is done with them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import reference
from bpe.segmentation import NEVER, Segmentation, group_by_pair, without_overlaps
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
    lefts, rights = segmentation.pairs(np.arange(len(segmentation.starts)))
    real = (lefts >= 0) & (rights >= 0)
    met = list(zip(lefts[real].tolist(), rights[real].tolist()))
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


@pytest.mark.parametrize("vocab_size", [4, 1 << 20, (1 << 31) - 1])
@given(pairs=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=30))
def test_grouping_sorts_by_pair_and_then_from_left_to_right(pairs, vocab_size):
    lefts = np.array([left for left, _ in pairs], np.int32)
    rights = np.array([right for _, right in pairs], np.int32)
    places = np.arange(len(pairs)) * 3
    lefts, rights, places, bounds = group_by_pair(lefts, rights, places, vocab_size)
    grouped = [
        (left, right, places[i:j].tolist())
        for left, right, i, j in zip(lefts.tolist(), rights.tolist(), bounds, bounds[1:])
    ]
    assert grouped == [
        (*pair, [3 * i for i, other in enumerate(pairs) if other == pair])
        for pair in sorted(set(pairs))
    ]
