"""The Languages page in the browser: a bar is clicked, and a phone is wide enough."""

from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE

PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENCE * 1000)


def test_a_clicked_bar_is_looked_at(app, open_page):
    page = open_page(f"{app}/languages")
    expect(page.get_by_text("Hindi takes")).to_be_visible()
    # The dearest language is the first row.
    page.locator("[data-testid=stVegaLiteChart] .mark-rect path").first.click()
    expect(page.get_by_text("Hindi takes")).to_be_hidden()
    expect(page.get_by_text("Burmese takes")).to_be_visible()


def test_a_phone_has_no_sideways_scroll(app, open_page):
    page = open_page(f"{app}/languages", viewport=PHONE)
    expect(page.locator("[data-testid=stVegaLiteChart]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
