"""Altair charts, from data frames with fixed column names."""

import altair as alt
import pandas as pd

from ui.theme import Palette

_HEIGHT = 420
_LINE = 20
_DASHES = ([1, 0], [6, 3], [2, 2], [9, 3, 2, 3], [12, 4], [4, 2, 1, 2])


def curves(
    data: pd.DataFrame, measure: str, palette: Palette, heavy: str | None, floor: float = 0
) -> alt.Chart:
    """Lines over the vocabulary size, one a text, each named at its end; drawn from ``floor``.

    ``data`` has the columns ``name``, ``size``, ``value``, ``tokens`` and ``gain``; ``measure``
    names the values; ``heavy`` is the line to draw heavier.
    """
    names = list(dict.fromkeys(data["name"]))
    colours = alt.Scale(
        domain=names,
        range=[palette.strokes[i % len(palette.strokes)] for i in range(len(names))],
    )
    # Dashes move on by one after each round, so that no two of many lines look the same.
    rounds = [_DASHES[(i + i // len(_DASHES)) % len(_DASHES)] for i in range(len(names))]
    dashes = alt.Scale(domain=names, range=rounds)
    x = alt.X("size:Q", title="vocabulary size", scale=alt.Scale(type="log", nice=False, base=2))
    lowest = min(floor, data["value"].min())
    up = alt.Scale(zero=False, domainMin=lowest)
    y = alt.Y("value:Q", title=measure, scale=up)
    colour = alt.Color("name:N", scale=colours, legend=None)
    near = alt.selection_point(nearest=True, on="pointerover", fields=["size"], empty=False)

    base = alt.Chart(data)
    lines = base.mark_line(interpolate="monotone").encode(
        x=x,
        y=y,
        color=colour,
        strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=None),
        strokeWidth=alt.condition(alt.datum.name == heavy, alt.value(4), alt.value(2)),
        detail="name:N",
    )
    ends = (
        alt.Chart(ends_apart(data, (data["value"].max() - lowest) * _LINE / _HEIGHT))
        .mark_text(align="left", dx=6, fontSize=14, limit=220)
        .encode(x=x, y=alt.Y("place:Q", title=measure, scale=up), text="name:N", color=colour)
    )
    points = (
        base.mark_point(size=70, filled=True)
        .encode(
            x=x,
            y=y,
            color=colour,
            opacity=alt.condition(near, alt.value(1), alt.value(0)),
            tooltip=[
                alt.Tooltip("name:N", title="text"),
                alt.Tooltip("size:Q", title="vocabulary size", format=","),
                alt.Tooltip("tokens:Q", title="tokens", format=","),
                alt.Tooltip("value:Q", title=measure, format=",.4~g"),
                alt.Tooltip("gain:Q", title="tokens the last merge saved", format=","),
            ],
        )
        .add_params(near)
    )
    chart = (lines + points + ends).properties(
        height=_HEIGHT, padding={"right": 10, "left": 5, "top": 10, "bottom": 5}
    )
    return finished(chart, palette)


def finished(chart: alt.LayerChart, palette: Palette) -> alt.LayerChart:
    """A chart with its axes and legends large enough for a classroom, in the ink of the page, where
    Streamlit's grey is too pale for AA; and on its paper, wherever the picture is taken."""
    ink = {"labelColor": palette.ink, "titleColor": palette.ink}
    lines = dict.fromkeys(("gridColor", "domainColor", "tickColor"), palette.line)
    return (
        chart.properties(background=palette.paper)
        .configure_axis(labelFontSize=14, titleFontSize=15, **ink, **lines)
        .configure_legend(labelFontSize=14, **ink)
        .configure_view(strokeWidth=0)
    )


def ends_apart(data: pd.DataFrame, least: float) -> pd.DataFrame:
    """The last point of each line, and at ``place`` its name: none closer than ``least``.

    >>> lines = pd.DataFrame({"name": list("abc"), "size": [9, 9, 9], "value": [1.0, 1.1, 5.0]})
    >>> ends_apart(lines, least=0.5)["place"].tolist()
    [1.0, 1.5, 5.0]
    """
    last = data.sort_values("size").groupby("name").tail(1).sort_values("value")
    places: list[float] = []
    for value in last["value"]:
        places.append(max(value, places[-1] + least) if places else value)
    return last.assign(place=places)
