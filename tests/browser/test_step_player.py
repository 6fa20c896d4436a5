"""The step player in the browser: every way to move, what is said at each step, and Predict."""

import re

import pytest
from playwright.sync_api import expect

from bpe import BPETokenizer
from bpe.pieces import readable
from tests.browser.conftest import PATIENCE

MERGES = 30
TEXTS = {
    "multilingual": "the thin thing: 한글 한국 한글, then the other\n" * 6,
    "by hand": "aaabdaaabac",
    "hostile": "<script>throw 1</script><style>*{color:red}</style> ](x) $$x$$ &amp; \u202eab \0 "
    * 4,
}
TEXT = TEXTS["multilingual"]

# One page for all: the address says which text, how many merges, with contests or not, and where
# the player starts.
SCRIPT = f"""
import streamlit as st

from bpe import BPETokenizer
from bpe.corpus import weigh
from bpe.encoder import MergeTable
from bpe.leaders import contests
from ui.step_player import player_data, step_player

st.set_page_config(layout="wide")
asked = st.query_params
text = {TEXTS!r}[asked.get("text", "multilingual")]
tok, corpus = BPETokenizer(min_pair_count=2), weigh(text)
tok.learn(corpus, tok.steps(corpus, 256 + {MERGES}))
known = len(tok.history) if asked.get("told", "yes") == "yes" else 0
seeds = MergeTable.of_merges(dict(), 256)
found = list(contests(corpus, tok.history[:known], seeds, 6))
st.session_state.setdefault("k", int(asked.get("start", 0)))
data = player_data(tok, text, corpus, found)
st.session_state.k = step_player(data, key="player", k=st.session_state.k)
st.button("Show me merge 2", on_click=lambda: st.session_state.update(k=2))
st.text(f"Python is at {{st.session_state.k}}")
"""
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="module")
def plain(serve):
    """The address of a page with the player of a training on it."""
    return serve(SCRIPT)


@pytest.fixture(scope="module")
def tok():
    learned = BPETokenizer(min_pair_count=2)
    learned.train(TEXT, 256 + MERGES)
    return learned


def slider_of(page):
    return page.get_by_role("slider", name="Merges applied")


def piece_in_sentence(tok, k):
    return f"Merge {k}: .*, {tok.history[k - 1].count} times"


def stands_at(page, k):
    expect(slider_of(page)).to_have_attribute("aria-valuenow", str(k))


def test_the_first_view_shows_text_sentence_candidates_and_curve(plain, open_page):
    page = open_page(plain)
    slider_of(page).press("ArrowRight")
    for name in (".text", ".sentence", ".bars li >> nth=5", ".curve", ".controls"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)


def test_keys_move_through_the_training(plain, open_page, tok):
    page = open_page(plain)
    slider = slider_of(page)
    last = len(tok.history)
    expect(page.locator(".sentence")).to_have_text("Before the first merge: every byte is a token.")
    for key, k in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageUp", 11),
        ("PageDown", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        slider.press(key)
        stands_at(page, k)
        if k:
            expect(page.locator(".sentence")).to_have_text(re.compile(piece_in_sentence(tok, k)))
    expect(page.get_by_text("Python is at 0")).to_be_visible()


def test_text_and_figures_are_those_of_the_shorter_tokenizer(plain, open_page, tok):
    page = open_page(plain)
    for k in (0, 1, 2, 7, 19, len(tok.history)):
        page.get_by_label("Go to merge").fill(str(k))
        page.get_by_label("Go to merge").press("Enter")
        tokens = tok.truncated(256 + k).tokens(TEXT)
        expect(page.locator(".figures")).to_contain_text(f"{len(tokens):,} tokens")
        page.locator(".text").focus()
        for token in tokens[:12]:
            page.keyboard.press("ArrowRight")
            expect(page.locator(".spoken")).to_contain_text(f"of {len(tokens)}, id {token.id},")


def test_space_plays_and_pauses(plain, open_page, tok):
    page = open_page(plain)
    page.get_by_label("Speed").select_option("30")
    slider = slider_of(page)
    slider.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    slider.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_label("Speed").select_option("100")
    page.get_by_role("button", name="Play").click()
    stands_at(page, len(tok.history))
    expect(page.get_by_text(f"Python is at {len(tok.history)}")).to_be_visible()


def test_dragging_moves_along_and_tells_python_on_release(plain, open_page):
    page = open_page(plain)
    slider = slider_of(page)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 30, middle)
    page.mouse.down()
    seen = set()
    for share in (0.3, 0.5, 0.7):
        page.mouse.move(box["x"] + share * box["width"], middle)
        seen.add(slider.get_attribute("aria-valuenow"))
    assert len(seen) == 3
    page.wait_for_timeout(700)
    expect(page.get_by_text("Python is at 0")).to_be_visible()
    page.mouse.up()
    expect(
        page.get_by_text(f"Python is at {slider.get_attribute('aria-valuenow')}")
    ).to_be_visible()


