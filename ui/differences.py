"""The places where two orders differ, as things to choose from and as a table."""

from itertools import islice

import pandas as pd

from bpe.divergences import MOST_CHUNK, Place, Survey
from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer
from ui.order_words import NAMES, TITLES, some

MOST_CHOICES = 200
MOST_ROWS = 2_000


def choices(survey: Survey) -> list[Place]:
    """Places to look at: those that differ, then the beginnings of chunks that do not."""
    differing = set(survey.differing)
    alike = (Place(i, 0, 0) for i in range(len(survey.chunks)) if i not in differing)
    return [*_ranked(survey)[:MOST_CHOICES], *islice(alike, MOST_CHOICES)]


def name(tok: BPETokenizer, survey: Survey, place: Place) -> str:
    """What a place is called: its chunk, or where it is in a long one."""
    if len(survey.chunks) > 1:
        return readable(survey.chunks[place.chunk].encode())
    tokens, _ = survey.tokens_at(place)
    unit = "byte" if tok.alphabet is None else "character"
    return f"{readable(b''.join(tok.vocab[token] for token in tokens))} at {unit} {place.start:,}"


def choice(tok: BPETokenizer, survey: Survey, place: Place) -> str:
    """A place with a sign: whether the orders differ there."""
    if place.end > place.start:
        return f"\u2260 {name(tok, survey, place)}"
    return f"= {name(tok, survey, place) if len(survey.chunks) > 1 else 'the beginning'}"


def summary(survey: Survey) -> str:
    """How often the orders differ in a text, and what of it was not compared."""
    one, other = survey.tokens(survey.first), survey.tokens(survey.second)
    totals = f"{some(one, 'token')} by rank, {other:,} in {NAMES[survey.order]}."
    if len(survey.chunks) == 1:
        places = len(survey.places)
        where = f"at {some(places, 'place')}" if places else "nowhere"
        found = f"In {some(survey.read_bytes, 'byte')} the two differ {where}: {totals}"
    else:
        differing = survey.differing
        found = (
            f"{len(differing):,} of {some(len(survey.chunks), 'different chunk')} end differently, "
            f"{survey.count(differing):,} of {sum(survey.weights):,} in the text: {totals}"
        )
    return " ".join((found, *_limits(survey)))


def _limits(survey: Survey) -> list[str]:
    if survey.read_bytes == survey.text_bytes:
        return []
    return [
        f"The text has {survey.text_bytes:,} bytes; compared are {survey.read_bytes:,} of them: "
        f"its beginning, and the beginnings of chunks longer than {MOST_CHUNK:,} bytes."
    ]


def table(tok: BPETokenizer, survey: Survey) -> pd.DataFrame:
    """One row a place: where it is, how often it occurs, and the tokens of both sides."""
    order = TITLES[survey.order].lower()
    rows = []
    for place in _ranked(survey)[:MOST_ROWS]:
        one, other = survey.tokens_at(place)
        rows.append(
            {
                "where": name(tok, survey, place),
                "times": survey.weights[place.chunk],
                "by rank": _listed(tok, one),
                "tokens": len(one),
                order: _listed(tok, other),
                f"tokens {order}": len(other),
            }
        )
    return pd.DataFrame(rows)


def _ranked(survey: Survey) -> list[Place]:
    """Those in short chunks first, of equally short ones the most common."""
    return sorted(
        survey.places,
        key=lambda place: (len(survey.ids[place.chunk]), -survey.weights[place.chunk], place),
    )


def _listed(tok: BPETokenizer, ids: list[int]) -> str:
    return " · ".join(readable(tok.vocab[token]) for token in ids)
