"""The Orders page beyond the lanes: find it, measure it, other wrong ways."""

import json

import pandas as pd
import streamlit as st

from bpe import BPETokenizer
from bpe.divergences import MOST_CHUNK
from bpe.orders import ORDERS, sizes_of
from bpe.samples import CORPORA, corpus
from bpe.search import Findings, chunks_of, compare
from ui import cached, findings, order_measures, searching, share_charts, shell, state, theme
from ui.contrast import contrast
from ui.downloads import chart_downloads
from ui.files import file_of
from ui.lanes import lanes, lanes_data
from ui.searching import FORGOTTEN, IN_TEXT, LONGEST, MISMATCHED, WAYS, Request, Search
from ui.state import Chosen
from ui.training import Settings

_SIDEBAR, _TRAINING = "the text in the sidebar", "the text it was trained on"
_MOST_TABLE = 20_000  # characters that all wrong ways are compared on
_FORGOTTEN_RANK = 20
# Small enough to be learned while one waits.
_OTHERS = ("english", "korean-english", "chapter")

_ANSWERS = {
    "By length of the text": (
        "characters in the text",
        "texts",
        "A test that encodes a word or a short sentence passes almost always: nothing in it occurs "
        "twice. A split keeps every chunk that short, whatever the text, and so hides the mistake.",
    ),
    "By length of the chunk": (
        f"bytes in the chunk ({order_measures.LONG_CHUNK}: or more)",
        "chunks",
        "No chunk of fewer than four bytes can differ: the later rule must fit twice. Words are "
        "mostly short, and so the mistake waits in the long ones.",
    ),
    "By vocabulary size": (
        "vocabulary size",
        "tokens",
        "More merges are more rules that want the same token. On the text that it learned from, in "
        "one piece, a tokenizer hides the mistake best: there the frequent is what was learned.",
    ),
    "By language": (
        "language",
        "tokens",
        "The same ten articles. Where few merges apply, few can be in each other's way: a language "
        "that the vocabulary hardly knows shows no mistake, because it shows no merges.",
    ),
}


# -- find it --------------------------------------------------------------------------------------


def find() -> None:
    """Search a text for chunks that differ, and prove the shortest inputs that do."""
    chosen = shell.chosen()
    columns = st.columns([2, 2, 2], vertical_alignment="bottom")
    with columns[0]:
        text = _choose_text(chosen)
    with columns[1]:
        title = st.selectbox("Beside rank", list(WAYS), key=state.kept("orders way"))
    with columns[2]:
        forgotten, other = _choose_details(chosen, WAYS[title])
    request = Request(chosen.key, text, WAYS[title], forgotten, "" if other is None else other.key)
    search = searching.ask(chosen.tok, request, None if other is None else other.tok)
    if not search.work.done.wait(searching.PATIENCE):
        searching.watch()
        return
    _show_findings(chosen, other or chosen, search, title)


def _choose_text(chosen: Chosen, disabled: bool = False) -> str:
    key = "orders corpus"
    own = [_TRAINING] if chosen.training_text else []
    options = [*(sample.title for sample in CORPORA.values()), _SIDEBAR, *own]
    state.kept(key, CORPORA["novel"].title)
    if st.session_state[key] not in options:
        st.session_state[key] = options[0]
    where = st.selectbox("Text", options, key=key, disabled=disabled)
    if where == _SIDEBAR:
        text = state.text()
    elif where == _TRAINING:
        text = chosen.training_text
    else:
        text = corpus(next(name for name, each in CORPORA.items() if each.title == where))
    if not text.strip():
        raise ValueError("there is no text; write or paste some into the sidebar")
    return text


def _choose_details(chosen: Chosen, way: str) -> tuple[int, Chosen | None]:
    if way == FORGOTTEN:
        merges = len(chosen.tok.merges)
        if not merges:
            raise ValueError("the tokenizer in use has no merge to forget; train one that has")
        key = state.kept("orders forgotten", _FORGOTTEN_RANK)
        st.session_state[key] = min(st.session_state[key], merges - 1)
        return st.number_input("Rank of the merge", 0, merges - 1, key=key), None
    if way == MISMATCHED:
        titles = {CORPORA[name].title: name for name in _OTHERS}
        title = st.selectbox("Trained on", list(titles), key=state.kept("orders other"))
        return 0, _trained_on(chosen, titles[title])
    return 0, None


