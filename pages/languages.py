"""Languages: the same meaning in 65 languages, and what each of them pays."""

import altair as alt
import pandas as pd
import streamlit as st

from bpe import BPETokenizer, vocabularies
from bpe.corpus import SPLITS
from bpe.measure import gini, parity
from bpe.parallel import ENGLISH, Rung
from bpe.scripts import SEVERAL
from ui import charts, language_charts, shell, state, theme
from ui import ladder as rows
from ui import languages as data
from ui.downloads import chart_downloads
from ui.figures import figures
from ui.token_rows import text_row, token_rows

_LADDER, _ACROSS, _MIX, _PASTED = "The ladder", "Across vocabularies", "Training mix", "Your text"
_CHOSEN, _CHART = "language", "ladder chart"
_HEIGHT = 620
_MIXES = {
    "English only": lambda code: float(code == ENGLISH),
    "All the same": lambda code: 1.0,
    "My own": None,
}


def show() -> None:
    st.markdown(
        "The same meaning costs very different numbers of tokens in different languages. Here is "
        "the Universal Declaration of Human Rights, and what each language pays for it."
    )
    view = st.segmented_control(
        "View",
        [_LADDER, _ACROSS, _MIX, _PASTED],
        required=True,
        label_visibility="collapsed",
        key=state.kept("languages view", _LADDER),
    )
    with shell.one_sentence():
        {_LADDER: _ladder, _ACROSS: _across, _MIX: _mix, _PASTED: _pasted}[view]()


def _articles() -> list[int]:
    return st.multiselect(
        "Articles", range(1, 31), key=state.kept("articles", list(data.FIRST_ARTICLES))
    )


def _spelling() -> data.Spelling:
    form = st.segmented_control(
        "Unicode form", data.FORMS, required=True, key=state.kept("unicode form", data.FORMS[0])
    )
    return data.Spelling(
        form, st.toggle("Hyphens as in ASCII", key=state.kept("ascii hyphens", False))
    )


def _measure() -> str:
    return st.selectbox(
        "Measure", list(rows.MEASURES), key=state.kept("languages measure", rows.RATIO)
    )


def _source() -> None:
    st.caption(
        "Universal Declaration of Human Rights, United Nations, 1948; translations by way of "
        "OHCHR, text via UDHR in XML. Its typography is the source's. Left out are translations "
        "that lack a part of the articles, and Nahuatl, which is a free paraphrase."
    )


# -- the ladder -----------------------------------------------------------------------------------


def _ladder() -> None:
    chosen = shell.chosen()
    left, middle, right = st.columns([2, 2, 1], vertical_alignment="bottom")
    with right.popover("Text and split", width="stretch"):
        numbers = _articles()
        split = st.selectbox(
            "Split", data.SPLIT_CHOICES, key=state.kept("languages split", data.OWN_SPLIT)
        )
        spelling = _spelling()
        own = st.text_area(
            "The same meaning in your own words", key=state.kept("own translation", "")
        )
        known = [rows.OWN, *data.codes(numbers)]
        stands_for = st.selectbox(
            "Your words are",
            known,
            format_func=_standing,
            key=state.kept_choice("own stands for", known, rows.OWN),
        )
    with left:
        measure = _measure()
    rungs = data.rungs(chosen, split, spelling, numbers, own, stands_for)
    by_code = {rung.code: rung for rung in rungs}
    with middle:
        code = st.selectbox(
            "Look at",
            list(by_code),
            format_func=rows.title,
            key=state.kept_choice(_CHOSEN, list(by_code), "hi"),
        )
    table = rows.frame(rungs, measure)
    picture, beside = st.columns([3, 2])
    with picture.container(height=_HEIGHT, border=False):
        chart = _ladder_chart(table, measure, code)
        st.altair_chart(chart, key=_CHART, on_select=_take_picked)
    with beside.container(height=_HEIGHT, border=False):
        st.markdown(f"**{rows.why(by_code[code], rows.english_of(rungs))}**")
        tok = data.with_split(chosen, split)
        _beside_english(by_code, code, tok, chosen.name)
    if measure == rows.RATIO:
        st.caption(
            "Each bar is a product of three factors, laid end to end from 1; a thin one leads "
            "back. Bytes: how long the same meaning is in UTF-8. Cuts: merges that the split "
            "forbids. Coverage: merges that were never learned. Merges learned under a split "
            "never cross it, so under the tokenizer's own there is little left to cut."
        )
    st.dataframe(table.drop(columns="code"), hide_index=True)
    chart_downloads(chart, table, "languages")
    _source()


def _standing(code: str) -> str:
    return "a row of their own" if code == rows.OWN else f"the text in {rows.named(code).english}"


def _ladder_chart(table: pd.DataFrame, measure: str, code: str) -> alt.LayerChart:
    if measure == rows.RATIO:
        parts = rows.segments(table)
        return language_charts.taken_apart(table, parts, theme.current(), code)
    return language_charts.ladder(table, measure, theme.current(), code)


def _take_picked() -> None:
    """Look at the language whose bar was clicked."""
    picked = st.session_state[_CHART]["selection"].get(language_charts.PICKED, [])
    if picked:
        st.session_state[_CHOSEN] = picked[0]["code"]


def _beside_english(by_code: dict[str, Rung], code: str, tok: BPETokenizer, name: str) -> None:
    both = dict.fromkeys((code, ENGLISH))
    token_rows(
        [text_row(tok, rows.named(each).english, by_code[each].text) for each in both],
        name,
        key="beside English",
    )


# -- across vocabularies --------------------------------------------------------------------------


