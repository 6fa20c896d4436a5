"""The failures page as a reader sees it: rows painted, tokens spelled out, a case in the link."""


def case(page, name):
    page.get_by_test_id("stMain").get_by_text(name, exact=True).click()


def test_a_text_becomes_one_token(app, open_page):
    page = open_page(f"{app}/failures")
    case(page, "A memorised phrase")
    page.get_by_text("Trained on this text alone").wait_for()
    spelled = page.get_by_role("list", name="Tokens and their ids")
    assert spelled.count() == 3
    assert spelled.first.get_by_role("listitem").count() == 1
    painted = page.evaluate(
        "() => [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0)"
    )
    assert painted >= 3


def test_the_case_and_its_texts_are_in_the_link(app, open_page):
    page = open_page(f"{app}/failures")
    case(page, "Numbers and sums")
    box = page.get_by_label("a number", exact=True)
    box.fill("20262026")
    box.press("Control+Enter")
    page.get_by_text("“20262026” is").wait_for()
    page.wait_for_function("() => location.search.length > 10")
    other = open_page(page.url)
    other.get_by_text("“20262026” is").wait_for()
