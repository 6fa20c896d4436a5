"""The token view in a browser: pointing, pinning, walking, asking, copying, hostile text."""

import json

import pytest

APP = """
import json
import streamlit as st
from bpe import BPETokenizer
from bpe.boundaries import why
from ui.boundary_view import boundary_view, in_words
from ui.token_view import token_text, token_view

st.set_page_config(layout="wide")
tok = BPETokenizer(
    split="gpt2", initial_merges={(116, 104): 256, (256, 101): 257, (32, 257): 258, (104, 101): 259}
)
size = st.slider("Size", 256, 260, 260)
cut = tok.truncated(size)
text = json.loads(st.query_params.get("text", '"the other the caf\\\\u00e9"'))
tokens = cut.tokens(text)
found = token_view(token_text(cut, text, tokens), key="view")
if found.boundary is not None:
    boundary_view(in_words(tok, why(tok, text, tokens, found.boundary, size), size), key="why")
st.text(f"pinned {found.pinned}, boundary {found.boundary}")
"""


IDS = "257 32 111 257 114 258 32 99 97 102 195 169"


@pytest.fixture(scope="module")
def address(serve):
    return serve(APP)


@pytest.fixture
def view(open_page, address):
    """``view(text)``: a page that shows a text, painted."""

    def show(text=None, **context):
        query = "" if text is None else f"?text={quoted(text)}"
        page = open_page(f"{address}/{query}", **context)
        page.locator(".bpe-block").first.wait_for()
        page.wait_for_function("[...CSS.highlights.values()].some((h) => h.size)")
        return page

    return show


def quoted(text):
    from urllib.parse import quote

    return quote(json.dumps(text))


def point(page, word, at=0.5, click=False, within="div.text"):
    """Point at a stretch of a text: at 0 its beginning, at 1 its end."""
    x, y = page.locator(within).evaluate(
        """(box, [word, at]) => {
          for (const block of box.querySelectorAll(".bpe-block")) {
            const node = [...block.childNodes].find((child) => child.nodeType === 3);
            const found = node.data.indexOf(word);
            if (found < 0) continue;
            const range = document.createRange();
            range.setStart(node, found);
            range.setEnd(node, found + word.length);
            const rect = range.getBoundingClientRect();
            return [rect.left + at * rect.width, rect.top + rect.height / 2];
          }
        }""",
        [word, at],
    )
    (page.mouse.click if click else page.mouse.move)(x, y)


def texts_in(page, area):
    """The text nodes of the blocks, without what is drawn around them."""
    return page.locator(f"{area} .bpe-block").evaluate_all(
        """(blocks) => blocks.map(
          (block) => [...block.childNodes].find((child) => child.nodeType === 3).data).join("")"""
    )


def inspector(page):
    return page.locator(".inspector")


def highlighted(page, name):
    """The text of the ranges that a highlight has in the view."""
    return page.evaluate(
        """(name) => [...(CSS.highlights.get(name) ?? [])]
          .filter((range) => range.startContainer.parentNode.closest(".text"))
          .sort((a, b) => a.startOffset - b.startOffset)
          .map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset))""",
        name,
    )


def says(page, sentence):
    page.get_by_text(sentence, exact=True).wait_for()


def test_neighbours_never_share_a_tint(view):
    page = view()
    painted = [highlighted(page, f"bpe-{tint}") for tint in range(6)]
    assert painted == [["the", " "], [" ", "c"], ["o", "a"], ["the", "f"], ["r"], [" the"]]


def test_pointing_shows_the_token_and_its_tree(view):
    page = view()
    point(page, " the")
    inspector(page).get_by_text("258", exact=True).first.wait_for()
    shown = inspector(page).inner_text()
    for fact in ("␣the", "6 of", "20 74 68 65", "1 times"):
        assert fact in shown
    labels = inspector(page).locator(".node").all_inner_texts()
    assert labels == ["␣the", "␣", "the", "th", "t", "h", "e"]


def test_a_click_pins_and_lights_all_equal_tokens(view):
    page = view("a b a c a")
    point(page, "b", click=True)
    says(page, "pinned 2, boundary None")
    assert highlighted(page, "bpe-pinned") == ["b"]
    page.mouse.move(0, 0)
    assert "pinned" in inspector(page).inner_text()
    point(page, "a", click=True)
    says(page, "pinned 0, boundary None")
    assert highlighted(page, "bpe-equal") == ["a", "a"]
    point(page, "a", click=True)
    says(page, "pinned None, boundary None")
    assert highlighted(page, "bpe-pinned") == []


def test_a_pin_outlives_another_vocabulary_size(view):
    page = view()
    point(page, " the", click=True)
    says(page, "pinned 5, boundary None")
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    says(page, "pinned 9, boundary None")
    assert highlighted(page, "bpe-pinned") == [" "]


