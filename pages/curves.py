"""Curves: how many tokens a text costs at every vocabulary size."""

import streamlit as st

from bpe.samples import articles, languages
from ui import cached, charts, curves, shell, state, theme
from ui.downloads import chart_downloads
from ui.training import Settings

_TRAINING, _TEXT = "the training text", "the text in the sidebar"
_NATIVE = {f"{language.native} ({language.english})": language.code for language in languages()}


def show() -> None:
    st.markdown(
        "Each merge makes a text a little shorter. One training gives the token count at every "
        "vocabulary size, and one replay of its merges gives it for any other text. Where a curve "
        "stays high, the text that made the vocabulary was not like this one."
    )
    chosen = shell.chosen()
    own = [_TRAINING] if chosen.training_text else []
    options = [*own, _TEXT, *_NATIVE]
    state.kept("curve texts", [*own, _TEXT])
    names = st.multiselect("Texts", options, key=state.kept_choices("curve texts", options))
    measure = st.segmented_control(
        "Measure",
        curves.MEASURES,
        required=True,
        key=state.kept("measure", curves.MEASURES[0]),
    )
    texts = {name: _text_of(name, chosen) for name in names}
    _draw(
        [cached.curve(chosen, name, text) for name, text in texts.items() if text],
        measure,
        heavy=_TRAINING,
        key="curves",
    )
    st.subheader("The same text under other training texts")
    st.markdown(
        "Whose text made the vocabulary? Here one text is counted under a vocabulary learned from "
        "Korean and English together, and under one learned from English alone."
    )
    which = st.selectbox(
        "Text to count", ["Korean", "English", _TEXT], key=state.kept("counted"), format_func=str
    )
    _draw(_under_other_trainings(which), measure, heavy=None, key="trainings")


def _text_of(name: str, chosen: state.Chosen) -> str:
    if name == _TRAINING:
        return chosen.training_text
    return state.text() if name == _TEXT else articles(_NATIVE[name])


def _under_other_trainings(which: str) -> list[curves.Curve]:
    korean, english = articles("ko"), articles("en")
    text = {"Korean": korean, "English": english, _TEXT: state.text()}[which]
    trainings = {
        "learned from Korean and English": Settings(
            "Korean and English", f"{korean}\n{english}", 2256
        ),
        "learned from English alone": Settings("English", english, 2256),
    }
    return [
        cached.curve(state.chosen_by_training(settings), name, text)
        for name, settings in trainings.items()
        if text
    ]


def _draw(found: list[curves.Curve], measure: str, heavy: str | None, key: str) -> None:
    if not found:
        shell.say("there is no text to count; choose one above, or put some into the sidebar")
        return
    chart = charts.curves(curves.points(found, measure), measure, theme.current(), heavy)
    st.altair_chart(chart, key=key)
    written = st.text_input(
        "Merges to show in the table", key=state.kept(f"{key} merges", "100, 500, 2000")
    )
    with shell.one_sentence():
        table = curves.at_sizes(found, curves.parse_merges(written), measure)
        st.dataframe(table, hide_index=True)
        chart_downloads(chart, table, key)


shell.page(show)
