"""Lab: the whole algorithm in eight steps, by the functions of `bpe.reference`."""

import inspect
import re

import pandas as pd
import streamlit as st

from bpe import BPETokenizer, report
from bpe.samples import SHORT_ARTICLES, article, flag, languages
from ui import cached, charts, curves, lab, shell, state, theme
from ui.downloads import chart_downloads
from ui.round_trip import ids_of
from ui.token_rows import text_row, token_rows

_NAMES = {
    language.code: language.english
    for language in languages()
    if not any(flag(language.code, number) for number in SHORT_ARTICLES)
}
_LEARNED = "the merges learned in this lab"
_FIRST_TEXT = "low low low low low lower lower newest newest newest newest newest newest widest"


def show() -> None:
    st.markdown(
        "The whole algorithm in eight steps, and all of its code. Read the function, change what "
        "goes in, and see what comes out. The code is written to be read, not to be fast: a text "
        f"may have up to {lab.MOST_BYTES:,} bytes."
    )
    numbers = list(range(len(lab.TITLES)))
    number = st.pills(
        "Step",
        numbers,
        required=True,
        key=state.kept("lab step", 0),
        format_func=lambda i: f"{i + 1} {lab.TITLES[i]}",
        label_visibility="collapsed",
    )
    st.subheader(f"{number + 1}. {lab.TITLES[number]}")
    if number == len(lab.STEPS):
        _whose_text()
        return
    step = lab.STEPS[number]
    st.markdown(step.words)
    code, trial = st.columns([6, 5])
    with code:
        for function in step.functions:
            st.code(inspect.getsource(function), language="python", wrap_lines=True)
    with trial, shell.one_sentence():
        _TRIALS[number]()


def _text(label: str, key: str, first: str) -> str:
    return lab.short(st.text_area(label, key=state.kept(f"lab {key}", first), height=68))


def _training_text() -> str:
    return _text("Text to learn from", "training text", _FIRST_TEXT)


def _learned() -> list:
    """The merges of the text and the size that steps 4 to 6 share."""
    text = _training_text()
    size = st.number_input("Vocabulary size", 256, lab.LARGEST, key=state.kept("lab size", 276))
    return cached.reference_merges(text, size)


def _bytes() -> None:
    text = _text("Text", "bytes", "é, 한, \U0001f600 and a")
    st.dataframe(lab.bytes_table(text), hide_index=True)
    ids = lab.reference.to_ids(text)
    st.text(f"{len(text):,} characters, {len(ids):,} ids, and back again:")
    st.text(lab.reference.from_ids(ids))


def _counting() -> None:
    text = _text("Text", "counted", "aaabdaaabac")
    st.dataframe(lab.pairs_table(text), hide_index=True, height=320)


def _merging() -> None:
    text = _text("Text", "merged", "aaabdaaabac")
    pairs = dict(lab.commonest_pairs(text))
    if not pairs:
        raise ValueError("a pair takes two bytes; write a longer text")
    pair = st.selectbox(
        "Pair",
        list(pairs),
        format_func=lambda pair: f"{lab.pair_in_words(pair)}, {pairs[pair]} times",
    )
    ids = lab.reference.to_ids(text)
    merged = lab.reference.merge(ids, pair, 256)
    token_rows(
        [
            text_row(BPETokenizer(), "before", text),
            text_row(lab.tokenizer_of([(pair, 256)]), "after", text),
        ],
        _LEARNED,
        key="lab merging",
        with_ids=True,
    )
    saved = len(ids) - len(merged)
    st.text(f"The pair was merged {saved:,} {'time' if saved == 1 else 'times'}.")


def _training() -> None:
    merges = _learned()
    st.dataframe(lab.merges_table(merges), hide_index=True, height=320)
    st.text(f"{len(merges):,} merges learned: {lab.ending(merges, st.session_state['lab size'])}")


