"""The painting scripts: what they paint is the text, uncut, and its tokens add up."""

import json
from itertools import accumulate

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import any_text
from ui import theme
from ui.component import PAINTING, script

SCRIPTS = {
    "Arabic": "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق",
    "Urdu": "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر",
    "Hebrew with points": "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם",
    "Devanagari": "सभी मनुष्यों को गौरव और अधिकारों के मामले में",
    "Bengali": "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার",
    "Tamil": "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்",
    "Thai": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์",
    "Khmer": "មនុស្សទាំងអស់ កើតមកមានសេរីភាព",
    "Jamo": "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165",
    "combining accents": "e\u0301te\u0301 a\u0323\u0302 o\u0323\u0300 Z\u0351\u0343\u0313",
    "emoji": "👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 1️⃣",
    "flags": "🇫🇷🇯🇵🇧🇷 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "mixed directions": "abc שלום def مرحبا 123",
}

STYLE = "width: 700px; padding: 10px; font: 28px/1.9 'Noto Sans', sans-serif; color: #221d18;"
PLAIN = "white-space: break-spaces; overflow-wrap: anywhere; unicode-bidi: plaintext;"


@pytest.fixture
def harness(open_page, tmp_path):
    """A page with the painting scripts and an empty box in a shadow tree."""
    path = tmp_path / "painting.html"
    path.write_text(
        f"""<!doctype html><meta charset="utf-8"><body style="background: #fbf7f0"><div id="host">
        </div><script>{script(*PAINTING)}</script><script>
        const root = host.attachShadow({{ mode: "open" }});
        function fresh() {{
          root.replaceChildren(document.createElement("div"));
          root.firstChild.style.cssText = {json.dumps(STYLE)};
          return root.firstChild;
        }}
        function painted(text, ends, palette) {{
          window.painter?.destroy();
          window.painter = paintText(fresh(), text, palette);
          painter.show({{ ends: Int32Array.from(ends), tints: ends.map((_, i) => i % 6) }});
        }}
        </script>""",
        "utf-8",
    )

    def at(**context):
        page = open_page(path.as_uri(), **context)
        page.evaluate("document.fonts.ready")
        return page

    return at


def transparent():
    """A palette that colours nothing."""
    palette = dict(theme.palettes()["light"])
    for name in ("tints", "shades", "strokes"):
        palette[name] = ["transparent"] * 6
    return palette


def paint(page, text, ends, palette):
    page.evaluate("([text, ends, palette]) => painted(text, ends, palette)", [text, ends, palette])
    page.evaluate("() => new Promise((done) => setTimeout(done, 80))")


@pytest.mark.parametrize("size", [1, 2, 5], ids="{} bytes a token".format)
def test_with_colours_off_the_pixels_are_those_of_the_uncut_text(harness, size):
    page = harness()
    different = []
    for writing, text in SCRIPTS.items():
        page.evaluate(
            """([text, style]) => {
              const box = fresh();
              box.style.cssText += style;
              box.textContent = text;
            }""",
            [text, PLAIN],
        )
        uncut = page.screenshot()
        length = len(text.encode())
        ends = [*range(size, length, size), length]
        paint(page, text, ends, transparent())
        if page.screenshot() != uncut:
            different.append(writing)
        paint(page, text, ends, theme.palettes()["light"])
        assert page.screenshot() != uncut, f"{writing} was not coloured"
    assert not different


def cut_anywhere(text):
    size = len(text.encode())
    return st.lists(st.integers(1, 5), min_size=size, max_size=size).map(
        lambda widths: (
            text,
            [end for end in accumulate(widths) if end < size] + [size] * (size > 0),
        )
    )


