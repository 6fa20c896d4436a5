"""What `ui.theme` promises: contrast for reading, and tints that colour-blind eyes tell apart."""

from itertools import pairwise

import numpy as np
import pytest

from ui.theme import DARK, HUES, LIGHT

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])

# Protanopia, deuteranopia, tritanopia in linear RGB: Machado, Oliveira and Fernandes (2009).
EYES = {
    "common": np.eye(3),
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}
# Linear RGB to the cones of Oklab, and those to Oklab: Ottosson (2020).
TO_CONES = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
TO_LAB = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])


def linear(colour):
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast of WCAG 2."""
    dark, light = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def difference(one, other, eyes):
    """The distance in Oklab, times 100, as these eyes see it; 2 can just be noticed."""
    seen = [TO_LAB @ np.cbrt(TO_CONES @ np.clip(eyes @ linear(c), 0, 1)) for c in (one, other)]
    return 100 * np.linalg.norm(seen[0] - seen[1])


@PALETTES
def test_text_can_be_read(palette):
    grounds = [palette.paper, palette.raised, palette.accent_soft, *palette.tints, *palette.shades]
    assert min(contrast(palette.ink, ground) for ground in grounds) >= 4.5
    assert min(contrast(palette.muted, ground) for ground in (palette.paper, palette.raised)) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert contrast(palette.accent, palette.paper) >= 4.5


@PALETTES
def test_lines_stand_out(palette):
    assert min(contrast(stroke, palette.paper) for stroke in palette.strokes) >= 3


@PALETTES
@pytest.mark.parametrize("eyes", EYES)
def test_neighbours_differ_for_all_eyes(palette, eyes):
    seen = np.array(EYES[eyes])
    for colours in (palette.tints, palette.shades):
        circle = [*colours, colours[0]]
        assert min(difference(one, other, seen) for one, other in pairwise(circle)) >= 6


@PALETTES
@pytest.mark.parametrize("eyes", EYES)
def test_two_of_a_hue_differ(palette, eyes):
    seen = np.array(EYES[eyes])
    for tint, shade in zip(palette.tints, palette.shades):
        assert difference(tint, shade, seen) >= 4


@PALETTES
def test_one_colour_a_hue(palette):
    assert len(palette.tints) == len(palette.shades) == len(palette.strokes) == len(HUES)
