"""Several tokenizers side by side in a browser: aligned rows, rings, ids with their vocabulary."""

import json
from urllib.parse import quote

import pytest

APP = """
import json
import streamlit as st
from bpe import BPETokenizer
from ui.comparison import Row, comparison, comparison_view

st.set_page_config(layout="wide")
text = json.loads(st.query_params.get("text", '"abc abc"'))
first = BPETokenizer(initial_merges={(97, 98): 256})
second = BPETokenizer(initial_merges={(98, 99): 256})
third = BPETokenizer()
third.normalizer = "NFC"
toks = {"first": first, "second": second, "third": third}
rows = [Row(name, tok, tok.tokens(text)) for name, tok in toks.items()]
comparison_view(comparison(text, rows), key="view")
"""


@pytest.fixture(scope="module")
def address(serve):
    return serve(APP)


@pytest.fixture
def view(open_page, address):
    """``view(text)``: a page that compares three tokenizers on a text."""

    def show(text="abc abc", **context):
        page = open_page(f"{address}/?text={quote(json.dumps(text))}", **context)
        page.locator(".comparison").wait_for()
        page.wait_for_function("[...CSS.highlights.values()].some((h) => h.size)")
        page.wait_for_timeout(300)
        return page

    return show


def legend(page):
    return [" ".join(row.split()) for row in page.locator(".legend li").all_inner_texts()]


def tops(page):
    """Where the first line of each row stands."""
    return page.locator(".row").evaluate_all(
        """(rows) => rows.map((row) => {
          const block = row.querySelector(".bpe-block");
          const node = [...block.childNodes].find((child) => child.nodeType === 3);
          const range = document.createRange();
          range.selectNodeContents(node);
          const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
          return [...lines];
        })"""
    )


def test_rows_stand_under_each_other_line_by_line(view):
    page = view("word and word " * 60)
    rows = tops(page)
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) > 5
    for line in zip(*rows):
        assert list(line) == sorted(line)
    for before, after in zip(rows[2], rows[0][1:]):
        assert before < after
    assert page.locator(".line").count() == len(rows[0])


def test_rings_are_the_boundaries_that_not_all_have(view):
    page = view()
    assert page.locator(".rings i").count() == 2 + 2 + 4
    words = ["first 5 tokens, 2 ringed", "second 5 tokens, 2 ringed", "third 7 tokens, 4 ringed"]
    assert all(said in line for said, line in zip(words, legend(page)))


def test_the_keyboard_walks_and_names_ids_with_their_vocabulary(view):
    page = view()
    page.locator(".frame").focus()
    spoken = page.locator(".offscreen[aria-live]")
    page.keyboard.press("Home")
    assert spoken.inner_text() == "first: ab, id 256; second: a, id 97; third: a, id 97"
    page.keyboard.press("ArrowRight")
    assert spoken.inner_text() == "first: ab, id 256; second: bc, id 256; third: b, id 98"
    assert "ab id 256" in legend(page)[0]


def test_pointing_shows_what_the_others_make_of_it(view):
    page = view()
    box = page.locator(".row").first.bounding_box()
    line = tops(page)[0][0]
    page.mouse.move(box["x"] + 12, line + 12)
    assert [line.split("ringed ")[1] for line in legend(page)] == [
        "ab id 256",
        "a id 97 bc id 256",
        "a id 97 b id 98",
    ]


@pytest.mark.parametrize(
    "text", ["cafe\u0301 \u1112\u1161\u11ab", "<b>x</b>", "शक्ति قلم\n\n", "x" * 3000]
)
def test_any_text_is_aligned_and_only_text(view, text):
    page = view(text, viewport={"width": 390, "height": 844})
    assert len({len(row) for row in tops(page)}) == 1
    assert page.locator(".comparison b").count() == 0
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_nothing_to_compare(open_page, address):
    page = open_page(f"{address}/?text={quote(json.dumps(''))}")
    page.get_by_text("0 tokens, 0 ringed").first.wait_for()
