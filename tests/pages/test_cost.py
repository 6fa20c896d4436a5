"""The Cost page: figures of the text, and of the same meaning in other languages."""

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from ui.prices import MEASURES, MODELS


def figure(app, label):
    return next(metric.value for metric in app.metric if metric.label == label)


def test_money_is_that_of_the_text(open_page):
    app = open_page("cost")
    widget(app, "text_area", "Text").set_value("xyz").run()
    widget(app, "selectbox", "Prices").set_value("GPT-4").run()
    tokens = int(figure(app, "tokens read"))
    assert figure(app, "a request") == f"${tokens * 90 / 1e6:,.6f}"
    widget(app, "selectbox", "Prices").set_value("typed by hand").run()
    widget(app, "number_input", "For a million tokens read").set_value(1_000_000.0).run()
    widget(app, "number_input", "For a million written").set_value(0.0).run()
    assert figure(app, "a request") == f"${tokens:,.6f}"


def test_counts_of_another_vocabulary_are_told(open_page):
    app = open_page("cost")
    assert any("choose o200k_base in the sidebar" in each for each in sentences(app))
    widget(app, "selectbox", "Tokenizer").set_value("o200k_base").run()
    assert not any("in the sidebar" in each for each in sentences(app))


@pytest.mark.parametrize("measure", MEASURES)
def test_measures(open_page, measure):
    app = open_page("cost")
    widget(app, "selectbox", "Measure").set_value(measure).run()
    assert not app.exception
    shown = app.dataframe[-1].value
    assert shown[measure].notna().all()
    assert len(shown) > 50


@pytest.mark.parametrize("model", [*MODELS, "typed by hand"])
def test_memory(open_page, model):
    app = open_page("cost")
    widget(app, "selectbox", "What a token leaves in memory").set_value(model).run()
    assert not app.exception
    assert float(figure(app, "keys and values").split()[0].replace(",", "")) > 0


@pytest.mark.parametrize(
    ("label", "value", "changed"),
    [
        ("Answer, as many times as long as the text", 3.0, "steps to write the answer"),
        ("Requests in a month", 7, "a month of 7"),
        ("Context window, in tokens", 512, "share of 512 tokens"),
    ],
)
def test_the_request(open_page, label, value, changed):
    app = open_page("cost")
    before = [metric.value for metric in app.metric]
    widget(app, "number_input", label).set_value(value).run()
    assert not app.exception
    assert figure(app, changed) not in before


def test_a_budget_in_words(open_page):
    app = open_page("cost")
    widget(app, "selectbox", "Measure").set_value("words in the budget").run()
    before = app.dataframe[-1].value["words in the budget"].sum()
    widget(app, "number_input", "Budget, in tokens").set_value(16_000).run()
    assert app.dataframe[-1].value["words in the budget"].sum() == pytest.approx(
        2 * before, rel=1e-2
    )


def test_no_article_is_one_sentence(open_page):
    app = open_page("cost")
    app.multiselect[0].set_value([]).run()
    assert any("choose at least one" in each for each in sentences(app))


def test_an_empty_text_is_one_sentence_and_languages_stay(open_page):
    app = open_page("cost")
    widget(app, "text_area", "Text").set_value("").run()
    assert any("text is empty" in each for each in sentences(app))
    assert len(app.dataframe[-1].value) > 50


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text(open_page, text):
    app = open_page("cost")
    widget(app, "text_area", "Text").set_value(text).run()
    assert not app.exception
    assert int(figure(app, "tokens read").replace(",", "")) > 0
