r"""Why is there a boundary here?

Between any two tokens of a text there is a reason why no merge joined them. `why` finds it:

`Special`   one of the two is a special token, which merges with nothing;
`Split`     the split pattern ends a chunk here, and no merge crosses the end of a chunk;
`Space`     a word of characters ends here (`Characters`);
`NotYet`    a merge closes this boundary, but only at a larger vocabulary;
`Taken`     a merge could have closed it, but one of a lower rank took a neighbour first;
`NoMerge`   no merge joins what met here, at any time.

    >>> tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257})
    >>> tokens = tok.tokens("abc")
    >>> why(tok, "abc", tokens, 1)
    Taken(pair=(256, 99), chances=(Chance(pair=(98, 99), id=257, taken_by=256, side='left'),))
"""

import copy
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from bpe.corpus import SPLITS, utf8
from bpe.encoder import NEVER
from bpe.splitting import compile_split
from bpe.tokenizer import BPETokenizer, Token

Pair = tuple[int, int]


class Special(NamedTuple):
    """The special token on one side."""

    id: int


class Chunk(NamedTuple):
    """A chunk of a split pattern: its text, the alternative of the regex that matched it, and what
    that alternative is about; None where the pattern does not tell."""

    text: str
    alternative: str | None
    about: str | None


class Split(NamedTuple):
    """The chunks on both sides."""

    left: Chunk
    right: Chunk


class Space(NamedTuple):
    """The white space between two words."""

    text: str


class NotYet(NamedTuple):
    """The merge that closes the boundary, and the smallest vocabulary that has it.

    ``pair`` is what it joins; None for a token that is made of a whole chunk at once.
    """

    id: int
    pair: Pair | None
    vocab_size: int


class Chance(NamedTuple):
    """A pair that met here and the merge it has, ``id``; but ``taken_by``, of lower rank (or the
    same, further left), took its left or its right half first."""

    pair: Pair
    id: int
    taken_by: int
    side: str


class Taken(NamedTuple):
    """The chances that were missed, in order, and the pair that meets now."""

    pair: Pair
    chances: tuple[Chance, ...]


class NoMerge(NamedTuple):
    """The pair that meets now; no merge joins it, nor any that met here before."""

    pair: Pair


Reason = Special | Split | Space | NotYet | Taken | NoMerge


def why(
    tok: BPETokenizer,
    text: str,
    tokens: Sequence[Token],
    index: int,
    vocab_size: int | None = None,
) -> Reason:
    """Why there is a boundary between ``tokens[index - 1]`` and ``tokens[index]``.

    ``tokens`` are those of ``text`` under the merges of ``tok`` up to ``vocab_size`` (None: all).
    Raises ValueError for an index that has no token on both sides.
    """
    if not 0 < index < len(tokens):
        raise ValueError(
            f"there is no boundary before token {index} of {len(tokens)}: boundaries lie between "
            f"two tokens; use 1 to {len(tokens) - 1}"
        )
    left, right = tokens[index - 1], tokens[index]
    special = set(tok.special_tokens.values())
    for token in (left.id, right.id):
        if token in special:
            return Special(token)
    size = tok.vocab_size if vocab_size is None else vocab_size
    data = utf8(tok.normalize(text))
    if tok.alphabet is not None:
        return _in_words(tok, data, tokens, index, size)
    start, end = _between_specials(tokens, index, special, len(data))
    return _in_chunks(tok, data[start:end], right.start - start, size)


def _between_specials(
    tokens: Sequence[Token], index: int, special: set[int], size: int
) -> tuple[int, int]:
    """The stretch of text around a boundary that has no special token in it, in bytes."""
    if not special:
        return 0, size
    before = (token.end for token in reversed(tokens[:index]) if token.id in special)
    after = (token.start for token in tokens[index:] if token.id in special)
    return next(before, 0), next(after, size)


def _in_chunks(tok: BPETokenizer, data: bytes, at: int, size: int) -> Reason:
    text = data.decode()
    if tok.split is None:
        return _in_sequence(tok, text, list(data), at, size)
    ends = [0, *compile_split(tok.split).ends(text).tolist()]
    after = bisect_left(ends, at)
    if ends[after] == at:
        left, right = pairwise(ends[after - 1 : after + 2])
        return Split(_chunk(tok.split, data, *left), _chunk(tok.split, data, *right))
    first, last = ends[after - 1], ends[after]
    chunk = data[first:last]
    return _in_sequence(tok, chunk.decode(), list(chunk), at - first, size)


def _in_words(
    tok: BPETokenizer, data: bytes, tokens: Sequence[Token], index: int, size: int
) -> Reason:
    first, last = index - 1, index
    if tokens[first].end < tokens[last].start:
        return Space(data[tokens[first].end : tokens[last].start].decode())
    at = tokens[first].end
    while first > 0 and tokens[first - 1].end == tokens[first].start:
        first -= 1
    while last < len(tokens) - 1 and tokens[last].end == tokens[last + 1].start:
        last += 1
    start, end = tokens[first].start, tokens[last].end
    word = data[start:end].decode()
    characters = len(data[start:at].decode())
    return _in_sequence(tok, word, tok.alphabet.ids(word), characters, size)


