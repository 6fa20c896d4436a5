"""The bundled texts: one declaration in 65 languages, novels and code. `SOURCES.md` tells whence.

>>> article("en", 3)
'Everyone has the right to life, liberty and the security of person.'
>>> [language.native for language in languages()][:3]
['English', 'español', 'français']
"""

import lzma
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

SHORT_ARTICLES = (1, 3, 4, 5, 6, 7, 8, 9)


class Language(NamedTuple):
    """A language of the declaration: BCP 47 code, names, ISO 15924 script, "ltr" or "rtl"."""

    code: str
    english: str
    native: str
    script: str
    direction: str


class Sample(NamedTuple):
    """A text to train on, and what it is."""

    title: str
    text: Callable[[], str]


def _read(name: str) -> str:
    return lzma.decompress(files(__name__).joinpath(f"{name}.xz").read_bytes()).decode("utf-8")


@cache
def _rows() -> list[list[str]]:
    return [line.split("\t") for line in _read("udhr_articles.tsv").splitlines()[1:]]


@cache
def languages() -> list[Language]:
    """All languages, in the order of the data: by family and region."""
    return list(dict.fromkeys(Language(*row[:5]) for row in _rows()))


@cache
def _articles() -> dict[tuple[str, int], tuple[str, str]]:
    found = {
        (row[0], int(row[5])): (row[6].replace("\\n", "\n"), row[7]) for row in _rows() if row[6]
    }
    # Half as long as elsewhere; the data has no flag of its own for it.
    found["ml", 11] = (found["ml", 11][0], "abridged")
    return found


def article(code: str, number: int) -> str:
    """One article in one language; KeyError where the source has none."""
    return _articles()[code, number][0]


def flag(code: str, number: int) -> str:
    """What to know of an article before it is compared: "" if nothing (see SOURCES.md)."""
    return _articles()[code, number][1]


def articles(code: str, numbers: tuple[int, ...] = tuple(range(1, 31))) -> str:
    """Articles of one language, a line or more each; those that the source lacks are left out."""
    return "\n".join(article(code, n) for n in numbers if (code, n) in _articles())


def comparable(numbers: tuple[int, ...]) -> list[Language]:
    """The languages that have all of these articles, none of them flagged: fit to be ranked."""
    return [
        language
        for language in languages()
        if all(_articles().get((language.code, n), ("", "absent"))[1] == "" for n in numbers)
    ]


@cache
def _novels() -> str:
    return _read("austen_six_novels.txt")


@cache
def _novel() -> str:
    novels = _novels()
    start = novels.index("PRIDE AND PREJUDICE\n")
    return novels[start : novels.index("\n\n\nPersuasion\n", start)]


def _chapter() -> str:
    start = _novel().index("It is a truth universally")
    return _novel()[start : _novel().index("Chapter 2", start)].rstrip() + "\n"


@cache
def _code() -> str:
    return _read("python_stdlib.txt")


SAMPLE_KO = articles("ko", SHORT_ARTICLES)
SAMPLE_EN = articles("en", SHORT_ARTICLES)

CORPORA = {
    "chapter": Sample("Pride and Prejudice, chapter 1", _chapter),
    "korean-english": Sample(
        "Korean and English, the same eight articles", lambda: f"{SAMPLE_KO}\n{SAMPLE_EN}"
    ),
    "english": Sample("English, 30 articles", lambda: articles("en")),
    "languages": Sample(
        "65 languages, the same 30 articles",
        lambda: "\n".join(articles(language.code) for language in languages()),
    ),
    "novel": Sample("Pride and Prejudice", _novel),
    "code": Sample("Python code, 41 modules", _code),
    "novels": Sample("Six novels by Jane Austen", _novels),
}


def corpus(name: str) -> str:
    """A training corpus by its name in CORPORA."""
    return CORPORA[name].text()
