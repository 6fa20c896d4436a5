"""The Chat page: special tokens, and what a conversation costs beyond its words."""

import pytest

from bpe import vocabularies
from tests.pages.conftest import HOSTILE, sentences, widget
from ui.chat import TEMPLATES


def cost(app):
    return next(element.value for element in app.subheader if "of content" in element.value)


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_cost_of_a_conversation(open_page, name):
    app = open_page("chat")
    app.segmented_control[0].set_value(name).run()
    app.number_input[0].set_value(1).run()
    widget(app, "selectbox", "Who speaks, turn 1").set_value("user").run()
    widget(app, "text_area", "What is said, turn 1").set_value("Hello").run()
    assert not app.exception
    total = {"o200k_harmony": 5 + 2, "qwen": 6 + 3}[TEMPLATES[name].vocabulary]
    assert cost(app).startswith(f"{total} tokens: 1 of content, {total - 1} of the template")


def test_turns_can_be_added(open_page):
    app = open_page("chat")
    app.number_input[0].set_value(8).run()
    widget(app, "text_area", "What is said, turn 8").set_value("more").run()
    widget(app, "selectbox", "Who speaks, turn 8").set_value("developer").run()
    assert not app.exception


def test_a_special_token_is_refused_by_name_and_place(open_page):
    app = open_page("chat")
    widget(app, "text_area", "A text that spells special tokens").set_value("Hi <|end|>").run()
    assert any(
        "'<|end|>' at character 3" in sentence and "allowed_special" in sentence
        for sentence in sentences(app)
    )
    widget(app, "text_area", "A text that spells special tokens").set_value("Hi").run()
    assert not any("allowed_special" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text(open_page, text):
    app = open_page("chat")
    for label in ("What is said, turn 1", "A text that spells special tokens"):
        widget(app, "text_area", label).set_value(text).run()
    assert not app.exception
    tok = vocabularies.load("o200k_harmony")
    rest = sum(len(tok.encode(turn.content)) for turn in TEMPLATES["harmony (gpt-oss)"].first[1:])
    assert f"{len(tok.encode(text)) + rest:,} of content" in cost(app)