def test_python_sends_the_player_and_lets_go_of_it(plain, open_page):
    page = open_page(plain)
    slider = slider_of(page)
    page.get_by_role("button", name="Show me merge 2").click()
    stands_at(page, 2)
    slider.press("PageUp")
    stands_at(page, 12)
    expect(page.get_by_text("Python is at 12")).to_be_visible()
    page.get_by_role("button", name="Show me merge 2").click()
    stands_at(page, 2)
    expect(page.get_by_text("Python is at 2")).to_be_visible()


def test_winner_next_best_and_ties_are_said_and_drawn(plain, open_page):
    page = open_page(f"{plain}/?text=by+hand&start=2")
    expect(page.locator(".sentence")).to_have_text(
        "Merge 2: a + b → ab, 2 times; next best aa + a, 2."
    )
    expect(page.locator(".tie")).to_contain_text("Tied with one other; the rule “smallest” decides")
    marks = page.locator(".bars .mark").all_inner_texts()
    assert marks[:2] == ["merged", "tied"]
    assert not any(marks[2:])


def test_without_contests_nothing_is_claimed_about_them(plain, open_page, tok):
    page = open_page(f"{plain}/?told=no&start=3")
    expect(page.locator(".sentence")).to_have_text(
        re.compile(piece_in_sentence(tok, 3) + r"\.$"), use_inner_text=True
    )
    expect(page.locator(".bars")).to_have_count(0)
    expect(page.locator(".tie")).to_be_empty()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".choice")).to_have_count(0)


def test_a_token_shows_its_tree_and_what_grew_from_it(plain, open_page):
    page = open_page(f"{plain}/?text=by+hand&start=3")
    page.locator(".sentence .made").click()
    nodes = page.locator(".tree .node").all_inner_texts()
    assert sorted(nodes) == sorted(["aaab", "aa", "ab", "a", "a", "a", "b"])
    page.locator(".tree .node", has_text=re.compile("^ab$")).click()
    expect(page.locator(".panel")).to_contain_text("id 257")
    expect(page.locator(".family .token")).to_have_text(["aaab"])
    page.get_by_role("button", name="Show merge 2").click()
    stands_at(page, 2)
    page.keyboard.press("Escape")
    page.locator(".text").click(position={"x": 14, "y": 20})
    expect(page.locator(".panel")).to_contain_text("Token aa")


def test_predict_asks_reveals_and_counts(plain, open_page, tok):
    page = open_page(f"{plain}/?start=4")
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".choice")).to_have_count(6)
    answer = " + ".join(readable(tok.vocab[half]) for half in tok.history[4].pair)
    page.get_by_role("button", name=answer, exact=True).click()
    stands_at(page, 5)
    expect(page.locator(".verdict")).to_have_text("Right.")
    expect(page.locator(".score")).to_have_text("1 of 1 right")
    page.get_by_role("button", name="Next question").click()
    page.locator(".text").click(position={"x": 100, "y": 20})
    expect(page.locator(".score")).to_contain_text("of 2 right")
    page.get_by_role("button", name="Predict").click()
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".score")).to_be_empty()


def test_hostile_text_is_only_text(plain, open_page):
    page = open_page(f"{plain}/?text=hostile&start=9")
    stands_at(page, 9)
    shown = page.locator(".text").evaluate(
        "box => [...box.querySelectorAll('.bpe-block')].map(block => [...block.childNodes]"
        ".filter(node => node.nodeType === 3).map(node => node.data).join('')).join('')"
    )
    assert shown == TEXTS["hostile"]
    assert page.locator(".sentence script, .panel script, .text script").count() == 0


def test_a_phone_needs_no_sideways_scroll(plain, open_page):
    page = open_page(plain, viewport={"width": 390, "height": 844})
    slider_of(page).press("PageUp")
    assert page.locator(".player").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_a_merge_closes_the_gap_where_motion_is_welcome(plain, open_page, motion, moves):
    page = open_page(plain, reduced_motion=motion)
    slider_of(page).press("ArrowRight")
    stands_at(page, 1)
    assert bool(page.locator(".joining i").count()) == moves


def test_dark_and_light_follow_the_page(plain, open_page):
    papers = set()
    for scheme in ("light", "dark"):
        page = open_page(plain, color_scheme=scheme)
        slider_of(page).wait_for()
        papers.add(
            page.locator(".player").evaluate(
                "player => getComputedStyle(player).getPropertyValue('--paper')"
            )
        )
    assert len(papers) == 2
