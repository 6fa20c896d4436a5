"""What is said of two orders, and that it is so."""

import re

import pytest
from hypothesis import given, settings

from bpe import BPETokenizer
from bpe.wrong_ways import FORGOTTEN, LONGEST, MISMATCHED
from tests.ui.test_contrast import contrasted, contrasted_in_text
from tests.ways import HAND_RULES, few_ids, merges_and_ways, way_of
from ui.contrast import contrast
from ui.order_words import Piece, explain, judge, plain, rule, title


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
    assert looked_at in said(explain(contrasted(merges, "abc", way_of(order, merges))))


def test_counts_of_the_training_are_told():
    tok = BPETokenizer()
    tok.train(["ab"] * 9 + ["bc"] * 5, 258)
    way = way_of("frequency", tok.merges)
    ids = list(b"abc.bc.bc")
    by_rank = tok.encode("abc.bc.bc")
    words = said(explain(contrast(tok, way, ids, (by_rank, way.encode(ids, by_rank)))))
    assert "(in training they occurred 9 times and 5 times)" in words


def test_a_token_that_is_not_made_yet():
    merges = {(98, 99): 256, (97, 98): 257, (97, 256): 258, (120, 97): 259}
    case = contrasted(merges, "xabc.xa.xa")
    assert not case.parting.was_open
    assert "not yet at this place" in said(explain(case))


def test_counts_over_the_text():
    case = contrasted_in_text(HAND_RULES, r"\w+", "abc bc bc")
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


@pytest.mark.parametrize(
    ("merges", "text", "words"),
    [
        (HAND_RULES, "abc", "the longest tokens that fit are those that the merges make here"),
        (
            {(98, 99): 256, (97, 98): 257},
            "abc",
            "Longest match does not ask what was learned when: the longest token that fits is ab.",
        ),
        (
            {(98, 99): 256, (97, 98): 257, (257, 100): 258},
            "abd.abcd",
            "the longest token that fits is ab.",
        ),
        (
            {(98, 99): 256, (97, 98): 257, (120, 257): 258},
            "xabc",
            "the longest token that fits is xab, which is made with a + b.",
        ),
    ],
)
def test_longest_match_looks_at_length(merges, text, words):
    assert words in said(explain(contrasted(merges, text, way_of(LONGEST, merges))))


@pytest.mark.parametrize(
    ("rank", "text", "words"),
    [
        (0, "abc", "a + b is the merge that was forgotten: its rank is 0. Rank order makes it at "
                   "byte 1; without it, b + c takes the b, with rank 1."),
        (1, "xbc", "b + c is the merge that was forgotten: its rank is 1. Rank order makes it at "
                   "byte 2; without it, b and c stay two tokens."),
        (1, "abc", "the merge that was forgotten is not needed here"),
    ],
)  # fmt: skip
def test_a_forgotten_merge(rank, text, words):
    case = contrasted(HAND_RULES, text, way_of(FORGOTTEN, HAND_RULES, rank))
    assert rule(case, 1) == f"by rank, but without the merge of rank {rank}"
    assert words in said(explain(case))


@pytest.mark.parametrize(
    ("others", "text", "headline", "words", "verdict"),
    [
        ({(98, 99): 256, (97, 98): 257}, "abc", "Here they part",
         "The training in use learned a + b as rank 0 and makes it at byte 1. The other training "
         "learned it only as rank 1; there b + c, of rank 0, takes the b.",
         "By rank ids 256 99; from the other merges ids 97 256. A model knows only the ids that it "
         "was trained with: it reads the second as aab."),
        ({(98, 99): 256}, "abx", "Here they part",
         "makes it at byte 1. The other training never learned it, so there they stay two tokens.",
         "By rank id 256; from the other merges ids 97 98."),
        ({(120, 121): 256}, "xy", "Here they part",
         "The other training learned x + y as rank 0 and makes it at byte 1. The training in use "
         "never learned it, so here they stay two tokens.",
         "it reads the second as ab."),
        ({(98, 99): 256, (97, 98): 257}, "ab", "The same tokens, by other numbers",
         "Both trainings make the same tokens here, but number them otherwise.",
         "By rank id 256; from the other merges id 257. A model knows only the ids that it was "
         "trained with: it reads the second as bc."),
        ({(98, 99): 256, (120, 121): 257, (97, 98): 258}, "ab", "The same tokens, by other numbers",
         "number them otherwise", "it has no id 258 at all."),
        (HAND_RULES, "ab", "They end alike", "the same tokens here, by the same numbers", ""),
    ],
)  # fmt: skip
def test_merges_of_another_training(others, text, headline, words, verdict):
    case = contrasted(HAND_RULES, text, way_of(MISMATCHED, HAND_RULES, others=others))
    assert title(case) == headline
    assert words in said(explain(case))
    assert verdict in said(judge(case))


@settings(max_examples=300)
@given(merges_and_ways(), few_ids.filter(bool))
def test_every_claim_is_so(case, ids):
    merges, way = case
    text = bytes(ids).decode()
    case = contrasted(merges, text, way)
    words, verdict = said(explain(case)), said(judge(case))
    if case.parting is None:
        assert title(case) != "Here they part"
        return
    spelled = {token: case.spellings[token].decode("latin-1") for token in case.spellings}
    first, second = case.parting.first, case.parting.second
    mine, theirs = (case.stretch(side) for side in (0, 1))
    assert mine != theirs
    assert "".join(spelled[t] for t, _ in mine) == "".join(spelled[t] for t, _ in theirs)
    for number, side in enumerate(case.sides):
        ends = [token for token, _ in case.stretch(number)]
        assert " ".join(map(str, ends)) in " ".join(map(str, side.end))
    byte = int(re.search(r"at byte (\d+)", words)[1])
    if way.kind == FORGOTTEN:
        assert case.sides[0].rank(first) == int(re.search(r"its rank is (\d+)", words)[1])
        assert first.pair not in way.merges
    elif way.kind == MISMATCHED:
        alone = first or second
        assert (byte, "never" in words) == (alone.byte, alone.pair not in (
            way.merges if first else merges
        ))  # fmt: skip
    else:
        ranks = [case.sides[0].rank(closing) for closing in (first, second)]
        assert text[byte:].startswith(spelled[case.parting.token[0]])
        if first.pair != second.pair:
            assert f"rank {ranks[0]} against {ranks[1]}" in words
            assert ranks[0] < ranks[1]
        assert verdict.startswith("Both sides decode to the same text")
    if way.kind == "frequency" and case.parting.was_open:
        step = case.sides[1].steps[case.parting.steps[1]]
        counts = {c.pair: c.count for c in step.candidates}
        assert counts[second.pair] > counts[first.pair]


def test_what_was_typed_is_only_ever_a_piece():
    typed = {(60, 98): 256, (98, 62): 257}
    sentence = explain(contrasted(typed, "<b>.b>.b>"))
    texts = [part for part in sentence if not isinstance(part, Piece)]
    assert not any(character in "".join(texts) for character in "<>")
    assert Piece("<") in sentence
