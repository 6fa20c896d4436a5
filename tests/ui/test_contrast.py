"""A stretch encoded in two ways: what of a chunk is followed, and what is refused."""

import pytest

from bpe import BPETokenizer
from bpe.search import compare
from bpe.wrong_ways import IN_TEXT
from tests.ways import HAND_RULES, way_of
from ui import contrast as contrasts
from ui.contrast import contrast
from ui.searching import ways


def contrasted(merges, text, way=None, start=0):
    """A text, in one piece, by rank and in another way."""
    tok = BPETokenizer(initial_merges=merges)
    way = way or way_of("frequency", merges)
    one = next(compare(tok, {text: 1}, way))
    return contrast(tok, way, tok.base_ids(text), (one.first, one.second), start)


def contrasted_in_text(merges, split, text):
    """The first chunk of a text, by rank and by frequency in the text."""
    tok = BPETokenizer(split=split, initial_merges=merges)
    chunks = dict.fromkeys(tok.chunks(text), 0)
    for chunk in tok.chunks(text):
        chunks[chunk] += 1
    way = ways(tok, IN_TEXT)(chunks)
    one = next(compare(tok, chunks, way))
    return contrast(tok, way, tok.base_ids(one.chunk), (one.first, one.second))


def test_it_is_about_the_first_place_from_there_on():
    text = "abc." + "bc." * 100 + "abc"
    assert contrasted(HAND_RULES, text).place == (0, 3)
    last = contrasted(HAND_RULES, text, start=304)
    assert [last.chunk[0] + at for at in last.place] == [304, 307]


def test_of_a_long_chunk_a_part_is_followed_that_ends_as_the_whole():
    text = "abc." + "bc." * 1_000 + "abc"
    found = contrasted(HAND_RULES, text)
    low, high = found.chunk
    assert (low, found.size) == (0, len(text))
    assert high < 60
    assert found.tokens == (2005, 2005)
    first = found.sides[1].steps[0]
    assert (first.chosen.pair, first.chosen.count) == ((98, 99), 1002)


def test_a_chunk_that_ends_alike_is_shown_from_its_beginning():
    found = contrasted(HAND_RULES, "ab" * 100)
    assert (found.parting, found.place, found.chunk[0]) == (None, (0, 0), 0)


def test_counts_can_be_those_of_a_text():
    found = contrasted_in_text(HAND_RULES, r"\w+", "abc bc bc")
    assert (found.size, found.place) == (3, (0, 3))
    assert found.sides[1].steps[0].chosen.count == 3


def test_what_is_too_long_to_follow_is_said(monkeypatch):
    monkeypatch.setattr(contrasts, "MOST_FOLLOWED", 8)
    with pytest.raises(ValueError, match="9 bytes, and steps are drawn of up to 8; choose a short"):
        contrasted(HAND_RULES, "abc.bc.bc")
