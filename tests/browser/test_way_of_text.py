"""The way of a text in a browser: staves that fit, and splits that show what moves."""

import pytest

APP = """
import streamlit as st
from bpe import BPETokenizer
from ui.way_of_text import way_of_text, way_view

st.set_page_config(layout="wide")
tok = BPETokenizer(split="cl100k")
way_view(way_of_text(tok, "I've 1234 <b>हिन्दी</b>!\\n"), key="way")
"""


@pytest.fixture(scope="module")
def address(serve):
    return serve(APP)


@pytest.mark.parametrize("width", [1280, 390])
def test_rows_are_aligned_and_fit(open_page, address, width):
    page = open_page(address, viewport={"width": width, "height": 800})
    page.locator(".stave").first.wait_for()
    for row in ("characters", "bytes", "chunks", "tokens"):
        edges = page.locator(f".row.{row} .cell").evaluate_all(
            "(cells) => cells.map((cell) => cell.getBoundingClientRect().left % 38)"
        )
        assert max(edges) - min(edges) < 1
    assert "".join(page.locator(".row.characters bdi").all_inner_texts()).startswith(
        "I've␣1234␣<b>"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_switching_the_split_marks_what_moves(open_page, address):
    page = open_page(address)
    page.locator(".stave").first.wait_for()
    chunks = page.locator(".row.chunks .cell")
    first = chunks.all_inner_texts()
    assert first[:4] == ["I", "'ve", "␣", "123"]
    page.get_by_label("none").check()
    page.get_by_text("gone").wait_for()
    assert chunks.count() < len(first)
    page.get_by_label("gpt2").check()
    page.get_by_text("␣1234", exact=True).first.wait_for()
    assert page.locator(".row.chunks .new").count() > 0
