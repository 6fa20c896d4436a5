"""Encoding in four orders, against a loop that knows nothing but the list of ids."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe import BPETokenizer, orders, reference
from bpe.orders import Candidate
from tests.strategies import texts_of_few

HAND_RULES = {(97, 98): 256, (98, 99): 257}

all_orders = st.sampled_from(["rank", "frequency", "reverse", "left_to_right"])


@st.composite
def rules(draw):
    """Merges of two or three symbols in any order that can be, learned or not."""
    known = list(draw(st.sampled_from(["ab", "abc"])).encode())
    merges = {}
    for made in range(256, 256 + draw(st.integers(0, 6))):
        pair = (draw(st.sampled_from(known)), draw(st.sampled_from(known)))
        if pair in merges:
            break
        merges[pair] = made
        known.append(made)
    return merges


few_ids = st.text("abc", max_size=16).map(lambda text: list(text.encode()))


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


# -- where two orders part ------------------------------------------------------------------------


@settings(max_examples=150)
@given(few_ids, rules(), all_orders)
@example(list(b"abc.abab"), {(98, 99): 256, (97, 98): 257, (257, 99): 258}, "frequency")
@example(list(b"abcabab"), {(98, 99): 256, (97, 98): 257, (257, 256): 258}, "frequency")
def test_parting(ids, merges, order):
    first, second = (list(orders.trace(ids, merges, name)) for name in ("rank", order))
    ends = [steps[-1].ids if steps else ids for steps in (first, second)]
    parting = orders.parting(ids, merges, first, second)
    assert (parting is None) == (ends[0] == ends[1])
    if parting is None:
        return
    chosen = [[step.chosen.pair for step in steps] for steps in (first, second)]
    assert chosen[0][: parting.step] == chosen[1][: parting.step]
    assert chosen[0][parting.step :][:1] != chosen[1][parting.step :][:1]
    # Both merges are rules, each was really made by its side, and they want the same bytes.
    for closing, pairs in zip((parting.first, parting.second), chosen):
        assert list(merges)[closing.rank] == closing.pair
        assert closing.pair in pairs
        assert closing.start < closing.byte < closing.end
    assert parting.first.start < parting.second.end
    assert parting.second.start < parting.first.end
    assert parting.first != parting.second


def test_the_parting_by_hand():
    ids = list(b"abc.bc.bc")
    first, second = (list(orders.trace(ids, HAND_RULES, o)) for o in ("rank", "frequency"))
    parting = orders.parting(ids, HAND_RULES, first, second)
    assert parting.step == 0
    assert (parting.first.pair, parting.first.byte, parting.first.rank) == ((97, 98), 1, 0)
    assert (parting.second.pair, parting.second.byte, parting.second.rank) == ((98, 99), 2, 1)
