"""The views of the Orders page on the tokenizer in use: find it, measure it, other wrong ways."""

import json
import zlib

import pandas as pd
import streamlit as st

from bpe import BPETokenizer
from bpe.orders import Ranked
from bpe.search import Compared
from bpe.wrong_ways import IN_TEXT, LONGEST, MISMATCHED, Way, in_order
from ui import cached, findings, order_answers, searching, share_charts, shell, state, theme
from ui.contrast import contrast
from ui.downloads import chart_downloads
from ui.files import file_of
from ui.lanes import lanes, lanes_data
from ui.order_choices import Asked, choose_text, choose_way, every_way
from ui.order_measures import MEASURES, UNITS
from ui.searching import Search
from ui.state import Chosen

_MOST_TABLE = 20_000  # characters that all wrong ways are compared on
_MOST_SHOWN = 7  # rows of a table that one chooses from; the others are scrolled to
_CHUNK, _WAY, _INPUT = "orders chunk", "orders row", "orders input"  # what is chosen in tables


# -- find it --------------------------------------------------------------------------------------


def find() -> None:
    """Search a text for chunks that differ, and prove the shortest inputs that do."""
    chosen = shell.chosen()
    columns = st.columns(3, vertical_alignment="bottom")
    with columns[0]:
        text = choose_text(chosen)
    asked = choose_way(chosen, *columns[1:])
    other = None if asked.other is None else asked.other.tok
    search = searching.ask(chosen.tok, asked.request(chosen, text), other)
    if not search.work.done.wait(searching.PATIENCE):
        searching.watch()
        return
    search.work.check()
    if not search.work.found:
        st.text("Stopped before any chunk had been encoded in both ways.")
        st.button("Search again", on_click=searching.forget)
    else:
        _show_findings(chosen, search, asked)
    if asked.kind in ("frequency", IN_TEXT):
        _show_shortest(chosen)


def _show_findings(chosen: Chosen, search: Search, asked: Asked) -> None:
    found, rows = search.findings, search.rows
    st.text(findings.summary(found, len(rows), search.total, asked.title))
    if asked.kind == MISMATCHED:
        _show_checksums(chosen, asked.other)
    if not rows:
        draw(chosen.tok, search.way, _alike(search), key="found lanes")
        return
    st.caption("The shortest first, of equally short ones the most common. Choose a row.")
    names = (asked.other or chosen).tok
    table = findings.table(chosen.tok, names, found, rows, asked.title)
    marks = [f"{zlib.crc32(row.one.chunk.encode())} {row.start}" for row in rows[: len(table)]]
    index = _choose_row(table, _CHUNK, marks, f"found {hash(search.request)}")
    draw(chosen.tok, search.way, rows[index].one, key="found lanes", start=rows[index].start)
    _show_wrong_tokens(chosen, search, names)


def _choose_row(
    table: pd.DataFrame, name: str, marks: list[str], key: str, columns: dict | None = None
) -> int:
    """The row that is chosen in a table, the first if none is.

    ``marks`` stand for the rows: the mark of the chosen one is kept under this name, and chooses
    its row where the table is drawn anew, as after a link was opened.
    """
    st.session_state.setdefault(state.kept(name), "")
    before = st.session_state[name]
    event = st.dataframe(
        table,
        hide_index=True,
        height=38 + 35 * min(len(table), _MOST_SHOWN),
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [marks.index(before)] if before in marks else []}},
        key=key,
        column_config=columns,
    )
    rows = [row for row in event.selection.rows if row < len(marks)]
    st.session_state[name] = marks[rows[0]] if rows else ""
    return rows[0] if rows else 0


def _alike(search: Search) -> Compared:
    """A chunk that ends alike: the first in which something is merged."""
    compared = search.findings.compared
    sizes = search.findings.sizes
    merged = (one for one in compared if any(token in sizes for token in one.first))
    return next(merged, compared[0])


def draw(tok: BPETokenizer, way: Way, one: Compared, key: str, start: int = 0) -> None:
    """The lanes of a chunk that was encoded in both ways, from a place on in which it differs."""
    if tok.whole(one.chunk) is not None:
        st.text(
            "This chunk is a token as it stands. It is taken whole before any merge, so no order "
            "has a say in it."
        )
        return
    ends = one.first, one.second
    found = contrast(tok, way, tok.base_ids(one.chunk), ends, start)
    lanes(lanes_data(found), key=key)


def _show_checksums(chosen: Chosen, other: Chosen) -> None:
    """Whose merges these are, as the saved files say."""
    lines = [
        {"merges of": one.origin, "merges": len(one.tok.merges), "checksum": _checksum(one)}
        for one in (chosen, other)
    ]
    st.dataframe(pd.DataFrame(lines), hide_index=True)
    st.caption(
        "A saved tokenizer carries its checksum: compare it before the ids of one go to a model "
        "of the other."
    )


