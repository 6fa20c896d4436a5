"""Pictures of charts can really be made."""

import pytest

from bpe import BPETokenizer
from ui import charts, curves, downloads, theme


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_chart_becomes_a_picture(kind, start):
    tok = BPETokenizer()
    tok.train("aaabdaaabac", 259)
    data = curves.points([curves.curve_of("a: text", tok, "aaab")], "tokens")
    chart = charts.curves(data, "tokens", theme.LIGHT, None)
    assert downloads.picture(chart, kind).startswith(start)
