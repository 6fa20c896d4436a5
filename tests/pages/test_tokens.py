"""The Tokens page: text to tokens, ids to text."""

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget


def figure(app, label: str) -> str:
    return next(metric.value for metric in app.metric if metric.label == label)


def with_text(app, text: str):
    return widget(app, "text_area", "Text").set_value(text).run()


def test_it_counts_exactly_and_comes_back(open_page):
    app = with_text(open_page("tokens"), "the the")
    assert (figure(app, "tokens"), figure(app, "bytes")) == ("2", "7")
    assert any("the same 7 bytes" in sentence for sentence in sentences(app))


def test_at_the_smallest_size_tokens_are_bytes(open_page):
    app = with_text(open_page("tokens"), "héllo")
    app.slider[0].set_value(256).run()
    assert figure(app, "tokens") == figure(app, "bytes") == "6"


def test_every_size_is_the_training_cut_short(open_page):
    app = with_text(open_page("tokens"), "the truth universally acknowledged")
    counts = []
    for size in (256, 300, 400, 556):
        app.slider[0].set_value(size).run()
        counts.append(int(figure(app, "tokens")))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 34


def test_ids_become_text(open_page):
    app = open_page("tokens")
    widget(app, "text_area", "Ids").set_value("[104, 105]").run()
    assert "hi" in sentences(app)


@pytest.mark.parametrize(("ids", "said"), [("104 x", "'x' at position 1"), ("9999999", "9999999")])
def test_bad_ids_are_one_sentence(open_page, ids, said):
    app = open_page("tokens")
    widget(app, "text_area", "Ids").set_value(ids).run()
    assert any(said in sentence for sentence in sentences(app))


def test_an_empty_text_is_one_sentence(open_page):
    app = with_text(open_page("tokens"), "")
    assert any("text is empty" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_comes_back(open_page, text):
    app = with_text(open_page("tokens"), text)
    assert not app.exception
    assert any("the same" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_published_vocabularies(open_page, name):
    app = open_page("tokens")
    widget(app, "selectbox", "Tokenizer").set_value(name).run()
    with_text(app, "hello world")
    assert figure(app, "tokens") == "2"
