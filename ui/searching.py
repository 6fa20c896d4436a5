"""Searches of the Orders page: a corpus under a wrong way of encoding, in the background.

A search belongs to the visitor who asked; who asks for another one stops it.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import streamlit as st

from bpe import BPETokenizer, wrong_ways
from bpe.orders import ORDERS, Ranked, sizes_of
from bpe.search import Compared, Findings, chunks_of, compare
from bpe.wrong_ways import Way
from ui.background import Work
from ui.findings import Row, rows

IN_TEXT, LONGEST, FORGOTTEN, MISMATCHED = "in text", "longest", "forgotten", "mismatched"
# The ways by name; the first four have steps to watch.
WAYS = {
    "By frequency in the chunk": "frequency",
    "By frequency in the text": IN_TEXT,
    "In reverse": "reverse",
    "Left to right": "left_to_right",
    "Longest match first": LONGEST,
    "One merge forgotten": FORGOTTEN,
    "Merges of another tokenizer": MISMATCHED,
}
PATIENCE = 1.0  # seconds before a search that runs is shown as progress
_CURRENT = "search of orders"


class Request(NamedTuple):
    """What is searched: the key of the tokenizer, the text, one of the ways, and what it needs."""

    tokenizer: str
    text: str
    way: str
    forgotten: int = 0
    other: str = ""


class Search:
    """One run: ``work`` finds chunks, compared; ``total`` is how many there are, once known."""

    def __init__(self, tok: BPETokenizer, request: Request, other: BPETokenizer | None = None):
        self.tok = tok
        self.request = request
        self.other = other
        self.total = 0
        self.work = Work(self._compared)

    def _compared(self) -> Iterator[Compared]:
        chunks = chunks_of(self.tok, self.request.text)
        self.total = len(chunks)
        return compare(self.tok, chunks, way_of(self.tok, self.request, chunks, self.other))

    @cached_property
    def findings(self) -> Findings:
        """What was found, once it is done; raises the search's ValueError."""
        self.work.check()
        others = None if self.other is None else sizes_of(self.other.merges)
        return Findings(self.work.found, sizes_of(self.tok.merges), others)

    @cached_property
    def rows(self) -> list[Row]:
        """What was found, line by line."""
        return rows(self.findings)


def way_of(
    tok: BPETokenizer,
    request: Request,
    chunks: Mapping[str, int],
    other: BPETokenizer | None,
) -> Way:
    """The way of a request; ValueError where the tokenizer cannot be encoded with so."""
    merges = Ranked(tok.merges)
    if request.way in ORDERS:
        return wrong_ways.in_order(merges, request.way)
    if request.way == IN_TEXT and len(chunks) == 1:
        return wrong_ways.in_order(merges, "frequency")  # the chunk is the text
    if request.way == IN_TEXT:
        ids = [tok.base_ids(chunk) for chunk in chunks]
        return wrong_ways.by_frequency_in_text(ids, list(chunks.values()), merges)
    if request.way == LONGEST:
        return wrong_ways.longest_match(merges)
    if request.way == FORGOTTEN:
        return wrong_ways.without(merges, request.forgotten)
    return wrong_ways.under(Ranked(other.merges))


def ask(tok: BPETokenizer, request: Request, other: BPETokenizer | None = None) -> Search:
    """This visitor's search; started if the last one was for something else."""
    current = st.session_state.get(_CURRENT)
    if current is None or current.request != request:
        if current is not None:
            current.work.stop()
        current = st.session_state[_CURRENT] = Search(tok, request, other)
        current.work.start()
    return current


@st.fragment(run_every=0.4)
def watch() -> None:
    """Progress of the search, and a way to stop it."""
    current = st.session_state[_CURRENT]
    if current.work.done.is_set():
        st.rerun()
    seen = len(current.work.found)
    share = seen / current.total if current.total else 0.0
    # Counting over the text comes first: until it has ended, no chunk has.
    said = (
        f"Searching: {seen:,} of {current.total:,} different chunks" if seen else "Reading it all"
    )
    st.progress(share, text=said)
    if st.button("Stop and use what was found", disabled=not seen):
        current.work.stop()
        current.work.done.wait()
        st.rerun()
