"""A table that the visitor edits, and that outlives its page."""

import pandas as pd
import streamlit as st

from ui import state

Rows = list[list]


def kept_table(name: str, first: Rows, columns: dict) -> Rows:
    """Draw a table of rows that may be changed, added and removed; what it holds now.

    ``columns`` are Streamlit's column configurations, by name. The rows are kept under ``name`` in
    the session and in links; `replace_rows` puts others in their place. Empty cells are None.
    """
    rows = st.session_state.setdefault(state.kept(name), first)
    seen, version = f"{name} seen", f"{name} version"
    key = f"{name} table {st.session_state.setdefault(version, 0)}"
    # The editor applies its edits to the table that it began with: that one stays until the rows
    # are replaced from outside.
    if st.session_state.get(seen) != rows or key not in st.session_state:
        st.session_state[version] += 1
        key = f"{name} table {st.session_state[version]}"
        st.session_state[f"{name} began with"] = pd.DataFrame(rows, columns=list(columns))
    edited = st.data_editor(
        st.session_state[f"{name} began with"],
        key=key,
        num_rows="dynamic",
        hide_index=True,
        column_config=columns,
    )
    rows = edited.astype(object).where(edited.notna(), None).values.tolist()
    st.session_state[name] = st.session_state[seen] = rows
    return rows


def replace_rows(name: str, rows: Rows) -> None:
    """Put other rows into a kept table, before it is drawn."""
    st.session_state[state.kept(name)] = rows
