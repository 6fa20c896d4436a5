"""Whether a tokenizer's counts can be trusted, and why: a badge in a few words."""

from collections.abc import Sequence

from bpe import vocabularies
from bpe.vocabularies import checks
from bpe.vocabularies.checks import Comparison

EXACT, APPROXIMATE, UNKNOWN = "exact", "approximate", "not compared in this version"


def badge(source: str, trained_here: str) -> str:
    """The badge of a choice of tokenizer; ``trained_here`` is the choice that was trained here."""
    if source in vocabularies.NAMES:
        return of_vocabulary(source)
    return "exact: learned here" if source == trained_here else "exact as its file says"


def of_vocabulary(name: str) -> str:
    """The badge of a bundled vocabulary, with its reason."""
    if verdict(name) == UNKNOWN:
        return UNKNOWN
    found = checks.comparisons(name)
    texts, differing, newer = totals(found)
    same = f"{texts - differing - newer:,} of {texts:,} texts give the ids of {peers(found)}"
    but = "; the others have characters new to Unicode" if newer and not differing else ""
    return f"{verdict(name)}: {same}{but}"


def verdict(name: str) -> str:
    """EXACT, APPROXIMATE, or UNKNOWN where no comparison is of these data."""
    found = checks.comparisons(name)
    if not found:
        return UNKNOWN
    return APPROXIMATE if totals(found)[1] else EXACT


def totals(found: Sequence[Comparison]) -> tuple[int, int, int]:
    """Over comparisons: the texts, those that differ, those that do for new characters alone."""
    columns = zip(*((row.texts, row.differing, row.newer) for row in found))
    texts, differing, newer = map(sum, columns)
    return texts, differing, newer


def peers(found: Sequence[Comparison]) -> str:
    """The reference libraries of comparisons, with their versions."""
    return " and ".join(dict.fromkeys(f"{row.reference} {row.version}" for row in found))
