"""The Orders page: every control, and text that is empty or hostile."""

import dataclasses
import json
import zlib

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget
from tests.ways import with_a_whole_token
from ui.order_measures import MEASURES
from ui.rules import EXAMPLES, NOTATIONS
from ui.searching import FORGOTTEN, LONGEST, WAYS
from ui.state import default_settings

RANK_END = [256, 99, 46, 257, 46, 257]
VIEWS = ("Find it", "Measure it", "Other wrong ways")


@pytest.fixture
def page(open_page):
    return open_page("orders")


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
    ("label", "kind"),
    [
        ("By frequency", "frequency"),
        ("In reverse", "reverse"),
        ("Left to right", "left_to_right"),
        ("Longest match first", LONGEST),
        ("One rule forgotten", FORGOTTEN),
    ],
)
def test_every_way_beside_rank(page, label, kind):
    page.selectbox(key="orders beside").set_value(label).run()
    assert [side["kind"] for side in lanes(page)["sides"]] == ["rank", kind]
    assert ends(page)[0] == RANK_END


def test_a_rule_to_forget(page):
    page.selectbox(key="orders beside").set_value("One rule forgotten").run()
    assert ends(page)[1] == [97, 257, 46, 257, 46, 257]
    page.number_input(key="orders forgotten rule").set_value(1).run()
    assert ends(page)[1] == [256, 99, *b".bc.bc"]
    page.session_state["rules"] = []
    page.run()
    assert sentences(page)[0].startswith("There is no merge to forget")


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
    assert lanes(finding)["sides"][1]["kind"] == WAYS[way]
    assert lanes(finding)["headline"] != "They end alike"
    assert any(said.startswith("Wrong tokens") for said in sentences(finding))


def test_a_mismatch_shows_both_checksums(finding):
    finding.selectbox(key="orders way").set_value("Merges of another training").run()
    shown = finding.main.dataframe[0].value["checksum"]
    assert shown.map(len).tolist() == [64, 64]
    assert shown[0] != shown[1]


def test_a_merge_to_forget(finding):
    finding.selectbox(key="orders way").set_value("One merge forgotten").run()
    finding.number_input(key="orders forgotten").set_value(0).run()
    assert not finding.exception
    assert "end differently" in sentences(finding)[0]
    assert "without the merge of rank 0" in lanes(finding)["sides"][1]["rule"]


def test_nothing_to_find_is_one_sentence(finding):
    with_text(finding, "xyz")
    assert sentences(finding)[0] == "None in 1 chunk: no merge occurs in this text at all."
    assert lanes(finding)["headline"] == "Nothing to merge"


def test_where_nothing_differs_a_chunk_is_shown_that_merges(finding):
    with_text(finding, "xyz the")
    assert sentences(finding)[0] == "None in 2 chunks: both ways end alike everywhere."
    assert lanes(finding)["headline"] == "They end alike"


def test_the_chosen_row_is_kept(finding):
    with_text(finding, "sense London church")
    assert finding.session_state["orders chunk"] == ""
    first = ends(finding)[0]
    finding.session_state["orders chunk"] = f"{zlib.crc32(b' London')} 0"
    finding.switch_page("pages/tokens.py").run()
    finding.switch_page("pages/orders.py").run()
    assert ends(finding)[0] != first
    assert finding.session_state["orders chunk"] == f"{zlib.crc32(b' London')} 0"
    with_text(finding, "sense")
    assert finding.session_state["orders chunk"] == ""


def test_a_search_that_was_stopped_at_once_can_begin_again(finding):
    search = finding.session_state["search of orders"]
    search.work.found = []
    search.__dict__.pop("findings")
    finding.run()
    assert sentences(finding)[0] == "Stopped before any chunk had been encoded in both ways."
    assert not any(said.startswith("Wrong tokens") for said in sentences(finding))
    widget(finding.main, "button", "Search again").click().run()
    assert finding.session_state["search of orders"] is not search
    assert "chunk" in sentences(finding)[0]


@pytest.mark.parametrize("way", WAYS)
def test_a_text_in_one_piece_is_watched_around_what_differs(finding, way):
    finding.session_state["settings"] = dataclasses.replace(default_settings(), split=None)
    finding.session_state["orders forgotten"] = 0
    with_text(finding, "the senses of the London church, possession and the others there. " * 40)
    finding.selectbox(key="orders way").set_value(way).run()
    assert not finding.exception
    assert "The text is one chunk, and it ends differently at" in sentences(finding)[0]
    drawn = lanes(finding)
    assert drawn["size"] == 2640
    assert drawn["range"][1] - drawn["range"][0] <= 48


def test_a_chunk_that_is_taken_whole_is_no_finding(finding, tmp_path):
    finding.session_state["loaded"] = {"ranks.tiktoken": with_a_whole_token(tmp_path)}
    finding.run()
    widget(finding, "selectbox", "Tokenizer").set_value("ranks.tiktoken").run()
    with_text(finding, "abcbc bcabc")
    assert "1 of 3 different chunks end differently" in sentences(finding)[0]
    assert ends(finding) == [[257, 256, 99], [257, 97, 257]]
    with_text(finding, "abcbc")
    assert not finding.exception
    assert sentences(finding)[0] == "None in 1 chunk: no merge occurs in this text at all."
    assert sentences(finding)[1].startswith("This chunk is a token as it stands.")


def test_a_published_vocabulary_is_searched(finding):
    widget(finding, "selectbox", "Tokenizer").set_value("cl100k_base").run()
    with_text(finding, "tête-tete")
    assert "1 of 4 different chunks" in sentences(finding)[0] or has_lanes(finding)
    assert any(said.startswith("The shortest inputs that differ") for said in sentences(finding))


@pytest.mark.parametrize("text", ["", *HOSTILE.values()], ids=["empty", *HOSTILE])
def test_any_text_in_any_view(finding, text):
    with_text(finding, text)
    for view in VIEWS:
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
    for unit in page.button_group(key="orders unit").options:
        page.button_group(key="orders unit").set_value(unit).run()
        assert not page.exception
        assert unit in page.main.dataframe[0].value.columns


@pytest.mark.parametrize("way", WAYS)
def test_every_way_is_measured(page, way):
    page.button_group(key="orders view").set_value("Measure it").run()
    page.selectbox(key="orders corpus").set_value("Pride and Prejudice, chapter 1").run()
    page.selectbox(key="orders way").set_value(way).run()
    assert not page.exception
    assert len(page.get("vega_lite_chart")) == 1


def test_all_wrong_ways_side_by_side(page):
    page.button_group(key="orders view").set_value("Other wrong ways").run()
    shown = page.main.dataframe[0].value
    assert len(shown) == len(WAYS)
    assert (shown["tokens that differ"] > 0).all()
    assert lanes(page)["sides"][1]["kind"] == "frequency"
    page.session_state["orders row"] = "Left to right"
    page.switch_page("pages/tokens.py").run()
    page.switch_page("pages/orders.py").run()
    assert lanes(page)["sides"][1]["kind"] == "left_to_right"


def test_a_published_vocabulary_has_no_other_training(page):
    widget(page, "selectbox", "Tokenizer").set_value("gpt2").run()
    page.button_group(key="orders view").set_value("Other wrong ways").run()
    assert len(page.main.dataframe[0].value) == len(WAYS) - 1
    page.button_group(key="orders view").set_value("Find it").run()
    page.selectbox(key="orders way").set_value("Merges of another training").run()
    assert sentences(page)[0].startswith("Merges of another training can stand in only for")
    page.button_group(key="orders view").set_value("Measure it").run()
    assert sentences(page)[0].startswith("Merges of another training can stand in only for")
