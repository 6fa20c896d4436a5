"""Searches in the background: their end, their stop, their errors."""

import pytest

from bpe import BPETokenizer
from bpe.alphabets import Characters
from bpe.wrong_ways import IN_TEXT, LONGEST
from tests.ways import HAND_RULES, with_a_whole_token
from ui.searching import Request, Search

TOK = BPETokenizer(split=r"\S+", initial_merges=HAND_RULES)


def run(search: Search) -> Search:
    search.work.start()
    assert search.work.done.wait(60)
    return search


def test_a_search_ends_with_all_chunks():
    search = run(Search(TOK, Request("", "abcbc bcabc abc", "frequency")))
    assert len(search.work.found) == search.total == 4
    assert [row.one.chunk for row in search.rows] == ["abcbc", "bcabc"]


def test_what_was_found_before_it_was_stopped_stays():
    search = Search(TOK, Request("", " ".join(f"abcbc{n}" for n in range(5_000)), "frequency"))
    search.work.stop()
    run(search)
    assert (len(search.work.found), search.total) == (1, 5_001)
    assert len(search.rows) == 1


@pytest.mark.parametrize("kind", ["frequency", "reverse", "left_to_right", LONGEST, IN_TEXT])
def test_a_text_in_one_piece_can_be_stopped_before_it_is_encoded(kind):
    text = "abcbc " * 50_000
    search = Search(BPETokenizer(initial_merges=HAND_RULES), Request("", text, kind))
    search.work.stop()
    run(search)
    assert (search.work.found, search.work.ticks, search.total) == ([], 1, 1)


def test_frequency_in_a_text_of_many_chunks_can_be_stopped_before_it_is_encoded():
    text = " ".join(f"abcbc{n}" for n in range(5_000))
    search = Search(TOK, Request("", text, IN_TEXT))
    search.work.stop()
    run(search)
    assert (search.work.found, search.way, search.total) == ([], None, 5_001)
    search = run(Search(TOK, Request("", text, IN_TEXT)))
    assert (len(search.work.found), search.work.ticks) == (5_001, 1)


def test_an_error_is_kept_for_whoever_asks():
    words = BPETokenizer(alphabet=Characters())
    words.train("low lower lowest", 30)
    search = run(Search(words, Request("", "low xyz", "frequency")))
    with pytest.raises(ValueError, match="'x'"):
        _ = search.findings


def test_a_chunk_that_is_taken_whole_counts_for_no_pair_of_the_text(tmp_path):
    text = "abc " + "abcbc " * 9
    search = run(Search(with_a_whole_token(tmp_path), Request("", text, IN_TEXT)))
    assert search.rows == []
    assert [one.second for one in search.work.found] == [[256, 99], [32], [258]]
