r"""The split patterns of the GPT family without a regex: chunk ends from arrays.

A regex visits a text character by character, which takes longer than all of the merging. These
patterns are alike: ordered alternatives for contractions, words, numbers, symbols, whitespace.
`Rules` states such a pattern as data, and `ends` finds the chunks of its regex in three steps:

1. Characters become kinds (upper case, number, space, …), and equal neighbours become runs. A
   chunk can only start where a run starts, once runs are cut at the few other places where one
   may: at the last of several spaces, after every third digit, after a contraction.
2. For every run at once: before which run would a chunk end that starts here?
3. Follow these ends from the start of the text.

"I'd  go" in cl100k has the runs `I` `'` `d` ` ` ` ` `go`. Chunks that start at run 0, 1, … would
end before run 1, 3, 3, 4, 6, 6. Following them from 0 gives 1, 3, 4, 6: `I` `'d` ` ` ` go`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

import numpy as np
import regex

# What a character is, one bit each in this order: a set of kinds is their sum, membership one `&`.
_KINDS = {
    "UPPER": r"[\p{Lu}\p{Lt}]",
    "LOWER": r"\p{Ll}",
    "LETTER": r"[\p{Lm}\p{Lo}]",
    "MARK": r"\p{M}",
    "NUMBER": r"\p{N}",
    "SYMBOL": r"[^\p{L}\p{M}\p{N}\s/]",
    "SLASH": r"/",
    "SPACE": r" ",
    "WHITE": r"[^\S\r\n ]",
    "NEWLINE": r"[\r\n]",
}
UPPER, LOWER, LETTER, MARK, NUMBER, SYMBOL, SLASH, SPACE, WHITE, NEWLINE = (
    1 << bit for bit in range(len(_KINDS))
)
_CASED_OR_NOT = UPPER | LOWER | LETTER
_WHITESPACE = SPACE | WHITE | NEWLINE


@dataclass(frozen=True)
class Rules:
    """A pattern as data; its alternatives are tried in the order of the fields.

    contraction: a regex; it begins a chunk or, if ``suffix``, may end a word.
    word: the kinds words consist of; if ``cased``, upper case comes before lower case.
    prefix: the kinds of which one character may stand before a word.
    digits: how many numbers make a chunk at most; 0: as many as there are, and a space before.
    symbols: the kinds of symbols; a space may stand before them.
    tail: the kinds that symbols take along after them.
    line_breaks: whitespace ends after its last line break, unless it ends the text and
    ``whole_at_end``. Else whitespace leaves its last character to what follows.
    """

    contraction: str | None
    word: int
    prefix: int
    digits: int
    symbols: int
    tail: int
    line_breaks: bool = True
    whole_at_end: bool = False
    cased: bool = False
    suffix: bool = False


_GPT2 = Rules(
    contraction=r"'(?:[sdmt]|ll|ve|re)",
    word=_CASED_OR_NOT,
    prefix=SPACE,
    digits=0,
    symbols=MARK | SYMBOL | SLASH,
    tail=0,
    line_breaks=False,
)
_QWEN = replace(
    _GPT2,
    contraction=r"'(?i:[sdmt]|ll|ve|re)",
    prefix=MARK | SYMBOL | SLASH | SPACE | WHITE,
    digits=1,
    tail=NEWLINE,
    line_breaks=True,
)
_CL100K = replace(_QWEN, digits=3, whole_at_end=True)
_CL100K_MARKS = replace(
    _CL100K,
    contraction=r"'(?i:[sdmt]|ll|ve|re)(?!\p{M})",
    word=_CASED_OR_NOT | MARK,
    prefix=SYMBOL | SLASH | SPACE | WHITE,
    symbols=SYMBOL | SLASH,
)
_TEKKEN = replace(
    _QWEN,
    contraction=None,
    word=_CASED_OR_NOT | MARK,
    # The regex has marks here too; but a mark before a word ends where it does as a part of it.
    prefix=SYMBOL | SLASH | SPACE | WHITE,
    tail=NEWLINE | SLASH,
    cased=True,
)
_O200K = replace(_TEKKEN, contraction=r"'(?i:[sdmt]|ll|ve|re)", suffix=True, digits=3)

# By the names in `bpe.splitting.PATTERNS`.
RULES: dict[str, Rules] = {
    "gpt2": _GPT2,
    "cl100k": _CL100K,
    "cl100k-marks": _CL100K_MARKS,
    "o200k": _O200K,
    "qwen": _QWEN,
    "tekken": _TEKKEN,
}

_BLOCK = 1 << 17  # characters at a time: arrays of this size stay in the processor's cache
# All of these patterns end a chunk between the two, and look no further for what comes before.
_SAFE_CUT = regex.compile(r"(?<=[\p{L}\p{N}])[^\p{L}\p{M}\p{N}']")


def blocks(text: str) -> Iterator[str]:
    """The text in blocks that can be split one by one; where no cut is safe, in longer ones."""
    start = 0
    while start < len(text):
        cut = _SAFE_CUT.search(text, start + _BLOCK)
        end = cut.start() if cut else len(text)
        yield text[start:end]
        start = end


def ends(text: str, rules: Rules) -> np.ndarray:
    """Where the chunks of the text (not empty) end, in characters: int64, ascending."""
    codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
    bits = _kind_bits().take(codes, mode="clip")
    contractions = _contractions(text, rules)
    starts = _run_starts(bits, contractions, rules)
    bounds = np.append(starts, len(text))
    kinds = np.left_shift(1, bits[starts], dtype=np.uint16)
    return bounds[_followed(_run_ends(kinds, bounds, contractions, rules))]


@cache
def _kind_bits() -> np.ndarray:
    """uint8[0x110000]: for each code point the bit of its kind, as the `regex` module sees it."""
    everything = np.arange(0x110000, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    bits = np.empty(len(everything), np.uint8)
    for run in regex.finditer("|".join(f"({kind}+)" for kind in _KINDS.values()), everything):
        bits[run.start() : run.end()] = run.lastindex - 1
    return bits


def _bit(kind: int) -> int:
    return kind.bit_length() - 1


def _contractions(text: str, rules: Rules) -> np.ndarray:
    """int64[n, 2]: start and end of whatever could be a contraction."""
    matches = regex.finditer(rules.contraction, text) if rules.contraction else ()
    return np.fromiter(chain.from_iterable(m.span() for m in matches), np.int64).reshape(-1, 2)


# --- Step 1: runs ---------------------------------------------------------------------------------


def _run_starts(bits: np.ndarray, contractions: np.ndarray, rules: Rules) -> np.ndarray:
    """Every position where a chunk could start; ``bits`` has the kind of each character."""
    starts = np.ones(len(bits) + 1, bool)
    np.not_equal(bits[1:], bits[:-1], out=starts[1:-1])
    white = bits >= _bit(SPACE)
    starts[:-2] |= white[:-1] > white[1:]
    starts[contractions[:, 1]] = True
    if rules.digits:
        starts[_every(rules.digits, np.flatnonzero(bits == _bit(NUMBER)))] = True
    return np.flatnonzero(starts[:-1])


def _every(step: int, positions: np.ndarray) -> np.ndarray:
    """Of consecutive positions the first and each step-th after: 3, [1 2 7 8 9 10] → [1 7 10]."""
    first = np.flatnonzero(np.diff(positions, prepend=-2) > 1)
    since_first = positions - np.repeat(positions[first], np.diff(first, append=len(positions)))
    return positions[since_first % step == 0]


def _next_outside(kinds: np.ndarray, group: int) -> np.ndarray:
    """For each run and for the end: the first run from there on whose kind is not of the group."""
    outside = np.append(np.flatnonzero(kinds & group == 0), len(kinds))
    return np.repeat(outside, np.diff(outside, prepend=-1))


def _last_inside(kinds: np.ndarray, group: int) -> np.ndarray:
    """For each run: the last run up to there whose kind is of the group, or -1."""
    inside = np.flatnonzero(kinds & group)
    return np.repeat(np.append(-1, inside), np.diff(np.append(inside, len(kinds)), prepend=0))


# --- Step 2: where a chunk would end --------------------------------------------------------------


def _run_ends(
    kinds: np.ndarray, bounds: np.ndarray, contractions: np.ndarray, rules: Rules
) -> np.ndarray:
    """For each run, the run before which a chunk that starts here ends.

    ``kinds`` has an item a run, ``bounds`` its start and at last the length of the text. A later
    alternative is written first, so that an earlier one overrules it.
    """
    ends = np.arange(1, len(kinds) + 1)  # right for numbers already
    single = np.diff(bounds) == 1
    space = kinds == SPACE

    runs = np.flatnonzero(kinds & _WHITESPACE)
    ends[runs] = _whitespace_ends(kinds, runs, rules)

    runs = np.flatnonzero(kinds & rules.symbols)
    symbol_ends = _next_outside(kinds, rules.symbols)[runs]
    _set(ends, runs, _next_outside(kinds, rules.tail)[symbol_ends], space)

    if not rules.digits:
        runs = np.flatnonzero(kinds == NUMBER)
        _set(ends, runs, runs + 1, space)

    runs = np.flatnonzero(kinds & rules.word)
    word_ends = _cased_ends(kinds, runs) if rules.cased else _next_outside(kinds, rules.word)[runs]
    first, last = np.searchsorted(bounds, contractions.T)
    begins_run = bounds[first] == contractions[:, 0]
    first, last = first[begins_run], last[begins_run]
    if rules.suffix:
        past_suffix = np.arange(len(bounds))
        past_suffix[first] = last
        word_ends = past_suffix[word_ends]
    _set(ends, runs, word_ends, single & (kinds & rules.prefix != 0))
    if not rules.suffix:
        ends[first] = last
    return ends


def _set(ends: np.ndarray, runs: np.ndarray, run_ends: np.ndarray, may_lead: np.ndarray) -> None:
    """Chunks from these runs, or from a run just before that may lead, end there."""
    ends[runs] = run_ends
    led = may_lead[runs - 1] & (runs > 0)
    ends[runs[led] - 1] = run_ends[led]


def _whitespace_ends(kinds: np.ndarray, runs: np.ndarray, rules: Rules) -> np.ndarray:
    r"""``\s+(?!\S)|\s``: all but the last character, which is a run of its own, or that one.

    With line breaks, ``\s*[\r\n]`` comes first; at the end of the text nothing is left over.
    """
    stop = _next_outside(kinds, _WHITESPACE)[runs]
    at_end = stop == len(kinds)
    ends = np.where(at_end, stop, np.maximum(stop - 1, runs + 1))
    if rules.line_breaks:
        newline = _last_inside(kinds, NEWLINE)[stop - 1]
        broken = newline >= runs
        if rules.whole_at_end:
            broken &= ~at_end
        ends = np.where(broken, newline + 1, ends)
    return ends


def _cased_ends(kinds: np.ndarray, runs: np.ndarray) -> np.ndarray:
    """Upper case then lower case, where letters without case and marks count as both.

    From a run, go on over all that counts as upper case. If lower case follows, the word ends
    after that: `HTTPserver`. Else it must give back upper case until it ends in a letter without
    case, as `A日` of `A日B`; and if there is none, it is all upper case: `HTTP`.
    """
    either = LETTER | MARK
    upper_end = _next_outside(kinds, UPPER | either)[runs]
    lower_end = _next_outside(kinds, LOWER | either)[upper_end]
    caseless = _last_inside(kinds, either)[upper_end - 1]
    given_back = np.where(caseless >= runs, caseless + 1, upper_end)
    return np.where(np.append(kinds, 0)[upper_end] == LOWER, lower_end, given_back)


# --- Step 3: follow -------------------------------------------------------------------------------


def _followed(ends: np.ndarray) -> np.ndarray:
    """The runs 0, ends[0], ends[ends[0]], … up to the end, without the 0, as a mask.

    A run that no chunk from before can reach over is certainly among them; most are such. So only
    from those whose chunk ends at another one it takes a loop: in `'twas`, chunks from `'` and `t`
    end before `was` and after it.
    """
    count = len(ends)
    chosen = np.ones(count + 1, bool)
    np.equal(np.maximum.accumulate(ends), np.arange(1, count + 1), out=chosen[1:])
    after = ends[chosen[:-1]]
    for run in after[~chosen[after]].tolist():
        while not chosen[run]:
            chosen[run] = True
            run = ends[run]
    chosen[0] = False
    return chosen
