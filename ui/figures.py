"""Headline figures."""

import streamlit as st

from bpe.measure import Cost


def cost_figures(cost: Cost) -> None:
    """A text's cost in large figures."""
    with st.container(horizontal=True, gap="medium"):
        for label, value in (
            ("tokens", f"{cost.tokens:,}"),
            ("bytes", f"{cost.bytes:,}"),
            ("characters", f"{cost.characters:,}"),
            ("bytes per token", f"{cost.bytes_per_token:.2f}"),
            ("tokens per word", f"{cost.tokens_per_word:.2f}"),
        ):
            st.metric(label, value, width="content")
