"""The search for chunks that differ, against encoding every chunk of the text both ways."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, orders, search, wrong_ways
from bpe.orders import Ranked, sizes_of
from bpe.search import Compared, Findings, chunks_of, compare
from tests.test_divergences import spans
from tests.test_orders import HAND_RULES, all_orders, rules


def searched(tok, text, order="frequency"):
    way = wrong_ways.in_order(Ranked(tok.merges), order)
    return Findings(list(compare(tok, chunks_of(tok, text), way)), sizes_of(tok.merges))


@given(rules(), st.text("abc \n", max_size=60), all_orders)
def test_findings_are_those_of_every_chunk(merges, text, order):
    tok = BPETokenizer(split=r"\S+", initial_merges=merges)
    found = searched(tok, text, order)
    chunks = list(tok.chunks(text))
    other = {chunk: orders.encode(list(chunk.encode()), merges, order) for chunk in chunks}
    differing = [chunk for chunk in chunks if tok.encode(chunk) != other[chunk]]
    assert Counter({one.chunk: one.times for one in found.differing}) == Counter(differing)
    assert found.chunks == len(chunks)
    assert found.tokens == (len(tok.encode(text)), sum(len(other[chunk]) for chunk in chunks))
    assert found.seen == Counter(tok.encode(text))
    wrong, missed = Counter(), 0
    for chunk in chunks:
        one, two = (set(spans(ids, merges)[0]) for ids in (tok.encode(chunk), other[chunk]))
        wrong.update(token for _, _, token in two - one)
        missed += len(one - two)
    assert found.wrong == wrong
    assert found.share_of_tokens == missed / max(len(tok.encode(text)), 1)
    assert found.share_of_chunks == len(differing) / max(len(chunks), 1)


def test_short_ones_first_then_common_ones():
    tok = BPETokenizer(split=r"\S+", initial_merges=HAND_RULES)
    found = searched(tok, "abc.bc.bc abcbc bcabc bcabc abc")
    assert [one.chunk for one in found.differing] == ["bcabc", "abcbc", "abc.bc.bc"]
    assert found.differing[0] == Compared("bcabc", 2, [257, 256, 99], [257, 97, 257])


def test_an_empty_text():
    found = searched(BPETokenizer(), "")
    assert (found.chunks, found.tokens, found.share_of_chunks) == (0, (0, 0), 0)


def test_merges_of_another_tokenizer_have_their_own_sizes():
    tok = BPETokenizer(initial_merges={(97, 98): 256})
    others = Ranked({(98, 99): 256})
    way = wrong_ways.under(others)
    compared = list(compare(tok, {"abc": 1}, way))
    found = Findings(compared, sizes_of(tok.merges), sizes_of(others))
    assert (found.wrong, found.share_of_tokens) == (Counter({97: 1, 256: 1}), 1)


def test_the_search_is_lazy():
    tok = BPETokenizer(initial_merges=HAND_RULES)
    found = compare(tok, {"abc": 1, "\ud800": 1}, lambda ids, by_rank: by_rank)
    assert next(found).chunk == "abc"
    assert search.occurrences([([1, 2, 1], 3)]) == {1: 6, 2: 3}
