"""The failures page: every case under any tokenizer, with any text."""

import pytest

from bpe import vocabularies
from bpe.samples import CORPORA
from tests.pages.conftest import HOSTILE, sentences, widget
from ui.cases import CASES


def case(open_page, name):
    app = open_page("failures")
    app.button_group[0].set_value(name).run()
    assert not app.exception
    return app


def boxes(app):
    return [area for area in app.text_area if area.label != "Text"]


@pytest.mark.parametrize("name", CASES)
def test_a_case_under_two_tokenizers(open_page, name):
    app = case(open_page, name)
    for source in ("gpt2", "qwen"):
        widget(app, "selectbox", "Tokenizer").set_value(source).run()
        assert not app.exception
        told = CASES[name].tell(CASES[name].look(CASES[name].inputs, vocabularies.load(source)))
        assert [sentence for sentence in sentences(app) if sentence in told] == list(told)


def test_the_words_follow_the_text(open_page):
    app = case(open_page, "spelling")
    boxes(app)[0].set_value("ab").run()
    assert any("“ab” has 2 letters" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text(open_page, text):
    app = open_page("failures")
    for name in CASES:
        app.button_group[0].set_value(name).run()
        for box in boxes(app):
            box.set_value(text)
        app.run()
        assert not app.exception, name
        if not text:
            assert any("no text" in sentence for sentence in sentences(app)), name
        if len(text) > 10_000:
            assert any("shorten it" in sentence for sentence in sentences(app)), name


def test_tokens_that_never_occur(open_page):
    app = case(open_page, "lost")
    assert any("comes back from it" in sentence for sentence in sentences(app))
    for name in ("english", "chapter"):
        next(box for box in app.selectbox if box.key == "corpus of unused tokens").set_value(
            name
        ).run()
        assert not app.exception
        assert any(CORPORA[name].title in sentence for sentence in sentences(app))
