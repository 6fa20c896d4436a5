"""Charts of languages, from the frames of `ui.ladder`: ratios drawn from 1, all else from 0."""

import altair as alt
import pandas as pd

from ui.charts import finished
from ui.ladder import FACTORS, RATIO
from ui.theme import Palette

PICKED = "picked"
_ROW = 24
_FONT = 14
# In the corner above the names, where there is room on a narrow screen too.
_LEGEND = alt.Legend(title=None, orient="none", legendX=-130, legendY=-62, columns=1)
_WHO = [alt.Tooltip("language:N"), alt.Tooltip("script:N"), alt.Tooltip("direction:N")]


def ladder(table: pd.DataFrame, measure: str, palette: Palette, chosen: str) -> alt.Chart:
    """Ranked bars, a language a row; ``chosen`` is the code of the one that is looked at."""
    is_ratio = measure == RATIO
    picked = alt.selection_point(name=PICKED, fields=["code"], on="click", clear=False)
    origin = 1.0 if is_ratio else 0.0
    base = alt.Chart(
        table.assign(
            origin=origin, right=table["value"].clip(lower=origin), chosen=table["code"] == chosen
        )
    )
    bars = (
        base.mark_bar(height={"band": 0.75})
        .encode(
            x=_x("value", measure, is_ratio, [1.0, *table["value"]]),
            x2="origin:Q",
            y=_rows(table),
            color=_marked(palette.accent, palette.strokes[1]),
            tooltip=[
                *_WHO,
                alt.Tooltip("value:Q", title=measure, format=",.4~g"),
                alt.Tooltip("tokens:Q", format=","),
                alt.Tooltip("bytes:Q", format=","),
            ],
        )
        .add_params(picked)
    )
    return _finished(bars + _figures(base, palette, table), palette)


def taken_apart(
    table: pd.DataFrame, segments: pd.DataFrame, palette: Palette, chosen: str
) -> alt.Chart:
    """The ladder of ratios, each bar made of its three factors; thin ones lead back."""
    names = list(FACTORS.values())
    # Of three lightnesses, so that they part in black and white.
    colours = [palette.strokes[1], palette.ink, palette.tints[0]]
    scale = alt.Scale(domain=names, range=colours)
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
                color=alt.Color("factor:N", scale=scale, legend=_LEGEND),
                tooltip=[
                    *_WHO,
                    alt.Tooltip("factor:N"),
                    alt.Tooltip("times:Q", title="times", format=".3f"),
                ],
            )
        )

    right = table["code"].map(segments.groupby("code")["end"].max())
    base = alt.Chart(table.assign(right=right, chosen=table["code"] == chosen))
    ends = base.mark_tick(thickness=3, height={"band": 0.95}).encode(
        x="value:Q", y=_rows(table), color=_marked(palette.accent, palette.muted)
    )
    layers = bars(False, 0.7).add_params(picked) + bars(True, 0.25) + ends
    return _finished(layers + _figures(base, palette, table), palette)


def heat_map(cells: pd.DataFrame, measure: str, columns: list[str], palette: Palette) -> alt.Chart:
    """Languages by vocabularies: the darker, the dearer, and the figure in every cell.

    ``cells`` has the columns ``language``, ``vocabulary`` and ``value``.
    """
    order = cells.groupby("language")["value"].mean()
    order = order.sort_values(ascending=measure == "bytes per token").index.tolist()
    ranks = cells["value"].rank(pct=True)
    dear = 1 - ranks if measure == "bytes per token" else ranks
    base = alt.Chart(cells.assign(dear=dear)).encode(
        x=alt.X(
            "vocabulary:N",
            sort=columns,
            title=None,
            axis=alt.Axis(orient="top", labelAngle=-65, labelOverlap=False),
        ),
        y=alt.Y("language:N", sort=order, title=None, axis=_names(150)),
    )
    squares = base.mark_rect().encode(
        color=alt.Color(
            "dear:Q",
            # Between the two by lightness alone, with no other hue on the way.
            scale=alt.Scale(
                range=[palette.raised, palette.tints[4]], domain=[0, 1], interpolate="lab"
            ),
            legend=None,
        ),
        tooltip=[
            alt.Tooltip("language:N"),
            alt.Tooltip("vocabulary:N"),
            alt.Tooltip("value:Q", title=measure, format=",.4~g"),
        ],
    )
    # Three digits, so that they fit into the cells of a narrow screen too.
    spelled = ",.0f" if measure == "tokens" else ".3g"
    figures = base.mark_text(fontSize=13, color=palette.ink).encode(
        text=alt.Text("value:Q", format=spelled)
    )
    return _finished(squares + figures, palette)


def parts(table: pd.DataFrame, palette: Palette) -> alt.Chart:
    """The parts of a text as bars of tokens; ``table`` has ``name`` and ``tokens``, in order."""
    base = alt.Chart(table)
    y = alt.Y("name:N", sort=None, title=None, axis=_names())
    bars = base.mark_bar(color=palette.strokes[1]).encode(
        x=alt.X("tokens:Q", title="tokens", axis=alt.Axis(tickCount=6)), y=y
    )
    figures = base.mark_text(align="left", dx=6, fontSize=_FONT, color=palette.ink).encode(
        x="tokens:Q", y=y, text=alt.Text("tokens:Q", format=",")
    )
    return _finished(bars + figures, palette)


def _x(field: str, title: str, is_ratio: bool, values: list[float]) -> alt.X:
    if is_ratio:
        scale = alt.Scale(type="log", base=2, nice=False, domain=[min(values), max(values) * 1.25])
    else:
        scale = alt.Scale(zero=True)
    axis = alt.Axis(orient="top", format="~g" if is_ratio else "~s", tickCount=6)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=axis)


def _names(limit: int = 200) -> alt.Axis:
    return alt.Axis(labelLimit=limit, labelFlush=False)


def _marked(colour: str, others: str) -> dict:
    """A colour for the language that is looked at, and one for the others."""
    return alt.condition(alt.datum.chosen, alt.value(colour), alt.value(others))


def _rows(table: pd.DataFrame) -> alt.Y:
    return alt.Y("language:N", sort=table["language"].tolist(), title=None, axis=_names())


def _figures(base: alt.Chart, palette: Palette, table: pd.DataFrame) -> alt.Chart:
    """The value of each row, beyond the ``right`` end of its bar."""
    spelled = ".2f" if table["value"].max() < 100 else ",.0f"
    return base.mark_text(align="left", dx=6, fontSize=13).encode(
        x="right:Q",
        y=_rows(table),
        text=alt.Text("value:Q", format=spelled),
        color=_marked(palette.accent, palette.ink),
    )


def _finished(chart: alt.LayerChart, palette: Palette) -> alt.LayerChart:
    return finished(chart.properties(height=alt.Step(_ROW)), palette)
