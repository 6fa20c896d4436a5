"""The colours, as plain data: warm neutral ground, six token tints, one accent for "this merge".

The tints stand on the hues of Okabe and Ito ("Color Universal Design", 2008), each moved to a light
or a dark step of its own, in turn, so that neighbours in this order differ in lightness too. Tests
hold what is promised: ink on every tint has a contrast of 4.5 or more, and neighbours keep a
distance also as protanopes, deuteranopes and tritanopes see them.
"""

from dataclasses import asdict, dataclass

import streamlit as st

HUES = ("orange", "sky blue", "green", "yellow", "blue", "purple")


@dataclass(frozen=True)
class Palette:
    """Colours as "#RRGGBB".

    ``paper``, ``ink``   ground and text; ``muted`` is text of less weight, ``line`` a hairline;
    ``raised``           ground of what stands out from the paper;
    ``tints``            six, one a hue of `HUES`; token i may take tint i % 6;
    ``shades``           six, the same hues at the other lightness: for two equal tokens in a row;
    ``strokes``          six, the same hues strong enough for lines on paper;
    ``accent``           "this merge", with ``on_accent`` as text upon it;
    ``accent_soft``      what belongs to it: equal tokens, the next best.
    """

    paper: str
    ink: str
    muted: str
    line: str
    raised: str
    tints: tuple[str, ...]
    shades: tuple[str, ...]
    strokes: tuple[str, ...]
    accent: str
    on_accent: str
    accent_soft: str


LIGHT = Palette(
    paper="#FBF7F0",
    ink="#221D18",
    muted="#6A6055",
    line="#DDD3C5",
    raised="#F3ECE0",
    tints=("#E7B464", "#CAEAFE", "#7AC7A6", "#F9F39B", "#82B7E4", "#FACBE3"),
    shades=("#FCE0B8", "#87C7EE", "#BDEFD8", "#E1D96E", "#C6E2FA", "#E8A2C7"),
    strokes=("#966704", "#037BAD", "#04805D", "#7C7402", "#1277B7", "#A64E81"),
    accent="#B84300",
    on_accent="#FFFFFF",
    accent_soft="#FFD9C2",
)

DARK = Palette(
    paper="#1B1815",
    ink="#F4EEE6",
    muted="#B3A899",
    line="#433C34",
    raised="#27221D",
    tints=("#815B17", "#1F475E", "#267055", "#484416", "#2A628D", "#5A2A46"),
    shades=("#563D15", "#306A8B", "#1B4A38", "#6B6626", "#134161", "#88476C"),
    strokes=("#E9B35E", "#6DC9FE", "#68D6AB", "#C9C261", "#7FC5FE", "#F69ECE"),
    accent="#FF9A4D",
    on_accent="#1B1815",
    accent_soft="#6B3208",
)


def palettes() -> dict[str, dict]:
    """Both palettes as plain data, for the browser: {"light": {…}, "dark": {…}}."""
    return {"light": asdict(LIGHT), "dark": asdict(DARK)}


def current() -> Palette:
    """The palette of the theme that the visitor sees."""
    return DARK if st.context.theme.type == "dark" else LIGHT
