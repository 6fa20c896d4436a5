"""What is said of two orders, and that it is so."""

import re

import pytest
from hypothesis import given

from bpe import BPETokenizer
from bpe.divergences import Place, survey
from tests.test_orders import HAND_RULES, all_orders, few_ids, rules
from ui.contrast import contrast
from ui.order_words import Piece, explain, judge, plain, title


def contrasted(merges, text, order="frequency", split=None, over_text=False):
    tok = BPETokenizer(split=split, initial_merges=merges)
    found = survey(tok, text, order, over_text)
    return contrast(tok, found, found.places[0] if found.places else Place(0, 0, 0))


def said(sentence):
    return plain(sentence).replace("\u00a0", " ")


def test_the_case_by_hand():
    case = contrasted(HAND_RULES, "abc.bc.bc")
    assert title(case) == "Here they part"
    assert said(explain(case)) == (
        "a + b and b + c both want the b at byte 1. a + b was learned first: rank 0 against 1. So "
        "rank order merges it first, and that b is taken. Frequency order looks at what is common "
        "in the text at hand: b + c stands here 3 times, a + b only once."
    )
    assert said(judge(case)) == (
        "Both sides decode to the same text, but a model learns from text encoded by rank. There "
        "these bytes are always ab c, never a bc."
    )


@pytest.mark.parametrize(
    ("order", "looked_at"),
    [("reverse", "by what was learned last: b + c."), ("left_to_right", "meets first")],
)
def test_other_orders_look_at_something_else(order, looked_at):
    merges = HAND_RULES if order == "reverse" else {(98, 99): 256, (97, 98): 257}
    assert looked_at in said(explain(contrasted(merges, "abc", order)))


def test_counts_of_the_training_are_told():
    tok = BPETokenizer()
    tok.train(["ab"] * 9 + ["bc"] * 5, 258)
    found = survey(tok, "abc.bc.bc")
    words = said(explain(contrast(tok, found, found.places[0])))
    assert "(in training they occurred 9 times and 5 times)" in words


def test_a_token_that_is_not_made_yet():
    merges = {(98, 99): 256, (97, 98): 257, (97, 256): 258, (120, 97): 259}
    case = contrasted(merges, "xabc.xa.xa")
    assert not case.parting.was_open
    assert "not yet at this place" in said(explain(case))


def test_counts_over_the_text():
    case = contrasted(HAND_RULES, "abc bc bc", split=r"\w+", over_text=True)
    assert "b + c stands in this text 3 times, a + b only once" in said(explain(case))


def test_fewer_tokens_are_still_wrong():
    case = contrasted(HAND_RULES | {(97, 257): 258}, "abc.bc.bc")
    assert said(judge(case)).endswith("always ab c, never abc. One token fewer, and still wrong.")


def test_the_same_boundaries_with_other_ids():
    case = contrasted(HAND_RULES | {(256, 99): 258, (97, 257): 259}, "abc.bc.bc")
    assert "always id 258, never 259. The boundaries are the same and both ids spell abc" in said(
        judge(case)
    )


@pytest.mark.parametrize(
    ("merges", "text", "words"),
    [
        (HAND_RULES, "xyz", "nothing to merge, in any order: 3 bytes are as many tokens"),
        (HAND_RULES, "abx", "the same 2 tokens: they choose the same pair at every step"),
        ({(97, 98): 256, (99, 100): 257}, "abcd.cd", "at step 1 a + b against c + d. But no merge"),
    ],
)
def test_why_they_agree(merges, text, words):
    case = contrasted(merges, text)
    assert words in said(explain(case))
    assert judge(case) == []


@given(rules(), few_ids, all_orders.filter(lambda order: order != "rank"))
def test_every_claim_is_so(merges, ids, order):
    text = bytes(ids).decode()
    if not text:
        return
    case = contrasted(merges, text, order)
    words = said(explain(case))
    if case.parting is None:
        assert title(case) != "Here they part"
        return
    spelled = {token: spelling.decode("latin-1") for token, spelling in case.spellings.items()}
    first, second = case.parting.first, case.parting.second
    byte = int(re.search(r"at byte (\d+)", words)[1])
    assert text[byte:].startswith(spelled[case.parting.token[0]])
    if first.pair != second.pair:
        assert f"rank {first.rank} against {second.rank}" in words
        assert first.rank < second.rank
    if order == "frequency" and case.parting.was_open:
        counts = {c.pair: c.count for c in case.steps[1][case.parting.steps[1]].candidates}
        assert counts[second.pair] > counts[first.pair]
    verdict = said(judge(case))
    assert verdict.startswith("Both sides decode to the same text")
    mine, theirs = (case.tokens(side) for side in (0, 1))
    assert mine != theirs
    assert "".join(spelled[t] for t, _ in mine) == "".join(spelled[t] for t, _ in theirs)


def test_what_was_typed_is_only_ever_a_piece():
    typed = {(60, 98): 256, (98, 62): 257}
    sentence = explain(contrasted(typed, "<b>.b>.b>"))
    texts = [part for part in sentence if not isinstance(part, Piece)]
    assert not any(character in "".join(texts) for character in "<>")
    assert Piece("<") in sentence
