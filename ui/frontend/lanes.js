// The two lanes: a text encoded in two ways, step beside step. Data: see `lanes_data` in ui/lanes.py.
//
// Rows stand so that the steps in which the sides part are beside each other, tied by a mark; what
// is before and after is counted from there. A token is as wide as its bytes, so that lines under
// each other compare byte by byte, and a merge only closes the gap between two tokens.

const PACE = 1400; // ms a row while playing
const KEPT = 2; // rows shown from the parting on, until all are unfolded

export default mountedAs(lanesView);

function lanesView(parent, data) {
  const { sides, fight, range, size, unit } = data;
  const before = fight ? Math.max(...fight) : 0;
  const shift = fight ? fight.map((row) => before - row) : [0, 0];
  const isPart = range[1] - range[0] < size;
  const last = Math.max(...sides.map(({ rows }, side) => rows.length + shift[side]));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let at = last; // the row that has been played; the last is the end
  let unfolded = false;
  let playing = null;

  const play = make("button", { type: "button", className: "play", onclick: togglePlay });
  const track = make("input", {
    type: "range", min: 0, max: last, step: 1, value: last, "aria-label": "Step", oninput: () => goTo(+track.value),
  });
  const where = make("span", { className: "where" });
  const spoken = make("div", { className: "offscreen", "aria-live": "polite" });
  const controls = make(
    "div", { className: "controls" },
    make("button", { type: "button", onclick: () => goTo(at - 1) }, "Back"),
    play,
    make("button", { type: "button", onclick: () => goTo(at + 1) }, "Next"),
    track, where,
  );
  const band = make(
    "div", { className: fight ? "band" : "band alike" },
    make("strong", {}, data.headline, ". "),
    ...sentence(data.words),
  );
  const rows = Array.from({ length: last }, (_, i) => rowOf(i));
  const end = endOf();
  const verdict = make("p", { className: "verdict" }, ...sentence(data.verdict));
  const list = make("div", { className: "list" });
  const root = make(
    "section",
    { className: "lanes", "aria-label": `${sides[0].title} and ${sides[1].title.toLowerCase()}, step by step`,
      onkeydown: onKey, onpointerover: onPoint, onpointerleave: () => link(null) },
    make("div", { className: "row heads" }, head(0), make("div", { className: "gutter" }), head(1)),
    list, verdict, controls, spoken,
  );
  root.classList.toggle("apart", Boolean(fight));
  root.classList.toggle("few", range[1] - range[0] <= 10);
  root.classList.toggle("many", range[1] - range[0] > 30);
  parent.append(root);
  arrange();
  show();

  // --- The parts ---------------------------------------------------------------------------------

  function head(side) {
    return make("div", { className: "head" },
      make("h3", {}, sides[side].title), make("p", {}, sides[side].rule));
  }

  function rowOf(i) {
    const isFight = fight && i === before;
    return make(
      "div", { className: isFight ? "row fight" : "row" },
      stepCell(0, i - shift[0], isFight), gutter(isFight ? "≠" : null, "they part here"), stepCell(1, i - shift[1], isFight),
    );
  }

  function gutter(sign, meaning) {
    return make("div", { className: "gutter" },
      sign && make("span", { className: "sign", title: meaning },
        make("span", { "aria-hidden": "true" }, sign), make("span", { className: "offscreen" }, meaning)));
  }

  function stepCell(side, i, isFight) {
    const { rows, title, numbers } = sides[side];
    const row = rows[i];
    if (!row) {
      const isDone = i === rows.length;
      return make("div", { className: "cell" }, isDone ? make("p", { className: "done" }, sideName(title), "nothing left to merge") : null);
    }
    return make(
      "div", { className: "cell" },
      make("p", { className: "offscreen" }, `${title}, step ${row.step}: merges ${chosenWords(row)}, in ${spell(row.ids)}`),
      make("div", { className: "step" },
        make("span", { className: "number" }, sideName(title, "step"), String(row.step)),
        line(row, numbers, isFight)),
      candidates(row, side),
    );
  }

  /** The side's name, for where the lanes stand under each other. */
  function sideName(title, more = "") {
    return make("span", { className: "side" }, `${title} · ${more} `);
  }

  function line(row, numbers, isFight) {
    const groups = new Map(row.chosen);
    const made = new Set(row.made);
    const chips = [];
    for (let i = 0; i < row.ids.length; ) {
      const stop = groups.get(i) ?? i + 1;
      const group = [];
      for (; i < stop; i++) group.push(chip(row, i, numbers, isFight, made));
      chips.push(group.length > 1 ? make("span", { className: "pair" }, ...group) : group[0]);
    }
    return make(
      "div", { className: "line", dir: data.direction, "aria-hidden": "true" },
      row.starts[0] > 0 ? rest(row.starts[0], "before") : null,
      ...chips,
      row.stop < size ? rest(size - row.stop, "after") : null,
    );
  }

  function rest(count, where) {
    return make("span", { className: "rest", title: `${count} ${unit}${count > 1 ? "s" : ""} ${where}` }, "…");
  }

  function chip(row, i, numbers, isFight, made) {
    const [text, isHex] = data.pieces[row.ids[i]];
    const [start, stop] = [row.starts[i], row.starts[i + 1] ?? row.stop];
    const id = numbers[row.ids[i]] ?? row.ids[i];
    const isWanted = isFight && data.wanted[0] <= start && stop <= data.wanted[1];
    const isOther = row.other?.includes(i);
    const names = ["token", isHex && "hex", made.has(i) && "made", isWanted && "wanted", isOther && "other"];
    const element = make(
      "bdi", { className: names.filter(Boolean).join(" "), title: `id ${id}` },
      text, isOther && data.numbered ? make("small", {}, String(id)) : null,
    );
    element.style.setProperty("--size", stop - start);
    Object.assign(element.dataset, { start, stop });
    return element;
  }

  function candidates(row, side) {
    const items = row.candidates.map(([ids, rank, much, mark]) =>
      make(
        "li", { className: mark },
        make("span", { className: "names" }, ...ids.flatMap((id, i) => (i ? [" + ", piece(id)] : [piece(id)]))),
        " ", make("span", { className: "rank" }, `rank ${number(rank)}`),
        " ", make("span", { className: "count" }, much),
        mark === "chosen" ? make("span", { className: "offscreen" }, " chosen") : null,
      ));
    if (row.more) items.push(make("li", { className: "more" }, `and ${row.more} more`));
    return make("ul", { className: `candidates by-${sides[side].kind.replace(" ", "-")}`,
      "aria-label": "Candidates" }, ...items);
  }

  function endOf() {
    const differ = sides.some(({ end }) => end.other.length);
    const sign = differ ? gutter("≠", fight ? "other tokens" : "other ids") : gutter("=", "the same tokens");
    const cells = sides.map(({ end, title, numbers }) => {
      const line_ = line({ ...end, chosen: [], made: [] }, numbers, false);
      const tokens = `${number(end.tokens)} token${end.tokens === 1 ? "" : "s"}`;
      return make("div", { className: "cell" },
        make("p", { className: "offscreen" }, `${title}, the end: ${spell(end.ids)}`),
        make("div", { className: "step" },
          make("span", { className: "number" }, sideName(title), "end"),
          make("div", {}, line_, make("p", { className: "total" }, isPart ? `${tokens} in all of it` : tokens))));
    });
    return make("div", { className: "row end" }, cells[0], sign, cells[1]);
  }

  function sentence(parts) {
    return parts.map(([kind, text]) => (kind === "piece" ? make("bdi", { className: "piece" }, text) : text));
  }

  function piece(id) {
    const [text, isHex] = data.pieces[id];
    return make("bdi", { className: isHex ? "hex" : "" }, text);
  }

  function spell(ids) {
    return ids.map((id) => data.pieces[id][0]).join(" ");
  }

  function chosenWords({ candidates }) {
    const [ids, rank, much] = candidates.find((candidate) => candidate[3] === "chosen");
    return `${ids.map((id) => spell([id])).join(" + ")}, rank ${rank}, ${much}`;
  }

  // --- Folding and moving ------------------------------------------------------------------------

  /** The rows, the sentence where they part, and buttons for what is folded away. */
  function arrange() {
    const from = !fight || unfolded || before === 1 ? 0 : before;
    const to = unfolded || last - before <= KEPT + 2 ? last : before + KEPT;
    list.replaceChildren(
      ...(fight ? [] : [band]),
      ...(from ? [fold(from, "before")] : []),
      ...rows.slice(from, before),
      ...(fight ? [band] : []),
      ...rows.slice(before, to),
      ...(to < last ? [fold(last - to, fight ? "after" : "more")] : []),
      end,
    );
  }

  function fold(count, where) {
    const label = where === "more" ? `Show ${count} more steps` : `Show the ${count} steps ${where}`;
    return make("button", { type: "button", className: "fold", onclick: unfold }, label);
  }

  function unfold() {
    unfolded = true;
    arrange();
  }

  function goTo(row, isPlaying = false) {
    if (!isPlaying) stop();
    at = Math.min(Math.max(row, 0), last);
    if (!unfolded) unfold();
    show();
    const now = at < last ? rows[at] : end;
    now.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    spoken.textContent = [...now.querySelectorAll(".cell > .offscreen")].map((part) => part.textContent).join(". ");
  }

  function show() {
    rows.forEach((row, i) => {
      row.classList.toggle("later", i > at);
      row.classList.toggle("now", i === at);
    });
    end.classList.toggle("later", at < last);
    verdict.classList.toggle("later", at < last);
    band.classList.toggle("later", fight ? at < before : at < last);
    track.value = at;
    where.textContent = at === last ? "the end" : `row ${at + 1} of ${last}`;
    play.textContent = playing ? "Pause" : "Play";
    controls.hidden = last === 0;
  }

  function togglePlay() {
    if (playing) return stop();
    playing = setInterval(() => (at < last ? goTo(at + 1, true) : stop()), PACE);
    goTo(at < last ? at : 0, true);
  }

  function stop() {
    clearInterval(playing);
    playing = null;
    show();
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === track) return;
    const moves = {
      ArrowRight: () => goTo(at + 1), ArrowLeft: () => goTo(at - 1),
      Home: () => goTo(0), End: () => goTo(last),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }

  // --- Bytes in common ---------------------------------------------------------------------------

  function onPoint(event) {
    link(event.target.closest?.(".token") ?? null);
  }

  /** Mark all tokens that share a byte with this one. */
  function link(token) {
    for (const other of root.querySelectorAll(".token")) {
      const shares = token && +other.dataset.start < +token.dataset.stop && +token.dataset.start < +other.dataset.stop;
      other.classList.toggle("linked", Boolean(shares));
    }
  }

  function wear(palettes) {
    const palette = pickPalette(root, palettes);
    wearColours(root, palette);
  }

  function destroy() {
    clearInterval(playing);
    root.remove();
  }

  return { wear, destroy };
}
