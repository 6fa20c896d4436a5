"""Tokens: any text under the tokenizer in use, at any vocabulary size."""

import streamlit as st

from bpe.boundaries import why
from bpe.measure import cost
from ui import cached, shell, state
from ui.boundary_view import boundary_view, in_words
from ui.figures import cost_figures
from ui.round_trip import ids_of, round_trip
from ui.token_view import token_view
from ui.way_of_text import way_view


def show() -> None:
    st.markdown(
        "A model does not see letters, it sees tokens. Here is the text in the sidebar, cut as the "
        "tokenizer cuts it. Lower the vocabulary size to see it under the first merges alone; "
        "click a token to see what it is made of, or a boundary to ask why it is there."
    )
    chosen = shell.chosen()
    size = _vocabulary_size(chosen)
    tok = cached.truncated(chosen, size)
    with shell.one_sentence():
        _text_to_tokens(chosen, size, state.text())
    st.subheader("From ids back to text")
    written = st.text_area(
        "Ids", key=state.kept("ids"), placeholder="Paste ids, such as 72 105", height=100
    )
    with shell.one_sentence():
        st.text(tok.decode(ids_of(written)))


def _vocabulary_size(chosen: state.Chosen) -> int:
    lowest, highest = chosen.tok.base_size, chosen.tok.vocab_size
    if lowest == highest:
        return highest
    return st.slider(
        "Vocabulary size",
        lowest,
        highest,
        key=state.size_within(lowest, highest, chosen.key),
        format="localized",
    )


def _text_to_tokens(chosen: state.Chosen, size: int, text: str) -> None:
    if not text:
        raise ValueError("the text is empty; write or paste some into the sidebar")
    tok = cached.truncated(chosen, size)
    tokens = cached.tokens(chosen, size, text)
    ids = [token.id for token in tokens]
    cost_figures(cost(tok.normalize(text), ids))
    selection = token_view(
        cached.token_text(chosen, size, text),
        key=f"tokens {state.opening()}",
        start=state.kept_start("token view"),
    )
    state.keep_start("token view", selection.start)
    if selection.boundary is not None:
        reason = why(chosen.tok, text, tokens, selection.boundary, size)
        boundary_view(in_words(chosen.tok, reason, size), key="reason")
    st.text(round_trip(tok, text, ids))
    at = 0 if selection.pinned is None else tokens[selection.pinned].start
    st.subheader("The way of the text")
    st.markdown("Characters become bytes, the split makes chunks of them, and merges make tokens.")
    way_view(cached.way_of_text(chosen, size, text, at), key="way")


shell.page(show)
