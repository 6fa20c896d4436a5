"""A link opens the same picture for somebody else, or says what is wrong with it."""

import re

import pytest

LINK = re.compile(r"http\S+\?s=\S+")


def link_of(page) -> str:
    page.get_by_text("Share what you see").click()
    code = page.locator("code", has_text="?s=")
    code.wait_for()
    link = LINK.search(code.inner_text())[0]
    page.keyboard.press("Escape")
    return link


@pytest.fixture
def shared(app, open_page) -> str:
    """The link of a visitor who changed the text, the size and the tokenizer's training."""
    page = open_page(f"{app}/tokens")
    box = page.get_by_label("Text", exact=True)
    box.fill("ein Satz — 한국어 <b>&amp;</b> $x$")
    box.press("Control+Enter")
    page.get_by_text("the same 39 bytes").wait_for()
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    page.locator("[data-testid=stMetricValue]", has_text=re.compile("^39$")).first.wait_for()
    page.get_by_label("Show invisible characters").check()
    page.get_by_role("application").press("Enter")  # the first token is pinned
    page.locator("aside.inspector", has_text="pinned").wait_for()
    return link_of(page)


def test_a_link_opens_the_same_picture(shared, open_page):
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
    assert "/tokens?s=" in shared
    page = open_page(shared)
    expect(page.get_by_label("Text", exact=True)).to_have_value(
        "ein Satz — 한국어 <b>&amp;</b> $x$"
    )
    # As many tokens as bytes: the size is still 256.
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text("39")
    expect(page.get_by_label("Show invisible characters")).to_be_checked()
    expect(page.locator("aside.inspector")).to_contain_text("pinned")


def test_a_damaged_link_says_so_and_opens_the_app(shared, open_page):
    page = open_page(shared[:-5])
    page.get_by_text("This link is damaged").wait_for()
    page.get_by_text("A model does not see letters").wait_for()
