r"""Split patterns between two regex dialects: ours (the `regex` module) and Oniguruma's.

Hugging Face tokenizers read a pattern as Oniguruma does. There `$` also matches before every line
break, and `{1,3}+` repeats instead of being possessive; so the patterns of published tokenizers
have a twin here, and other patterns pass only if made of what means the same in both.
"""

import regex

from bpe.splitting import PATTERNS

_TWINS = {
    "gpt2": PATTERNS["gpt2"].replace(r"\s++$", r"\s++\z"),
    "cl100k": PATTERNS["cl100k"].replace(r"\s++$", r"\s++\z").replace("{1,3}+", "{1,3}"),
    "cl100k-marks": (
        PATTERNS["cl100k-marks"].replace(r"\s++$", r"\s++\z").replace("{1,3}+", "{1,3}")
    ),
}

# What GPT-2 was published with: the gpt2 pattern in other words.
_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

_NAMES = {
    **{pattern: name for name, pattern in PATTERNS.items()},
    **{(pattern,): name for name, pattern in PATTERNS.items() if isinstance(pattern, str)},
    **{(pattern,): name for name, pattern in _TWINS.items()},
    (_GPT2,): "gpt2",
    _GPT2: "gpt2",
}
_OWN = {pattern: PATTERNS[name] for name, pattern in _TWINS.items()}

_PORTABLE = regex.compile(
    r"""(?: \(\?i: (?: 's\|'t\|'re\|'ve\|'m\|'ll\|'d | \[sdmt\]\|ll\|ve\|re ) \)
          | \\[pP]\{\^?[A-Za-z_]+\} | \\[rntsSd] | \\[^\w\s]
          | \[\^?+ (?: \\[pP]\{[A-Za-z_]+\} | \\[rntsSd] | \\[^\w\s] | [^\\\[\]&] | &(?!&) )+ \]
          | \((?!\?) | \(\?[:=!>] | \) | \|
          | [*+?][+?]? | \{\d+,\d*\}\??(?!\+) | \{\d+\}(?![+?])
          | [^\\\[\](){}*+?^$|]
        )*+""",
    regex.VERBOSE,
)


def named(patterns: tuple[str, ...] | str) -> str | tuple[str, ...]:
    """The name of the patterns among those that come with us, or else the patterns themselves."""
    if patterns in _NAMES:
        return _NAMES[patterns]
    return patterns[0] if isinstance(patterns, tuple) and len(patterns) == 1 else patterns


def covers_everything(pattern: str) -> bool:
    """Whether the pattern is known to leave no gap between its matches in any text."""
    return named(pattern) in PATTERNS or named((pattern,)) in PATTERNS


def from_oniguruma(pattern: str) -> str:
    """The same pattern for us; ValueError where that is not sure."""
    pattern = pattern.replace("\r", r"\r").replace("\n", r"\n")
    if pattern in _OWN:
        return _OWN[pattern]
    _refuse_unportable(pattern)
    return pattern


def to_oniguruma(split: str | tuple[str, ...]) -> tuple[str, ...]:
    """The patterns of a split for Oniguruma; ValueError where that is not sure."""
    if split in _TWINS:
        return (_TWINS[split],)
    patterns = PATTERNS.get(split, split) if isinstance(split, str) else split
    patterns = (patterns,) if isinstance(patterns, str) else tuple(patterns)
    for pattern in patterns:
        _refuse_unportable(pattern)
    return patterns


def _refuse_unportable(pattern: str) -> None:
    end = _PORTABLE.match(pattern).end()
    if end < len(pattern):
        raise ValueError(
            f"{pattern[end : end + 6]!r} at position {end} of the split pattern does not surely "
            "mean the same to Hugging Face tokenizers (which use Oniguruma) as to us"
        )
    if regex.match(pattern, ""):
        raise ValueError(
            "the split pattern can match nothing at all, and then regex modules differ"
        )


def to_single(split: str | tuple[str, ...] | None, whose: str) -> str:
    r"""One regex whose matches alone are the chunks, for those who drop what lies between them.

    >>> print(to_single("[0-9]+", "minbpe"))
    [0-9]+|(?:(?![0-9]+)[\s\S])+
    """
    if split is None:
        return r"[\s\S]+"
    patterns = PATTERNS.get(split, split) if isinstance(split, str) else tuple(split)
    if isinstance(patterns, tuple) and len(patterns) > 1:
        raise ValueError(f"{len(patterns)} split patterns follow each other, and {whose} knows one")
    pattern = patterns if isinstance(patterns, str) else patterns[0]
    if covers_everything(pattern):
        return pattern
    if regex.compile(pattern).groups:
        raise ValueError(f"{whose} would split at the groups of the pattern; write (?: for each (")
    if regex.match(pattern, ""):
        raise ValueError(f"the split pattern can match nothing at all, and {whose} would differ")
    return f"{pattern}|(?:(?!{pattern})[\\s\\S])+"


def from_single(pattern: str) -> str | tuple[str, ...]:
    """The pattern without the part that `to_single` adds, by its name if it has one."""
    completed = _COMPLETED.fullmatch(pattern)
    return named(completed[1] if completed else pattern)


_COMPLETED = regex.compile(r"(.+)\|\(\?:\(\?!\1\)\[\\s\\S\]\)\+", regex.DOTALL)
