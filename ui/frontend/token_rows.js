// Short texts, one a row: special tokens as chips, and between them text in the colours of its
// tokens; beneath it, if asked for, each token spelled out over its id. Data: see ui/token_rows.py.

const MOST_SPELLED = 60; // tokens of a row that are spelled out

export default mountedAs(rowsView);

function rowsView(parent, { rows, vocabulary, with_ids, palettes }) {
  const palette = pickPalette(parent.host ?? parent, palettes);
  const painters = [];
  const root = make("section", { className: "rows", "aria-label": `Ids are those of ${vocabulary}` });
  root.append(...rows.map(rowOf));
  parent.append(root);

  function rowOf({ label, total, content, rest, runs, of }) {
    const idOf = (id) => `id ${id} of ${of || vocabulary}`;
    const figures = make("div", { className: "figures" },
      make("strong", {}, number(total)), ` token${total === 1 ? "" : "s"}`,
      rest ? make("span", { className: "about" }, `${number(content)} content, ${number(total - content)} ${rest}`) : null);
    const line = make("div", { className: "line" });
    let tint = 0; // neighbours differ from run to run, too
    for (const run of runs) {
      line.append(run.special ? chip(run, idOf) : painted(run, tint, idOf));
      if (!run.special) tint += run.pieces.length;
    }
    const body = make("div", { className: "body" }, line, with_ids ? spelled(runs, idOf) : null);
    return make("div", { className: "row" }, make("div", { className: "label" }, label), body, figures);
  }

  function spelled(runs, idOf) {
    const tokens = runs.flatMap((run) =>
      run.special ? [[run.text, run.id]] : [...int32s(run.ids)].map((id, i) => [run.pieces[i], id]),
    );
    const list = make("ol", { className: "spelled", "aria-label": "Tokens and their ids" });
    list.append(
      ...tokens.slice(0, MOST_SPELLED).map(([piece, id]) =>
        make("li", { title: idOf(id) }, make("bdi", {}, piece), make("span", { className: "id" }, String(id))),
      ),
    );
    const more = tokens.length - MOST_SPELLED;
    if (more > 0) list.append(make("li", { className: "more" }, `and ${number(more)} more`));
    return list;
  }

  function chip({ text, id }, idOf) {
    return make("span", { className: "special", title: idOf(id) },
      make("bdi", {}, text), make("span", { className: "id" }, String(id)));
  }

  function painted({ text, ids, ends, pieces }, tint, idOf) {
    const box = make("div", { className: "run" });
    const painter = paintText(box, text, palette);
    const [numbers, stops] = [int32s(ids), int32s(ends)];
    painter.show({ ends: stops, tints: Uint8Array.from(pieces, (_, i) => (tint + i) % HUES) });
    painters.push(painter);
    box.addEventListener("pointermove", ({ clientX, clientY }) => {
      const token = painter.tokenAt(clientX, clientY)?.token ?? null;
      painter.ring("hover", token);
      box.title = token === null ? "" : `${pieces[token]}  ${idOf(numbers[token])}`;
    });
    box.addEventListener("pointerleave", () => painter.ring("hover", null));
    return box;
  }

  function wear(palettes) {
    const worn = pickPalette(parent.host ?? parent, palettes);
    wearColours(root, worn);
    for (const painter of painters) painter.recolour(worn);
  }

  function destroy() {
    for (const painter of painters) painter.destroy();
    root.remove();
  }

  return { wear, destroy };
}
