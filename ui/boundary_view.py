"""The reason for a boundary, in words: what `bpe.boundaries.why` found, for the reader."""

from typing import NamedTuple

from bpe.boundaries import (
    Chance,
    Chunk,
    NoMerge,
    NotYet,
    Pair,
    Reason,
    Space,
    Special,
    Split,
    Taken,
)
from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer
from ui.component import component

_LONGEST = 60

_component = component("boundary_view", "dom")


class Part(NamedTuple):
    """Part of a sentence: "text", a "piece" (a token or chunk made readable), or "code"."""

    kind: str
    text: str


Sentence = list[Part]


def boundary_view(sentences: list[Sentence], *, key: str) -> None:
    """Show sentences as `in_words` makes them."""
    _component(data={"sentences": sentences}, key=key)


def in_words(tok: BPETokenizer, reason: Reason, vocab_size: int | None = None) -> list[Sentence]:
    """A reason as sentences; ``tok`` and ``vocab_size`` are those given to `why`.

    >>> tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257})
    >>> for sentence in in_words(tok, Taken((256, 99), (Chance((98, 99), 257, 256, "left"),))):
    ...     print("".join(part.text for part in sentence))
    b + c could have become bc (rank 1), but a + b → ab has a lower rank (0) and took the b first.
    What meets here now is ab + c, and no merge joins the two.
    """
    size = tok.vocab_size if vocab_size is None else vocab_size
    match reason:
        case Special(token):
            return [_sentence(_piece(tok, token), " is a special token: it merges with nothing.")]
        case Split(left, right):
            lead = "The split pattern ends a chunk here, and no merge crosses the end of a chunk."
            return [_sentence(lead), _chunk("Before it: ", left), _chunk("After it: ", right)]
        case Space(text):
            end = " stands between them and belongs to no token."
            return [
                _sentence("A word ends here. ", Part("piece", _short(readable(text.encode()))), end)
            ]
        case NotYet(token, pair, closes_at):
            return [_not_yet(tok, token, pair, closes_at)]
        case Taken(pair, chances):
            end = ", and no merge joins the two."
            now = _sentence("What meets here now is ", *_pair(tok, pair), end)
            return [*(_chance(tok, chance) for chance in chances), now]
        case NoMerge(pair):
            merges = f"{size - tok.base_size:,}"
            more = ", and no later one closes this boundary" if size < tok.vocab_size else ""
            return [_sentence(f"None of the {merges} merges joins ", *_pair(tok, pair), more + ".")]


def _not_yet(tok: BPETokenizer, token: int, pair: Pair | None, closes_at: int) -> Sentence:
    lead = f"Not learned yet at this size. At vocabulary size {closes_at:,} "
    if pair is None:
        return _sentence(lead, "the whole chunk becomes one token, ", _piece(tok, token), ".")
    merge = f" (rank {tok.rank(token):,}), and the boundary closes."
    return _sentence(lead, *_pair(tok, pair), " becomes ", _piece(tok, token), merge)


def _chance(tok: BPETokenizer, chance: Chance) -> Sentence:
    rank = f" (rank {tok.rank(chance.id):,}), but "
    could = [*_pair(tok, chance.pair), " could have become ", _piece(tok, chance.id), rank]
    half = _piece(tok, chance.pair[0 if chance.side == "left" else 1])
    if chance.taken_by == chance.id:
        end = " first: a merge goes from left to right."
        return _sentence(*could, "the same merge, next to it, took the ", half, end)
    pair = tok.parts.get(chance.taken_by)
    taker = [*_pair(tok, pair), " → "] if pair else []
    why = f" has a lower rank ({tok.rank(chance.taken_by):,}) and took the "
    return _sentence(*could, *taker, _piece(tok, chance.taken_by), why, half, " first.")


def _chunk(lead: str, chunk: Chunk) -> Sentence:
    piece = Part("piece", _short(readable(chunk.text.encode())))
    if chunk.alternative is None:
        return _sentence(lead, piece)
    about = f", {chunk.about}, matched by " if chunk.about else ", matched by "
    return _sentence(lead, piece, about, Part("code", chunk.alternative))


def _pair(tok: BPETokenizer, pair: Pair) -> list[str | Part]:
    return [_piece(tok, pair[0]), " + ", _piece(tok, pair[1])]


def _piece(tok: BPETokenizer, token: int) -> Part:
    special = {i: name.encode() for name, i in tok.special_tokens.items()}
    spelling = special[token] if token in special else tok.vocab[token]
    return Part("piece", _short(readable(spelling)))


def _sentence(*parts: str | Part) -> Sentence:
    return [Part("text", part) if isinstance(part, str) else part for part in parts]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