def _across() -> None:
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    with left:
        measure = _measure()
    with right.popover("Text", width="stretch"):
        numbers = _articles()
        spelling = _spelling()
    if not numbers:
        raise ValueError("no article is chosen; choose at least one")
    found = data.across(tuple(sorted(numbers)), spelling)
    cells = found[["code", "language", "vocabulary"]].assign(value=found[measure])
    cells = cells.dropna(subset=["value"])
    columns = [vocabularies.title(name) for name in data.ACROSS]
    st.markdown("How many times as many tokens the dearest language takes as the cheapest:")
    with st.container(horizontal=True, gap="medium"):
        for name, tokens in found.groupby("vocabulary", sort=False)["tokens"]:
            tokens = tokens.tolist()
            st.metric(
                name,
                f"{parity(tokens):.1f}",
                f"Gini {gini(tokens):.3f}",
                delta_color="off",
                delta_arrow="off",
                width="content",
            )
    st.markdown(
        f"**{measure[0].upper()}{measure[1:]}**: the stronger the colour, the dearer. Read "
        "along a row to see how far a language has come since GPT-2, and who is still left behind."
    )
    short = cells.assign(language=[rows.named(code).english for code in cells["code"]])
    chart = language_charts.heat_map(short, measure, columns, theme.current())
    st.altair_chart(chart, key="heat map")
    table = cells.pivot(index="language", columns="vocabulary", values="value")
    table = table[columns].reset_index()
    st.dataframe(table, hide_index=True)
    chart_downloads(chart, table, "vocabularies")
    _source()


# -- a mix to train on ----------------------------------------------------------------------------


def _mix() -> None:
    st.markdown(
        "Whose text makes the vocabulary decides who pays. Train on a mix of eight languages and "
        "see what the articles that were not trained on cost in each."
    )
    left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
    with left:
        numbers = _articles()
    with middle:
        size = st.select_slider(
            "Vocabulary size", [512, 1_024, 2_048, 4_096], key=state.kept("mix size", 2_048)
        )
    with right:
        splits = [data.NO_SPLIT, *SPLITS]
        split = st.selectbox("Split in training", splits, key=state.kept("mix split", "cl100k"))
    weights = _weights()
    if not numbers:
        raise ValueError("no article is chosen; choose at least one")
    with st.spinner("Learning from the mix"):
        chosen = state.chosen_by_training(data.mix_settings(weights, numbers, size, split))
    rungs = [
        rung
        for rung in data.rungs(chosen, data.OWN_SPLIT, data.AS_PUBLISHED, numbers)
        if rung.code in weights
    ]
    tokens = [rung.counts.tokens for rung in rungs]
    figures(
        (
            ("dearest by cheapest", f"{parity(tokens):.2f}"),
            ("Gini index", f"{gini(tokens):.3f}"),
            ("merges learned", f"{len(chosen.tok.history):,}"),
        )
    )
    if len(chosen.tok.history) < size - 256:
        st.caption("Training ended before that size: in every chunk of the mix all is merged.")
    table = rows.frame(rungs, rows.RATIO)
    ladder = language_charts.ladder(table, rows.RATIO, theme.current(), "")
    st.altair_chart(ladder, key="mix ladder")
    st.markdown("The same ratios while the vocabulary grows: every size is one training cut short.")
    others = [code for code in data.MIXED if code != ENGLISH]
    points = data.curves_of_ratio(chosen, others, numbers)
    chart = charts.curves(points, rows.RATIO, theme.current(), None, floor=1)
    st.altair_chart(chart, key="mix curves")
    st.dataframe(table.drop(columns="code"), hide_index=True)
    chart_downloads(chart, points, "mix")
    _source()


def _weights() -> dict[str, float]:
    """The share of each language, from the mix that was chosen."""
    name = st.segmented_control(
        "Mix", list(_MIXES), required=True, key=state.kept("mix", "English only")
    )
    share = _MIXES[name]
    if share is not None:
        return {code: share(code) for code in data.MIXED}
    columns = st.columns(4)
    return {
        code: columns[i % 4].slider(
            rows.named(code).english, 0, 10, key=state.kept(f"mix {code}", 1), format="%d parts"
        )
        for i, code in enumerate(data.MIXED)
    }


# -- pasted text ----------------------------------------------------------------------------------


def _pasted() -> None:
    text = state.text()
    if not text:
        raise ValueError("the text is empty; write or paste some into the sidebar")
    chosen = shell.chosen()
    by_script, by_paragraph = data.parts(chosen, text)
    total = sum(share.tokens for share in by_script)
    st.subheader(f"{total:,} tokens in {sum(share.bytes for share in by_script):,} bytes")
    st.markdown(
        f"This is all of the text in the sidebar under {chosen.name}, counted by script. Spaces, "
        f"digits and marks go with the script before them. A token with bytes of two scripts "
        f"counts under *{SEVERAL}*, once."
    )
    if chosen.tok.normalize(text) != text:
        st.caption(
            f"This tokenizer reads a text in Unicode form {chosen.tok.normalizer}, and in that "
            "form it was counted."
        )
    table = rows.share_table(by_script)
    chart = language_charts.parts(table, theme.current())
    st.altair_chart(chart, key="scripts")
    st.dataframe(table, hide_index=True)
    chart_downloads(chart, table, "scripts")
    st.subheader("By paragraph")
    st.dataframe(rows.paragraph_table(by_paragraph), hide_index=True)
    if len(by_paragraph) > rows.MOST_PARAGRAPHS:
        st.caption(
            f"The first {rows.MOST_PARAGRAPHS:,} of {len(by_paragraph):,} paragraphs are listed."
        )


shell.page(show)
