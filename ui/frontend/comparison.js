// One text under several tokenizers. Data: see `comparison` in ui/comparison.py.
//
// Every row is the whole text once more, with a line height that leaves room for all rows, and moved
// down by its place among them. So the browser breaks all rows at the same places, and equal bytes
// stand under each other. Where it does not (a normal form of other width), the rows are stacked.

const MOST_LISTED = 12; // tokens named for each row
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export default mountedAs(comparisonView);

function comparisonView(parent, data) {
  const palette = pickPalette(parent.host ?? parent, data.palettes);
  const rows = data.rows.map(readRow);
  const places = [...new Set(rows.flatMap((row) => [...row.startsCommon]))].sort((a, b) => a - b);
  const lines = make("div", { className: "lines", "aria-hidden": "true" });
  const rings = make("div", { className: "rings", "aria-hidden": "true" });
  const texts = make("div", { className: "texts" }, lines, ...rows.map((row) => row.box), rings);
  const frame = make("div", {
    className: "frame", tabIndex: 0, role: "application",
    "aria-label": `The text under ${rows.map((row) => row.name).join(", ")}`,
    "aria-description": "Arrows walk through the text",
    onpointermove: onPoint, onkeydown: onKey,
  }, texts);
  const cells = rows.map(() => make("span", { className: "here" }));
  const legend = make("ol", { className: "legend" }, ...rows.map(legendOf));
  const spoken = make("div", { className: "offscreen", "aria-live": "polite" });
  const root = make("section", { className: "comparison" }, legend, frame, spoken);
  root.style.setProperty("--rows", rows.length);
  parent.append(root);

  let focused = null; // a byte of the text
  let looked = [null, null]; // from which byte to which

  // What is looked at first: the first token on which they do not agree.
  const first = places.find((place) => rows.some((row) => row.partings.includes(place))) ?? 0;

  for (const row of rows) {
    row.painter = paintText(row.box, row.text, palette);
    const tints = Uint8Array.from(row.ids, (_, i) => i % HUES);
    row.painter.show({ starts: row.starts, ends: row.ends, tints, marks: { equal: row.changed } });
  }
  if (places.length) look(...around(first));
  const resized = new ResizeObserver(arrange);
  resized.observe(texts);
  document.fonts?.addEventListener("loadingdone", arrange);

  // --- Rows --------------------------------------------------------------------------------------

  function readRow(row, index) {
    const box = make("div", { className: "row" });
    if (index) box.setAttribute("aria-hidden", "true");
    box.style.setProperty("--row", index);
    return {
      ...row, box, ids: int32s(row.ids), starts: int32s(row.starts), ends: int32s(row.ends),
      startsCommon: int32s(row.starts_common), endsCommon: int32s(row.ends_common),
      partings: int32s(row.partings),
    };
  }

  function legendOf({ name, ids, partings }, index) {
    const tokens = `${number(ids.length)} token${ids.length === 1 ? "" : "s"}`;
    const ringed = `${number(partings.length)} ringed`;
    return make("li", {}, tag(index), make("bdi", { className: "name" }, name),
      make("span", { className: "about" }, `${tokens}, ${ringed}`), cells[index]);
  }

  function tag(index) {
    return make("span", { className: "tag" }, String(index + 1));
  }

  // --- Arranging ---------------------------------------------------------------------------------

  /** Number the rows of every line, and ring the boundaries that not all rows have. */
  function arrange() {
    root.classList.remove("stacked");
    const heights = rows.map(({ box }) => box.getBoundingClientRect().height);
    const isStacked = heights.some((height) => Math.abs(height - heights[0]) > 1);
    root.classList.toggle("stacked", isStacked);
    const origin = texts.getBoundingClientRect();
    const lineHeight = parseFloat(getComputedStyle(rows[0].box).lineHeight);
    const count = isStacked ? 0 : Math.round(heights[0] / lineHeight);
    const found = rows.flatMap((row) => ringsOf(row, origin));
    lines.replaceChildren(...Array.from({ length: count }, () =>
      make("div", { className: "line" }, ...rows.map((_, index) => tag(index)))));
    rings.replaceChildren(...found.map(([x, bottom]) => {
      const ring = make("i");
      Object.assign(ring.style, { left: `${x}px`, top: `${bottom}px` });
      return ring;
    }));
  }

  function ringsOf({ painter, starts, ends, partings }, origin) {
    const found = [];
    for (const byte of partings) {
      const after = firstAtLeast(starts, byte);
      const isStart = starts[after] === byte;
      const token = isStart ? after : firstAtLeast(ends, byte);
      const rects = painter.rects(token);
      const rect = isStart ? rects[0] : rects.at(-1);
      if (!rect) continue;
      const x = edgeOf(painter, token, rect, isStart, byte);
      found.push([x - origin.left, rect.bottom - origin.top]);
    }
    return found;
  }

  /** Where a boundary of a token stands: inside a character, at the token's share of it. */
  function edgeOf(painter, token, rect, isStart, byte) {
    if (painter.inside(byte)) {
      const [first, last] = painter.run(token);
      const share = (token - first + (isStart ? 0 : 1)) / (last - first + 1);
      return rect.left + share * rect.width;
    }
    const isRightToLeft = RIGHT_TO_LEFT.test(painter.textBetween(token, token));
    return isStart !== isRightToLeft ? rect.left : rect.right;
  }

  // --- Looking -----------------------------------------------------------------------------------

  function onPoint({ clientX, clientY }) {
    for (const [index, row] of rows.entries()) {
      const found = row.painter.tokenAt(clientX, clientY);
      if (!found) continue;
      look(row.startsCommon[found.token], row.endsCommon[found.token], index);
      return;
    }
  }

  /** The longest token of any row that has a byte: where it starts and ends. */
  function around(byte) {
    const found = rows.flatMap((row) => tokensIn(row, byte, byte + 1).map((token) => [
      row.startsCommon[token], row.endsCommon[token],
    ]));
    return found.reduce((best, next) => (next[1] - next[0] > best[1] - best[0] ? next : best));
  }

  /** Name the tokens of every row that have bytes from `start` to `end`. */
  function look(start, end, of = null) {
    if (looked[0] === start && looked[1] === end) return;
    looked = [start, end];
    const lists = rows.map((row) => tokensIn(row, start, end));
    rows.forEach((row, i) => row.painter.ring("hover", lists[i][0] ?? null));
    rows.forEach((row, i) => {
      cells[i].replaceChildren(...tokensHere(row, lists[i]));
      cells[i].parentElement.classList.toggle("looked", i === of);
    });
  }

  function tokensIn({ startsCommon, endsCommon }, start, end) {
    const found = [];
    let token = firstAtLeast(endsCommon, start + 1);
    for (; token < startsCommon.length && startsCommon[token] < end; token++) found.push(token);
    return found;
  }

  function tokensHere({ ids, pieces }, tokens) {
    const listed = tokens.slice(0, MOST_LISTED).map((token) => make("span", { className: "token" },
      make("bdi", { className: "piece" }, pieces[ids[token]]),
      make("span", { className: "id" }, `id ${ids[token]}`)));
    const more = tokens.length - listed.length;
    const words = !tokens.length ? "no token here" : more > 0 ? `and ${number(more)} more` : null;
    return words ? [...listed, make("span", { className: "about" }, words)] : listed;
  }

  // --- Walking -----------------------------------------------------------------------------------

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !places.length) return;
    const at = focused === null ? -1 : places.indexOf(focused);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focus(places[Math.max(0, Math.min(places.length - 1, to))]);
  }

  function focus(place) {
    focused = place;
    look(...around(place));
    const here = rows.map((row) => tokensIn(row, place, place + 1)[0]);
    rows.forEach((row, i) => i || here[i] === undefined || keepInView(row.painter.rects(here[i])[0]));
    spoken.textContent = rows
      .map(({ name, ids, pieces }, i) => here[i] === undefined ? "" : `${name}: ${pieces[ids[here[i]]]}, id ${ids[here[i]]}`)
      .join("; ");
  }

  function keepInView(rect) {
    if (!rect) return;
    const view = frame.getBoundingClientRect();
    if (rect.top < view.top) frame.scrollTop -= view.top - rect.top + rect.height;
    else if (rect.bottom + rect.height > view.bottom) frame.scrollTop += rect.bottom - view.bottom + rows.length * 2 * rect.height;
  }

  function wear(palettes) {
    const worn = pickPalette(parent.host ?? parent, palettes);
    wearColours(root, worn);
    for (const { painter } of rows) painter.recolour(worn);
  }

  function destroy() {
    resized.disconnect();
    document.fonts?.removeEventListener("loadingdone", arrange);
    for (const { painter } of rows) painter.destroy();
    root.remove();
  }

  return { wear, destroy };
}
