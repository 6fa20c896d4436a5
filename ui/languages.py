"""What the Languages page shows, computed once for all visitors."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from bpe import BPETokenizer, scripts, vocabularies
from bpe.corpus import SPLITS
from bpe.parallel import ENGLISH, Rung, ladder, shares, texts_of
from bpe.samples import articles, comparable
from ui.curves import curve_of
from ui.ladder import MEASURES, OWN, english_of, named, title
from ui.state import Chosen
from ui.training import Settings

FORMS = ("NFC", "NFD")
OWN_SPLIT, NO_SPLIT = "the tokenizer's own", "none"
SPLIT_CHOICES = (OWN_SPLIT, NO_SPLIT, *SPLITS)
FIRST_ARTICLES = (1, 3, 4)
ACROSS = ("gpt2", "cl100k_base", "o200k_base", "qwen", "tekken", "deepseek")
MIXED = ("en", "es", "ru", "ar", "hi", "zh-Hans", "ko", "sw")
MIX_BYTES = 200_000
_HYPHEN = "\u2010"


class Spelling(NamedTuple):
    """How the texts are spelled: a Unicode form, and hyphens as the source has them or in ASCII."""

    form: str = FORMS[0]
    ascii_hyphens: bool = False

    def of(self, text: str) -> str:
        """The text in this spelling.

        >>> Spelling("NFD", ascii_hyphens=True).of("caf\u00e9\u2010au\u2010lait")
        'cafe\u0301-au-lait'
        """
        plain = text.replace(_HYPHEN, "-") if self.ascii_hyphens else text
        return unicodedata.normalize(self.form, plain)


AS_PUBLISHED = Spelling()


def rungs(
    chosen: Chosen,
    split: str,
    spelling: Spelling,
    numbers: Sequence[int],
    own: str = "",
    stands_for: str = OWN,
) -> list[Rung]:
    """The ladder of all languages that have these articles.

    ``own`` is a text of the visitor's, which stands for a language or is a row of its own.

    Raises ValueError where there is nothing to compare, or a split is asked of words.
    """
    if not numbers:
        raise ValueError("no article is chosen; choose at least one")
    if chosen.tok.alphabet is not None:
        raise ValueError(
            "the tokenizer in use was trained on words of characters, and most languages have "
            "characters that it lacks; choose one that was trained on bytes"
        )
    found = _rungs(chosen.key, split, spelling, tuple(sorted(numbers)), chosen.tok)
    if not own.strip():
        return found
    tok, flat = (_split(chosen.key, each, chosen.tok) for each in (split, NO_SPLIT))
    return [
        *(rung for rung in found if rung.code != stands_for),
        *ladder(tok, flat, {stands_for: spelling.of(own)}),
    ]


@st.cache_resource(max_entries=64, show_spinner=False)
def _rungs(
    key: str, split: str, spelling: Spelling, numbers: tuple[int, ...], _tok: BPETokenizer
) -> list[Rung]:
    tok, flat = _split(key, split, _tok), _split(key, NO_SPLIT, _tok)
    texts = {code: spelling.of(text) for code, text in texts_of(numbers).items()}
    return ladder(tok, flat, texts)


def codes(numbers: Sequence[int]) -> list[str]:
    """The languages that a ladder of these articles has, by code."""
    return [language.code for language in comparable(tuple(numbers))]


def with_split(chosen: Chosen, split: str) -> BPETokenizer:
    """The tokenizer in use, with one of `SPLIT_CHOICES`."""
    return _split(chosen.key, split, chosen.tok)


@st.cache_resource(max_entries=32, show_spinner=False)
def _split(key: str, split: str, _tok: BPETokenizer) -> BPETokenizer:
    if split == OWN_SPLIT:
        return _tok
    return _tok.with_split(None if split == NO_SPLIT else split)


@st.cache_resource(max_entries=64, show_spinner="Encoding 64 languages with six vocabularies")
def across(numbers: tuple[int, ...], spelling: Spelling) -> pd.DataFrame:
    """Every language under the published vocabularies: a row for each language and vocabulary.

    Columns: ``code``, ``language``, ``vocabulary``, and one for each of `MEASURES`.
    """
    rows = []
    for name in ACROSS:
        tok = vocabularies.load(name)
        chosen = Chosen(name, vocabularies.title(name), "", tok)
        found = rungs(chosen, OWN_SPLIT, spelling, numbers)
        english = english_of(found)
        rows += [
            {
                "code": rung.code,
                "language": title(rung.code),
                "vocabulary": vocabularies.title(name),
                **{measure: take(rung, english) for measure, take in MEASURES.items()},
            }
            for rung in found
        ]
    return pd.DataFrame(rows)


# -- a mix to train on ----------------------------------------------------------------------------


def mix_settings(
    weights: dict[str, float], numbers: Sequence[int], size: int, split: str
) -> Settings:
    """The settings of a training on a mix of languages, on the articles that are not measured.

    Raises ValueError for a mix of nothing, or where no article is left to train on.
    """
    rest = tuple(n for n in range(1, 31) if n not in numbers)
    if not rest:
        raise ValueError("every article is measured, and none is left to train on; choose fewer")
    mixed = shares(weights, {code: articles(code, rest) for code in weights}, MIX_BYTES)
    written = ", ".join(f"{code} {weight:g}" for code, weight in weights.items() if weight)
    split = None if split == NO_SPLIT else split
    return Settings(f"a mix ({written})", "\n".join(mixed.values()), size, split)


def curves_of_ratio(chosen: Chosen, codes: Sequence[str], numbers: Sequence[int]) -> pd.DataFrame:
    """Each language's ratio to English at every vocabulary size: as `ui.curves.points` has it."""
    texts = texts_of(tuple(sorted(numbers)))
    found = {
        code: curve_of(named(code).english, chosen.tok, texts[code]) for code in (ENGLISH, *codes)
    }
    english = found[ENGLISH].tokens
    top = found[ENGLISH].base + len(english) - 1
    sizes = np.unique(np.geomspace(found[ENGLISH].base, top, 200).round().astype(int))
    at = sizes - found[ENGLISH].base
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "name": curve.name,
                    "size": sizes,
                    "tokens": curve.tokens[at],
                    "value": curve.tokens[at] / english[at],
                    "gain": curve.gains[at],
                }
            )
            for code, curve in found.items()
            if code != ENGLISH
        ],
        ignore_index=True,
    )


# -- pasted text ----------------------------------------------------------------------------------


class Parts(NamedTuple):
    """What the parts of a text take: its scripts, and its paragraphs."""

    scripts: list[scripts.Share]
    paragraphs: list[scripts.Share]


def parts(chosen: Chosen, text: str) -> Parts:
    """What each script and each paragraph of a text takes."""
    return _parts(chosen.key, text, chosen.tok)


@st.cache_resource(max_entries=16, show_spinner="Counting the whole text")
def _parts(key: str, text: str, _tok: BPETokenizer) -> Parts:
    text = _tok.normalize(text)
    tokens = _tok.tokens(text)
    return Parts(scripts.by_script(text, tokens), scripts.by_paragraph(text, tokens))
