"""Failures: where tokenization gets in a model's way, case by case."""

import streamlit as st

from bpe.reachability import fragments
from bpe.samples import CORPORA
from ui import cached, lost_tokens, shell, state
from ui.cases import CASES, Case, Told, inputs_of
from ui.token_rows import text_row, token_rows

_MOST_IDS = 50  # more of them would push the words off the screen
_LOST = "lost"
_TITLES = {name: case.title for name, case in CASES.items()} | {_LOST: "Tokens that never occur"}


def show() -> None:
    st.markdown(
        "Much that a model gets wrong, it never saw. Each case is computed with the tokenizer in "
        "the sidebar: choose another one, or change the texts, and the words follow."
    )
    name = st.pills(
        "Case",
        list(_TITLES),
        required=True,
        key=state.kept("failure", next(iter(_TITLES))),
        format_func=_TITLES.get,
        label_visibility="collapsed",
    )
    chosen = shell.chosen()
    if name == _LOST:
        _lost(chosen)
    else:
        _case(name, CASES[name], chosen)


def _case(name: str, case: Case, chosen: state.Chosen) -> None:
    picture = st.container()
    st.markdown("**Try other texts**")
    columns = st.columns(2)
    texts = [
        columns[i % 2].text_area(
            each.label, key=state.kept(f"{name} {i}", each.text), height=_height(each.text)
        )
        for i, each in enumerate(case.inputs)
    ]
    with picture, shell.one_sentence():
        seen = case.look(inputs_of(case, texts), chosen.tok)
        if not any(each.ids for each in seen):
            raise ValueError("there is no text; write some below")
        own = "the vocabulary learned from this text"
        rows = [
            text_row(each.tok, each.label, each.given, each.allowed)
            | {"of": chosen.name if each.tok is chosen.tok else own}
            for each in seen
        ]
        few = sum(row["total"] for row in rows) <= _MOST_IDS
        token_rows(rows, chosen.name, key=f"case {name}", with_ids=few)
        if not few:
            st.caption("Point at a token to read its id.")
        _tell(case.tell(seen))


def _height(text: str) -> int:
    return 68 if text.count("\n") < 2 else 120


def _tell(told: Told) -> None:
    for column, title, words in zip(
        st.columns(3), ("What happens", "Why", "What a model sees"), told
    ):
        with column:
            st.markdown(f"**{title}**")
            st.text(words)


def _lost(chosen: state.Chosen) -> None:
    st.subheader("Never from their own text")
    lost = cached.unreachable(chosen)
    st.text(lost_tokens.unreachable_in_words(chosen.tok, len(lost), len(fragments(chosen.tok))))
    _table(chosen, lost)
    st.subheader("Never used in a text")
    name = st.selectbox(
        "Text",
        list(CORPORA),
        key=state.kept("corpus of unused tokens", "chapter"),
        format_func=lambda name: CORPORA[name].title,
    )
    missing = cached.unused(chosen, name)
    st.text(lost_tokens.unused_in_words(chosen.tok, len(missing), CORPORA[name].title))
    _table(chosen, missing)


def _table(chosen: state.Chosen, ids: list[int]) -> None:
    if not ids:
        return
    st.dataframe(lost_tokens.table(chosen.tok, ids), hide_index=True)
    if len(ids) > lost_tokens.MOST_ROWS:
        st.caption(f"The longest {lost_tokens.MOST_ROWS} of {len(ids):,}.")


shell.page(show)
