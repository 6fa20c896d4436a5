"""The ladder of languages as data: one row a language, and why it stands where it does.

Frames have fixed columns, as charts want them: ``code``, ``language`` (both names), ``value`` (in
the measure), and what the value is made of.
"""

from collections.abc import Callable, Sequence

import pandas as pd

from bpe.measure import Factors, factors
from bpe.parallel import ENGLISH, Rung
from bpe.pieces import readable
from bpe.samples import Language, languages
from bpe.scripts import Share

OWN = "yours"
RATIO = "tokens, to English"
MEASURES: dict[str, Callable[[Rung, Rung], float | None]] = {
    RATIO: lambda rung, english: rung.counts.tokens / english.counts.tokens,
    "tokens": lambda rung, english: rung.counts.tokens,
    "tokens per character": lambda rung, english: rung.counts.tokens / rung.characters,
    "tokens per grapheme": lambda rung, english: rung.counts.tokens / rung.graphemes,
    "tokens per word": lambda rung, english: _by_word(rung),
    "bytes per token": lambda rung, english: rung.counts.bytes / rung.counts.tokens,
}
FACTORS = {"width": "bytes", "cuts": "cuts", "coverage": "coverage"}


def _by_word(rung: Rung) -> float | None:
    return rung.counts.tokens / rung.words if rung.words else None


def named(code: str) -> Language:
    """The language of a code; `OWN` is the visitor's."""
    if code == OWN:
        return Language(OWN, "your text", "your text", "", "auto")
    return next(language for language in languages() if language.code == code)


def title(code: str) -> str:
    """A language by both its names, each in its own direction; its own says which of two it is.

    >>> title("en"), title("zh-Hans")
    ('English', 'Chinese · \\u2068简体中文\\u2069')
    """
    language = named(code)
    if language.native == language.english:
        return language.english
    # First-strong isolates keep a name that runs from right to left from pulling the rest along.
    return f"{language.english.partition(' (')[0]} · \u2068{language.native}\u2069"


def english_of(rungs: Sequence[Rung]) -> Rung:
    """The rung that the others are compared with."""
    return next(rung for rung in rungs if rung.code == ENGLISH)


def frame(rungs: Sequence[Rung], measure: str) -> pd.DataFrame:
    """The ladder in a measure, the dearest first; rows without a value (words where there are none)
    are left out."""
    english = english_of(rungs)
    rows = []
    for rung in rungs:
        value = MEASURES[measure](rung, english)
        if value is not None:
            language = named(rung.code)
            why = factors(rung.counts, english.counts)
            rows.append(
                {
                    "code": rung.code,
                    "language": title(rung.code),
                    "script": language.script,
                    "direction": language.direction,
                    "value": value,
                    "tokens": rung.counts.tokens,
                    "bytes": rung.counts.bytes,
                    "ratio": why.ratio,
                    **why._asdict(),
                }
            )
    table = pd.DataFrame(rows)
    return table.sort_values(
        ["value", "code"], ascending=[measure == "bytes per token", True], ignore_index=True
    )


def segments(table: pd.DataFrame) -> pd.DataFrame:
    """The factors of each row of a ladder as stretches of its bar, from 1 to its ratio.

    On a logarithmic axis factors lie end to end, and what makes a language cheaper leads back.
    Columns beside those of the ladder: ``factor``, ``start``, ``end``, ``times`` and ``back``.
    """
    rows = []
    for row in table.to_dict("records"):
        at = 1.0
        for name, words in FACTORS.items():
            end = at * row[name]
            rows.append(
                {
                    "code": row["code"],
                    "language": row["language"],
                    "script": row["script"],
                    "direction": row["direction"],
                    "factor": words,
                    "times": row[name],
                    "start": min(at, end),
                    "end": max(at, end),
                    "back": end < at,
                }
            )
            at = end
    return pd.DataFrame(rows)


def why(rung: Rung, english: Rung) -> str:
    """One sentence on why a language takes as many tokens as it does beside English."""
    found = factors(rung.counts, english.counts)
    name = named(rung.code).english
    return (
        f"{name} takes {rung.counts.tokens:,} tokens where English takes "
        f"{english.counts.tokens:,}: {times(found.ratio)}. That is {times(found.width)} the bytes, "
        f"{_cuts(found)}, and {_coverage(found)}."
    )


def _cuts(found: Factors) -> str:
    if abs(found.cuts - 1) < 0.005:
        return "no more cut up by the split than English (× 1.00)"
    more = "more" if found.cuts > 1 else "less"
    return f"cut up {more} by the split (× {found.cuts:.2f})"


def _coverage(found: Factors) -> str:
    if abs(found.coverage - 1) < 0.005:
        return "covered by merges as English is (× 1.00)"
    if found.coverage > 1:
        return f"fewer bytes to a token, because fewer merges were learned (× {found.coverage:.2f})"
    return f"more bytes to a token (× {found.coverage:.2f})"


def times(ratio: float) -> str:
    """A ratio in words.

    >>> times(2.5), times(0.97)
    ('2.50 times', '0.97 times')
    """
    return f"{ratio:.2f} times"


# -- parts of a text ------------------------------------------------------------------------------

MOST_PARAGRAPHS = 1_000
_LONGEST = 80


def paragraph_table(shares: Sequence[Share]) -> pd.DataFrame:
    """What the first paragraphs take: their beginnings, made readable, and figures."""
    return share_table(
        [
            share._replace(name=readable(share.name[:_LONGEST].encode()))
            for share in shares[:MOST_PARAGRAPHS]
        ]
    )


def share_table(shares: Sequence[Share]) -> pd.DataFrame:
    """What parts of a text take, in their order."""
    return pd.DataFrame(
        [
            {
                "name": share.name,
                "tokens": share.tokens,
                "bytes": share.bytes,
                "characters": share.characters,
                "bytes per token": share.bytes / share.tokens if share.tokens else None,
            }
            for share in shares
        ]
    )
