"""Charts of languages, from the frames of `ui.ladder`: ratios drawn from 1, all else from 0."""

import altair as alt
import pandas as pd

from ui.ladder import FACTORS, RATIO
from ui.theme import Palette

PICKED = "picked"
_ROW = 24
_FONT = 14
_LEGEND = alt.Legend(title=None, orient="top", columns=1, labelLimit=0, labelFontSize=_FONT)
_ABOVE = alt.Axis(orient="top", labelAngle=-30)


def ladder(table: pd.DataFrame, measure: str, palette: Palette, chosen: str) -> alt.Chart:
    """Ranked bars, a language a row; ``chosen`` is the code of the one that is looked at."""
    is_ratio = measure == RATIO
    picked = alt.selection_point(name=PICKED, fields=["code"], on="click", clear=False)
    base = alt.Chart(table.assign(origin=1.0 if is_ratio else 0.0, chosen=table["code"] == chosen))
    bars = (
        base.mark_bar(height={"band": 0.75})
        .encode(
            x=_x("value", measure, is_ratio, [1.0, *table["value"]]),
            x2="origin:Q",
            y=_rows(table),
            color=alt.condition(
                alt.datum.chosen, alt.value(palette.accent), alt.value(palette.strokes[1])
            ),
            tooltip=[
                alt.Tooltip("language:N"),
                alt.Tooltip("value:Q", title=measure, format=",.4~g"),
                alt.Tooltip("tokens:Q", format=","),
                alt.Tooltip("bytes:Q", format=","),
            ],
        )
        .add_params(picked)
    )
    return _finished(bars + _figures(base, palette, table), table)


def taken_apart(
    table: pd.DataFrame, segments: pd.DataFrame, palette: Palette, chosen: str
) -> alt.Chart:
    """The ladder of ratios, each bar made of its three factors; thin ones lead back."""
    names = list(FACTORS.values())
    scale = alt.Scale(domain=names, range=[palette.strokes[i] for i in (1, 0, 5)])
    picked = alt.selection_point(name=PICKED, fields=["code"], on="click", clear=False)
    bounds = [1.0, *segments["start"], *segments["end"]]

    def bars(back: bool, band: float):
        return (
            alt.Chart(segments[segments["back"] == back])
            .mark_bar(height={"band": band})
            .encode(
                x=_x("start", RATIO, True, bounds),
                x2="end:Q",
                y=_rows(table),
                color=alt.Color(
                    "factor:N",
                    scale=scale,
                    legend=_LEGEND,
                ),
                tooltip=[
                    alt.Tooltip("language:N"),
                    alt.Tooltip("factor:N"),
                    alt.Tooltip("times:Q", title="times", format=".3f"),
                ],
            )
        )

    base = alt.Chart(table.assign(chosen=table["code"] == chosen))
    ends = base.mark_tick(thickness=4, height={"band": 0.95}).encode(
        x="value:Q",
        y=_rows(table),
        color=alt.condition(alt.datum.chosen, alt.value(palette.accent), alt.value(palette.ink)),
    )
    layers = bars(False, 0.7).add_params(picked) + bars(True, 0.25) + ends
    return _finished(layers + _figures(base, palette, table), table)


def heat_map(cells: pd.DataFrame, measure: str, columns: list[str], palette: Palette) -> alt.Chart:
    """Languages by vocabularies: the darker, the dearer, and the figure in every cell.

    ``cells`` has the columns ``language``, ``vocabulary`` and ``value``.
    """
    order = cells.groupby("language")["value"].mean()
    order = order.sort_values(ascending=measure == "bytes per token").index.tolist()
    ranks = cells["value"].rank(pct=True)
    dear = 1 - ranks if measure == "bytes per token" else ranks
    base = alt.Chart(cells.assign(dear=dear, strong=dear > 0.55)).encode(
        x=alt.X(
            "vocabulary:N", sort=columns, title=None, axis=alt.Axis(orient="top", labelAngle=-30)
        ),
        y=alt.Y("language:N", sort=order, title=None, axis=alt.Axis(labelLimit=220)),
    )
    squares = base.mark_rect().encode(
        color=alt.Color(
            "dear:Q",
            scale=alt.Scale(range=[palette.raised, palette.strokes[1]], domain=[0, 1]),
            legend=None,
        ),
        tooltip=[
            alt.Tooltip("language:N"),
            alt.Tooltip("vocabulary:N"),
            alt.Tooltip("value:Q", title=measure, format=",.4~g"),
        ],
    )
    spelled = ",.0f" if measure == "tokens" else ".2f"
    figures = base.mark_text(fontSize=13).encode(
        text=alt.Text("value:Q", format=spelled),
        color=alt.condition(alt.datum.strong, alt.value(palette.paper), alt.value(palette.ink)),
    )
    return (
        (squares + figures)
        .properties(height=alt.Step(_ROW))
        .configure_axis(labelFontSize=_FONT)
        .configure_view(strokeWidth=0)
    )


def parts(table: pd.DataFrame, palette: Palette) -> alt.Chart:
    """The parts of a text as bars of tokens; ``table`` has ``name`` and ``tokens``, in order."""
    base = alt.Chart(table)
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=240))
    bars = base.mark_bar(color=palette.strokes[1]).encode(
        x=alt.X("tokens:Q", title="tokens", scale=alt.Scale(zero=True)), y=y
    )
    figures = base.mark_text(align="left", dx=6, fontSize=_FONT, color=palette.ink).encode(
        x="tokens:Q", y=y, text=alt.Text("tokens:Q", format=",")
    )
    return _finished(bars + figures, table)


def _x(field: str, title: str, is_ratio: bool, values: list[float]) -> alt.X:
    if is_ratio:
        scale = alt.Scale(type="log", base=2, nice=False, domain=[min(values), max(values) * 1.25])
    else:
        scale = alt.Scale(zero=True)
    axis = alt.Axis(orient="top", format="~g" if is_ratio else "~s", tickCount=6)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=axis)


def _rows(table: pd.DataFrame) -> alt.Y:
    return alt.Y(
        "language:N", sort=table["language"].tolist(), title=None, axis=alt.Axis(labelLimit=230)
    )


def _figures(base: alt.Chart, palette: Palette, table: pd.DataFrame) -> alt.Chart:
    spelled = ".2f" if table["value"].max() < 100 else ",.0f"
    return base.mark_text(align="left", dx=6, fontSize=13, color=palette.ink).encode(
        x="value:Q", y=_rows(table), text=alt.Text("value:Q", format=spelled)
    )


def _finished(chart: alt.LayerChart, table: pd.DataFrame) -> alt.LayerChart:
    return (
        chart.properties(height=alt.Step(_ROW))
        .configure_axis(labelFontSize=_FONT, titleFontSize=15, gridOpacity=0.5)
        .configure_view(strokeWidth=0)
    )
