"""The trainer against the loop that recounts everything, with lists and passes of all sizes."""

from itertools import islice
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe import reference, samples, trainer
from bpe.corpus import weigh
from tests import oracle
from tests.sequences import LARGE, corpus_of, weighted_sequences
from tests.strategies import splits, texts, texts_of_few, tie_breaks

min_pair_counts = st.sampled_from([-1, 0, 1, 2, 3, 5, LARGE, 4 * LARGE])

# The smallest that they can be, and small enough that a text of a few symbols needs several.
limits = st.fixed_dictionaries(
    {
        "LISTED_PAIRS": st.sampled_from([1, 2, 5]),
        "LISTED_PART": st.sampled_from([0.0, 0.3, 1.0]),
        "PASS_PAIRS": st.sampled_from([1, 2, 3, 2048]),
        "PASS_PLACES": st.sampled_from([1, 2, 10, 8192]),
        "PASS_PART": st.sampled_from([0.0, 0.5]),
    }
)


def learned(corpus, steps, **options):
    return [tuple(merge) for merge in islice(trainer.train(corpus, **options), steps)]


def check(sequences, weights, steps=60, seeds=None, **options):
    history, _, _ = oracle.train(sequences, weights, steps, seeds=seeds, **options)
    corpus = corpus_of(sequences, weights)
    assert learned(corpus, steps, initial_merges=seeds, **options) == history


# -- the oracle itself ----------------------------------------------------------------------------


@given(text=texts, steps=st.integers(0, 40))
def test_the_oracle_is_the_reference(text, steps):
    history, _, (ids,) = oracle.train([text.encode()], [1], steps, min_pair_count=2)
    merges = reference.train(text, 256 + steps)
    assert [(pair, new_id) for pair, new_id, _, _ in history] == merges
    assert ids == reference.encode(text, merges)


# -- the same as recounting everything ------------------------------------------------------------


@settings(max_examples=300)
@given(weighted_sequences, tie_breaks, min_pair_counts, limits)
@example(([[0] * 9, [1, 0, 0], [0] * 9], [1, 2, LARGE]), "first", 1, {"PASS_PAIRS": 2})
def test_training_is_recounting(weighted, tie_break, min_pair_count, limits):
    with patch.multiple(trainer, **limits):
        check(*weighted, tie_break=tie_break, min_pair_count=min_pair_count)


@given(weighted_sequences, tie_breaks, min_pair_counts)
def test_training_is_recounting_with_the_limits_as_they_are(weighted, tie_break, min_pair_count):
    check(*weighted, tie_break=tie_break, min_pair_count=min_pair_count)


@given(weighted_sequences, st.lists(st.integers(0, 2), max_size=20), tie_breaks, limits)
def test_training_on_top_of_seeds(weighted, seeding, tie_break, limits):
    seeds = {pair: new_id for pair, new_id, _, _ in oracle.train([seeding], [1], 4)[0]}
    with patch.multiple(trainer, **limits):
        check(*weighted, seeds=seeds, tie_break=tie_break)


SMALLEST = ["aaa", "aaaa", "aab", "baa", "aabaa", "ababba", "aabbbb", "abcdefgh"]
OTHERS = ["", "a", "ab", "aaaaaaa", "abcabcxyxy", "aaabdaaabac", "bbaabbaa", "abababab", "abcbcdcd"]


@pytest.mark.parametrize("limit", [1, 2, 1000])
@pytest.mark.parametrize("tie_break", trainer.TIE_BREAKS)
@pytest.mark.parametrize("text", [*SMALLEST, *OTHERS])
def test_the_smallest_texts_that_broke_wrong_trainers(text, tie_break, limit):
    with patch.multiple(trainer, LISTED_PAIRS=limit, PASS_PAIRS=limit, PASS_PLACES=limit):
        for min_pair_count in (1, 2, 3):
            check([text.encode()], [1], tie_break=tie_break, min_pair_count=min_pair_count)


def test_a_threshold_above_the_best_count_goes_down_until_it_finds_it():
    assert len(learned(weigh("abcdefgh"), 100)) == 7
    assert learned(weigh("abcdefgh"), 100, min_pair_count=2) == []


@pytest.mark.parametrize("tie_break", trainer.TIE_BREAKS)
@pytest.mark.parametrize("limit", [10, 1000])
def test_prose(tie_break, limit):
    text = samples.SAMPLE_KO + samples.SAMPLE_EN
    with patch.multiple(trainer, LISTED_PAIRS=limit):
        check([text.encode()], [1], 300, tie_break=tie_break)


@pytest.mark.parametrize("tie_break", trainer.TIE_BREAKS)
@pytest.mark.parametrize(
    "sequence",
    [
        [0] * 3000,
        [0, 1] * 1500,
        [n.bit_count() % 2 for n in range(2048)],
        [n * n % 7 for n in range(2000)],
        [n * n * n % 251 for n in range(2000)],
    ],
    ids=["a run", "two in turn", "Thue-Morse", "squares", "cubes"],
)
def test_long_words_without_words(sequence, tie_break):
    check([sequence], [1], 200, tie_break=tie_break)


def test_fibonacci_words():
    shorter, word = [1], [0]
    while len(word) < 2000:
        shorter, word = word, word + shorter
    check([word], [1], 30)


# -- what counts as one sequence ------------------------------------------------------------------


@given(st.lists(texts_of_few, max_size=5), splits, tie_breaks)
def test_equal_chunks_once_with_a_weight_are_each_counted(documents, split, tie_break):
    corpus = weigh(documents, split)
    spelled = [list(corpus.spell(i)) for i in corpus.occurrences.tolist()]
    history, _, _ = oracle.train(spelled, [1] * len(spelled), 40, tie_break=tie_break)
    assert learned(corpus, 40, tie_break=tie_break) == history


def test_no_pair_crosses_the_end_of_a_document():
    assert [pair for pair, *_ in learned(weigh(["ab", "ab", "ba"]), 9)] == [(97, 98), (98, 97)]


# -- the generator --------------------------------------------------------------------------------


@given(texts_of_few, st.integers(0, 20), tie_breaks)
def test_fewer_merges_are_the_first_of_more(text, steps, tie_break):
    corpus = weigh(text)
    more = learned(corpus, 40, tie_break=tie_break)
    assert learned(corpus, steps, tie_break=tie_break) == more[:steps]


def test_the_merges_are_plain_python():
    for pair, *numbers in trainer.train(weigh("aaabdaaabac")):
        assert {type(number) for number in (*pair, *numbers)} == {int}


def test_an_unknown_tie_rule_is_named():
    with pytest.raises(ValueError, match=r"no tie rule is called 'largest'.*smallest, first"):
        trainer.train(weigh("ab"), tie_break="largest")


@pytest.mark.parametrize(
    ("seeds", "message"),
    [({(97, 98): 300}, "merge 0 makes id 300"), ({(97, 256): 256}, "uses id 256")],
)
def test_seeds_that_form_no_vocabulary(seeds, message):
    with pytest.raises(ValueError, match=message):
        trainer.train(weigh("ab"), initial_merges=seeds)
