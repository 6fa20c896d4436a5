"""Encoding in four orders, against a loop that knows nothing but the list of ids."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, orders, reference
from bpe.orders import Candidate
from tests.strategies import texts_of_few
from tests.ways import HAND_RULES, all_orders, few_ids, rules


def naive(ids, merges, order):
    """All steps: what could merge, in the order it is met, what did, and what it gave."""
    ids, ranks, steps = list(ids), list(merges), []
    while True:
        met = []
        for pair in zip(ids, ids[1:]):
            if pair in merges and pair not in met:
                met.append(pair)
        if not met:
            return steps
        counts = [sum(two == pair for two in zip(ids, ids[1:])) for pair in met]
        found = [(pair, ranks.index(pair), count) for pair, count in zip(met, counts)]
        if order == "rank":
            chosen = sorted(found, key=lambda c: c[1])[0]
        elif order == "reverse":
            chosen = sorted(found, key=lambda c: c[1])[-1]
        elif order == "frequency":
            most = max(counts)
            chosen = sorted((c for c in found if c[2] == most), key=lambda c: c[1])[0]
        else:
            chosen = found[0]
        ids = reference.merge(ids, chosen[0], merges[chosen[0]])
        steps.append((found, chosen, ids))


@given(few_ids, rules(), all_orders)
def test_every_step_of_every_order(ids, merges, order):
    before = list(ids)
    steps = list(orders.trace(ids, merges, order))
    assert steps == naive(ids, merges, order)
    assert ids == before
    assert orders.encode(ids, merges, order) == (steps[-1].ids if steps else ids)


@given(texts_of_few, st.integers(256, 280))
def test_rank_order_is_how_the_tokenizer_encodes(text, size):
    tok = BPETokenizer()
    tok.train(text[::-1], size)
    ids = list(text.encode())
    assert orders.encode(ids, tok.merges, "rank") == tok.encode(text)
    for order in ("frequency", "reverse", "left_to_right"):
        assert tok.decode(orders.encode(ids, tok.merges, order)) == text


def test_the_case_by_hand():
    ids = list(b"abc.bc.bc")
    assert orders.encode(ids, HAND_RULES, "rank") == [256, 99, 46, 257, 46, 257]
    assert orders.encode(ids, HAND_RULES, "frequency") == [97, 257, 46, 257, 46, 257]
    first, *_ = orders.trace(ids, HAND_RULES, "frequency")
    assert first.candidates == [Candidate((97, 98), 0, 1), Candidate((98, 99), 1, 3)]
    assert first.chosen == Candidate((98, 99), 1, 3)


def test_equally_frequent_pairs_the_lower_rank():
    merges = {(99, 100): 256, (97, 98): 257}
    steps = list(orders.trace(list(b"abcd"), merges, "frequency"))
    assert [step.chosen.pair for step in steps] == [(99, 100), (97, 98)]
    left_first = list(orders.trace(list(b"abcd"), merges, "left_to_right"))
    assert [step.chosen.pair for step in left_first] == [(97, 98), (99, 100)]


@pytest.mark.parametrize("order", ["rank", "frequency", "reverse", "left_to_right"])
@pytest.mark.parametrize("ids", [[], [97], [97, 97], [300, 301]])
def test_nothing_to_merge(ids, order):
    assert list(orders.trace(ids, HAND_RULES, order)) == []
    assert orders.encode(ids, HAND_RULES, order) == ids
    assert list(orders.trace([97, 98], {}, order)) == []


def test_an_unknown_order():
    with pytest.raises(ValueError, match="'alphabetical'; use one of rank, frequency, reverse"):
        list(orders.trace([], {}, "alphabetical"))


# -- frequency over a text ------------------------------------------------------------------------

few_chunks = st.lists(st.text("abc", min_size=1, max_size=6), max_size=6)


def by_counting_the_text(chunks, weights, merges):
    """Every step of frequency order over a text: (pair, count, counts, chunks before)."""
    ids, ranks, steps = [list(chunk) for chunk in chunks], list(merges), []
    while True:
        counts = Counter()
        for chunk, weight in zip(ids, weights):
            for pair in zip(chunk, chunk[1:]):
                counts[pair] += weight * (pair in merges)
        found = [pair for pair, count in counts.items() if count]
        if not found:
            return steps, ids
        best = min(found, key=lambda pair: (-counts[pair], ranks.index(pair)))
        steps.append((best, counts, ids))
        ids = [reference.merge(chunk, best, merges[best]) for chunk in ids]


@given(rules(), few_chunks, st.data())
def test_frequency_over_a_text(merges, text, data):
    distinct = Counter(text)
    chunks, weights = [list(c.encode()) for c in distinct], list(distinct.values())
    steps, ends = by_counting_the_text(chunks, weights, merges)
    ticks = []
    assert orders.encode_text(chunks, weights, merges, lambda: ticks.append(1)) == ends
    assert len(ticks) == len(steps)
    if not chunks:
        return
    watched = data.draw(st.integers(0, len(chunks) - 1))
    touching = [
        (pair, counts, ids[watched])
        for pair, counts, ids in steps
        if pair in zip(ids[watched], ids[watched][1:])
    ]
    traced = list(orders.trace_in_text(chunks, weights, merges, watched))
    assert [(s.chosen.pair, s.chosen.count) for s in traced] == [(p, c[p]) for p, c, _ in touching]
    for step, (_, counts, ids) in zip(traced, touching):
        here = {pair: counts[pair] for pair in zip(ids, ids[1:]) if pair in merges}
        assert {candidate.pair: candidate.count for candidate in step.candidates} == here
    assert (traced[-1].ids if traced else chunks[watched]) == ends[watched]
