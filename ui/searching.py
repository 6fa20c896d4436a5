"""Searches of the Orders page: a corpus under a wrong way of encoding, in the background.

A search belongs to the visitor who asked; who asks for another one stops it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import NamedTuple

import streamlit as st

from bpe import BPETokenizer, wrong_ways
from bpe.orders import ORDERS, Ranked
from bpe.search import Compared, Findings, chunks_of, compare
from bpe.wrong_ways import FORGOTTEN, IN_TEXT, LONGEST, MISMATCHED, Tick, Way
from ui.background import Work
from ui.findings import Row, rows

# The ways by name.
WAYS = {
    "By frequency in the chunk": "frequency",
    "By frequency in the text": IN_TEXT,
    "In reverse": "reverse",
    "Left to right": "left_to_right",
    "Longest match first": LONGEST,
    "One merge forgotten": FORGOTTEN,
    "Merges of another training": MISMATCHED,
}
PATIENCE = 1.0  # seconds before a search that runs is shown as progress
_CURRENT = "search of orders"


class Request(NamedTuple):
    """What is searched: the key of the tokenizer, the text, the kind of way, and what that needs:
    the rank of the merge to forget, and the key of the tokenizer with other merges."""

    tokenizer: str
    text: str
    kind: str
    forgotten: int = 0
    other: str = ""


class Search:
    """One run: ``work`` finds chunks, compared; ``total`` is how many there are, and ``way`` how
    they are encoded, once known."""

    def __init__(self, tok: BPETokenizer, request: Request, other: BPETokenizer | None = None):
        self.tok = tok
        self.request = request
        self.other = other
        self.total = 0
        self.way: Way | None = None
        self.work = Work(self._compared)

    def _compared(self) -> Iterator[Compared]:
        chunks = chunks_of(self.tok, self.request.text)
        self.total = len(chunks)
        make = ways(self.tok, self.request.kind, self.request.forgotten, self.other, self.work.tick)
        self.way = make(chunks)
        return compare(self.tok, chunks, self.way)

    @cached_property
    def findings(self) -> Findings:
        """What was found, once it is done; raises the search's ValueError."""
        self.work.check()
        return Findings(self.work.found, Ranked(self.tok.merges).sizes, self.way.sizes)

    @cached_property
    def rows(self) -> list[Row]:
        """What was found, line by line."""
        return rows(self.findings)


def ways(
    tok: BPETokenizer,
    kind: str,
    forgotten: int = 0,
    other: BPETokenizer | None = None,
    tick: Tick = lambda: None,
) -> Callable[[Mapping[str, int]], Way]:
    """How a kind of way encodes under a tokenizer, for the chunks of a text: {chunk: times}.

    ``forgotten`` is a rank, and ``other`` has other merges; ``tick`` as in `bpe.wrong_ways`.
    """
    merges = Ranked(tok.merges)
    if kind == IN_TEXT:
        return partial(_in_text, tok, merges, tick)
    if kind in ORDERS:
        way = wrong_ways.in_order(merges, kind, tick)
    elif kind == LONGEST:
        way = wrong_ways.longest_match(merges, tick)
    elif kind == FORGOTTEN:
        way = wrong_ways.without(merges, forgotten, tick)
    else:
        others = other.truncated(min(tok.vocab_size, other.vocab_size))
        way = wrong_ways.under(merges, others.merges, tick)
    return lambda chunks: way


def _in_text(tok: BPETokenizer, merges: Ranked, tick: Tick, chunks: Mapping[str, int]) -> Way:
    if len(chunks) == 1:  # the chunk is the text
        return wrong_ways.in_order(merges, "frequency", tick)
    merged = {chunk: times for chunk, times in chunks.items() if tok.whole(chunk) is None}
    ids = [tok.base_ids(chunk) for chunk in merged]
    return wrong_ways.by_frequency_in_text(ids, list(merged.values()), merges, tick)


def ask(tok: BPETokenizer, request: Request, other: BPETokenizer | None = None) -> Search:
    """This visitor's search; started if the last one was for something else."""
    current = st.session_state.get(_CURRENT)
    if current is None or current.request != request:
        if current is not None:
            current.work.stop()
        current = st.session_state[_CURRENT] = Search(tok, request, other)
        current.work.start()
    return current


def forget() -> None:
    """Let go of this visitor's search: who asks again begins anew."""
    st.session_state.pop(_CURRENT, None)


@st.fragment(run_every=0.4)
def watch() -> None:
    """Progress of the search, and a way to stop it."""
    current = st.session_state[_CURRENT]
    if current.work.done.is_set():
        st.rerun()
    seen, total = len(current.work.found), current.total
    # Of a text in one piece, and where counts are those of the text, all steps come first.
    said = (
        f"Searching: {seen:,} of {total:,} different chunks"
        if seen
        else f"Encoding the text as one: {current.work.ticks:,} steps done"
    )
    st.progress(seen / total if total else 0.0, text=said)
    if st.button("Stop and use what was found" if seen else "Stop"):
        current.work.stop()
        current.work.done.wait()
        st.rerun()
