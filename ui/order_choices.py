"""What the Orders page compares: a text, and a way to encode it beside rank order."""

from typing import NamedTuple

import streamlit as st

from bpe.samples import CORPORA, corpus
from bpe.wrong_ways import FORGOTTEN, MISMATCHED
from ui import state
from ui.searching import WAYS, Request
from ui.state import Chosen
from ui.training import Settings

_RANK = 20  # of the merge to forget, at first
_SIDEBAR, _TRAINING = "the text in the sidebar", "the text it was trained on"
# Small enough to be learned while one waits.
_OTHERS = {CORPORA[name].title: name for name in ("english", "korean-english", "chapter")}
_MOST_SIZE = 2256


class Asked(NamedTuple):
    """A way to encode: its title, its kind, the rank of the merge to forget, and the tokenizer with
    the other merges."""

    title: str
    kind: str
    forgotten: int = 0
    other: Chosen | None = None

    def request(self, chosen: Chosen, text: str) -> Request:
        """What to search."""
        key = "" if self.other is None else self.other.key
        return Request(chosen.key, text, self.kind, self.forgotten, key)


def choose_text(chosen: Chosen, disabled: bool = False) -> str:
    """A bundled text, that of the sidebar, or what the tokenizer was trained on."""
    own = [_TRAINING] if chosen.training_text else []
    options = [*(sample.title for sample in CORPORA.values()), _SIDEBAR, *own]
    key = state.kept_choice("orders corpus", options, CORPORA["novel"].title)
    where = st.selectbox("Text", options, key=key, disabled=disabled)
    if where == _SIDEBAR:
        text = state.text()
    elif where == _TRAINING:
        text = chosen.training_text
    else:
        text = corpus(next(name for name, each in CORPORA.items() if each.title == where))
    if not text.strip():
        raise ValueError("there is no text; write or paste some into the sidebar")
    return text


def choose_way(chosen: Chosen, way, details) -> Asked:
    """One of the ways, in one column, and in another what it needs."""
    with way:
        key = state.kept_choice("orders way", list(WAYS), next(iter(WAYS)))
        title = st.selectbox("Beside rank", list(WAYS), key=key)
    with details:
        if WAYS[title] == FORGOTTEN:
            return Asked(
                title, FORGOTTEN, choose_rank("orders forgotten", _RANK, len(chosen.tok.merges))
            )
        if WAYS[title] == MISMATCHED:
            key = state.kept_choice("orders other", list(_OTHERS), next(iter(_OTHERS)))
            other = st.selectbox("Trained on", list(_OTHERS), key=key)
            return Asked(title, MISMATCHED, other=_trained_on(chosen, _OTHERS[other]))
    return Asked(title, WAYS[title])


def choose_rank(key: str, first: int, merges: int) -> int:
    """The rank of the merge to forget, of so many; kept under this key, and at ``first``."""
    if not merges:
        raise ValueError("there is no merge to forget; take a tokenizer that has learned some")
    state.kept(key, first)
    st.session_state[key] = min(st.session_state[key], merges - 1)
    return st.number_input("Rank of the merge", 0, merges - 1, key=key)


def every_way(chosen: Chosen) -> list[Asked]:
    """All ways that this tokenizer can be encoded with."""
    merges = len(chosen.tok.merges)
    asked = []
    for title, kind in WAYS.items():
        if kind == FORGOTTEN and merges:
            asked.append(Asked(title, kind, min(_RANK, merges - 1)))
        elif kind == MISMATCHED and _can_be_trained(chosen):
            other = _trained_on(chosen, next(iter(_OTHERS.values())))
            asked.append(Asked(title, kind, other=other))
        elif kind not in (FORGOTTEN, MISMATCHED):
            asked.append(Asked(title, kind))
    return asked


def _can_be_trained(chosen: Chosen) -> bool:
    return bool(chosen.training_text) and chosen.tok.alphabet is None


def _trained_on(chosen: Chosen, name: str) -> Chosen:
    """A tokenizer like the one in use, trained on another text."""
    if not _can_be_trained(chosen):
        raise ValueError(
            "merges of another training can stand in only for merges that were trained here, on "
            "bytes; choose the tokenizer trained here"
        )
    size = min(chosen.tok.vocab_size, _MOST_SIZE)
    settings = Settings(CORPORA[name].title, corpus(name), size, chosen.tok.split)
    return state.chosen_by_training(settings)
