"""The Curves page: one training, all sizes."""

import json

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from ui.curves import MEASURES


def table(app):
    return app.dataframe[0].value


def test_the_table_is_the_training(app, open_page):
    left = app.dataframe[0].value["tokens left"]
    app = open_page("curves")
    widget(app, "text_input", "Merges to show in the table").set_value("0, 1, 300, 301").run()
    shown = table(app)["the training text"].tolist()
    assert shown[:3] == [4489, left.iloc[0], left.iloc[-1]]
    assert shown[3] != shown[3]


def test_a_language_can_be_added(open_page):
    app = open_page("curves")
    texts = app.multiselect[0]
    texts.set_value([*texts.value, "한국어 (Korean)"]).run()
    assert "한국어 (Korean)" in table(app)


@pytest.mark.parametrize("measure", MEASURES)
def test_measures(open_page, measure):
    app = open_page("curves")
    app.segmented_control[0].set_value(measure).run()
    assert not app.exception
    specs = [json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart")]
    assert len(specs) == 2


@pytest.mark.parametrize("written", ["", "many", "-5"])
def test_bad_lists_of_merges_are_one_sentence(open_page, written):
    app = open_page("curves")
    widget(app, "text_input", "Merges to show in the table").set_value(written).run()
    assert any("100, 500, 2000" in sentence for sentence in sentences(app))


@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text(open_page, text):
    app = open_page("curves")
    widget(app, "text_area", "Text").set_value(text).run()
    assert not app.exception


def test_whose_text_made_the_vocabulary(open_page):
    app = open_page("curves")
    shown = app.dataframe[1].value
    shared, alone = shown["learned from Korean and English"], shown["learned from English alone"]
    assert shared[1] < alone[1]


def test_a_published_vocabulary_has_no_training_text(open_page):
    app = open_page("curves")
    widget(app, "selectbox", "Tokenizer").set_value("gpt2").run()
    assert not app.exception
    assert app.multiselect[0].value == ["the text in the sidebar"]
