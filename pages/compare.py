"""Compare: one text under two to four tokenizers."""

import streamlit as st

from bpe.measure import cost
from ui import badges, cached, comparison, shell, state
from ui.comparison import Row

_FIRST = ["gpt2", "cl100k_base", "o200k_base"]
_MOST = 4


def show() -> None:
    st.markdown(
        "The same text under several tokenizers, line beneath line. A ring marks a boundary that "
        "not all of them have. Point at a token to see its ids: an id means something in its own "
        "vocabulary alone, and the same number is another token in another one."
    )
    sources = state.sources()
    names = st.multiselect(
        "Tokenizers to compare",
        sources,
        _FIRST,
        key=state.kept_choices("compare", sources),
        format_func=state.source_title,
        max_selections=_MOST,
    )
    text = state.text()
    if len(names) < 2:
        raise ValueError(f"choose two to {_MOST} tokenizers to compare")
    if not text:
        raise ValueError("the text is empty; write or paste some into the sidebar")
    if state.TRAINED_HERE in names:
        shell.trained()  # shows the progress, if it is still being trained
    shown = comparison.shown_part(text)
    rows, costs = [], {}
    for name in names:
        with shell.one_sentence():
            chosen = state.tokenizer_of(name)
            ids = cached.ids(chosen, text)
            rows.append(Row(state.source_title(name), chosen.tok, chosen.tok.tokens(shown)))
            costs[name] = cost(chosen.tok.normalize(text), ids)
    if len(rows) > 1:
        _draw(rows, shown, text)
    two_digits = st.column_config.NumberColumn(format="%.2f")
    st.dataframe(
        comparison.table(costs, state.source_title, _badge),
        hide_index=True,
        column_config={"bytes per token": two_digits, "tokens per word": two_digits},
    )


def _draw(rows: list[Row], shown: str, text: str) -> None:
    data = comparison.comparison(shown, rows)
    st.text(comparison.in_words(data))
    comparison.comparison_view(data, key="comparison")
    if shown != text:
        st.text(
            f"Drawn are the first {len(shown.encode()):,} of {len(text.encode()):,} bytes, as a "
            "text of their own; the table counts all."
        )
    for row in rows:
        if changes := comparison.align(shown, row.tok.normalize(shown)).changes:
            st.text(comparison.normal_form_in_words(row, changes))
            st.dataframe(comparison.changes_table(changes), hide_index=True)


def _badge(name: str) -> str:
    return badges.badge(name, state.TRAINED_HERE)


shell.page(show)
