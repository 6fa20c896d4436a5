"""The app as the first visitor of a fresh server meets it."""

import re

import pytest

PAGES = {
    "": "Training finds",
    "tokens": "A model does not see letters",
    "curves": "Each merge makes a text a little shorter",
    "orders": "in the order in which they were learned",
    "languages": "The same meaning costs very different numbers of tokens",
    "cost": "A model is paid by the token",
    "compare": "The same text under several tokenizers",
    "chat": "A model reads a conversation as one row of tokens",
    "failures": "Much that a model gets wrong, it never saw",
    "lab": "The whole algorithm in eight steps",
    "checks": "A count is worth something when it is the model's own",
}


@pytest.mark.parametrize("name", PAGES, ids=[name or "train" for name in PAGES])
def test_the_first_request_may_be_any_page(fresh_app, open_page, name):
    page = open_page(f"{fresh_app}/{name}")
    page.get_by_text(PAGES[name]).wait_for()
    assert page.get_by_text("Page not found").count() == 0
    page.locator(".stSidebar textarea").wait_for(state="attached")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
@pytest.mark.parametrize("name", PAGES, ids=[name or "train" for name in PAGES])
def test_nothing_scrolls_sideways(app, open_page, name, scheme, width):
    page = open_page(f"{app}/{name}", viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.get_by_text(PAGES[name]).wait_for()
    page.wait_for_timeout(1500)
    main = page.locator(".stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") == 0


def test_a_visitor_trains_and_finds_the_tokens_painted(app, open_page):
    page = open_page(app)
    page.get_by_text("Training on").click()
    page.get_by_text("Pasted text").click()
    page.get_by_label("Paste it here").fill("low low low lower lowest newest widest " * 20)
    page.get_by_label("Paste it here").press("Control+Enter")
    page.get_by_role("button", name="Train", exact=True).click()
    page.get_by_text(re.compile("780 bytes became")).wait_for()

    page.get_by_role("link", name="Tokens").click()
    page.get_by_text(PAGES["tokens"]).wait_for()
    box = page.get_by_label("Text", exact=True)
    box.fill("low lower")
    box.press("Control+Enter")
    page.get_by_text("the same 9 bytes").wait_for()
    painted = page.evaluate(
        """() => [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0)"""
    )
    assert painted >= 2
