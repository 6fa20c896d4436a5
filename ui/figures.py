"""Headline figures."""

from collections.abc import Iterable

import streamlit as st

from bpe.measure import Cost


def figures(values: Iterable[tuple[str, str]]) -> None:
    """Large figures in a row: the label of each, and the figure as it is written."""
    with st.container(horizontal=True, gap="medium"):
        for label, value in values:
            st.metric(label, value, width="content")


def cost_figures(cost: Cost) -> None:
    """A text's cost in large figures."""
    figures(
        (
            ("tokens", f"{cost.tokens:,}"),
            ("bytes", f"{cost.bytes:,}"),
            ("characters", f"{cost.characters:,}"),
            ("bytes per token", f"{cost.bytes_per_token:.2f}"),
            ("tokens per word", f"{cost.tokens_per_word:.2f}"),
        )
    )
