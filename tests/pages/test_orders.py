"""The Orders page: every control, and text that is empty or hostile."""

import json

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from ui.order_measures import MEASURES
from ui.rules import EXAMPLES, NOTATIONS
from ui.searching import FORGOTTEN, LONGEST, MISMATCHED, WAYS

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


# -- find it, measure it, other wrong ways --------------------------------------------------------


@pytest.fixture
def finding(page):
    """Find it, in the text of the sidebar."""
    page.button_group(key="orders view").set_value("Find it").run()
    return page.selectbox(key="orders corpus").set_value("the text in the sidebar").run()


def test_a_corpus_is_searched(page):
    page.button_group(key="orders view").set_value("Find it").run()
    page.selectbox(key="orders corpus").set_value("Pride and Prejudice, chapter 1").run()
    assert "different chunks end differently" in sentences(page)[0]
    assert lanes(page)["headline"] == "Here they part"
    assert any("None shorter exists" in said for said in sentences(page))
    assert len(page.main.dataframe) == 3


@pytest.mark.parametrize("way", [way for way in WAYS if WAYS[way] != FORGOTTEN])
def test_every_way_is_searched(finding, way):
    with_text(finding, "the senses of the London church, possession and the others there")
    finding.selectbox(key="orders way").set_value(way).run()
    assert not finding.exception
    assert "end differently" in sentences(finding)[0]
    assert has_lanes(finding) == (WAYS[way] not in (LONGEST, MISMATCHED))


def test_a_mismatch_shows_both_checksums(finding):
    finding.selectbox(key="orders way").set_value("Merges of another tokenizer").run()
    shown = finding.main.dataframe[0].value["checksum"]
    assert shown.map(len).tolist() == [64, 64]
    assert shown[0] != shown[1]


def test_a_merge_to_forget(finding):
    finding.selectbox(key="orders way").set_value("One merge forgotten").run()
    finding.number_input(key="orders forgotten").set_value(0).run()
    assert not finding.exception
    assert "end differently" in sentences(finding)[0]
    assert not has_lanes(finding)


def test_nothing_to_find_is_one_sentence(finding):
    with_text(finding, "xyz")
    assert sentences(finding)[0] == "None in 1 chunk: no merge occurs in this text at all."


def test_a_published_vocabulary_is_searched(finding):
    widget(finding, "selectbox", "Tokenizer").set_value("cl100k_base").run()
    with_text(finding, "tête-tete")
    assert "1 of 4 different chunks" in sentences(finding)[0] or has_lanes(finding)
    assert any("published rank file" in said for said in sentences(finding))


@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text_in_any_view(finding, text):
    with_text(finding, text)
    for view in ("Find it", "Measure it", "Other wrong ways"):
        finding.button_group(key="orders view").set_value(view).run()
        assert not finding.exception
        assert sentences(finding)


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_are_drawn(page, measure):
    page.button_group(key="orders view").set_value("Measure it").run()
    page.selectbox(key="orders corpus").set_value("Pride and Prejudice, chapter 1").run()
    page.button_group(key="orders measure").set_value(measure).run()
    assert not page.exception
    assert len(page.get("vega_lite_chart")) == 1
    assert len(page.main.dataframe) == 1


def test_all_wrong_ways_side_by_side(page):
    page.button_group(key="orders view").set_value("Other wrong ways").run()
    shown = page.main.dataframe[0].value
    assert len(shown) == len(WAYS)
    assert (shown["tokens that differ"] > 0).all()
