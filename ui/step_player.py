"""The step player: a training, merge by merge, in the browser.

`player_data` turns a trained tokenizer into plain data, once; `step_player` mounts the component
that plays it. Every step is in the data, so moving through the training asks nothing of the server.
What makes that possible is one number for each byte of the text: the id whose merge closes the
boundary before it. Under the first merges there is a boundary wherever that id is not yet made.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import streamlit as st

from bpe.corpus import Corpus, utf8
from bpe.encoder import NEVER, MergeTable, replay
from bpe.leaders import Contest
from bpe.pieces import readable
from bpe.segmentation import Segmentation
from bpe.tokenizer import BPETokenizer
from ui.component import PAINTING, component
from ui.theme import palettes
from ui.token_view import packed

SHOWN_BYTES = 2_000
OPEN = -1  # no merge closes this boundary
OUTSIDE = -2  # here begins what belongs to no token: the whitespace between words

_INSIDE = 0  # inside a symbol or outside: closed before any merge

# The last tokens of a cut text depend on what follows: read this much more than is shown.
_LOOKAHEAD = 4096


def player_data(
    tok: BPETokenizer,
    texts: str | Iterable[str],
    corpus: Corpus,
    contests: Sequence[Contest] = (),
    shown_bytes: int = SHOWN_BYTES,
) -> dict:
    """All steps of a training as plain data for the browser.

    ``tok`` was trained on ``texts`` (a text, or documents), weighed as ``corpus``. ``contests`` are
    those of `bpe.leaders.contests` with leading pairs, for all merges or the first of them; without
    them the player shows winners only. At most ``shown_bytes`` of the text are shown.

    The dict holds strings, numbers and lists; an array of int32 is a base64 string:

    ``text``                what is shown: of words, with their end marks;
    ``shown``, ``left``     how many bytes of the texts that is, and how many follow;
    ``closes``              for each UTF-8 byte of ``text``, the id whose merge closes the boundary
                            before it, 0 inside a character that is one symbol, `OPEN`, `OUTSIDE`;
    ``lefts``, ``rights``   the halves of every merged id, initial merges first;
    ``seeds``               how many of these are initial merges;
    ``counts``, ``lengths`` of every step: occurrences, and tokens left (with step 0 in front);
    ``ties``, ``leading``   of every contest: pairs with the winning count; (left, right, count) of
                            ``width`` pairs, the winner first, filled up with -1;
    ``pieces``, ``hex``     every id as text, every base id in hex;
    ``unit``, ``total``     what the base ids are, and how many of them the texts have;
    ``rule``                the tie rule; ``of`` a digest of all this.
    """
    texts = [texts] if isinstance(texts, str) else texts
    opening, left = _opening(tok, texts, shown_bytes)
    closes = np.where(opening.closings == NEVER, OPEN, opening.closings)
    parts = list(tok.parts.values())
    width = max((len(contest.leading) for contest in contests), default=0)
    data = {
        "text": opening.text,
        "shown": opening.size,
        "left": left,
        "closes": packed(closes),
        "lefts": packed([left for left, _ in parts]),
        "rights": packed([right for _, right in parts]),
        "seeds": len(tok.initial_merges),
        "counts": packed([merge.count for merge in tok.history]),
        "lengths": packed([_tokens_before(tok, corpus), *(merge.length for merge in tok.history)]),
        "ties": packed([contest.ties for contest in contests]),
        "width": width,
        "leading": packed(list(chain.from_iterable(_row(contest, width) for contest in contests))),
        "pieces": [readable(spelling) for spelling in tok.vocab.values()],
        "hex": [spelling.hex() for spelling in corpus.alphabet.base],
        "unit": "bytes" if tok.alphabet is None else "characters",
        "total": corpus.tokens,
        "rule": tok.tie_break,
    }
    return data | {"of": hashlib.blake2b(json.dumps(data).encode(), digest_size=12).hexdigest()}


def _row(contest: Contest, width: int) -> list[int]:
    row = [number for pair, count in contest.leading for number in (*pair, count)]
    return row + [-1] * (3 * width - len(row))


def _tokens_before(tok: BPETokenizer, corpus: Corpus) -> int:
    """The tokens of the corpus under the initial merges alone."""
    segmentation = Segmentation(corpus)
    replay(segmentation, MergeTable.of_merges(tok.initial_merges, len(corpus.alphabet.base)))
    return segmentation.tokens


class _Part(NamedTuple):
    """What is shown of a text: the closing before each byte of it, and the bytes it stands for."""

    text: str
    closings: np.ndarray
    size: int


def _opening(tok: BPETokenizer, texts: Iterable[str], most: int) -> tuple[_Part, int]:
    """The first bytes of the texts, and how many bytes follow them."""
    cut = _of_bytes if tok.alphabet is None else _of_words
    parts, left = [_Part("", np.zeros(0, np.int32), 0)], 0
    for text in map(tok.normalize, texts):
        size = len(utf8(text))
        if not left and most > 0:
            parts.append(cut(tok, text, most))
            most -= parts[-1].size
            size -= parts[-1].size
        left += size
    shown, closings, sizes = zip(*parts)
    return _Part("".join(shown), np.concatenate(closings), sum(sizes)), left


def _of_bytes(tok: BPETokenizer, text: str, most: int) -> _Part:
    part = _first_bytes(text, most)
    size = len(part.encode())
    return _Part(part, tok.closings(_first_bytes(text, most + _LOOKAHEAD))[:size], size)


def _of_words(tok: BPETokenizer, text: str, most: int) -> _Part:
    """Words with their end marks, and the whitespace between them outside of all tokens."""
    cut = len(_first_bytes(text, most))
    word_end = re.compile(r"\S*").match(text, cut).end()
    shown, closes, size = [], [], 0
    for symbol, closing, is_text in _symbols(tok, text[:word_end]):
        if size >= most:
            break
        width = len(symbol.encode())
        shown.append(symbol)
        closes += [closing] + [_INSIDE] * (width - 1)
        size += width * is_text
    return _Part("".join(shown), np.array(closes, np.int32), size)


def _symbols(tok: BPETokenizer, text: str) -> Iterator[tuple[str, int, bool]]:
    """What stands in a text of words: its symbol, its closing, and whether the text has it."""
    closings = iter(tok.closings(text).tolist())
    for word, space in re.findall(r"(\S+)|(\s+)", text):
        yield from ((character, next(closings), True) for character in word)
        if word:
            yield tok.alphabet.end_of_word, next(closings), False
        yield from ((c, OUTSIDE if i == 0 else _INSIDE, True) for i, c in enumerate(space))


def _first_bytes(text: str, most: int) -> str:
    """As many whole characters as fit into this many bytes."""
    return text[:most].encode()[:most].decode(errors="ignore")


# -- the component --------------------------------------------------------------------------------

_component = component("step_player", *PAINTING, "steps", "merge_tree", "curve")


class Place(NamedTuple):
    """Where a player stands: the step agreed on, what the browser last said, and orders so far."""

    k: int
    reported: int | None
    order: int


def agree(before: Place | None, k: int, reported: int | None) -> Place:
    """Where the player stands in this run of the page.

    ``k`` is what the page wants, ``reported`` what the browser says. Whichever of them changed
    since the run ``before`` is right; the page, if both did. Only a change that the page made is an
    order to the browser: all else is an echo, which must not pull at a hand that is scrubbing.

    >>> agree(None, 0, None)
    Place(k=0, reported=None, order=0)
    >>> agree(Place(0, None, 0), 0, 17)  # the visitor moved on to 17
    Place(k=17, reported=17, order=0)
    >>> agree(Place(17, 17, 0), 5, 17)  # a button of the page says: show merge 5
    Place(k=5, reported=17, order=1)
    """
    if before is None:
        return Place(k, reported, 0)
    if k != before.k:
        return Place(k, reported, before.order + 1)
    if reported is not None and reported != before.reported:
        return Place(reported, reported, before.order)
    return before


def step_player(data: dict, *, key: str, k: int) -> int:
    """Mount the player of `player_data` and return the step that it stands at.

    ``k`` is where the page wants it: pass what the last run returned, or another step to send the
    player there. The visitor's own step comes back when the hand is taken off.
    """
    memory = f"{key} place"
    last = len(data["pieces"]) - len(data["hex"]) - data["seeds"]
    state = st.session_state.get(key)
    reported = state.get("k") if state else None
    place = agree(st.session_state.get(memory), min(max(k, 0), last), reported)
    st.session_state[memory] = place
    _component(
        key=key,
        data={"training": data, "k": place.k, "order": place.order, "palettes": palettes()},
        on_k_change=lambda: None,
    )
    return place.k