def _encoding() -> None:
    merges = _learned()
    text = _text("Text to encode", "encoded", "lowest and newer")
    token_rows(
        [text_row(lab.tokenizer_of(merges), "encoded", text)],
        _LEARNED,
        key="lab encoding",
        with_ids=True,
    )
    st.dataframe(lab.encoding_table(text, merges), hide_index=True)


def _decoding() -> None:
    merges = _learned()
    first = " ".join(map(str, lab.reference.encode("newest é", merges)))
    written = st.text_input("Ids", key=state.kept("lab ids", first))
    ids = ids_of(written)
    tok = lab.tokenizer_of(merges)
    tok.decode(ids)  # says which id is none of these
    st.text(lab.reference.decode(ids, merges))
    st.dataframe(
        pd.DataFrame(
            {
                "id": ids,
                "bytes": [tok.vocab[token].hex(" ").upper() for token in ids],
                "spells": [lab.readable(tok.vocab[token]) for token in ids],
            }
        ),
        hide_index=True,
    )


def _curve() -> None:
    text = _text("Text", "curve", f"{article('en', 1)}\n{article('ko', 1)}")
    written = st.text_input("Sizes", key=state.kept("lab sizes", "256, 288, 320, 352"))
    found = cached.reference_curve(text, tuple(lab.sizes_of(written)))
    table = pd.DataFrame(found, columns=["vocabulary size", "tokens"])
    merges = cached.reference_merges(text, max(size for size, _ in found))
    tok = lab.tokenizer_of(merges)
    points = curves.points([curves.curve_of("this text", tok, text)], "tokens")
    chart = charts.curves(points, "tokens", theme.current(), None).properties(
        height=260, padding={"left": 5, "right": 80, "top": 10, "bottom": 5}
    )
    st.altair_chart(chart, key="lab curve")
    st.text(f"After {len(merges):,} merges: {lab.ending(merges, max(size for size, _ in found))}")
    st.dataframe(table, hide_index=True)
    chart_downloads(chart, table, "lab-curve")


_TRIALS = (_bytes, _counting, _merging, _training, _encoding, _decoding, _curve)


def _whose_text() -> None:
    st.markdown(
        "Two languages say the same in eight short articles. One vocabulary is learned from both, "
        "one from the second language alone; then both texts are encoded with both."
    )
    columns = st.columns(2)
    codes = tuple(
        columns[i].selectbox(
            label, list(_NAMES), key=state.kept(f"lab {label}", first), format_func=_NAMES.get
        )
        for i, (label, first) in enumerate(
            zip(("First language", "Second language"), report.KOREAN_ENGLISH)
        )
    )
    with shell.one_sentence():
        report.samples(codes)
        figures = cached.report(codes)
        names = tuple(_NAMES[code] for code in codes)
        st.dataframe(
            lab.whose_table(figures, codes, names),
            hide_index=True,
            column_config={"ratio": st.column_config.NumberColumn(format="%.2f")},
        )
        st.markdown("The third article, under both vocabularies:")
        token_rows(lab.article_rows(codes, names, 3), _LEARNED, key="lab article")
        with st.expander("How it is measured"):
            st.code(inspect.getsource(report.measure), language="python", wrap_lines=True)
        _report(figures, codes)


def _report(figures: dict, codes: tuple[str, str]) -> None:
    langs = {"English": "en"} | ({"한국어": "ko"} if codes == report.KOREAN_ENGLISH else {})
    lang = "en"
    if len(langs) > 1:
        lang = langs[
            st.segmented_control(
                "Report in", list(langs), required=True, key=state.kept("lab report in", "English")
            )
        ]
    words = report.markdown(figures, lang, codes)
    with st.container(horizontal=True):
        st.download_button("Report as Markdown", words, "token_report.md", "text/markdown")
        st.download_button(
            "Figures as JSON", report.as_json(figures), "token_report.json", "application/json"
        )
    st.markdown(re.sub(r"^#", "###", words, flags=re.MULTILINE))


shell.page(show)
