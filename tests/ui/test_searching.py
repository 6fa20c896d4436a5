"""Searches in the background: their end, their stop, their errors."""

import pytest

from bpe import BPETokenizer
from bpe.alphabets import Characters
from tests.test_orders import HAND_RULES
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


def test_an_error_is_kept_for_whoever_asks():
    words = BPETokenizer(alphabet=Characters())
    words.train("low lower lowest", 30)
    search = run(Search(words, Request("", "low xyz", "frequency")))
    with pytest.raises(ValueError, match="'x'"):
        _ = search.findings