def test_the_keyboard_walks_pins_and_lets_go(view):
    page = view()
    page.locator("div.text").focus()
    live = page.locator(".unseen[aria-live]")
    for key, spoken in [
        ("End", "token 12 of 12, id 169, '‹A9›'"),
        ("Home", "token 1 of 12, id 257, 'the'"),
        ("ArrowLeft", "token 1 of 12, id 257, 'the'"),
        ("ArrowRight", "token 2 of 12, id 32, '␣'"),
        ("ArrowRight", "token 3 of 12, id 111, 'o'"),
    ]:
        page.keyboard.press(key)
        assert live.inner_text() == spoken
    page.keyboard.press("Enter")
    says(page, "pinned 2, boundary None")
    page.keyboard.press("Escape")
    says(page, "pinned None, boundary None")


def test_characters_cut_between_tokens_are_numbered_chips(view):
    page = view()
    point(page, "é", 0.75)
    chips = inspector(page).locator(".chip")
    assert [chip.split() for chip in chips.all_inner_texts()] == [
        ["1/2", "C3", "195"],
        ["2/2", "A9", "169"],
    ]
    assert "é is cut between tokens" in inspector(page).inner_text()
    assert page.locator("div.text .bpe-stripes i").count() == 2


def test_a_boundary_tells_its_reason(view):
    page = view()
    point(page, "other", 0.0, click=True)
    reason = page.locator(".reason")
    reason.wait_for()
    assert reason.inner_text().splitlines()[2:] == ["None of the 4 merges joins ␣ + o."]
    point(page, "a", click=True)
    says(page, "pinned 8, boundary 2")
    inspector(page).get_by_role("button", name="after").click()
    page.get_by_text("None of the 4 merges joins").locator("..").get_by_text("a").wait_for()


def test_ids_and_text_light_each_other(view):
    page = view()
    page.locator(".id-pane summary").click()
    page.locator(".ids .bpe-block").wait_for()
    assert texts_in(page, ".ids") == IDS
    point(page, " the")
    page.locator(".ids .bpe-ring-hover").wait_for()
    page.mouse.move(0, 0)
    page.locator("div.text .bpe-ring-hover").wait_for(state="detached")
    point(page, "258", within=".ids")
    page.locator("div.text .bpe-ring-hover").wait_for()


def test_copies(view, address):
    page = view()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    paste = "navigator.clipboard.readText()"
    for name, copied in [
        ("text", "the other the café"),
        ("ids", IDS),
    ]:
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_text(f"{name} copied").wait_for()
        assert page.evaluate(paste) == copied
    page.get_by_role("button", name="JSON").click()
    page.get_by_text("JSON copied").wait_for()
    record = json.loads(page.evaluate(paste))
    assert record["text"] == "the other the café"
    assert b"".join(bytes.fromhex(t["bytes"]) for t in record["tokens"]).decode() == record["text"]


def test_the_invisible_is_listed_and_shown_on_request(view):
    page = view("a\u00a0b\u200d\tc\ufeff d\n")
    assert page.locator(".notes").inner_text() == (
        "Hard to see in this text: 1 tab, 1 no-break space, 1 zero-width joiner, 1 byte order mark."
    )
    page.get_by_label("Show invisible characters").check()
    glyphs = page.locator("div.text .bpe-glyph")
    glyphs.first.wait_for()
    assert glyphs.all_inner_texts() == ["NBSP", "ZWJ", "⇥", "BOM", "·"]
    assert texts_in(page, "div.text") == "a\u00a0b\u200d\tc\ufeff d\n"


HOSTILE = [
    "<script>document.title = 'hacked'</script><style>* { color: red }</style>",
    "<img src=x onerror=\"document.title='hacked'\">](javascript:alert(1)) $$x^2$$ &amp; **bold**",
    "\u202ereversed\u202c \u2066isolated\u2069 \0 \x1b[31m \r lone",
    "<|endoftext|> [link](https://example.org) <b>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_and_does_nothing(view, text):
    page = view(text)
    assert texts_in(page, "div.text") == text
    assert page.title() != "hacked"
    point(page, text[3:6], click=True)
    page.get_by_text("pinned").first.wait_for()
    assert (
        page.locator(".view script, .view img, .view a, .view style + style + style").count() == 0
    )


def test_a_phone_needs_no_sideways_scrolling(view):
    page = view("word " * 200 + "unbroken" * 200, viewport={"width": 390, "height": 844})
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    assert page.locator("div.text").evaluate("(box) => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_theme(view, scheme):
    page = view(color_scheme=scheme)
    ink = page.locator(".view").evaluate("(view) => getComputedStyle(view).color")
    assert (ink == "rgb(34, 29, 24)") == (scheme == "light")


def test_nothing_to_show(open_page, address):
    page = open_page(f"{address}/?text={quoted('')}")
    page.get_by_text("No tokens.").wait_for()
