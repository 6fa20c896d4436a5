"""Where two encodings part: what is said of every way is replayed on its steps."""

from hypothesis import example, given, settings

from bpe.orders import Ranked, trace
from bpe.partings import differences, parting, traced
from bpe.reference import merge
from bpe.wrong_ways import FORGOTTEN, LONGEST, MISMATCHED, in_order
from tests.ways import HAND_RULES, all_orders, few_ids, merges_and_ways, rules, spans, way_of

NESTED = {(98, 99): 256, (97, 98): 257, (257, 99): 258}


def sides_of(merges, way, ids):
    """Both encodings, followed."""
    size = len(ids)
    return in_order(Ranked(merges), "rank").follow(ids, 0, size), way.follow(ids, 0, size)


def stretches(one, other):
    return differences(one.end, other.end, one.merges.sizes, other.merges.sizes)


@given(few_ids, rules(), all_orders)
def test_closings_are_all_that_is_merged(ids, merges, order):
    ranked = Ranked(merges)
    found = traced(ids, ranked, trace(ids, merges, order))
    tokens = [(i, i + 1, token) for i, token in enumerate(ids)]
    for number, step in enumerate(found.steps):
        for closing in (c for c, at in found.closings.items() if at == number):
            left, right = ((start, end, token) for token, start, end in closing.halves)
            at = tokens.index(left)
            assert tokens[at + 1] == right
            tokens[at : at + 2] = [(closing.start, closing.end, merges[closing.pair])]
            assert found.rank(closing) == step.chosen.rank
        assert [token for _, _, token in tokens] == step.ids
    assert [token for _, _, token in tokens] == found.end


@given(merges_and_ways(), few_ids)
def test_differences_are_between_common_boundaries(case, ids):
    merges, way = case
    one, other = sides_of(merges, way, ids)
    mine, theirs = (spans(side.end, side.merges.sizes) for side in (one, other))
    found = stretches(one, other)
    covered = {at for start, end in found for at in range(start, end)}
    for start, end, _ in set(mine) ^ set(theirs):
        assert set(range(start, end)) <= covered
    starts = {start for start, *_ in mine} & {start for start, *_ in theirs} | {len(ids)}
    for start, end in found:
        assert {start, end} <= starts
        assert not set(range(start + 1, end)) & starts
        assert [s for s in mine if start <= s[0] < end] != [
            s for s in theirs if start <= s[0] < end
        ]


@settings(max_examples=300)
@given(merges_and_ways(), few_ids)
@example((HAND_RULES, way_of("frequency", HAND_RULES)), list(b"abcbc"))
def test_every_difference_has_a_parting(case, ids):
    merges, way = case
    sides = sides_of(merges, way, ids)
    assert (parting(*sides) is None) == (sides[0].end == sides[1].end)
    for start, end in stretches(*sides):
        found = parting(*sides, start, end)
        alone = [closing for closing in (found.first, found.second) if closing is not None]
        assert alone
        for closing in alone:
            assert start <= closing.start < closing.end <= end
        if None not in (found.first, found.second):
            assert found.token in found.first.halves
            assert found.token in found.second.halves
        else:
            # Only who does not know a pair leaves its halves as they are.
            assert way.kind in (FORGOTTEN, MISMATCHED)
            other = sides[1] if found.second is None else sides[0]
            assert alone[0].pair not in other.merges
        if found.first is None:
            assert way.kind == MISMATCHED


@settings(max_examples=300)
@given(merges_and_ways(), few_ids)
@example((NESTED, way_of("frequency", NESTED)), list(b"abc.abab"))
@example((NESTED, way_of(LONGEST, NESTED)), list(b"abc"))
def test_partings_hold_when_replayed(case, ids):
    merges, way = case
    sides = sides_of(merges, way, ids)
    found = parting(*sides)
    if found is None:
        return
    for side, number, closing in zip(sides, found.steps, (found.first, found.second)):
        if closing is None:
            assert number is None
            continue
        before = spans(side.steps[number - 1].ids if number else ids, side.merges.sizes)
        after = spans(side.steps[number].ids, side.merges.sizes)
        made = side.merges[closing.pair]
        if way.kind == LONGEST and side is sides[1]:
            # One step takes a token with all that it is made of.
            assert any(s <= closing.start and closing.end <= e for s, e, _ in after)
            continue
        assert all((start, end, token) in before for token, start, end in closing.halves)
        assert (closing.start, closing.end, made) in after
    if None in (found.first, found.second):
        return
    if way.kind in ("frequency", "reverse", "left_to_right", LONGEST):
        assert sides[0].rank(found.first) <= sides[0].rank(found.second)
    if way.kind != LONGEST:
        number = found.steps[1]
        second = spans(sides[1].steps[number - 1].ids if number else ids, sides[1].merges.sizes)
        halves = {(start, end, token) for token, start, end in found.first.halves}
        assert found.was_open == (halves <= set(second))


def test_the_parting_by_hand():
    sides = sides_of(HAND_RULES, way_of("frequency", HAND_RULES), list(b"abc.bc.bc"))
    found = parting(*sides)
    assert (found.first.pair, found.first.byte, found.steps) == ((97, 98), 1, (0, 0))
    assert (found.second.pair, found.second.byte, found.token) == ((98, 99), 2, (98, 1, 2))
    assert found.was_open


def test_a_merge_that_the_other_side_does_not_know():
    one, other = sides_of(HAND_RULES, way_of(FORGOTTEN, HAND_RULES, rank=1), list(b"xbc"))
    found = parting(one, other)
    assert (found.first.pair, found.second, found.token) == ((98, 99), None, None)
    back = parting(other, one)
    assert (back.first, back.second.pair) == (None, (98, 99))
    assert merge(list(b"xbc"), (98, 99), 257) == one.end
