"""The bundled vocabularies and how they were checked, as data frames."""

import pandas as pd

from bpe import vocabularies
from bpe.vocabularies import checks
from ui import badges


def about() -> pd.DataFrame:
    """One row a vocabulary: its badge, and where it is from."""
    return pd.DataFrame(
        [
            {
                "vocabulary": about.title,
                "counts": badges.verdict(name),
                "checked with": badges.peers(checks.comparisons(name)),
                "used by": about.models,
                "special": len(about.special_tokens),
                "normal form": about.normalizer or "none",
                "licence": about.licence,
                "source": about.source,
                "SHA-256 of the ranks": about.sha256,
            }
            for name, about in vocabularies.ABOUT.items()
        ]
    )


def comparisons() -> pd.DataFrame:
    """One row for each kind of text under a vocabulary and a reference library."""
    return pd.DataFrame(
        [
            {
                "vocabulary": vocabularies.title(row.vocabulary),
                "compared with": f"{row.reference} {row.version}",
                "texts": row.kind,
                "how many": row.texts,
                "bytes": row.bytes,
                "other ids": row.differing,
                "other ids for new characters": row.newer,
                "on": row.date,
            }
            for name in vocabularies.NAMES
            for row in checks.comparisons(name)
        ]
    )


def in_words() -> tuple[str, str]:
    """What all comparisons together found: in short, and the rest."""
    rows = [row for name in vocabularies.NAMES for row in checks.comparisons(name)]
    if not rows:
        return "No comparison is of these data", "The tests have to be run anew."
    texts, differing, newer = badges.totals(rows)
    return (
        f"{texts - differing - newer:,} of {texts:,} comparisons gave the same ids",
        f"{newer:,} did not because of characters that one of the two libraries does not know "
        f"yet, and {differing:,} for another reason.",
    )
