// The ids of a text: a text too, painted the same way, in a pane that opens. While the pane is
// closed nothing is made, only remembered.

/** Returns show, tint, mark and ring as painters have them, and tokenAt, recolour and destroy. */
function idList(pane, box) {
  let [ids, tints, palette] = [[], [], null];
  let marks = {};
  let places = null;
  let painter = null;
  pane.addEventListener("toggle", paint);

  function paint() {
    painter?.destroy();
    painter = null;
    if (!pane.open) return;
    const written = Array.from(ids, String);
    let end = -1;
    const ends = Int32Array.from(written, (id) => (end += id.length + 1));
    places = { starts: ends.map((end, i) => end - written[i].length), ends };
    painter = paintText(box, written.join(" "), palette);
    painter.show({ ...places, tints, marks });
  }

  return {
    show(newIds, newTints, newPalette) {
      [ids, tints, palette, marks] = [newIds, newTints, newPalette, {}];
      paint();
    },
    tint(newTints) {
      tints = newTints;
      painter?.show({ ...places, tints });
    },
    mark(name, tokens) {
      marks[name] = tokens;
      painter?.mark(name, tokens);
    },
    ring: (name, token) => painter?.ring(name, token),
    tokenAt: (x, y) => painter?.tokenAt(x, y) ?? null,
    recolour(newPalette) {
      palette = newPalette;
      painter?.recolour(palette);
    },
    destroy: () => painter?.destroy(),
  };
}
