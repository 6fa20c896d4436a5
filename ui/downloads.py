"""Files to take away: tables as CSV, charts as pictures."""

from io import BytesIO

import altair as alt
import pandas as pd
import streamlit as st


def chart_downloads(chart: alt.Chart, table: pd.DataFrame, name: str) -> None:
    """A table as CSV and a chart as SVG and PNG; the pictures are made when they are asked for."""
    with st.container(horizontal=True):
        st.download_button("Table as CSV", table.to_csv(index=False), f"{name}.csv", "text/csv")
        st.download_button(
            "Picture as SVG", lambda: _picture(chart, "svg"), f"{name}.svg", "image/svg+xml"
        )
        st.download_button(
            "Picture as PNG", lambda: _picture(chart, "png"), f"{name}.png", "image/png"
        )


def _picture(chart: alt.Chart, kind: str) -> bytes:
    file = BytesIO()
    chart.properties(width=900).save(
        file, format=kind, **({"scale_factor": 2} if kind == "png" else {})
    )
    return file.getvalue()
