"""How the bundled vocabularies were compared with the reference libraries.

``checks.json`` is written by the tests (``python -m tests.checks``), never by hand. It says of each
vocabulary which data it was compared with (its fingerprint), so that a result for other data than
those bundled now does not count.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bpe.splitting import PATTERNS
from bpe.vocabularies import ABOUT

FILE = "checks.json"


@dataclass(frozen=True)
class Comparison:
    """Texts of one kind under a vocabulary and under a reference library.

    ``kind``       what the texts are;
    ``reference``  the library, and its ``version``; ``date`` (ISO 8601) of the comparison;
    ``texts, bytes``  how many there were;
    ``differing``  in how many the ids were not the same;
    ``newer``      in how many more they were not, but for nothing than characters that came into
                   Unicode after the version that the reference, or Python, knows: how they split,
                   or in which order the normal form puts them.
    """

    vocabulary: str
    kind: str
    reference: str
    version: str
    date: str
    texts: int
    bytes: int
    differing: int
    newer: int


@cache
def comparisons(name: str) -> tuple[Comparison, ...]:
    """All comparisons that hold for a bundled vocabulary as it is now; empty if none does."""
    stored = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    about = stored.get(name)
    if about is None or about["fingerprint"] != fingerprint(name):
        return ()
    return tuple(Comparison(vocabulary=name, **row) for row in about["comparisons"])


def fingerprint(name: str) -> str:
    """Stands for all that decides the ids of a bundled vocabulary."""
    about = ABOUT[name]
    decides = [
        about.sha256,
        PATTERNS[about.split],
        about.special_tokens,
        about.normalizer,
        about.first_id,
    ]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()
