"""Pictures of charts can really be made."""

import re

import pytest

from bpe import BPETokenizer
from ui import charts, curves, downloads, theme


def a_chart(palette):
    tok = BPETokenizer()
    tok.train("aaabdaaabac", 259)
    data = curves.points([curves.curve_of("a: text", tok, "aaab")], "tokens")
    return charts.curves(data, "tokens", palette, None)


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_chart_becomes_a_picture(kind, start):
    assert downloads.picture(a_chart(theme.LIGHT), kind).startswith(start)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_a_picture_is_on_the_paper_it_was_drawn_for(palette):
    drawn = downloads.picture(a_chart(palette), "svg").decode()
    assert f'fill="{palette.paper}"' in drawn
    words = re.findall(r"<text[^>]* fill=\"([^\"]*)\"", drawn)
    assert set(words) == {palette.ink, palette.strokes[0]}
