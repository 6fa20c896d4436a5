"""Take a tokenizer away, or open one."""

import streamlit as st

from bpe.corpus import SPLITS
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
    """Open a tokenizer from its file or files, and use it."""
    st.selectbox(
        "A .tiktoken file does not say how texts are split; split them by",
        [None, *SPLITS],
        key=state.kept(state.FILE_SPLIT),
        format_func=lambda split: split or "nothing: the whole text is one sequence",
    )
    st.file_uploader(
        "Open a saved tokenizer (a vocab.bpe together with its encoder.json)",
        accept_multiple_files=True,
        key=state.TOKENIZER_FILE,
        on_change=state.open_tokenizer,
    )
