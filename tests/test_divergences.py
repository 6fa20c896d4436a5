"""Where in a text another order gives other tokens: against encoding everything one by one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, divergences, orders, reference
from bpe.divergences import Place, survey
from tests.test_orders import HAND_RULES, all_orders, few_ids, rules

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
    assert orders.encode_text(chunks, weights, merges) == ends
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


def spans(ids, merges):
    """The tokens as (start, end, id)."""
    sizes = {}
    for (left, right), made in merges.items():
        sizes[made] = sizes.get(left, 1) + sizes.get(right, 1)
    found, end = [], 0
    for token in ids:
        found.append((end, end + sizes.get(token, 1), token))
        end = found[-1][1]
    return found, sizes


@given(rules(), few_ids, all_orders, all_orders)
def test_differences_are_between_common_boundaries(merges, ids, one_order, other_order):
    ends = [orders.encode(ids, merges, order) for order in (one_order, other_order)]
    (one, sizes), (other, _) = (spans(side, merges) for side in ends)
    found = orders.differences(*ends, sizes)
    covered = {at for start, end in found for at in range(start, end)}
    for span in set(one) ^ set(other):
        assert set(range(span[0], span[1])) <= covered
    starts = {start for start, *_ in one} & {start for start, *_ in other} | {len(ids)}
    for start, end in found:
        assert {start, end} <= starts
        assert not set(range(start + 1, end)) & starts
        assert [s for s in one if start <= s[0] < end] != [s for s in other if start <= s[0] < end]


@given(rules(), few_ids, all_orders)
def test_every_difference_has_a_parting(merges, ids, order):
    sides = [list(orders.trace(ids, merges, each)) for each in ("rank", order)]
    ends = [orders.encode(ids, merges, each) for each in ("rank", order)]
    for start, end in orders.differences(*ends, spans([], merges)[1]):
        found = orders.parting(ids, merges, *sides, start, end)
        assert start <= found.first.start < found.first.end <= end
        assert found.token in found.first.halves
        assert found.token in found.second.halves


@given(rules(), few_ids, all_orders)
def test_partings_hold_when_replayed(merges, ids, order):
    sides = [list(orders.trace(ids, merges, each)) for each in ("rank", order)]
    found = orders.parting(ids, merges, *sides)
    if found is None:
        return
    for steps, number, closing in zip(sides, found.steps, (found.first, found.second)):
        before = spans(steps[number - 1].ids if number else ids, merges)[0]
        after = spans(steps[number].ids, merges)[0]
        assert all((start, end, token) in before for token, start, end in closing.halves)
        assert (closing.start, closing.end, merges[closing.pair]) in after
    second = sides[1][found.steps[1] - 1].ids if found.steps[1] else ids
    halves = {(start, end, token) for token, start, end in found.first.halves}
    assert found.was_open == (halves <= set(spans(second, merges)[0]))
    assert found.first.rank <= found.second.rank


# -- surveys --------------------------------------------------------------------------------------


@given(rules(), st.text("abc \n", max_size=60), all_orders)
def test_a_survey_is_every_chunk_in_both_orders(merges, text, order):
    tok = BPETokenizer(split=r"\S+", initial_merges=merges)
    found = survey(tok, text, order)
    chunks = list(tok.chunks(text))
    assert Counter(dict(zip(found.chunks, found.weights))) == Counter(chunks)
    for chunk, one, other in zip(found.chunks, found.first, found.second):
        assert one == tok.encode(chunk)
        assert other == orders.encode(list(chunk.encode()), merges, order)
    assert found.count(found.differing) == sum(
        tok.encode(chunk) != orders.encode(list(chunk.encode()), merges, order) for chunk in chunks
    )
    assert found.tokens(found.first) == len(tok.encode(text))


def test_the_case_by_hand():
    tok = BPETokenizer(initial_merges=HAND_RULES)
    found = survey(tok, "abc.bc.bc")
    assert found.places == [Place(0, 0, 3)]
    assert found.tokens_at(found.places[0]) == ([256, 99], [97, 257])


def test_counting_over_the_text_can_change_what_frequency_does():
    tok = BPETokenizer(split=r"\w+", initial_merges=HAND_RULES)
    text = "abc bc bc"
    assert survey(tok, text).differing == []
    assert survey(tok, text, over_text=True).differing == [0]


def test_only_frequency_counts():
    with pytest.raises(ValueError, match="only frequency"):
        survey(BPETokenizer(), "a", "reverse", over_text=True)


def test_an_empty_text_has_nothing_to_differ():
    found = survey(BPETokenizer(), "")
    assert (found.chunks, found.places, found.read_bytes) == ([], [], 0)


def test_what_is_not_read_is_said(monkeypatch):
    monkeypatch.setattr(divergences, "MOST_CHUNK", 5)
    found = survey(BPETokenizer(), "é" * 10)
    assert (found.chunks, found.read_bytes, found.text_bytes) == (["éé"], 4, 20)
    monkeypatch.setattr(divergences, "MOST_WORK", 10)
    found = survey(BPETokenizer(split="."), "abcdefghijklmnop")
    assert (found.read_bytes, found.text_bytes) == (10, 16)