def test_chips_add_up_whatever_the_text(harness):
    page = harness()

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(any_text.flatmap(cut_anywhere))
    def check(case):
        text, ends = case
        runs, joined, cut, at = page.evaluate(
            """([text, ends, palette]) => {
              painted(text, ends, palette);
              const runs = ends.map((_, i) => painter.run(i));
              const distinct = runs.filter(([first], i) => first === i);
              return [
                distinct,
                distinct.map(([first, last]) => painter.textBetween(first, last)),
                ends.map((end) => painter.inside(end)),
                Array.from(charactersOfBytes(text)),
              ];
            }""",
            [text, ends, theme.palettes()["light"]],
        )
        # Every token is in exactly one run of chips, and the runs spell the text.
        assert [i for first, last in runs for i in range(first, last + 1)] == list(range(len(ends)))
        assert "".join(joined) == text
        data = text.encode()
        for end, inside in zip(ends, cut):
            splits_a_character = end < len(data) and data[end] & 0xC0 == 0x80
            assert (inside == "character") == splits_a_character
        offsets = [
            offset
            for i, character in enumerate(text)
            for offset in [len(text[:i].encode("utf-16-le")) // 2] * len(character.encode())
        ]
        assert at == [*offsets, len(text.encode("utf-16-le")) // 2]

    check()


def test_blocks_join_to_the_text_and_stay_short(harness):
    page = harness()
    for text in (
        "",
        "a" * 50_000,
        "word " * 20_000,
        "\n" * 30_000,
        "हिन्दी" * 3_000,
        "x\r\n" * 9_000,
    ):
        blocks = page.evaluate(
            """([text, palette]) => {
              painted(text, [], palette);
              const isText = (node) => node.nodeType === Node.TEXT_NODE;
              return [...root.querySelectorAll(".bpe-block")].map(
                (block) => [...block.childNodes].find(isText).data);
            }""",
            [text, theme.palettes()["light"]],
        )
        assert "".join(blocks) == text
        assert max(map(len, blocks), default=0) <= 8_000


def test_only_blocks_in_view_are_painted(harness):
    page = harness()
    text = "the quick brown fox\n" * 5_000
    ends = [i + 1 for i, character in enumerate(text) if character in " \n"]
    paint(page, text, ends, theme.palettes()["light"])
    page.evaluate("root.firstChild.style.cssText += 'height: 400px; overflow: auto;'")
    page.wait_for_timeout(300)
    count = "[...CSS.highlights.values()].reduce((sum, h) => sum + h.size, 0)"
    at_top = page.evaluate(count)
    assert 0 < at_top < 2_000
    page.evaluate("root.firstChild.scrollTop = 40000")
    page.wait_for_timeout(300)
    assert 0 < page.evaluate(count) < 2_000
    page.evaluate("painter.destroy()")
    assert page.evaluate(count) == 0


def test_pointing_finds_each_token(harness):
    page = harness()
    text = "hello big world\nשלום עולם\n한국"
    ends = [5, 9, 15, 16, 24, 33, 34, 35, 37, 40]
    paint(page, text, ends, theme.palettes()["light"])
    for token in range(len(ends)):
        found = page.evaluate(
            """(token) => painter.rects(token).map((rect) => painter.tokenAt(
                 rect.left + rect.width / 2, rect.top + rect.height / 2)?.token)""",
            token,
        )
        first, last = page.evaluate("(token) => painter.run(token)", token)
        assert found
        assert all(first <= other <= last for other in found)
    edge = page.evaluate(
        """() => {
          const [rect] = painter.rects(1);
          return painter.tokenAt(rect.left + 1, rect.top + 9);
        }"""
    )
    assert edge == {"token": 1, "edge": 5}


def test_without_the_highlight_api_spans_do(harness, browser):
    page = harness()
    page.evaluate("delete window.Highlight")
    paint(page, "hello world שלום", [2, 6, 9, 12, 14, 20], theme.palettes()["light"])
    assert page.evaluate("painter.exact") is False
    spans = page.evaluate("[...root.querySelectorAll('.bpe-ground span')].map(s => s.textContent)")
    assert spans == ["he", "llo ", "wor", "ld ", "ש", "לום"]
    assert page.evaluate("painter.rects(2).length") == 1
    colour = "getComputedStyle(root.querySelector('.bpe-ground span')).backgroundColor"
    assert page.evaluate(colour) == "rgb(231, 180, 100)"


def test_markup_is_text(harness):
    page = harness()
    text = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>&amp;"
    paint(page, text, [*range(3, len(text), 3), len(text)], theme.palettes()["light"])
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("root.querySelector('script, img')") is None
