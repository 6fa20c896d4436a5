// The colours of `ui.theme` in the browser: which palette fits the page, and the rules that make
// tokens wear it. Every second tint has another underline: the second channel.

const HUES = 6;
const TINTS = 2 * HUES; // tint = hue + HUES for the other shade
const PLAIN = TINTS; // no colour
const MARKS = ["equal", "pinned", "accent"]; // the later covers the earlier
const STRONG_MARKS = ["pinned", "accent"]; // with an ink of their own

/** The hue of an id. Ids that follow each other, as merges learned together do, get different hues. */
function hueOf(id) {
  return (id * 7 + (id >> 3)) % HUES;
}

/** Of { light, dark }, the palette that fits the page around the element. */
function pickPalette(element, palettes) {
  const paper = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = paper || "#fff";
  const channels = probe.fillStyle.match(/[0-9a-f]{2}/gi).map((hex) => parseInt(hex, 16));
  const isDark = 0.3 * channels[0] + 0.59 * channels[1] + 0.11 * channels[2] < 128;
  return { ...palettes[isDark ? "dark" : "light"], print: palettes.light };
}

/** Rules that give an element the colours as variables: --ink, --accent-soft, --tint-0 and so on. */
function paletteRules(selector, palette) {
  const variables = (colours) =>
    Object.entries(colours)
      .filter(([, colour]) => typeof colour === "string")
      .map(([name, colour]) => `--${name.replace("_", "-")}: ${colour};`)
      .concat(colours.tints.map((colour, hue) => `--tint-${hue}: ${colour};`))
      .join(" ");
  return `${selector} { ${variables(palette)} }
    @media print { ${selector} { ${variables(palette.print)} background: ${palette.print.paper}; } }`;
}

/** The rules that colour tokens; every second tint has another underline: the second channel. */
function paintingRules(palette) {
  const { ink, muted, accent, accent_soft: soft, on_accent: onAccent } = palette;
  const rules = (name, ground, lines, box = "") => [
    `::highlight(bpe-${name}) { ${ground} color: transparent; }`,
    // By itself: a browser that lacks highlights drops a rule that mentions them.
    `.bpe-${name} { ${ground} color: ${ink}; border-color: ${lines}; ${box} }`,
  ];
  const tints = [...palette.tints, ...palette.shades].flatMap((colour, tint) => {
    const stroke = palette.strokes[tint % HUES];
    const decoration = `text-decoration: underline ${underline(tint)} ${stroke} 2px;`;
    return rules(tint, `background-color: ${colour}; ${decoration}`, stroke);
  });
  const decoration = `text-decoration: underline double ${accent} 2px;`;
  const equal = rules("equal", `background-color: ${soft}; ${decoration}`, accent);
  const strong = STRONG_MARKS.flatMap((name) => [
    // In a box, part of a character may be another token's: soft, for the common ink.
    ...rules(name, `background-color: ${soft};`, accent, `box-shadow: inset 0 0 0 2px ${accent};`),
    `::highlight(bpe-${name}) { background-color: ${accent}; }`,
    `::highlight(bpe-${name}-ink) { color: ${onAccent}; }`,
  ]);
  const plain = `.bpe-${PLAIN} { color: ${muted}; border-color: ${muted}; }`;
  return [...tints, plain, ...equal, ...strong].join("\n");
}

function underline(tint) {
  const isOdd = (tint % HUES) % 2 ^ (tint >= HUES);
  return isOdd ? "dotted" : "solid";
}

/** Colours as variables on an element, where rules are not needed. */
function wearColours(element, palette) {
  for (const [name, colour] of Object.entries(palette)) {
    if (typeof colour === "string") element.style.setProperty(`--${name.replace("_", "-")}`, colour);
  }
}
