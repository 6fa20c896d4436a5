"""The Lab page: eight steps, each with its source, and the report at the end."""

import pytest

from bpe import report
from tests.pages.conftest import HOSTILE, sentences, widget
from ui.lab import STEPS, TITLES


def step(open_page, number):
    app = open_page("lab")
    app.button_group[0].set_value(number).run()
    assert not app.exception
    return app


def boxes(app):
    return [area for area in app.text_area if area.label != "Text" or area.key != "text"]


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_the_source_is_there(open_page, number):
    app = step(open_page, number)
    for function in STEPS[number].functions:
        assert any(f"def {function.__name__}(" in code.value for code in app.code)


@pytest.mark.parametrize("number", range(len(STEPS)))
@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text(open_page, number, text):
    app = step(open_page, number)
    for box in boxes(app):
        box.set_value(text)
    app.run()
    assert not app.exception
    if len(text) > 10_000 and boxes(app):
        assert any("at most 4,000" in sentence for sentence in sentences(app))


def test_merging_a_chosen_pair(open_page):
    app = step(open_page, 2)
    pairs = widget(app, "selectbox", "Pair")
    assert pairs.options[0] == "a + a, 4 times"
    pairs.select_index(1).run()
    assert "The pair was merged 2 times." in sentences(app)


def test_training_and_decoding(open_page):
    app = step(open_page, 3)
    app.number_input[0].set_value(256).run()
    assert any(
        sentence.startswith("0 merges learned: the vocabulary has its 256 ids")
        for sentence in sentences(app)
    )
    app.button_group[0].set_value(5).run()
    app.text_input[0].set_value("104 105").run()
    assert "hi" in sentences(app)
    app.text_input[0].set_value("104 9999").run()
    assert any("9999" in sentence for sentence in sentences(app))
    app.text_input[0].set_value("x").run()
    assert any("is no id" in sentence for sentence in sentences(app))


def test_the_curve_at_chosen_sizes(open_page):
    app = step(open_page, 6)
    app.text_input[0].set_value("256, 260").run()
    assert app.dataframe[0].value["vocabulary size"].tolist() == [256, 260]
    app.text_input[0].set_value("12").run()
    assert any("no list of sizes" in sentence for sentence in sentences(app))


def test_whose_text_and_the_report(open_page):
    app = step(open_page, len(TITLES) - 1)
    figures = report.measure()
    assert app.dataframe[0].value["Korean tokens"].tolist() == [
        figures["ko_tokens_shared"],
        figures["ko_tokens_en_only"],
    ]
    app.button_group[1].set_value("한국어").run()
    assert any("무엇을 쟀나" in text.value for text in app.markdown)
    widget(app, "selectbox", "First language").set_value("fr").run()
    assert not app.exception
    assert any("French" in text.value for text in app.markdown)
    widget(app, "selectbox", "Second language").set_value("fr").run()
    assert any("named twice" in sentence for sentence in sentences(app))
