"""The Languages page: the ladder, vocabularies, the training mix, and the text by script."""

import json

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from ui.ladder import MEASURES
from ui.languages import SPLIT_CHOICES


def view(open_page, name):
    app = open_page("languages")
    return widget(app, "segmented_control", "View").set_value(name).run()


def table(app):
    return app.dataframe[0].value


def why(app):
    return next(each.value for each in app.markdown if "where English takes" in each.value)


def test_the_ladder_ranks_sixty_four_languages(open_page):
    app = open_page("languages")
    shown = table(app)
    assert len(shown) == 64
    assert shown["value"].is_monotonic_decreasing
    assert not any("Nahuatl" in name for name in shown["language"])
    assert "Hindi" in why(app)


@pytest.mark.parametrize("measure", MEASURES)
def test_measures(open_page, measure):
    app = open_page("languages")
    widget(app, "selectbox", "Measure").set_value(measure).run()
    assert not app.exception
    assert len(table(app)) == (56 if measure == "tokens per word" else 64)
    assert len([json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart")]) == 1


@pytest.mark.parametrize("split", SPLIT_CHOICES)
def test_splits(open_page, split):
    app = open_page("languages")
    widget(app, "selectbox", "Split").set_value(split).run()
    assert not app.exception
    if split == "none":
        assert (table(app)["cuts"] == 1).all()


def test_the_unicode_form_changes_hangul(open_page):
    app = open_page("languages")
    before = table(app).set_index("language")["bytes"]
    widget(app, "segmented_control", "Unicode form").set_value("NFD").run()
    after = table(app).set_index("language")["bytes"]
    korean = next(name for name in before.index if name.startswith("Korean"))
    assert after[korean] > before[korean]
    assert after["English"] == before["English"]


def test_hyphens_of_the_source_are_three_bytes_each(open_page):
    app = open_page("languages")
    before = table(app).set_index("language")["bytes"]
    widget(app, "toggle", "Hyphens as in ASCII").set_value(True).run()
    saved = before - table(app).set_index("language")["bytes"]
    assert set(saved % 2) == {0}
    assert saved.min() == 0 < saved.max()


def test_a_language_is_looked_at_beside_english(open_page):
    app = open_page("languages")
    widget(app, "selectbox", "Look at").set_value("ar").run()
    assert why(app).startswith("**Arabic takes")


def test_ones_own_translation_is_a_row(open_page):
    app = open_page("languages")
    widget(app, "text_area", "The same meaning in your own words").set_value(
        "Omnes homines liberi nascuntur."
    ).run()
    assert "your text" in table(app)["language"].tolist()
    widget(app, "selectbox", "Look at").set_value("yours").run()
    assert "your text takes" in why(app)


def test_ones_own_words_may_stand_for_a_language(open_page):
    app = open_page("languages")
    widget(app, "text_area", "The same meaning in your own words").set_value("सब आज़ाद हैं।").run()
    widget(app, "selectbox", "Your words are").set_value("hi").run()
    shown = table(app).set_index("language")
    assert len(shown) == 64
    assert shown.loc["Hindi · \u2068हिन्दी\u2069", "bytes"] == len("सब आज़ाद हैं।".encode())
    assert "your text" not in shown.index


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_translation(open_page, text):
    app = open_page("languages")
    widget(app, "text_area", "The same meaning in your own words").set_value(text).run()
    assert not app.exception


def test_no_article_is_one_sentence(open_page):
    open_page("languages").multiselect[0].set_value([]).run()
    for name in ("The ladder", "Across vocabularies", "Training mix"):
        app = view(open_page, name)
        assert not app.exception
        assert any("choose at least one" in each for each in sentences(app))


def test_vocabularies_side_by_side(open_page):
    app = view(open_page, "Across vocabularies")
    assert not app.exception
    assert table(app).shape == (64, 7)
    widget(app, "selectbox", "Measure").set_value("bytes per token").run()
    english = table(app).set_index("language").loc["English"]
    assert (english > 3).all()


def test_a_mix_of_one_language_costs_the_others_more(open_page):
    app = view(open_page, "Training mix")
    only = float(app.metric[0].value)
    widget(app, "segmented_control", "Mix").set_value("All the same").run()
    balanced = float(app.metric[0].value)
    assert balanced < only
    widget(app, "segmented_control", "Mix").set_value("My own").run()
    assert float(app.metric[0].value) == balanced
    for slider in app.slider:
        slider.set_value(0)
    app.run()
    assert any("give at least one language a share" in each for each in sentences(app))


def test_all_articles_leave_none_to_train_on(open_page):
    app = view(open_page, "Training mix")
    app.multiselect[0].set_value(list(range(1, 31))).run()
    assert any("none is left to train on" in each for each in sentences(app))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_text_by_script(open_page, text):
    app = view(open_page, "Your text")
    widget(app, "text_area", "Text").set_value(text).run()
    assert not app.exception
    scripts, paragraphs = (frame.value for frame in app.dataframe)
    assert scripts["bytes"].sum() == paragraphs["bytes"].sum() == len(text.encode())
    assert scripts["tokens"].sum() == paragraphs["tokens"].sum()


def test_a_text_is_counted_in_the_form_that_is_read(open_page):
    app = view(open_page, "Your text")
    widget(app, "selectbox", "Tokenizer").set_value("qwen").run()
    widget(app, "text_area", "Text").set_value("cafe\u0301").run()
    assert table(app)["bytes"].sum() == len("caf\u00e9".encode())
    assert any("in Unicode form NFC" in each.value for each in app.caption)


def test_an_empty_text_is_one_sentence(open_page):
    app = view(open_page, "Your text")
    widget(app, "text_area", "Text").set_value("").run()
    assert any("text is empty" in each for each in sentences(app))