def _trained_on(chosen: Chosen, name: str) -> Chosen:
    """A tokenizer like the one in use, trained on another text."""
    if not chosen.training_text or chosen.tok.alphabet is not None:
        raise ValueError(
            "merges of another training can stand in only for merges that were trained here, on "
            "bytes; choose the tokenizer trained here"
        )
    size = min(chosen.tok.vocab_size, 2256)
    settings = Settings(CORPORA[name].title, corpus(name), size, chosen.tok.split)
    return state.chosen_by_training(settings)


def _show_findings(chosen: Chosen, other: Chosen, search: Search, title: str) -> None:
    found, rows, way = search.findings, search.rows, search.request.way
    st.text(findings.summary(found, len(rows), search.total, title))
    if way == MISMATCHED:
        _show_mismatch(chosen, other, found)
    if rows:
        st.caption("The shortest first, of equally short ones the most common. Choose a row.")
        table = findings.table(chosen.tok, other.tok, found, rows, title)
        row = _choose_row(table, f"found {hash(search.request)}")
        _watch(chosen.tok, way, found, rows[row or 0])
        if way != MISMATCHED:
            _show_wrong_tokens(chosen, found)
    if way in ("frequency", IN_TEXT):
        _show_shortest(chosen)


def _choose_row(table: pd.DataFrame, key: str) -> int | None:
    event = st.dataframe(
        table,
        hide_index=True,
        height=247,
        on_select="rerun",
        selection_mode="single-row",
        key=key,
    )
    rows = event.selection.rows
    return rows[0] if rows and rows[0] < len(table) else None


def _watch(tok: BPETokenizer, way: str, found: Findings, row: findings.Row) -> None:
    """The lanes of a chunk that was found, for ways that go step by step."""
    one = row.one
    order = "frequency" if way == IN_TEXT else way
    if order not in ORDERS:
        return
    size = len(one.chunk.encode())
    if size > MOST_CHUNK:
        st.text(
            f"The chunk has {size:,} bytes, and steps are drawn of chunks up to {MOST_CHUNK:,}; "
            "choose a shorter text or a tokenizer with a split to watch them."
        )
        return
    survey = findings.survey_of(tok, found, one, order, way == IN_TEXT)
    index = survey.chunks.index(one.chunk)
    place = next(
        each for each in survey.places if each.chunk == index and row.start <= each.start < row.end
    )
    lanes(lanes_data(contrast(tok, survey, place)), key="found lanes")


def _show_wrong_tokens(chosen: Chosen, found: Findings) -> None:
    st.subheader("What the wrong tokens cost")
    if chosen.training_text:
        where, seen = "the training text", cached.occurrences(chosen, chosen.training_text)
    else:
        where, seen = "this text", found.seen
    st.text(findings.unseen(found, seen, where))
    table = findings.wrong_tokens(found, chosen.tok, seen, where)
    st.dataframe(table, hide_index=True, height=247)


def _show_shortest(chosen: Chosen) -> None:
    st.subheader("The shortest inputs that differ")
    st.markdown(
        "From the merges alone: two rules that share a token, and the one learned later once more. "
        "Every input that holds them is tried, length by length, so what is not found is not there."
    )
    if chosen.tok.alphabet is not None or not chosen.tok.history:
        st.text(
            "This is for tokenizers of bytes that know their training: a published rank file does "
            "not say which merges were learned, and in which order."
        )
        return
    shortest = cached.shortest(chosen)
    st.text(findings.proved(shortest))
    if shortest.inputs:
        table = findings.shortest_table(chosen.tok, shortest)
        row = _choose_row(table, f"shortest {hash(chosen.key)}")
        if row is not None:
            survey = findings.survey_of_input(chosen.tok, shortest.inputs[row])
            lanes(lanes_data(contrast(chosen.tok, survey, survey.places[0])), key="shortest lanes")