def _checksum(chosen: Chosen) -> str:
    return json.loads(file_of(chosen.tok, "tokenizer.bpe.json"))["sha256"]


def _show_wrong_tokens(chosen: Chosen, search: Search, names: BPETokenizer) -> None:
    st.subheader("What the wrong tokens cost")
    found = search.findings
    if chosen.training_text:
        where, seen = "the training text", cached.occurrences(chosen, chosen.training_text)
    else:
        where, seen = "this text", found.seen
    st.text(findings.unseen(found, seen, where))
    table = findings.wrong_tokens(found, chosen.tok, names, seen, where)
    st.dataframe(table, hide_index=True, height=247)


def _show_shortest(chosen: Chosen) -> None:
    st.subheader("The shortest inputs that differ")
    st.markdown(
        "From the merges alone: two rules that share a token, and the one learned later once more. "
        "Every input that holds them is tried, length by length, so what is not found is not there."
    )
    tok = chosen.tok
    if tok.alphabet is not None:
        st.text(
            "This is for tokenizers of bytes, where every row of symbols is an input. Of "
            "characters, only words with their end mark are."
        )
        return
    shortest = cached.shortest(chosen)
    st.text(findings.proved(shortest))
    if shortest.inputs:
        table = findings.shortest_table(tok, shortest)
        marks = [str(symbols) for symbols in shortest.inputs[: len(table)]]
        symbols = shortest.inputs[_choose_row(table, _INPUT, marks, f"shortest {hash(chosen.key)}")]
        merges = Ranked(tok.merges)
        ends = findings.ends_of_input(symbols, merges)
        found = contrast(tok, in_order(merges, "frequency"), list(symbols), ends)
        lanes(lanes_data(found), key="shortest lanes")


# -- measure it -----------------------------------------------------------------------------------


def measure() -> None:
    """How often another way differs, as a curve."""
    chosen = shell.chosen()
    columns = st.columns(3, vertical_alignment="bottom")
    above = st.columns([3, 1.4], vertical_alignment="bottom")
    with above[0]:
        first = next(iter(MEASURES))
        which = st.segmented_control(
            "How often", list(MEASURES), required=True, key=state.kept("orders measure", first)
        )
    with columns[0]:
        text = choose_text(chosen, disabled=which == "By language")
    asked = choose_way(chosen, *columns[1:])
    data = cached.order_measure(chosen, which, text, asked)
    units = [unit for unit in UNITS if unit in set(data["unit"])]
    with above[1]:
        key = state.kept_choice("orders unit", units, units[0])
        of = st.segmented_control("Share of", units, required=True, key=key)
    across = order_answers.ACROSS[which]
    st.text(order_answers.answer(which, asked.kind))
    data = data[data["unit"] == of].drop(columns="unit")
    plot = share_charts.shares_by_name if which == "By language" else share_charts.shares
    chart = plot(data, across, of, theme.current())
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
    """All wrong ways on one text, as a table; and the first place at which one of them differs."""
    chosen = shell.chosen()
    with st.columns(3)[0]:
        text = choose_text(chosen)[:_MOST_TABLE]
    st.text(
        f"Rank order beside every other way, on the first {len(text):,} characters. Choose a row "
        "to watch it. In Find it, forget another merge, and see every chunk."
    )
    searches = [(asked, cached.searched(chosen, text, asked)) for asked in every_way(chosen)]
    table = pd.DataFrame([_row(asked, search) for asked, search in searches])
    titles = [asked.title for asked, _ in searches]
    columns = {
        name: st.column_config.NumberColumn(format="percent")
        for name in ("chunks that differ", "tokens that differ", "longer by")
    } | {"tokens": st.column_config.NumberColumn(format="localized")}
    index = _choose_row(table, _WAY, titles, f"ways {hash((chosen.key, text))}", columns)
    search = searches[index][1]
    shown = search.rows[0].one if search.rows else _alike(search)
    draw(chosen.tok, search.way, shown, key="way lanes")
    st.text(
        "All but merges of another training decode to the same text, so no round trip finds the "
        "mistake. Longest match first is what WordPiece does; with byte pairs it is another wrong "
        "way."
    )


def _row(asked: Asked, search: Search) -> dict:
    search.work.check()
    found = search.findings
    one, others = found.tokens
    details = f": rank {asked.forgotten:,}" if asked.forgotten else ""
    return {
        "way": f"{asked.title}{details}" if asked.kind != LONGEST else f"{asked.title} (WordPiece)",
        "chunks that differ": found.share_of_chunks,
        "tokens that differ": found.share_of_tokens,
        "tokens": others,
        "longer by": others / max(one, 1) - 1,
    }
