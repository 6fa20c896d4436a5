"""The Orders page in the browser: what is in the first view, stepping, and narrow screens."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE
from tests.browser.test_links import link_of

PHONE = {"width": 390, "height": 844}
ROW = 35  # pixels, of a table
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture
def page(app, open_page):
    opened = open_page(f"{app}/orders")
    expect(opened.locator(".lanes .row.end")).to_be_visible()
    return opened


def line(page, row: str, side: int) -> list[str]:
    """The tokens of a row on one side."""
    return page.locator(f".lanes .row.{row} .cell").nth(side).locator(".token").all_text_contents()


def boxes(located) -> list[dict]:
    """Where these stand at one moment: a font that comes later moves them all."""
    return located.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")


def find_it(page) -> None:
    """Go to Find it, and wait until nothing of the view before is left."""
    page.get_by_text("Find it", exact=True).click()
    expect(page.get_by_text("different chunks end differently")).to_be_visible()
    expect(page.get_by_label("Beside rank")).to_have_count(1)


def test_the_first_view_has_lanes_mark_and_sentence(page):
    for part in (".band", ".fight .sign", ".row.end .sign", ".verdict"):
        # Until its font has come, the sentence above is longer and all else further down.
        expect(page.locator(f".lanes {part}")).to_be_in_viewport(ratio=1)
    expect(page.locator(".lanes .band")).to_contain_text("Here they part")
    assert line(page, "end", 0) == ["ab", "c", ".", "bc", ".", "bc"]
    assert line(page, "end", 1) == ["a", "bc", ".", "bc", ".", "bc"]


def test_steps_by_keyboard(page):
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    expect(page.locator(".lanes .row.end")).to_be_hidden()
    expect(page.locator(".lanes .row.now.fight")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".lanes .row.end")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".lanes .verdict")).to_be_visible()


def test_play_goes_from_the_start_to_the_end(page):
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".lanes .row.end")).to_be_hidden()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".lanes .row.end")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_tokens_that_share_bytes_are_linked(page):
    page.locator(".lanes .row.end .token", has_text="bc").nth(2).hover()
    linked = page.locator(".lanes .row.end .token.linked").all_text_contents()
    assert linked == ["ab", "c", "bc"]


def test_what_is_typed_stays_text(page):
    page.get_by_label("Text", exact=True).last.fill("<img src=x>abc.bc.bc")
    page.keyboard.press("Enter")
    expect(page.locator(".lanes .fight .token", has_text="<").first).to_be_visible()
    assert page.locator(".lanes img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_scrolls_sideways(app, open_page, scheme):
    page = open_page(f"{app}/orders", viewport=PHONE, color_scheme=scheme)
    expect(page.locator(".lanes .row.end")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    left, right = boxes(page.locator(".lanes .fight .cell"))
    assert left["bottom"] <= right["top"] + 1
    for box in boxes(page.locator(".lanes .token:visible")):
        assert box["right"] <= PHONE["width"]


def test_a_rule_edited_in_the_table_goes_into_the_link(page, open_page):
    page.get_by_test_id("stDataFrame").dblclick(position={"x": 200, "y": ROW + ROW // 2})
    cell = page.locator(".gdg-input")
    cell.fill("x")
    cell.press("Enter")
    expect(page.locator(".lanes .band")).to_contain_text("the same pair at every step")
    other = open_page(link_of(page))
    expect(other.locator(".lanes .band")).to_contain_text("the same pair at every step")
    assert line(other, "end", 0) == line(page, "end", 0)


def test_a_novel_is_searched_and_a_row_is_watched_and_shared(page, open_page):
    find_it(page)
    expect(page.locator(".lanes .band").first).to_contain_text("Here they part")
    before = line(page, "end", 0)
    box_of_third_row = {"x": ROW // 2, "y": 3 * ROW + ROW // 2}
    page.get_by_test_id("stDataFrame").first.click(position=box_of_third_row)
    expect(page.locator(".lanes .row.end .token", has_text="L").first).to_be_visible()
    watched = line(page, "end", 0)
    assert watched != before
    other = open_page(link_of(page))
    expect(other.locator(".lanes .row.end .token", has_text="L").first).to_be_visible()
    assert line(other, "end", 0) == watched


AT_LEISURE = """
import time
from ui.background import Work

tick = Work.tick

def at_leisure(self):
    time.sleep(0.3)
    tick(self)

Work.tick = at_leisure
"""


def test_a_search_can_be_stopped_before_its_first_chunk(changed_app, open_page):
    page = open_page(f"{changed_app(AT_LEISURE)}/orders")
    find_it(page)
    page.get_by_label("Beside rank").click()
    page.get_by_role("option", name="By frequency in the text").click()
    for _ in range(2):
        expect(page.get_by_text(re.compile(r"Encoding the text as one: \d+ steps"))).to_be_visible()
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.get_by_text("Stopped before any chunk")).to_be_visible()
        page.get_by_role("button", name="Search again").click()


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("Longest match first", "the longest token that fits"),
        ("One merge forgotten", "is the merge that was forgotten"),
        ("Merges of another training", "The same tokens, by other numbers"),
    ],
)
def test_ways_without_an_order_have_the_same_lanes(page, way, words):
    find_it(page)
    page.get_by_label("Beside rank").click()
    page.get_by_role("option", name=way).click()
    expect(page.locator(".lanes h3").last).to_have_text(way)
    expect(page.locator(".lanes .band").first).to_contain_text(words)
    assert line(page, "end", 0)


@pytest.mark.parametrize("view", ["Find it", "Measure it", "Other wrong ways"])
def test_no_view_scrolls_sideways_on_a_phone(app, open_page, view):
    page = open_page(f"{app}/orders", viewport=PHONE)
    page.get_by_text(view, exact=True).click()
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
