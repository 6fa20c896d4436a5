"""What a search has found, as sentences and tables."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import pandas as pd

from bpe import BPETokenizer, orders
from bpe.orders import Ranked
from bpe.partings import differences
from bpe.pieces import readable
from bpe.search import Compared, Findings
from bpe.shortest import Shortest
from ui.order_words import some, times

MOST_ROWS = 2_000
MOST_LISTED = 100  # tokens
WHOLE = 200  # symbols; of longer chunks only the stretches that differ are listed


class Row(NamedTuple):
    """A line of the table: a chunk that ends differently, or of a long one a stretch that does,
    in symbols."""

    one: Compared
    start: int
    end: int


def summary(found: Findings, places: int, total: int, title: str) -> str:
    """How often the two ways differ, and at what cost, in a few sentences.

    ``places`` is the number of `rows`, ``total`` that of the different chunks of the text; a
    search that was stopped compared fewer. ``title`` is what the other way is called.
    """
    compared, differing = len(found.compared), len(found.differing)
    ahead = "" if compared == total else f"Stopped after {compared:,} of {total:,}. "
    if not differing:
        merged = any(token in found.sizes for token in found.seen)
        why = "both ways end alike everywhere" if merged else "no merge occurs in this text at all"
        return f"{ahead}None in {some(found.chunks, 'chunk')}: {why}."
    often = sum(one.times for one in found.differing)
    one, other = found.tokens
    more = "fewer" if other < one else "more"
    cost = f"{abs(other - one):,} {more}" if other != one else "just as many"
    where = (
        f"The text is one chunk, and it ends differently at {some(places, 'place')}. "
        if total == 1
        else f"{differing:,} of {some(compared, 'different chunk')} end differently, "
        f"{often:,} of {found.chunks:,} in the text ({found.share_of_chunks:.2%}). "
    )
    return (
        f"{ahead}{where}By rank it takes {some(one, 'token')}, {title.lower()} {other:,}: {cost}. "
        f"{found.share_of_tokens:.2%} of the tokens by rank are missing on the other side."
    )


def rows(found: Findings) -> list[Row]:
    """What differs: short ones first, of equally short the most common."""
    sizes = found.sizes, found.other_sizes
    listed = []
    for one in found.differing:
        size = sum(found.sizes.get(token, 1) for token in one.first)
        places = differences(one.first, one.second, *sizes) if size > WHOLE else [(0, size)]
        listed += [Row(one, start, end) for start, end in places]
    return sorted(listed, key=lambda row: (row.end - row.start, -row.one.times, row.start))


def table(
    tok: BPETokenizer, other: BPETokenizer, found: Findings, listed: Sequence[Row], title: str
) -> pd.DataFrame:
    """One line for each of these `rows`. ``other`` names the ids of the other way."""
    ends: dict[int, tuple[list[int], list[int]]] = {}
    lines = []
    for row in listed[:MOST_ROWS]:
        if id(row.one) not in ends:
            ends[id(row.one)] = (
                _ends(row.one.first, found.sizes),
                _ends(row.one.second, found.other_sizes),
            )
        one, two = (
            ids[bisect_right(stops, row.start) : bisect_right(stops, row.end)]
            for ids, stops in zip(row.one[2:], ends[id(row.one)])
        )
        lines.append(
            {
                "text": readable(b"".join(tok.vocab[token] for token in one[:MOST_LISTED])),
                "at": row.start,
                "bytes": row.end - row.start,
                "times": row.one.times,
                "by rank": _listed(tok, one),
                "tokens": len(one),
                title.lower(): _listed(other, two),
                "tokens ": len(two),
            }
        )
    return pd.DataFrame(lines)


def _ends(ids: list[int], sizes: Mapping[int, int]) -> list[int]:
    return list(accumulate(sizes.get(token, 1) for token in ids))


def wrong_tokens(
    found: Findings, tok: BPETokenizer, other: BPETokenizer, seen: Mapping[int, int], where: str
) -> pd.DataFrame:
    """The tokens that rank order does not give there, the most frequent first; ``seen`` says how
    often each id occurs in a text encoded by rank, and ``where`` which text that is. ``other``
    names the ids of the other way: where that is another tokenizer, a model reads them as those of
    ``tok``."""
    lines = [
        {
            "wrong token": readable(other.vocab[token]),
            "id": token,
            **({"read as": _read(tok, token)} if other is not tok else {}),
            "times wrong": count,
            f"times in {where} by rank": seen.get(token, 0),
        }
        for token, count in found.wrong.most_common(MOST_ROWS)
    ]
    return pd.DataFrame(lines)


def _read(tok: BPETokenizer, token: int) -> str:
    return readable(tok.vocab[token]) if token in tok.vocab else "no such id"


def unseen(found: Findings, seen: Mapping[int, int], where: str) -> str:
    """How many of the wrong tokens a model never saw, in a sentence."""
    kinds = found.wrong
    never = [token for token in kinds if not seen.get(token)]
    often = sum(kinds[token] for token in never)
    head = f"Wrong tokens: {sum(kinds.values()):,}, of {some(len(kinds), 'kind')}. "
    if not never:
        return f"{head}Each kind occurs in {where} encoded by rank, but never at these places."
    return (
        f"{head}{some(len(never), 'kind')}, put {times(often)} here, cannot be found in {where} "
        "encoded by rank: a model that learned from it never saw such tokens."
    )


# -- from the merges alone ------------------------------------------------------------------------


def proved(found: Shortest) -> str:
    """What the search for the shortest input proves, in a sentence."""
    if found.inputs:
        length = len(found.inputs[0])
        tried = f"all {found.tried:,} that could were tried"
        return (
            f"The shortest inputs that differ have {length} bytes, and there are "
            f"{len(found.inputs):,} of them. None shorter exists: {tried}."
        )
    if found.needs is None:
        return (
            f"No input of up to {found.searched} bytes can differ: that takes two rules that want "
            "the same token, and the later one twice."
        )
    return (
        f"No input of up to {found.searched} bytes differs; all {found.tried:,} that could were "
        f"tried. The shortest overlap that could differ needs {found.needs} bytes. Longer inputs "
        "were not tried."
    )


def shortest_table(tok: BPETokenizer, found: Shortest) -> pd.DataFrame:
    """The shortest inputs, and whether each is one chunk of a text."""
    lines, merges = [], Ranked(tok.merges)
    for symbols in found.inputs[:MOST_ROWS]:
        spelling = b"".join(tok.vocab[symbol] for symbol in symbols)
        one, other = ends_of_input(symbols, merges)
        lines.append(
            {
                "input": readable(spelling),
                "bytes": spelling.hex(" "),
                "by rank": _listed(tok, one),
                "by frequency": _listed(tok, other),
                "under the split": _as_chunk(tok, spelling),
            }
        )
    return pd.DataFrame(lines)


def ends_of_input(symbols: Sequence[int], merges: Ranked) -> tuple[list[int], list[int]]:
    """What rank and frequency order make of one input of symbols, in one piece."""
    return orders.encode(symbols, merges, "rank"), orders.encode(symbols, merges, "frequency")


def _as_chunk(tok: BPETokenizer, spelling: bytes) -> str:
    try:
        chunks = list(tok.chunks(spelling.decode()))
    except UnicodeDecodeError:
        return "is no text"
    if len(chunks) > 1:
        return f"is split into {len(chunks)}"
    return "one chunk" if tok.whole(chunks[0]) is None else "one token, taken whole"


def _listed(tok: BPETokenizer, ids: list[int]) -> str:
    return " · ".join(readable(tok.vocab[token]) for token in ids[:MOST_LISTED])
