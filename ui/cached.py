"""What is computed once for all visitors: results by the tokenizer's key and the text.

Each function takes a `Chosen`, whose key stands for its tokenizer; the tokenizer itself is not
hashed.
"""

from collections import Counter
from functools import partial

import pandas as pd
import streamlit as st

from bpe import BPETokenizer, Token, reachability, reference
from bpe import report as token_report
from bpe.samples import corpus
from bpe.shortest import Shortest, shortest_divergences
from ui import curves, order_measures, searching, tables
from ui.order_choices import Asked
from ui.searching import Request, Search
from ui.state import Chosen
from ui.step_player import player_data
from ui.token_view import token_text as build_token_text
from ui.training import Trained
from ui.way_of_text import way_of_text as build_way_of_text


def curve(chosen: Chosen, name: str, text: str) -> curves.Curve:
    """The curve of a text, under a name."""
    return _curve(chosen.key, text, chosen.tok)._replace(name=name)


@st.cache_resource(max_entries=64, show_spinner=False)
def _curve(key: str, text: str, _tok: BPETokenizer) -> curves.Curve:
    return curves.curve_of("", _tok, text)


def truncated(chosen: Chosen, size: int) -> BPETokenizer:
    """The tokenizer under its first merges, up to a vocabulary size."""
    return _truncated(chosen.key, size, chosen.tok)


@st.cache_resource(max_entries=16, show_spinner=False)
def _truncated(key: str, size: int, _tok: BPETokenizer) -> BPETokenizer:
    return _tok.truncated(size)


def tokens(chosen: Chosen, size: int, text: str) -> list[Token]:
    """The tokens of a text at a vocabulary size."""
    return _tokens(chosen.key, size, text, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner=False)
def _tokens(key: str, size: int, text: str, _tok: BPETokenizer) -> list[Token]:
    return _truncated(key, size, _tok).tokens(text)


def ids(chosen: Chosen, text: str) -> list[int]:
    """The ids of a text under the whole vocabulary."""
    return _ids(chosen.key, text, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner=False)
def _ids(key: str, text: str, _tok: BPETokenizer) -> list[int]:
    return _tok.encode(text)


def token_text(chosen: Chosen, size: int, text: str) -> dict:
    """What the token view draws, at a vocabulary size."""
    return _token_text(chosen.key, size, text, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner=False)
def _token_text(key: str, size: int, text: str, _tok: BPETokenizer) -> dict:
    tok = _truncated(key, size, _tok)
    return build_token_text(tok, text, _tokens(key, size, text, _tok))


def way_of_text(chosen: Chosen, size: int, text: str, at: int) -> dict:
    """The way of the text from a byte on, at a vocabulary size."""
    return _way_of_text(chosen.key, size, text, at, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner=False)
def _way_of_text(key: str, size: int, text: str, at: int, _tok: BPETokenizer) -> dict:
    return build_way_of_text(_truncated(key, size, _tok), text, at)


def unreachable(chosen: Chosen) -> list[int]:
    """The tokens that their own text does not encode to."""
    return _unreachable(chosen.key, chosen.tok)


@st.cache_resource(max_entries=16, show_spinner="Encoding the text of every token by itself")
def _unreachable(key: str, _tok: BPETokenizer) -> list[int]:
    return reachability.unreachable(_tok)


def unused(chosen: Chosen, corpus_name: str) -> list[int]:
    """The tokens that a bundled corpus does not use."""
    return _unused(chosen.key, corpus_name, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner="Encoding the corpus")
def _unused(key: str, corpus_name: str, _tok: BPETokenizer) -> list[int]:
    return reachability.unused(_tok, corpus(corpus_name))


@st.cache_resource(max_entries=32, show_spinner=False)
def reference_merges(text: str, size: int) -> list[tuple[tuple[int, int], int]]:
    """What `bpe.reference` learns from a text."""
    return reference.train(text, size)


@st.cache_resource(max_entries=32, show_spinner=False)
def reference_curve(text: str, sizes: tuple[int, ...]) -> list[tuple[int, int]]:
    """What `bpe.reference` counts at these vocabulary sizes."""
    return reference.vocab_curve(text, sizes)


@st.cache_resource(max_entries=32, show_spinner="Learning two vocabularies by the book")
def report(codes: tuple[str, str]) -> dict:
    """The figures of the token report on two languages."""
    return token_report.measure(codes=codes)


def order_measure(chosen: Chosen, measure: str, text: str, asked: Asked) -> pd.DataFrame:
    """One of `order_measures.MEASURES` of a text, encoded in the way that is asked for."""
    ways = partial(
        searching.ways,
        kind=asked.kind,
        forgotten=asked.forgotten,
        other=None if asked.other is None else asked.other.tok,
    )
    return _order_measure(measure, asked.request(chosen, text), chosen.tok, ways)


@st.cache_resource(max_entries=32, show_spinner="Encoding in both ways")
def _order_measure(
    measure: str, request: Request, _tok: BPETokenizer, _ways: order_measures.Ways
) -> pd.DataFrame:
    return order_measures.MEASURES[measure](_tok, request.text, _ways)


def searched(chosen: Chosen, text: str, asked: Asked) -> Search:
    """A whole search, for a text that is quickly searched."""
    other = None if asked.other is None else asked.other.tok
    return _searched(asked.request(chosen, text), chosen.tok, other)


@st.cache_resource(max_entries=32, show_spinner="Encoding in both ways")
def _searched(request: Request, _tok: BPETokenizer, _other: BPETokenizer | None) -> Search:
    search = Search(_tok, request, _other)
    search.work.run()
    return search


def shortest(chosen: Chosen) -> Shortest:
    """The shortest inputs on which frequency order differs."""
    return _shortest(chosen.key, chosen.tok)


@st.cache_resource(max_entries=16, show_spinner="Trying all short inputs that could differ")
def _shortest(key: str, _tok: BPETokenizer) -> Shortest:
    of_bytes = {token for token, spelling in _tok.vocab.items() if len(spelling) == 1}
    return shortest_divergences(_tok.merges, of_bytes)


def occurrences(chosen: Chosen, text: str) -> Counter[int]:
    """How often each id occurs in a text by rank."""
    return _occurrences(chosen.key, text, chosen.tok)


@st.cache_resource(max_entries=16, show_spinner=False)
def _occurrences(key: str, text: str, _tok: BPETokenizer) -> Counter[int]:
    return Counter(_tok.encode(text))


def player(trained: Trained) -> dict:
    """What the step player plays."""
    return _player(trained.key, trained.has_contests, trained)


@st.cache_resource(max_entries=16, show_spinner=False)
def _player(key: str, with_contests: bool, _trained: Trained) -> dict:
    leading = _trained.contests if with_contests else ()
    return player_data(_trained.tok, _trained.settings.text, _trained.corpus, leading)


def merge_table(trained: Trained) -> pd.DataFrame:
    """The table of its merges."""
    return _merge_table(trained.key, trained.has_contests, trained)


@st.cache_resource(max_entries=16, show_spinner=False)
def _merge_table(key: str, with_ties: bool, _trained: Trained) -> pd.DataFrame:
    return tables.merges(_trained, [step.ties for step in _trained.contests] if with_ties else None)
