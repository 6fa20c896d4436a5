// The way of a text, as staves of four rows: characters, bytes, chunks, tokens. A column is a byte.
// Data: see `way_of_text` in ui/way_of_text.py.

const COLUMN = 38; // pixels
const NAMES = { characters: "characters", bytes: "UTF-8 bytes", chunks: "chunks", tokens: "tokens" };

const ways = new WeakMap();

export default function (component) {
  const { parentElement } = component;
  if (!ways.has(parentElement)) ways.set(parentElement, wayOfText(parentElement));
  ways.get(parentElement).update(component.data);
  return () => ways.get(parentElement)?.destroy();
}

function wayOfText(parent) {
  const colours = make("style");
  const choice = make("div", { className: "choice", role: "radiogroup", "aria-label": "Split" });
  const summary = make("p", { className: "summary", role: "status" });
  const staves = make("div", { className: "staves" });
  const root = make("section", { className: "way" }, colours, choice, summary, staves);
  parent.append(root);
  let data = null;
  let chosen = null;
  let columns = 0;

  const resized = new ResizeObserver(() => {
    const fit = Math.max(4, Math.floor(staves.clientWidth / COLUMN));
    if (fit !== columns) {
      columns = fit;
      draw();
    }
  });
  resized.observe(staves);

  function update(next) {
    data = next;
    const names = data.splits.map(({ name }) => name);
    if (!names.includes(chosen)) chosen = data.own;
    colours.textContent = paletteRules(".way", pickPalette(parent.host ?? parent, data.palettes));
    choice.hidden = names.length < 2;
    choice.replaceChildren("Split ", ...names.map(option));
    draw();
  }

  function option(name) {
    const input = make("input", {
      type: "radio", name: "split", checked: name === chosen,
      onchange: () => {
        chosen = name;
        draw();
      },
    });
    return make("label", {}, input, name === data.own ? `${name} (in use)` : name);
  }

  function draw() {
    if (!data || !columns) return;
    const split = data.splits.find(({ name }) => name === chosen);
    const own = data.splits.find(({ name }) => name === data.own);
    const bytes = data.bytes.toUpperCase().match(/../g) ?? [];
    const rows = {
      characters: data.characters.map(([start, end, label, code]) => ({ start, end, label, note: code })),
      bytes: bytes.map((label, i) => ({ start: i, end: i + 1, label })),
      chunks: moved(split.chunks, own.chunks).map(([start, end, label, isNew]) => ({
        start, end, label, isNew,
      })),
      tokens: moved(split.tokens, own.tokens).map(([start, end, label, ids, isNew], i) => ({
        start, end, label, isNew, note: ids.join(" "), tint: i % HUES,
      })),
    };
    summary.textContent = inWords(split, own);
    staves.replaceChildren(...lines(bytes.length).map(([start, end]) => stave(rows, start, end)));
  }

  /** The cells, each with whether its end is none under the tokenizer's own split. */
  function moved(cells, own) {
    const ends = new Set(own.map(([, end]) => end));
    return cells.map((cell) => [...cell, !ends.has(cell[1])]);
  }

  function inWords(split, own) {
    if (!split.tokens.length) return "No text.";
    const counted = `${split.tokens.length} tokens in ${split.chunks.length} chunks`;
    const rows = "Row under row: characters, their UTF-8 bytes, chunks, tokens with their ids.";
    if (split === own) return `${counted}. ${rows}`;
    const ends = (cells) => new Set(cells.map(([, end]) => end));
    const [here, there] = [ends(split.tokens), ends(own.tokens)];
    const gone = [...there].filter((end) => !here.has(end)).length;
    const fresh = [...here].filter((end) => !there.has(end)).length;
    return (
      `${counted}, instead of ${own.tokens.length} in ${own.chunks.length}: ` +
      `of the token boundaries ${gone} gone, ${fresh} new (marked).`
    );
  }

  /** Where staves start and end, so that none cuts a character. */
  function lines(size) {
    const found = [];
    let start = 0;
    for (const [, end] of data.characters) {
      const last = data.characters.findLast(([, stop]) => stop <= start + columns)?.[1];
      if (end === last || end === size) {
        found.push([start, end]);
        start = end;
      }
    }
    return found;
  }

  function stave(rows, start, end) {
    const grid = make("div", { className: "stave" });
    grid.style.gridTemplateColumns = `repeat(${end - start}, ${COLUMN}px)`;
    Object.entries(rows).forEach(([name, cells], row) => {
      const list = make("div", { className: `row ${name}`, role: "list", "aria-label": NAMES[name] });
      for (const cell of cells) {
        if (cell.start < end && cell.end > start) list.append(box(cell, row + 1, start, end));
      }
      grid.append(list);
    });
    return grid;
  }

  function box({ start, end, label, note, tint, isNew }, row, from, to) {
    const element = make("div", { className: "cell", role: "listitem", title: label },
      make("bdi", { textContent: label }),
      note === undefined ? null : make("small", { textContent: note }));
    element.style.gridArea = `${row} / ${Math.max(start, from) - from + 1} / ${row + 1} / ` +
      `${Math.min(end, to) - from + 1}`;
    if (tint !== undefined) element.style.background = `var(--tint-${tint})`;
    element.classList.toggle("goes-on", end > to);
    element.classList.toggle("went-on", start < from);
    element.classList.toggle("new", Boolean(isNew) && end <= to);
    return element;
  }

  function destroy() {
    resized.disconnect();
    ways.delete(parent);
    root.remove();
  }

  return { update, destroy };
}
