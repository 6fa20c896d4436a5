"""The Compare page: one text under two to four tokenizers."""

import pytest

from bpe import vocabularies
from tests.pages.conftest import HOSTILE, sentences, widget


def table(app):
    return app.dataframe[-1].value


def compare(app, names, text="the tokenizers, 12345"):
    widget(app, "text_area", "Text").set_value(text).run()
    return widget(app, "multiselect", "Tokenizers to compare").set_value(names).run()


def test_it_counts_with_each(open_page):
    names = ["gpt2", "cl100k_base", "qwen", "tekken"]
    app = compare(open_page("compare"), names)
    assert not app.exception
    text = "the tokenizers, 12345"
    assert table(app)["tokens"].tolist() == [
        len(vocabularies.load(name).encode(text)) for name in names
    ]
    assert table(app)["tokenizer"].tolist() == [vocabularies.title(name) for name in names]
    assert all("exact: " in badge for badge in table(app)["checked"])
    assert any("All 4 agree on" in sentence for sentence in sentences(app))


def test_what_was_trained_here_can_be_compared(open_page):
    app = compare(open_page("compare"), ["trained here", "gpt2"])
    assert table(app)["checked"].tolist()[0] == "exact: learned here"
    assert table(app)["tokens"][0] > table(app)["tokens"][1]


@pytest.mark.parametrize("names", [[], ["gpt2"]])
def test_too_few_are_one_sentence(open_page, names):
    app = compare(open_page("compare"), names)
    assert any("hoose two to 4 tokenizers" in sentence for sentence in sentences(app))


def test_an_empty_text_is_one_sentence(open_page):
    app = compare(open_page("compare"), ["gpt2", "qwen"], "")
    assert any("text is empty" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text(open_page, text):
    app = compare(open_page("compare"), ["gpt2", "qwen"], text)
    assert not app.exception
    assert any(sentence.startswith("Both ") for sentence in sentences(app))


def test_a_long_text_is_drawn_in_part_and_counted_whole(open_page):
    text = "a line of words\n" * 2000
    app = compare(open_page("compare"), ["gpt2", "cl100k_base"], text)
    assert any("first 6,000 of 32,000 bytes" in sentence for sentence in sentences(app))
    assert table(app)["tokens"][0] == len(vocabularies.load("gpt2").encode(text))


def test_the_normal_form_is_told(open_page):
    app = compare(open_page("compare"), ["gpt2", "qwen"], "cafe\u0301")
    assert any("Qwen encodes the normal form NFC" in sentence for sentence in sentences(app))
    assert app.dataframe[0].value["encoded"].tolist() == ["\u00e9"]


def test_the_choice_outlives_the_page(open_page):
    compare(open_page("compare"), ["gpt2", "qwen"])
    open_page("tokens")
    app = open_page("compare")
    assert widget(app, "multiselect", "Tokenizers to compare").value == ["gpt2", "qwen"]
