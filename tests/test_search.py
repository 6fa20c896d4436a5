"""The search for chunks that differ, against encoding every chunk of the text both ways."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, orders, search
from bpe.orders import Ranked
from bpe.search import Compared, Findings, chunks_of, compare
from bpe.wrong_ways import MISMATCHED
from tests.ways import HAND_RULES, all_orders, rules, spans, way_of, with_a_whole_token


def searched(tok, text, way=None):
    way = way or way_of("frequency", tok.merges)
    compared = list(compare(tok, chunks_of(tok, text), way))
    return Findings(compared, Ranked(tok.merges).sizes, way.sizes)


@given(rules(), st.text("abc \n", max_size=60), all_orders)
def test_findings_are_those_of_every_chunk(merges, text, order):
    tok = BPETokenizer(split=r"\S+", initial_merges=merges)
    found = searched(tok, text, way_of(order, merges))
    chunks = list(tok.chunks(text))
    other = {chunk: orders.encode(list(chunk.encode()), merges, order) for chunk in chunks}
    differing = [chunk for chunk in chunks if tok.encode(chunk) != other[chunk]]
    assert Counter({one.chunk: one.times for one in found.differing}) == Counter(differing)
    assert found.chunks == len(chunks)
    assert found.tokens == (len(tok.encode(text)), sum(len(other[chunk]) for chunk in chunks))
    assert found.seen == Counter(tok.encode(text))
    wrong, missed = Counter(), 0
    for chunk in chunks:
        one, two = (set(spans(ids, found.sizes)) for ids in (tok.encode(chunk), other[chunk]))
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
    found = searched(tok, "abc", way_of(MISMATCHED, tok.merges, others={(98, 99): 256}))
    assert (found.wrong, found.share_of_tokens) == (Counter({97: 1, 256: 1}), 1)


def test_a_chunk_that_is_taken_whole_is_one_token_in_every_order(tmp_path):
    tok = with_a_whole_token(tmp_path)
    text = "abcbc bcabc"
    assert tok.encode(text) == [258, 32, 257, 256, 99]
    assert [tok.whole(chunk) for chunk in ("abcbc", "bcabc", "ab")] == [258, None, None]
    for order in orders.ORDERS:
        found = searched(tok, text, way_of(order, tok.merges))
        assert [token for one in found.compared for token in one.first] == tok.encode(text)
        assert found.compared[0] == Compared("abcbc", 1, [258], [258])


def test_the_search_is_lazy():
    tok = BPETokenizer(initial_merges=HAND_RULES)
    found = compare(tok, {"abc": 1, "\ud800": 1}, way_of("frequency", tok.merges))
    assert next(found).chunk == "abc"
    assert search.occurrences([([1, 2, 1], 3)]) == {1: 6, 2: 3}
