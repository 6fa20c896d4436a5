"""The shortest inputs that differ, against every string there is."""

from itertools import product

import pytest
from hypothesis import example, given, settings

from bpe import orders
from bpe.orders import Ranked
from bpe.shortest import Shortest, shortest_divergences
from tests.test_orders import HAND_RULES, rules

CHAIN = {(97, 97): 256, (98, 97): 257, (256, 98): 258, (258, 257): 259}


def of_all_strings(merges, symbols, longest):
    """The first length at which strings differ, and those."""
    merges = Ranked(merges)
    for length in range(longest + 1):
        found = [
            ids
            for ids in product(symbols, repeat=length)
            if orders.encode(ids, merges, "rank") != orders.encode(ids, merges, "frequency")
        ]
        if found:
            return length, found
    return longest, []


@settings(max_examples=60, deadline=None)
@given(rules())
@example(CHAIN)
@example({(97, 97): 256, (97, 256): 257, (256, 98): 258})
def test_every_string_of_two_letters_up_to_length_ten(merges):
    merges = {pair: made for pair, made in merges.items() if 99 not in pair}
    merges = _renumbered(merges)
    found = shortest_divergences(merges, range(97, 99), longest=10, most_tried=10**9)
    assert (found.searched, found.inputs) == of_all_strings(merges, range(97, 99), 10)


@settings(max_examples=60, deadline=None)
@given(rules())
def test_every_string_of_three_letters_up_to_length_six(merges):
    found = shortest_divergences(merges, range(97, 100), longest=6, most_tried=10**9)
    assert (found.searched, found.inputs) == of_all_strings(merges, range(97, 100), 6)


@pytest.mark.parametrize(
    ("merges", "length"),
    [
        ({(97, 98): 256, (256, 256): 257, (256, 99): 258}, 8),
        ({(98, 99): 256, (256, 97): 257, (256, 256): 258}, 9),
        ({(99, 97): 256, (256, 98): 257, (256, 99): 258, (99, 257): 259}, 10),
        ({(99, 97): 256, (98, 98): 257, (257, 257): 258, (256, 257): 259}, 10),
    ],
)
def test_rules_whose_shortest_inputs_are_long(merges, length):
    found = shortest_divergences(merges, range(97, 100))
    assert (length, found.inputs) == of_all_strings(merges, range(97, 100), 10)
    assert found.searched == length


def _renumbered(merges):
    """Only what can still be made, numbered without gaps."""
    ids, kept = {97: 97, 98: 98}, {}
    for (left, right), made in merges.items():
        if left in ids and right in ids:
            ids[made] = kept[ids[left], ids[right]] = 256 + len(kept)
    return kept


def test_the_case_by_hand():
    found = shortest_divergences(HAND_RULES)
    assert [bytes(ids) for ids in found.inputs] == [b"abcbc", b"bcabc"]
    assert found.searched == 5


def test_one_symbol_stands_for_all_that_are_in_no_rule():
    found = shortest_divergences({(97, 98): 256, (98, 99): 257, (99, 98): 258, (99, 97): 259})
    of_letters = shortest_divergences(
        {(97, 98): 256, (98, 99): 257, (99, 98): 258, (99, 97): 259}, range(97, 100)
    )
    assert found.inputs == of_letters.inputs


@pytest.mark.parametrize("merges", [{}, {(97, 98): 256}, {(97, 98): 256, (99, 100): 257}])
def test_rules_that_share_no_symbol_never_differ(merges):
    assert shortest_divergences(merges) == Shortest([], 12, 0, None)


def test_symbols_of_any_number():
    moved = {symbol: symbol + 1000 for symbol in range(97, 100)} | {256: 3, 257: 4}
    merges = {
        (moved[left], moved[right]): moved[made] for (left, right), made in HAND_RULES.items()
    }
    found = shortest_divergences(merges, {1097, 1098, 1099})
    assert found.inputs == [
        tuple(symbol + 1000 for symbol in each) for each in (b"abcbc", b"bcabc")
    ]


def test_it_says_how_far_it_came():
    merges = {(97, 98): 256, (98, 99): 257, (257, 257): 258}
    found = shortest_divergences(merges, most_tried=1)
    assert found == Shortest([], 4, 0, 5)


def test_merges_out_of_order():
    with pytest.raises(ValueError, match="merge 0 uses id 257, which no merge before it makes"):
        shortest_divergences({(257, 98): 256, (98, 99): 257})
