"""Take a tokenizer away, or open one."""

import streamlit as st

from ui import files, shell, state
from ui.training import Trained


def save_trained(trained: Trained) -> None:
    """Choose a format and download the tokenizer."""
    st.subheader("Take it with you")
    chosen = st.selectbox("Format", list(files.FORMATS), key="save format")
    name = files.FORMATS[chosen]
    with shell.one_sentence():
        data = files.file_of(trained.tok, name)
        st.download_button("Save the tokenizer", lambda: data, name, on_click="ignore")
        with st.expander("Python that loads it"):
            st.code(files.snippet(trained.tok, name))


def open_saved() -> None:
    """Open a tokenizer from a file, and use it."""
    st.file_uploader(
        "Open a saved tokenizer", key=state.TOKENIZER_FILE, on_change=state.open_tokenizer
    )
