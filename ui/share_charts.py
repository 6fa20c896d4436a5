"""Altair charts of how often two encodings differ; data as `ui.order_measures` gives it."""

import altair as alt
import pandas as pd

from ui.charts import finished
from ui.order_measures import FLAT, SPLIT
from ui.theme import Palette

_NAMES = [FLAT, SPLIT]
_DASHES = ([1, 0], [6, 3])
_HEIGHT, _ROW = 380, 34  # pixels


def shares(data: pd.DataFrame, across: str, of: str, palette: Palette) -> alt.Chart:
    """Two lines over a length or a size, each named above its end.

    ``across`` says what ``at`` is, ``of`` what the shares are shares of.
    """
    x = alt.X("at:Q", title=across, scale=alt.Scale(type="log", base=2, nice=False))
    y = alt.Y("share:Q", title=f"{of} that differ", axis=alt.Axis(format="%"))
    colour, dash = _by_name(palette)
    base = alt.Chart(data)
    lines = base.mark_line(strokeWidth=3).encode(x=x, y=y, color=colour, strokeDash=dash)
    points = base.mark_point(size=80, filled=True, opacity=1).encode(
        x=x, y=y, color=colour, tooltip=_tooltip(across, of)
    )
    last = base.transform_filter(alt.datum.at == int(data["at"].max()))
    name = {"align": "right", "dy": -16, "fontSize": 15}
    # A falling line runs under the name of its end.
    halo = last.mark_text(**name, stroke=palette.paper, strokeWidth=6, strokeJoin="round")
    named = last.mark_text(**name).encode(color=colour)
    ends = alt.layer(halo, named).encode(x=x, y=y, text="name:N")
    return _finished(alt.layer(lines, points, ends), _HEIGHT, palette)


def shares_by_name(data: pd.DataFrame, across: str, of: str, palette: Palette) -> alt.Chart:
    """Two points a row, one row for each ``at``, the largest share first."""
    order = data.groupby("at")["share"].max().sort_values(ascending=False).index.tolist()
    y = alt.Y("at:N", title=None, sort=order, axis=alt.Axis(labelOverlap=False))
    x = alt.X("share:Q", title=f"{of} that differ", axis=alt.Axis(format="%"))
    colour, _ = _by_name(palette)
    names = [name for name in _NAMES if name in set(data["name"])]
    legend = alt.Legend(title=None, orient="top", values=names)
    shape = alt.Shape(
        "name:N", scale=alt.Scale(domain=_NAMES, range=["circle", "diamond"]), legend=legend
    )
    base = alt.Chart(data)
    rules = base.mark_line(color=palette.line).encode(x=x, y=y, detail="at:N")
    points = base.mark_point(size=130, filled=True, opacity=1).encode(
        x=x,
        y=y,
        color=colour.legend(legend),
        shape=shape,
        tooltip=_tooltip(across, of),
    )
    return _finished(rules + points, _ROW * len(order), palette)


def _by_name(palette: Palette) -> tuple[alt.Color, alt.StrokeDash]:
    colours = alt.Scale(domain=_NAMES, range=[palette.strokes[4], palette.strokes[0]])
    dashes = alt.Scale(domain=_NAMES, range=_DASHES)
    return (
        alt.Color("name:N", scale=colours, legend=None),
        alt.StrokeDash("name:N", scale=dashes, legend=None),
    )


def _tooltip(across: str, of: str) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("name:N", title="text"),
        alt.Tooltip("at", title=across),
        alt.Tooltip("share:Q", title="differ", format=".2%"),
        alt.Tooltip("of:Q", title=of, format=","),
    ]


def _finished(chart: alt.LayerChart, height: int, palette: Palette) -> alt.LayerChart:
    padding = {"right": 20, "left": 5, "top": 26, "bottom": 5}
    return finished(chart.properties(height=height, padding=padding), palette)
