r"""Split patterns: a text is cut into chunks first, and no merge crosses the end of a chunk.

The patterns are those of published tokenizers, written for the `regex` module. Chunks are the
matches and the gaps between them (empty ones left out), so that they always join to the text:

>>> split = compile_split("cl100k")
>>> list(split.chunks("Hello've world123 how's   are you!!!?\n"))
['Hello', "'ve", ' world', '123', ' how', "'s", '  ', ' are', ' you', '!!!?\n']
>>> list(compile_split(r"\d").chunks("a1b23"))
['a', '1', 'b', '2', '3']

Where `bpe.lexing` knows the rules of a pattern, long texts are split by it, several times faster;
the tests hold the two equal.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import accumulate, pairwise
from time import monotonic

import numpy as np
import regex

from bpe import lexing

_O200K_WORDS = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+%(suffix)s"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*%(suffix)s"
)
_O200K_REST = r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"

PATTERNS: dict[str, str | tuple[str, ...]] = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    # cl100k that keeps combining marks with their letters: Indic vowel signs, decomposed accents.
    "cl100k-marks": (
        r"'(?i:[sdmt]|ll|ve|re)(?!\p{M})|[^\r\n\p{L}\p{M}\p{N}]?+[\p{L}\p{M}]++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{M}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": (
        _O200K_WORDS % {"suffix": "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"} + r"|\p{N}{1,3}" + _O200K_REST
    ),
    "qwen": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "tekken": _O200K_WORDS % {"suffix": ""} + r"|\p{N}" + _O200K_REST,
    # Three patterns, one after the other: each splits the chunks of the one before.
    "deepseek": (
        r"\p{N}{1,3}",
        "[一-龥぀-ゟ゠-ヿ]+",
        (
            r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
            r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*"
            r"|\s*[\r\n]+|\s+(?!\S)|\s+"
        ),
    ),
}

_RULES = {(PATTERNS[name],): rules for name, rules in lexing.RULES.items()}
_WORTH_ARRAYS = 1_500  # characters; below, the regex is faster
PATIENCE = 5  # seconds, and again for each million characters, before a regex is given up


@dataclass(frozen=True)
class Split:
    """One regex, or several where each splits the chunks of the one before."""

    patterns: tuple[str, ...]

    def chunks(self, text: str) -> Iterator[str]:
        """The chunks of the text; joined they are the text."""
        for block, ends in self._blocks(text):
            for start, end in pairwise([0, *ends.tolist()]):
                yield block[start:end]

    def ends(self, text: str) -> np.ndarray:
        """Where each chunk ends in the text's UTF-8: int64 byte offsets, ascending.

        The last is the length of the text in bytes; an empty text has no chunk.

        >>> compile_split("gpt2").ends("où es-tu").tolist()
        [3, 6, 7, 9]
        """
        parts, done = [np.empty(0, np.int64)], 0
        for block, ends in self._blocks(text):
            parts.append(_byte_offsets(block, ends) + done)
            done = parts[-1][-1]
        return np.concatenate(parts)

    def _blocks(self, text: str) -> Iterator[tuple[str, np.ndarray]]:
        """The text in blocks, each with the ends of its chunks in characters."""
        if not text:
            return
        rules = _RULES.get(self.patterns)
        if rules is None:
            yield text, np.asarray(_regex_ends(text, self.patterns))
        elif len(text) < _WORTH_ARRAYS:
            matches = _compiled(self.patterns[0]).findall(text)  # these leave no gaps
            yield text, np.fromiter(accumulate(map(len, matches)), np.int64, len(matches))
        else:
            for block in lexing.blocks(text):
                yield block, lexing.ends(block, rules)


def compile_split(split: str | tuple[str, ...]) -> Split:
    """The split of that name in `PATTERNS`, or of a regex, or of a sequence of regexes.

    Raises ValueError if a regex is not one, or looks like the name of a pattern misspelt.
    """
    if isinstance(split, str):
        _refuse_misspelt(split)
        split = PATTERNS.get(split, split)
    patterns = (split,) if isinstance(split, str) else tuple(split)
    if not patterns:
        raise ValueError("a split needs at least one pattern; for no split at all, use None")
    for pattern in patterns:
        _compiled(pattern)
    return Split(patterns)


def _refuse_misspelt(name: str) -> None:
    """`cl100k_base` is also a regex, one that matches hardly anything: better to ask."""
    if name in PATTERNS or not regex.fullmatch(r"[\w-]{3,}", name):
        return
    if get_close_matches(name, PATTERNS):
        raise ValueError(
            f"no split pattern is called {name!r}: use one of {', '.join(PATTERNS)}, or (?:{name}) "
            "if these very letters are the regex"
        )


# --- By regex: any pattern ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> regex.Pattern:
    try:
        compiled = regex.compile(pattern)
    except regex.error as error:
        where = f" at position {error.pos}" if error.pos is not None else ""
        raise ValueError(
            f"the split pattern {_shown(pattern)} is not a valid regex: {error.msg}{where}; "
            f"correct it, or use one of {', '.join(PATTERNS)}"
        ) from None
    except RecursionError:
        raise ValueError(
            f"the split pattern {_shown(pattern)} nests too deeply; use fewer parentheses"
        ) from None
    if compiled.flags & regex.REVERSE:
        raise ValueError(
            f"the split pattern {_shown(pattern)} searches backwards; leave out the flag r"
        )
    return compiled


def _shown(pattern: str) -> str:
    return repr(pattern if len(pattern) <= 60 else pattern[:57] + "…")


def _regex_ends(text: str, patterns: tuple[str, ...]) -> array:
    """Where each chunk ends, in characters. Raises ValueError if that takes absurdly long."""
    seconds = PATIENCE * (1 + len(text) / 1e6)
    deadline = monotonic() + seconds
    ends = array("q", [len(text)])
    for pattern in patterns:
        pieces, ends = pairwise([0, *ends]), array("q")
        try:
            for start, end in pieces:
                _append_ends(ends, start, text[start:end], pattern, deadline - monotonic())
        except TimeoutError:
            raise ValueError(
                f"the split pattern {_shown(pattern)} needs more than {seconds:.0f} seconds for "
                f"{len(text):,} characters; avoid repeats inside repeats, such as (a+)+"
            ) from None
    return ends


def _append_ends(ends: array, start: int, piece: str, pattern: str, seconds: float) -> None:
    r"""Ends of the matches in the piece and of the gaps: `\d` appends 1 2 3 4 5 on `a1b23`."""
    done = 0
    for match in _compiled(pattern).finditer(piece, timeout=max(seconds, 0)):
        first, last = match.span()
        if first > done:
            ends.append(start + first)
        if last > first:
            ends.append(start + last)
        done = last
    if done < len(piece):
        ends.append(start + len(piece))


def _byte_offsets(text: str, ends: np.ndarray) -> np.ndarray:
    """Offsets in characters → offsets in the text's UTF-8: on "où", 1 2 → 1 3."""
    if text.isascii():
        return ends
    data = np.frombuffer(text.encode(), np.int8)
    starts = np.flatnonzero(data >= -64)  # bytes 0x80 to 0xBF, -128 to -65, go on with a character
    return np.append(starts, len(data))[ends]
