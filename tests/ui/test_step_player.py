"""The data of the step player holds every step of a training, and page and browser agree on one."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bpe import BPETokenizer
from bpe.alphabets import Characters
from bpe.corpus import weigh
from bpe.encoder import MergeTable
from bpe.leaders import contests
from bpe.pieces import readable
from tests.strategies import splits, texts, tie_breaks
from ui.step_player import OPEN, OUTSIDE, Place, agree, player_data
from ui.token_view import unpacked


def trained(texts, merges=12, **settings):
    """A tokenizer and the corpus that it learned up to so many merges from."""
    tok = BPETokenizer(**settings)
    corpus = weigh(texts, tok.split, tok.alphabet)
    seeds = len(tok.initial_merges)
    tok.learn(corpus, tok.steps(corpus, len(corpus.alphabet.base) + seeds + merges))
    return tok, corpus


def contests_of(tok, corpus, leading):
    seeds = MergeTable.of_merges(tok.initial_merges, len(corpus.alphabet.base))
    return list(contests(corpus, tok.history, seeds, leading))


def tokens_at(data, k):
    """The tokens under k merges, as the browser reads them: (first byte, byte after the last)."""
    size = len(data["hex"]) + data["seeds"] + k
    closes = unpacked(data["closes"]).tolist()
    starts = [i for i, c in enumerate(closes) if c >= size or c < 0]
    ends = [*starts[1:], len(closes)] if starts else []
    return [(a, b) for a, b in zip(starts, ends) if closes[a] != OUTSIDE]


@given(texts, splits, tie_breaks)
def test_each_step_has_the_tokens_of_the_shorter_training(text, split, tie_break):
    tok, corpus = trained(text, split=split, tie_break=tie_break)
    data = player_data(tok, text, corpus)
    assert data["text"] == text
    assert data["left"] == 0
    lengths = unpacked(data["lengths"]).tolist()
    for k in range(len(tok.history) + 1):
        tokens = tok.truncated(256 + k).tokens(text)
        assert tokens_at(data, k) == [(token.start, token.end) for token in tokens]
        assert lengths[k] == len(tokens)


@given(st.lists(st.text("abc ", max_size=12), max_size=6), splits)
def test_documents_stay_apart(documents, split):
    tok, corpus = trained(documents, split=split)
    data = player_data(tok, documents, corpus)
    assert data["text"] == "".join(documents)
    for k in range(len(tok.history) + 1):
        shorter = tok.truncated(256 + k)
        pieces = [token.end - token.start for text in documents for token in shorter.tokens(text)]
        assert [end - start for start, end in tokens_at(data, k)] == pieces


@given(st.text("ab", max_size=30))
def test_step_0_is_the_text_under_the_initial_merges(text):
    seeds = {(97, 97): 256, (256, 98): 257}
    tok, corpus = trained(text, initial_merges=seeds)
    data = player_data(tok, text, corpus)
    tokens = tok.truncated(258).tokens(text)
    assert tokens_at(data, 0) == [(token.start, token.end) for token in tokens]
    assert unpacked(data["lengths"])[0] == len(tokens)
    assert data["seeds"] == 2
    assert unpacked(data["lefts"])[:2].tolist() == [97, 256]


@given(st.text("aé한 \n", max_size=30))
def test_words_have_end_marks_and_whitespace_between_them(text):
    tok, corpus = trained(text, alphabet=Characters())
    data = player_data(tok, text, corpus)
    shown = data["text"].encode()
    words = [word + "_" for word in text.split()]
    base = len(corpus.alphabet.base)
    for k in range(len(tok.history) + 1):
        pieces = [shown[start:end].decode() for start, end in tokens_at(data, k)]
        assert "".join(pieces) == "".join(words)
        assert len(pieces) == len(tok.truncated(base + k).encode(text))
    assert data["text"].replace("_", "") == text
    assert data["unit"] == "characters"


@pytest.mark.parametrize("settings", [{}, {"split": "gpt2"}, {"alphabet": Characters()}])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 50, 51, 52, 10_000])
def test_a_long_text_is_cut_and_the_rest_is_counted(settings, most):
    text = "Ein 한국어 text, wieder und wieder. " * 20
    tok, corpus = trained(text, 40, **settings)
    cut, whole = (player_data(tok, text, corpus, shown_bytes=n) for n in (most, 10_000))
    assert cut["shown"] + cut["left"] == len(text.encode())
    assert most - 3 <= cut["shown"] <= most + 3 or cut["left"] == 0
    assert whole["text"].startswith(cut["text"])
    closes = unpacked(cut["closes"])
    assert (closes == unpacked(whole["closes"])[: len(closes)]).all()
    assert cut["total"] == whole["total"]
    assert cut["lengths"] == whole["lengths"]


def test_a_long_word_is_cut_too():
    text = "a" * 20_000
    tok, corpus = trained(text, alphabet=Characters())
    data = player_data(tok, text, corpus, shown_bytes=100)
    assert (data["text"], data["left"]) == ("a" * 100, 19_900)


def test_contests_come_with_the_steps():
    text = "aaabdaaabac"
    tok, corpus = trained(text, 3)
    data = player_data(tok, text, corpus, contests_of(tok, corpus, 2))
    assert data["width"] == 2
    assert unpacked(data["ties"]).tolist() == [1, 2, 1]
    rows = unpacked(data["leading"]).reshape(3, 2, 3).tolist()
    assert rows[0][0] == [97, 97, 4]
    assert rows[1] == [[97, 98, 2], [256, 97, 2]]


def test_contests_may_be_of_the_first_steps_only_or_missing():
    text = "aaabdaaabac"
    tok, corpus = trained(text, 3)
    some = player_data(tok, text, corpus, contests_of(tok, corpus, 6)[:1])
    assert len(unpacked(some["ties"])) == 1
    none = player_data(tok, text, corpus)
    assert (none["width"], none["ties"], none["leading"]) == (0, "", "")
    assert some["of"] != none["of"]


def test_few_pairs_fill_up_with_nothing():
    tok, corpus = trained("ab", 1)
    data = player_data(tok, "ab", corpus, contests_of(tok, corpus, 6))
    assert unpacked(data["leading"]).tolist() == [97, 98, 1]


@given(texts)
def test_the_data_is_plain_and_spells_every_id(text):
    tok, corpus = trained(text)
    data = json.loads(json.dumps(player_data(tok, text, corpus)))
    assert data["pieces"] == [readable(spelling) for spelling in tok.vocab.values()]
    assert len(data["hex"]) == 256
    closes = unpacked(data["closes"])
    assert closes.dtype == np.int32
    assert ((closes == OPEN) | (closes >= 256)).all()


@pytest.mark.parametrize("text", ["", "a", "ab", "\0", "\U0010ffff"])
def test_tiny_texts(text):
    tok, corpus = trained(text, min_pair_count=2)
    data = player_data(tok, text, corpus)
    assert data["text"] == text
    assert unpacked(data["lengths"]).tolist() == [len(text.encode())]


# -- who says where the player stands -------------------------------------------------------------


def test_the_visitor_moves():
    assert agree(Place(0, None, 0), 0, 17) == Place(17, 17, 0)


def test_an_echo_changes_nothing():
    assert agree(Place(17, 17, 0), 17, 17) == Place(17, 17, 0)


def test_the_page_sends_the_player():
    assert agree(Place(17, 17, 0), 5, 17) == Place(5, 17, 1)


def test_the_page_sends_the_player_where_it_was_before():
    place = agree(Place(40, 40, 3), 17, 40)
    assert place == Place(17, 40, 4)
    assert agree(place, 17, 40) == place


def test_the_page_wins_where_both_move():
    assert agree(Place(17, 17, 0), 5, 30) == Place(5, 30, 1)


def test_a_player_that_comes_back_to_its_page_stays_where_it_was():
    assert agree(Place(17, 17, 2), 17, None) == Place(17, 17, 2)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5))))
def test_whoever_moved_last_is_right(moves):
    page, reported, place = 0, None, agree(None, 0, None)
    for is_page, k in moves:
        orders = place.order
        page, reported = (k, reported) if is_page else (page, k)
        moved = page != place.k if is_page else reported != place.reported
        place = agree(place, page, reported)
        page = place.k
        assert not moved or place.k == k
        assert place.order - orders == (is_page and moved)


def player_app():
    import streamlit as st

    from bpe import BPETokenizer
    from bpe.corpus import weigh
    from ui.step_player import player_data, step_player

    text = "aaabdaaabac"
    tok, corpus = BPETokenizer(), weigh(text)
    tok.learn(corpus, tok.steps(corpus, 259))
    st.session_state.setdefault("k", 1)
    st.button("Show me merge 2", on_click=lambda: st.session_state.update(k=2))
    data = player_data(tok, text, corpus)
    st.session_state.k = step_player(data, key="player", k=st.session_state.k)
    st.text(st.session_state.k)
    st.text(step_player(data, key="beyond", k=99))


def test_the_player_stands_where_the_page_wants_it():
    app = AppTest.from_function(player_app).run()
    assert not app.exception
    assert [text.value for text in app.text] == ["1", "3"]
    app.button[0].click().run()
    assert [text.value for text in app.text] == ["2", "3"]
