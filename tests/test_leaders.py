"""Contests: exact counts of all pairs at every step, as recounting gives them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.corpus import weigh
from bpe.encoder import MergeTable
from bpe.leaders import Candidate, contests
from bpe.reference import merge
from bpe.trainer import train
from tests import oracle
from tests.strategies import splits, texts_of_few, tie_breaks


@given(
    st.lists(texts_of_few, max_size=4),
    splits,
    tie_breaks,
    st.integers(0, 3),
    st.integers(0, 8),
)
def test_the_leaders_are_those_of_recounting(documents, split, tie_break, seeds, leading):
    corpus = weigh(documents, split)
    spelled = [corpus.spell(i) for i in range(len(corpus.lengths))]
    sequences, weights = [list(data) for data in spelled], corpus.weights.tolist()
    first, _, _ = oracle.train(sequences, weights, seeds)
    seeds = {pair: made for pair, made, _, _ in first}
    for pair, made in seeds.items():
        sequences = [merge(ids, pair, made) for ids in sequences]

    history = list(train(corpus, tie_break=tie_break, initial_merges=seeds))
    table = MergeTable.of_merges(seeds, 256)
    found = list(contests(corpus, history, table, leading))
    assert len(found) == len(history)
    for step, contest in zip(history, found):
        counts = oracle.count_pairs(sequences, weights)
        assert contest.ties == list(counts.values()).count(step.count)
        others = sorted((-n, pair) for pair, n in counts.items() if pair != step.pair)
        ranking = [(step.pair, step.count), *((pair, -n) for n, pair in others)]
        assert contest.leading == ranking[:leading]
        sequences = [merge(ids, step.pair, step.id) for ids in sequences]


def test_the_second_step_by_hand():
    corpus = weigh("aaabdaaabac")
    history = list(train(corpus, min_pair_count=2))
    _, second, _ = contests(corpus, history, MergeTable.of_merges({}, 256), leading=3)
    assert second.ties == 2
    assert second.leading == [
        Candidate((97, 98), 2),
        Candidate((256, 97), 2),
        Candidate((97, 99), 1),
    ]


def test_part_of_a_history():
    corpus = weigh("aaabdaaabac")
    history = list(train(corpus))
    found = list(contests(corpus, history[:2], MergeTable.of_merges({}, 256)))
    assert [contest.ties for contest in found] == [1, 2]
    assert found[0].leading == []


def test_another_text_than_that_of_the_history():
    history = list(train(weigh("aaabdaaabac")))
    with pytest.raises(ValueError, match=r"pair \(97, 97\) of token 256 occurs 1 times.*not 4"):
        list(contests(weigh("aab"), history, MergeTable.of_merges({}, 256)))
