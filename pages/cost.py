"""Cost: what tokens come to in money, in room, in memory and in time."""

import streamlit as st

from bpe.price import Attention, Rate
from ui import cached, language_charts, languages, prices, shell, state, theme
from ui.downloads import chart_downloads
from ui.figures import figures
from ui.kept_table import kept_table

_TYPED = "typed by hand"
_MODEL, _READ, _WRITTEN, _TABLE = "price model", "price read", "price written", "price table"
_SHAPE = "cache model"
_NUMBERS = ("layers", "key-value heads", "numbers in a head", "bytes per number")


def show() -> None:
    st.markdown(
        "A model is paid by the token, remembers by the token, and writes one token a step. So "
        "whatever makes a text more tokens costs money, room, memory and time at once."
    )
    chosen = shell.chosen()
    plan = _plan(chosen)
    with shell.one_sentence():
        _own_text(chosen, plan)
    st.subheader("The same meaning in other languages")
    with shell.one_sentence():
        _by_language(chosen, plan)


def _plan(chosen: state.Chosen) -> prices.Plan:
    with st.expander("The price list: change it as you like"):
        rows = kept_table(
            _TABLE,
            [list(row) for row in prices.PRICES],
            {
                "model": st.column_config.TextColumn(),
                "vocabulary": st.column_config.TextColumn(),
                "read": st.column_config.NumberColumn("for a million read", min_value=0),
                "written": st.column_config.NumberColumn("for a million written", min_value=0),
                "as of": st.column_config.TextColumn(),
                "source": st.column_config.TextColumn(),
            },
        )
        st.caption(
            "US dollars, without discounts for what was read before. Prices change: these may be "
            "out of date, and the source knows better."
        )
    models = [*prices.models_in(rows), _TYPED]
    first, second, third, fourth = st.columns(4, vertical_alignment="bottom")
    with first:
        model = st.selectbox(
            "Prices", models, key=state.kept_choice(_MODEL, models, prices.PRICES[2][0])
        )
    if model == _TYPED:
        with second:
            read = _number("For a million tokens read", _READ, 1.0)
        with third:
            written = _number("For a million written", _WRITTEN, 4.0)
        rate = Rate(read, written)
    else:
        rate = prices.rate_of(rows, model)
        second.metric("for a million tokens read", f"${rate.input:,.2f}")
        third.metric("for a million written", f"${rate.output:,.2f}")
    with fourth.popover("The request", width="stretch"):
        answer = _number("Answer, as many times as long as the text", "answer length", 1.0)
        requests = int(_number("Requests in a month", "requests", 100_000))
        window = int(_number("Context window, in tokens", "window", 128_000, 1))
        budget = int(_number("Budget, in tokens", "budget", 8_000, 1))
        attention = _attention()
    _say_whose_counts(rows, model, chosen)
    return prices.Plan(rate, answer, requests, window, attention, budget)


def _number(label: str, key: str, first: float, lowest: float = 0) -> float:
    """A number to type: whole if the first one is."""
    return st.number_input(label, min_value=type(first)(lowest), key=state.kept(key, first))


def _attention() -> Attention:
    models = [*prices.MODELS, _TYPED]
    name = st.selectbox("What a token leaves in memory", models, key=state.kept(_SHAPE, models[1]))
    if name != _TYPED:
        shape = prices.MODELS[name]
        st.caption(
            f"{shape.layers} layers, {shape.heads} key-value heads of {shape.head_size} numbers, "
            f"{shape.bytes_per_value:g} bytes each: {shape.bytes_per_token:,.0f} bytes a token."
        )
        return shape
    first = (32, 8, 128, 2.0)
    return Attention(*(_number(label, label, each) for label, each in zip(_NUMBERS, first)))


def _say_whose_counts(rows: list, model: str, chosen: state.Chosen) -> None:
    vocabulary = None if model == _TYPED else prices.vocabulary_of(rows, model)
    if vocabulary and vocabulary != chosen.key:
        st.text(
            f"The prices are those of {model}, the counts those of {chosen.name}. For {model}'s "
            f"own counts choose {vocabulary} in the sidebar."
        )


def _own_text(chosen: state.Chosen, plan: prices.Plan) -> None:
    text = state.text()
    if not text:
        raise ValueError("the text is empty; write or paste some into the sidebar")
    tokens = len(cached.ids(chosen, text))
    found = plan.of(tokens)
    st.subheader("The text in the sidebar")
    figures(
        (
            ("tokens read", f"{tokens:,}"),
            ("steps to write the answer", f"{found[prices.STEPS]:,.0f}"),
            ("a request", f"${found[prices.REQUEST]:,.6f}"),
            ("a thousand requests", f"${found[prices.THOUSAND]:,.2f}"),
            (f"a month of {plan.requests:,}", f"${found[prices.MONTH]:,.2f}"),
            (f"share of {plan.window:,} tokens", f"{found[prices.WINDOW]:.2f} %"),
            ("keys and values", f"{found[prices.CACHE]:,.1f} MiB"),
        )
    )
    st.caption("Counted are the words alone, without the tokens of a chat template: see Chat.")


def _by_language(chosen: state.Chosen, plan: prices.Plan) -> None:
    left, right = st.columns(2)
    with left:
        measure = st.selectbox("Measure", prices.MEASURES, key=state.kept("cost measure"))
    with right:
        numbers = st.multiselect(
            "Articles of the declaration",
            range(1, 31),
            key=state.kept("articles", list(languages.FIRST_ARTICLES)),
        )
    rungs = languages.rungs(chosen, languages.OWN_SPLIT, languages.AS_PUBLISHED, numbers)
    table = prices.ranked(prices.by_language(rungs, plan), measure)
    chart = language_charts.ladder(table, measure, theme.current(), "")
    st.altair_chart(chart, key="cost chart")
    shown = table.drop(columns=["code", "value"])
    st.dataframe(shown, hide_index=True)
    chart_downloads(chart, shown, "cost")


shell.page(show)
