"""The same meaning in many languages, under one tokenizer: what each of them pays.

>>> from bpe import vocabularies
>>> tok = vocabularies.load("gpt2")
>>> texts = {"en": "Everyone is free.", "th": "ทุกคนเป็นอิสระ"}
>>> english, thai = ladder(tok, tok.with_split(None), texts)
>>> english.counts.tokens, thai.counts.tokens
(4, 28)
"""

from collections.abc import Mapping
from typing import NamedTuple

from bpe.measure import Counts, counts, graphemes
from bpe.samples import articles, comparable
from bpe.scripts import words
from bpe.tokenizer import BPETokenizer

ENGLISH = "en"


class Rung(NamedTuple):
    """A text of the ladder: its language's code, and what it takes.

    ``words`` are those between spaces or word marks; None where the script has neither.
    """

    code: str
    text: str
    counts: Counts
    characters: int
    graphemes: int
    words: int | None


def texts_of(numbers: tuple[int, ...]) -> dict[str, str]:
    """The articles of all languages that can be compared by them, by language code."""
    return {language.code: articles(language.code, numbers) for language in comparable(numbers)}


def ladder(tok: BPETokenizer, flat: BPETokenizer, texts: Mapping[str, str]) -> list[Rung]:
    """What each text takes; ``flat`` is ``tok.with_split(None)``."""
    found = counts(tok, flat, texts.values())
    return [
        Rung(code, text, taken, len(text), graphemes(text), words(text))
        for (code, text), taken in zip(texts.items(), found)
    ]


def shares(weights: Mapping[str, float], texts: Mapping[str, str], size: int) -> dict[str, str]:
    """Texts cut or repeated so that together they have about ``size`` bytes, in shares of
    ``weights``: a mix to train on. Texts of weight 0 are left out.
    """
    total = sum(weights.values())
    if total <= 0:
        raise ValueError("the mix is empty; give at least one language a share")
    mixed = {}
    for code, weight in weights.items():
        wanted = round(size * weight / total)
        data = texts[code].encode()
        if wanted:
            repeated = data * (wanted // len(data) + 1)
            mixed[code] = repeated[:wanted].decode(errors="ignore")
    return mixed
