"""The bundled texts are there, whole, and what the notices say."""

import unicodedata

import pytest

from bpe import samples
from bpe.samples import SAMPLE_EN, SAMPLE_KO


def test_the_korean_and_english_samples():
    letters = [character for character in SAMPLE_KO if character.isalpha()]
    hangul = sum(unicodedata.name(letter).startswith("HANGUL") for letter in letters)
    assert len(SAMPLE_KO) >= 300
    assert hangul > 0.9 * len(letters)
    assert len(SAMPLE_EN) >= 300
    assert SAMPLE_EN.isascii()
    assert SAMPLE_KO.count("\n") >= 7
    assert SAMPLE_EN.count("\n") >= 7


def test_many_languages_in_many_scripts():
    languages = samples.languages()
    assert len(languages) >= 40
    assert len({language.code for language in languages}) == len(languages)
    assert len({language.script for language in languages}) >= 20
    for language in languages:
        assert language.native.strip() == language.native != ""
        assert language.direction in {"ltr", "rtl"}
    assert {language.code for language in languages if language.direction == "rtl"} >= {"ar", "he"}


@pytest.mark.parametrize("language", samples.languages(), ids=lambda language: language.code)
def test_the_articles_of_every_language(language):
    text = samples.articles(language.code)
    assert len(text.encode()) > 5_000
    assert "\ufffd" not in text
    assert "\\n" not in text
    assert text == text.strip()
    assert samples.article(language.code, 1) in text
    letters = [character for character in text if character.isalpha()]
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in letters)
    assert (latin > len(letters) / 2) == (language.script == "Latn")


def test_an_article_that_is_not_there():
    with pytest.raises(KeyError):
        samples.article("en", 31)
    assert samples.articles("en", (1, 31)) == samples.article("en", 1)
    assert samples.flag("en", 1) == ""


@pytest.mark.parametrize("name", samples.CORPORA)
def test_every_corpus_is_a_text_to_train_on(name):
    text = samples.corpus(name)
    assert len(text) > 1_000
    assert "\r" not in text
    assert "\ufffd" not in text
    assert text == samples.corpus(name)
    assert samples.CORPORA[name].title


def test_the_novel_is_a_whole_one():
    novel = samples.corpus("novel")
    assert novel.startswith("PRIDE AND PREJUDICE")
    assert len(novel) > 600_000
    assert samples.corpus("chapter").startswith("It is a truth universally acknowledged")
    assert samples.corpus("chapter").strip() in novel
    assert novel in samples.corpus("novels")


def test_the_code_is_python():
    assert "def " in samples.corpus("code")
    assert "import " in samples.corpus("code")


def test_an_unknown_corpus():
    with pytest.raises(KeyError):
        samples.corpus("nothing")
