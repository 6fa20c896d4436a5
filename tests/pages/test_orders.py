"""The Orders page: every control, and text that is empty or hostile."""

import json

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from ui.rules import EXAMPLES, NOTATIONS

RANK_END = [256, 99, 46, 257, 46, 257]
IN_USE = "of the tokenizer"


@pytest.fixture
def page(open_page):
    return open_page("orders")


@pytest.fixture
def in_use(page):
    """The page with the tokenizer in use."""
    return page.button_group(key="orders source").set_value(IN_USE).run()


def lanes(app) -> dict:
    """What the lanes draw."""
    return json.loads(app.get("bidi_component")[0].proto.json)


def ends(app) -> list[list[int]]:
    return [side["end"]["ids"] for side in lanes(app)["sides"]]


def has_lanes(app) -> bool:
    return len(app.get("bidi_component")) > 0


def with_text(app, text: str):
    return widget(app, "text_area", "Text").set_value(text).run()


# -- rules by hand --------------------------------------------------------------------------------


def test_it_opens_with_the_case_by_hand(page):
    assert not page.exception
    assert ends(page) == [RANK_END, [97, 257, 46, 257, 46, 257]]
    assert lanes(page)["headline"] == "Here they part"


@pytest.mark.parametrize(
    ("label", "order"),
    [("By frequency", "frequency"), ("In reverse", "reverse"), ("Left to right", "left_to_right")],
)
def test_every_order_beside_rank(page, label, order):
    page.selectbox(key="orders beside").set_value(label).run()
    assert [side["order"] for side in lanes(page)["sides"]] == ["rank", order]
    assert ends(page)[0] == RANK_END


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example(page, name):
    page.selectbox(key="rules example").set_value(name).run()
    assert not page.exception
    assert page.text_input(key="rules text").value == EXAMPLES[name].text
    assert has_lanes(page)


def test_another_text(page):
    page.text_input(key="rules text").set_value("xyz").run()
    assert lanes(page)["headline"] == "Nothing to merge"


def test_no_text_is_one_sentence(page):
    page.text_input(key="rules text").set_value("  ").run()
    assert sentences(page)[0].startswith("There is no text")
    assert not has_lanes(page)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_by_hand(page, text):
    page.text_input(key="rules text").set_value(text).run()
    assert not page.exception
    assert has_lanes(page)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_notation_changes_nothing(page, notation):
    page.button_group(key="rules notation").set_value(notation).run()
    assert ends(page)[0] == RANK_END
    page.button_group(key="rules notation").set_value("text").run()
    assert page.session_state["rules"] == [["a", "b"], ["b", "c"]]


def test_rules_of_the_tokenizer_in_use(page):
    page.main.button[0].click().run()
    assert not page.exception
    assert len(page.session_state["rules"]) == 30
    assert page.session_state["rules"][0] == ["␣", "t"]


def test_rules_that_form_no_vocabulary_are_one_sentence(page):
    page.session_state["rules"] = [["ab", "c"]]
    page.run()
    assert sentences(page)[0].startswith("Rule 0: no rule before it makes 'ab'")
    page.button_group(key="rules notation").set_value("bytes").run()
    assert page.session_state["rules"] == [["ab", "c"]]
    assert page.button_group(key="rules notation").value == "text"


def test_rules_outlive_a_visit_to_another_page(page):
    page.selectbox(key="rules example").set_value("Fewer tokens, still wrong").run()
    before = ends(page)
    page.switch_page("pages/tokens.py").run()
    page.switch_page("pages/orders.py").run()
    assert ends(page) == before


# -- the tokenizer in use -------------------------------------------------------------------------


def watch(app):
    return next(box for box in app.main.selectbox if box.label == "Watch")


def test_the_sidebar_text_under_the_tokenizer_in_use(in_use):
    assert not in_use.exception
    assert has_lanes(in_use)
    assert any("different chunks end differently" in said for said in sentences(in_use))


def test_chunks_that_differ_come_first(in_use):
    in_use.selectbox(key="orders text").set_value("it was trained on").run()
    assert lanes(in_use)["headline"] == "Here they part"
    assert len(in_use.main.dataframe) == 1
    assert watch(in_use).options[0].startswith("≠")
    watch(in_use).select_index(len(watch(in_use).options) - 1).run()
    assert lanes(in_use)["headline"] != "Here they part"


@pytest.mark.parametrize(
    "label",
    [
        "By frequency in the chunk",
        "By frequency in the text",
        "In reverse",
        "Left to right",
    ],
)
def test_every_order_for_chunks(in_use, label):
    in_use.selectbox(key="orders beside").set_value(label).run()
    assert not in_use.exception
    assert has_lanes(in_use)


def test_back_to_rules_by_hand(in_use):
    in_use.selectbox(key="orders beside").set_value("By frequency in the text").run()
    in_use.button_group(key="orders source").set_value("by hand").run()
    assert not in_use.exception
    assert ends(in_use)[0] == RANK_END


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_in_the_sidebar(in_use, text):
    with_text(in_use, text)
    assert not in_use.exception
    assert has_lanes(in_use)


def test_no_text_in_the_sidebar_is_one_sentence(in_use):
    with_text(in_use, "")
    assert any("sidebar" in said for said in sentences(in_use))
    assert not has_lanes(in_use)


def test_a_published_vocabulary(in_use):
    widget(in_use, "selectbox", "Tokenizer").set_value("cl100k_base").run()
    with_text(in_use, "tête-tete")
    assert not in_use.exception
    assert lanes(in_use)["headline"] == "Here they part"
