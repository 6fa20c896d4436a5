"""Tokenizers as files: take one away, or open one."""

import tempfile
from pathlib import Path

import streamlit as st

from bpe import BPETokenizer
from ui import shell, state
from ui.training import Trained

FORMATS = {
    "ours, with everything (.json)": "tokenizer.bpe.json",
    "Hugging Face (tokenizer.json)": "tokenizer.json",
    "tiktoken ranks (.tiktoken)": "tokenizer.tiktoken",
    "minbpe (.model)": "tokenizer.model",
}


def file_of(tok: BPETokenizer, name: str) -> bytes:
    """The tokenizer as a file of this name; ValueError where the format cannot hold it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        tok.save(path)
        return path.read_bytes()


def tokenizer_of(name: str, data: bytes) -> BPETokenizer:
    """The tokenizer in an uploaded file; ValueError, naming the file, where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(data)
        return BPETokenizer.load(path)


def save_trained(trained: Trained) -> None:
    """Choose a format and download the tokenizer."""
    st.subheader("Take it with you")
    chosen = st.selectbox("Format", list(FORMATS), key="save format")
    with shell.one_sentence():
        data = file_of(trained.tok, FORMATS[chosen])
        st.download_button("Save the tokenizer", data, FORMATS[chosen])


def open_saved() -> None:
    """Open a tokenizer from a file, and use it."""
    upload = st.file_uploader("Open a saved tokenizer", key="open tokenizer")
    if upload is None or upload.name in state.loaded():
        return
    with shell.one_sentence():
        state.add_loaded(upload.name, tokenizer_of(upload.name, upload.getvalue()))
        st.rerun()
