"""Checks: which vocabularies are bundled, and how far their counts can be trusted."""

import streamlit as st

from ui import check_tables, shell


def show() -> None:
    st.markdown(
        "A count is worth something when it is the model's own. So each bundled vocabulary was "
        "compared, token for token, with the libraries that its model is used with. The figures "
        "are written by the tests of this project, and hold for these data alone: other ranks, "
        "split or special tokens, and they are gone."
    )
    short, rest = check_tables.in_words()
    st.subheader(short)
    st.markdown(rest)
    st.dataframe(check_tables.about(), hide_index=True)
    st.subheader("Every comparison")
    st.markdown(
        "Random texts are characters from all of Unicode, unassigned ones too, and bytes read "
        "as text. tiktoken and Hugging Face tokenizers were given the same ranks, split and "
        "special tokens; of Qwen's text tiktoken was given the normal form. Libraries know "
        "different versions of Unicode: a character that is new to one of them may split "
        "otherwise there, or stand elsewhere in the normal form."
    )
    st.dataframe(check_tables.comparisons(), hide_index=True, height="content")


shell.page(show)
