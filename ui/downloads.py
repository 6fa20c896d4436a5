"""Files to take away: tables as CSV, charts as pictures."""

import altair as alt
import pandas as pd
import streamlit as st
import vl_convert


def chart_downloads(chart: alt.Chart, table: pd.DataFrame, name: str) -> None:
    """A table as CSV and a chart as SVG and PNG; each is made when it is asked for."""
    with st.container(horizontal=True):
        st.download_button(
            "Table as CSV", lambda: table.to_csv(index=False), f"{name}.csv", "text/csv"
        )
        st.download_button(
            "Picture as SVG", lambda: picture(chart, "svg"), f"{name}.svg", "image/svg+xml"
        )
        st.download_button(
            "Picture as PNG", lambda: picture(chart, "png"), f"{name}.png", "image/png"
        )


def picture(chart: alt.Chart, kind: str) -> bytes:
    """A chart as "svg" or "png"."""
    spec = chart.properties(width=900).to_json()
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec).encode()
    return vl_convert.vegalite_to_png(spec, scale=2)