def _show_mismatch(chosen: Chosen, other: Chosen, found: Findings) -> None:
    """Whose merges these are: what the saved files say, and what comes back when it is ignored."""
    st.dataframe(
        pd.DataFrame(
            [
                {"merges of": one.origin, "merges": len(one.tok.merges), "checksum": _checksum(one)}
                for one in (chosen, other)
            ]
        ),
        hide_index=True,
    )
    if found.differing:
        one = found.differing[-1]
        back = chosen.tok.decode_bytes(one.second[:200]) if _known(chosen.tok, one.second) else b""
        st.text(
            f"Decoded with the first merges, what the others made of {one.chunk[:60]!r} reads "
            f"{back.decode(errors='replace')[:80]!r}. A saved tokenizer carries its checksum: "
            "compare it before the ids of one go to a model of the other."
        )


def _known(tok: BPETokenizer, ids: list[int]) -> bool:
    return all(token in tok.vocab for token in ids)


def _checksum(chosen: Chosen) -> str:
    return json.loads(file_of(chosen.tok, "tokenizer.bpe.json"))["sha256"]


# -- measure it -----------------------------------------------------------------------------------


def measure() -> None:
    """How often frequency order differs, as a curve."""
    chosen = shell.chosen()
    columns = st.columns([1, 3], vertical_alignment="bottom")
    measures = list(order_measures.MEASURES)
    with columns[1]:
        which = st.segmented_control(
            "How often", measures, required=True, key=state.kept("orders measure", measures[0])
        )
    with columns[0]:
        text = _choose_text(chosen, disabled=which == "By language")
    across, of, answer = _ANSWERS[which]
    st.text(answer)
    data = cached.order_measure(chosen, which, text)
    draw = share_charts.shares_by_name if which == "By language" else share_charts.shares
    chart = draw(data, across, of, theme.current())
    st.altair_chart(chart, key="orders share")
    shown = data.rename(columns={"name": "text", "at": across, "of": of})
    st.dataframe(
        shown,
        hide_index=True,
        column_config={"share": st.column_config.NumberColumn(format="percent")},
    )
    chart_downloads(chart, shown, "orders")


# -- other wrong ways -----------------------------------------------------------------------------


def other_ways() -> None:
    """All wrong ways on one text, as a table."""
    chosen = shell.chosen()
    with st.columns([2, 4])[0]:
        text = _choose_text(chosen)[:_MOST_TABLE]
    rank = min(_FORGOTTEN_RANK, len(chosen.tok.merges) - 1)
    st.text(
        f"Rank order beside every other way, on the first {len(text):,} characters. The forgotten "
        f"merge is that of rank {max(rank, 0)}; in Find it, choose another one, and see the chunks."
    )
    rows = []
    for title, way in WAYS.items():
        with shell.one_sentence():
            rows.append(_row(chosen, text, title, way, rank))
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            name: st.column_config.NumberColumn(format="percent")
            for name in ("chunks that differ", "tokens that differ", "longer by")
        }
        | {"tokens": st.column_config.NumberColumn(format="localized")},
    )
    st.text(
        "All but the last decode to the same text, so no round trip finds the mistake. Longest "
        "match first is what WordPiece does; with byte pairs it is another wrong way."
    )


def _row(chosen: Chosen, text: str, title: str, way: str, rank: int) -> dict:
    if way == FORGOTTEN and rank < 0:
        raise ValueError("the tokenizer in use has no merge to forget; train one that has")
    other = _trained_on(chosen, _OTHERS[0]) if way == MISMATCHED else None
    tok, chunks = chosen.tok, chunks_of(chosen.tok, text)
    request = Request(chosen.key, text, way, rank)
    encode = searching.way_of(tok, request, chunks, None if other is None else other.tok)
    sizes = None if other is None else sizes_of(other.tok.merges)
    found = Findings(list(compare(tok, chunks, encode)), sizes_of(tok.merges), sizes)
    one, others = found.tokens
    return {
        "way": title if way != LONGEST else f"{title}, as WordPiece",
        "chunks that differ": found.share_of_chunks,
        "tokens that differ": found.share_of_tokens,
        "tokens": others,
        "longer by": others / max(one, 1) - 1,
    }
