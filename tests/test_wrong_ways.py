"""Wrong ways to encode, each against a loop by the book; and when frequency cannot be wrong."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import orders, reference, wrong_ways
from bpe.long_orders import encode_long, trace_part
from bpe.orders import Ranked, trace
from bpe.wrong_ways import MISMATCHED
from tests.test_orders import naive
from tests.ways import HAND_RULES, all_orders, few_ids, merges_and_ways, rules, spans, way_of


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
    assert way.encode(ids, by_rank) == orders.encode(ids, merges, order)


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
    assert way_of("longest", merges).encode(ids, []) == expected


@given(few_ids, rules(), st.data())
def test_a_merge_forgotten(ids, merges, data):
    if not merges:
        return
    rank = data.draw(st.integers(0, len(merges) - 1))
    expected = ids
    for number, (pair, made) in enumerate(merges.items()):
        if number != rank:
            expected = reference.merge(expected, pair, made)
    assert way_of("forgotten", merges, rank).encode(ids, []) == expected


def test_counting_over_the_text():
    chunks = [list(b"abc"), list(b"bc")]
    way = wrong_ways.by_frequency_in_text(chunks, [1, 2], Ranked(HAND_RULES))
    assert [way.encode(chunk, []) for chunk in chunks] == [[97, 257], [257]]


def test_the_merges_of_another_tokenizer():
    way = way_of(MISMATCHED, {(97, 98): 256}, others={(98, 99): 256})
    assert way.encode(list(b"abc"), [256, 99]) == [97, 256]
    assert way.sizes == {256: 2}


# -- followed -------------------------------------------------------------------------------------


@given(merges_and_ways(), few_ids)
def test_what_is_followed_ends_as_it_is_encoded(case, ids):
    merges, way = case
    followed = way.follow(ids, 0, len(ids))
    end = [way.numbers.get(token, token) for token in followed.end]
    assert end == way.encode(ids, orders.encode(ids, merges, "rank"))
    for (pair, rank), made in zip(followed.merges.ranks.items(), followed.merges.values()):
        assert followed.merges[pair] == made
        if way.kind != MISMATCHED:
            assert list(merges)[rank] == pair


@given(merges_and_ways(kinds=[MISMATCHED]), few_ids)
def test_a_token_that_both_trainings_make_has_one_id_in_both(case, ids):
    merges, way = case
    common = {made for pair, made in way.merges.items() if merges.get(pair) == made}
    assert all(way.merges[pair] == merges[pair] for pair in way.merges.keys() & merges.keys())
    assert not (set(way.merges.values()) - common) & set(merges.values())


@given(merges_and_ways(), few_ids, st.data())
def test_a_part_between_boundaries_is_followed_as_in_the_whole(case, ids, data):
    _, way = case
    whole = way.follow(ids, 0, len(ids))
    bounds = [0, *(end for _, end, _ in spans(whole.end, whole.merges.sizes))]
    start, end = sorted(data.draw(st.tuples(st.sampled_from(bounds), st.sampled_from(bounds))))
    part = way.follow(ids, start, end)
    inside = [c for c in whole.closings if start <= c.start and c.end <= end]
    moved = [
        c._replace(start=c.start + start, byte=c.byte + start, end=c.end + start)
        for c in part.closings
    ]
    assert moved == inside
    assert part.end == [t for s, e, t in spans(whole.end, whole.merges.sizes) if start <= s < end]


@given(few_ids, rules(), all_orders, st.data())
def test_steps_of_a_part_are_those_of_the_whole_that_touch_it(ids, merges, order, data):
    steps = list(trace(ids, merges, order))
    ranked = Ranked(merges)
    bounds = [0, *(end for _, end, _ in spans(steps[-1].ids if steps else ids, ranked.sizes))]
    start, end = sorted(data.draw(st.tuples(st.sampled_from(bounds), st.sampled_from(bounds))))

    def within(tokens):
        return [token for at, _, token in spans(tokens, ranked.sizes) if start <= at < end]

    expected, before = [], ids
    for step in steps:
        here = within(before)
        if within(step.ids) != here:
            counts = {c.pair: c for c in step.candidates}
            met = dict.fromkeys(pair for pair in zip(here, here[1:]) if pair in merges)
            expected.append(([counts[pair] for pair in met], step.chosen, within(step.ids)))
        before = step.ids
    assert list(trace_part(ids, ranked, order, start, end)) == expected


@given(st.lists(few_ids, min_size=1, max_size=5), rules(), st.data())
def test_a_chunk_is_followed_by_the_counts_of_its_text(chunks, merges, data):
    chunks = [list(chunk) for chunk in dict.fromkeys(map(tuple, chunks))]
    weights = data.draw(st.lists(st.integers(1, 3), min_size=len(chunks), max_size=len(chunks)))
    way = wrong_ways.by_frequency_in_text(chunks, weights, Ranked(merges))
    for number, chunk in enumerate(chunks):
        followed = way.follow(chunk, 0, len(chunk))
        assert followed.end == way.encode(chunk, [])
        assert followed.steps == list(orders.trace_in_text(chunks, weights, merges, number))


def test_long_ways_tick():
    ticks = []
    way = wrong_ways.in_order(Ranked(HAND_RULES), "reverse", lambda: ticks.append(1))
    way.encode(list(b"abc" * 100), [])
    assert len(ticks) == 1
    longest = wrong_ways.longest_match(Ranked(HAND_RULES), lambda: ticks.append(1))
    longest.encode(list(b"abcb"), [])
    assert len(ticks) == 4


def test_every_short_text_of_two_letters_in_every_order():
    merges = {(97, 98): 256, (98, 97): 257, (256, 256): 258, (257, 97): 259}
    for size in range(11):
        for ids in product(b"ab", repeat=size):
            for order in ("frequency", "reverse", "left_to_right"):
                assert encode_long(ids, merges, order) == orders.encode(ids, merges, order)
