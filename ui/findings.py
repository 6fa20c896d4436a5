"""What a search has found, as sentences and tables."""

from collections.abc import Mapping

import pandas as pd

from bpe import BPETokenizer
from bpe.divergences import Survey
from bpe.orders import Ranked
from bpe.pieces import readable
from bpe.search import Compared, Findings
from bpe.shortest import Shortest
from ui.order_words import some, times

MOST_ROWS = 2_000


def summary(found: Findings, total: int) -> str:
    """How often the two ways differ, and at what cost, in a few sentences.

    ``total`` are the different chunks of the text; a search that was stopped compared fewer.
    """
    compared, differing = len(found.compared), len(found.differing)
    ahead = "" if compared == total else f"Stopped after {compared:,} of {total:,}. "
    if not differing:
        return f"{ahead}None in {some(found.chunks, 'chunk')}: both ways end alike everywhere."
    often = sum(one.times for one in found.differing)
    one, other = found.tokens
    more = (
        f"{abs(other - one):,} {'more' if other > one else 'fewer'}" if other != one else "as many"
    )
    return (
        f"{ahead}{differing:,} of {some(compared, 'different chunk')} end differently, "
        f"{often:,} of {found.chunks:,} in the text ({found.share_of_chunks:.2%}). "
        f"By rank {some(one, 'token')}, the other way {other:,}: {more}. "
        f"{found.share_of_tokens:.2%} of the tokens by rank are not met."
    )


def table(tok: BPETokenizer, other: BPETokenizer, found: Findings) -> pd.DataFrame:
    """The chunks that differ: short ones first, of equally short the most common.

    ``other`` names the ids of the other way.
    """
    rows = [
        {
            "chunk": readable(one.chunk.encode()),
            "bytes": len(one.chunk.encode()),
            "times": one.times,
            "by rank": _listed(tok, one.first),
            "tokens": len(one.first),
            "the other way": _listed(other, one.second),
            "tokens the other way": len(one.second),
        }
        for one in found.differing[:MOST_ROWS]
    ]
    return pd.DataFrame(rows)


def wrong_tokens(found: Findings, tok: BPETokenizer, seen: Mapping[int, int]) -> pd.DataFrame:
    """The tokens that rank order does not give there, the most frequent first; ``seen`` says how
    often each occurs in a text encoded by rank."""
    rows = [
        {
            "wrong token": readable(tok.vocab[token]),
            "id": token,
            "times wrong": count,
            "times by rank": seen.get(token, 0),
        }
        for token, count in found.wrong.most_common(MOST_ROWS)
    ]
    return pd.DataFrame(rows)


def unseen(found: Findings, seen: Mapping[int, int], where: str) -> str:
    """How many of the wrong tokens a model never saw, in a sentence."""
    kinds = found.wrong
    never = [token for token in kinds if not seen.get(token)]
    often = sum(kinds[token] for token in never)
    head = f"Wrong tokens: {sum(kinds.values()):,}, of {some(len(kinds), 'kind')}. "
    if not never:
        return f"{head}Each kind occurs in {where} encoded by rank, but never at these places."
    return (
        f"{head}{len(never):,} of the kinds, put {times(often)} here, never occur in {where} "
        "encoded by rank: a model that learned from it has never seen them."
    )


def survey_of(
    tok: BPETokenizer, found: Findings, one: Compared, order: str, over_text: bool
) -> Survey:
    """A found chunk as what the lanes show; with ``over_text`` beside all others."""
    compared = found.compared if over_text else [one]
    size = sum(len(each.chunk.encode()) for each in compared)
    return Survey(
        order=order,
        over_text=over_text,
        merges=Ranked(tok.merges),
        chunks=[each.chunk for each in compared],
        weights=[each.times for each in compared],
        ids=[tok.base_ids(each.chunk) for each in compared],
        first=[each.first for each in compared],
        second=[each.second for each in compared],
        text_bytes=size,
        read_bytes=size,
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
    rows = []
    for symbols in found.inputs[:MOST_ROWS]:
        spelling = b"".join(tok.vocab[symbol] for symbol in symbols)
        rows.append(
            {
                "input": readable(spelling),
                "bytes": spelling.hex(" "),
                "as a chunk": _as_chunk(tok, spelling),
            }
        )
    return pd.DataFrame(rows).sort_values("as a chunk", ascending=False, kind="stable")


def _as_chunk(tok: BPETokenizer, spelling: bytes) -> str:
    try:
        chunks = list(tok.chunks(spelling.decode()))
    except UnicodeDecodeError:
        return "is no text"
    return "one chunk" if len(chunks) == 1 else f"is split into {len(chunks)}"


def _listed(tok: BPETokenizer, ids: list[int]) -> str:
    return " · ".join(readable(tok.vocab[token]) for token in ids[:200])