# --- In a sequence: what met at the boundary while the merges went by -----------------------------


def _in_sequence(tok: BPETokenizer, text: str, symbols: list[int], at: int, size: int) -> Reason:
    """The reason inside one sequence, given its text and its symbols; ``at`` counts symbols.

    The closings tell all that happened. Going away from the boundary, each closing higher than
    those passed was, for a time, the nearest boundary; when it closed, the neighbour grew.
    """
    flat = copy.copy(tok)
    flat.split = None
    closings = [*flat.closings(text).tolist(), NEVER]
    names = list(tok.vocab)

    def token(start: int, end: int) -> int:
        return names[max(closings[start + 1 : end], default=symbols[start])]

    lefts, rights = (
        _rises(closings, range(at - 1, -1, -1)),
        _rises(closings, range(at + 1, len(closings))),
    )
    chances = []
    while True:
        pair = token(lefts[0], at), token(at, rights[0])
        taker = min(closings[lefts[0]], closings[rights[0]])
        if taker >= size:
            break
        side = "left" if closings[lefts[0]] == taker else "right"
        made = tok.merges.get(pair)
        if made is not None and taker <= tok.base_size + tok.rank(made) < size:
            chances.append(Chance(pair, made, names[taker], side))
        lefts = lefts[closings[lefts[0]] == taker :]
        rights = rights[closings[rights[0]] == taker :]
    if closings[at] < NEVER:
        made = names[closings[at]]
        return NotYet(made, tok.parts.get(made), closings[at] + 1)
    return Taken(pair, tuple(chances)) if chances else NoMerge(pair)


def _rises(closings: list[int], places: Sequence[int]) -> list[int]:
    """The places whose closing is higher than all before, up to one that never closes."""
    rises, highest = [], -1
    for place in places:
        if closings[place] > highest:
            highest = closings[place]
            rises.append(place)
        if highest == NEVER:
            break
    return rises


# --- Between chunks: which alternative of the pattern matched -------------------------------------

_LEAVING_ONE = "white space, without the last, which goes with what follows"
_OF_GPT = (
    "a contraction",
    "letters",
    "numbers",
    "symbols",
    "white space at the end",
    _LEAVING_ONE,
    "one white space",
)
_OF_CL100K = (
    "a contraction",
    "letters",
    "up to three digits",
    "symbols",
    "white space at the end",
    "white space up to a line break",
    _LEAVING_ONE,
    "one white space",
)
_OF_O200K = (
    "a word that ends in lower case",
    "a word in upper case",
    "up to three digits",
    "symbols",
    "white space up to a line break",
    _LEAVING_ONE,
    "white space",
)
# For the published patterns, what each alternative is about.
ABOUT = {
    "gpt2": _OF_GPT,
    "cl100k": _OF_CL100K,
    "cl100k-marks": (_OF_CL100K[0], "letters and their marks", *_OF_CL100K[2:]),
    "o200k": _OF_O200K,
    "qwen": ("a contraction", "letters", "one digit", *_OF_O200K[3:]),
    "tekken": (*_OF_O200K[:2], "one digit", *_OF_O200K[3:]),
}


def _chunk(split: str | tuple[str, ...], data: bytes, first: int, last: int) -> Chunk:
    text = data[first:last].decode()
    name = split if split in SPLITS else None
    pattern = SPLITS.get(split, split)
    start = len(data[:first].decode())
    found = _matching(pattern, data.decode(), start, start + len(text))
    if found is None:
        return Chunk(text, None, None)
    return Chunk(text, alternatives(pattern)[found], ABOUT[name][found] if name in ABOUT else None)


def _matching(pattern: str | tuple[str, ...], text: str, start: int, end: int) -> int | None:
    """Which alternative matches from start to end; the first that matches at all is the one."""
    if not isinstance(pattern, str):
        return None  # of several patterns, one after the other, none alone decides
    for i, compiled in enumerate(_compiled_alternatives(pattern)):
        try:
            match = compiled.match(text, start, timeout=1)
        except TimeoutError:
            return None
        if match:
            return i if match.end() == end else None
    return None


@lru_cache(maxsize=64)
def _compiled_alternatives(pattern: str) -> tuple[regex.Pattern, ...]:
    """None of them if one makes no sense without the others."""
    flags = regex.compile(pattern).flags
    try:
        return tuple(regex.compile(part, flags=flags) for part in alternatives(pattern))
    except (regex.error, ValueError):
        return ()


def alternatives(pattern: str) -> list[str]:
    r"""The alternatives of a regex, as they are tried.

    >>> alternatives(r"'(?:s|t)| ?\p{L}+|[|]|\|")
    ["'(?:s|t)", ' ?\\p{L}+', '[|]', '\\|']
    """
    parts, depth, in_set = [""], 0, False
    for piece in regex.findall(r"\\.|.", pattern, flags=regex.DOTALL):
        if piece == "|" and not depth and not in_set:
            parts.append("")
            continue
        if in_set:
            in_set = piece != "]" or parts[-1].endswith("[") or parts[-1].endswith("[^")
        elif piece == "[":
            in_set = True
        else:
            depth += (piece == "(") - (piece == ")")
        parts[-1] += piece
    return parts
