// The token view: a painted text, its ids, and an inspector for the token pointed at.
// Data: see `token_text` in ui/token_view.py. What is pinned, and the boundary asked about, go back
// to Python as places in the text: { of: checksum of the text, byte }.

const views = new WeakMap();

export default function (component) {
  const { parentElement } = component;
  let view = views.get(parentElement);
  if (!view) {
    view = tokenView(parentElement);
    views.set(parentElement, view);
  }
  view.update(component);
  return () => {
    views.delete(parentElement);
    view.destroy();
  };
}

function tokenView(parent) {
  const root = element("section", "view");
  const bar = element("div", "bar");
  const box = element("div", "text");
  const idBox = element("div", "ids");
  const idPane = element("details", "id-pane");
  const inspector = element("aside", "inspector");
  const notes = element("div", "notes");
  const live = element("div", "live");
  root.append(bar, box, inspector, idPane, notes, live);
  idPane.append(element("summary", "", "Ids"), idBox);
  parent.append(root);

  Object.assign(box, { tabIndex: 0, role: "application" });
  box.setAttribute("aria-label", "Tokens of the text");
  box.setAttribute("aria-description", "Arrows walk from token to token, Enter pins, Escape lets go");
  inspector.setAttribute("aria-label", "The token looked at");
  live.setAttribute("aria-live", "polite");

  const showGlyphs = toggle("Show invisible characters", repaintGlyphs);
  const colourById = toggle("Same token, same hue", repaintTints);
  const copied = element("span", "copied");
  copied.setAttribute("role", "status");
  bar.append(
    showGlyphs.label,
    colourById.label,
    element("span", "space"),
    copied,
    element("span", "copy-label", "Copy"),
    copyButton("text", () => data.text),
    copyButton("ids", () => ids.join(" ")),
    copyButton("JSON", asJson),
  );

  let data = null;
  let send = null;
  let ids, starts, ends, vocab, row;
  let painter = null;
  let idPainter = null;
  let idPlaces = null;
  let [hovered, focused, pinned, boundary] = [null, null, null, null];

  // --- Data --------------------------------------------------------------------------------------

  function update({ data: next, setStateValue }) {
    send = setStateValue;
    const old = data;
    data = next;
    const { options } = data;
    const palette = pickPalette(parent.host ?? parent, data.palettes);
    dress(palette, options);
    if (!old || JSON.stringify(options) !== JSON.stringify(old.options)) {
      showGlyphs.input.checked = options.glyphs;
      colourById.input.checked = options.by_id;
    }
    const isOther = !old || old.of !== data.of || old.text !== data.text;
    if (isOther) {
      painter?.destroy();
      painter = paintText(box, data.text, palette);
      pinned = placed(old ? null : options.pinned);
    } else {
      painter.recolour(palette);
    }
    if (isOther || old.ends !== data.ends || old.ids !== data.ids) retoken(old, palette);
    else idPainter.recolour(palette);
    inspect();
  }

  function placed(place) {
    return place?.of === data.of ? place.byte : null;
  }

  /** Other tokens: keep what is pinned by its place in the text. */
  function retoken(old, palette) {
    [ids, starts, ends] = [data.ids, data.starts, data.ends].map(int32s);
    vocab = Object.fromEntries(
      ["ids", "lefts", "rights", "ranks", "counts"].map((name) => [name, int32s(data.vocab[name])]),
    );
    row = new Map(Array.from(vocab.ids, (id, i) => [id, i]));
    [hovered, focused, boundary] = [null, null, null];
    painter.show({ starts, ends, tints: tints() });
    showIds(palette);
    repaintGlyphs();
    markPinned();
    writeNotes();
    for (const ring of RINGS) painter.ring(ring, null);
  }

  function tints() {
    const byId = colourById.input.checked;
    return Uint8Array.from(ids, (id, i) => (byId ? (hueOf(id) + (i % 2) * HUES) : i % HUES));
  }

  /** Ids that follow each other, as merges learned together do, get different hues. */
  function hueOf(id) {
    return (id * 7 + (id >> 3)) % HUES;
  }

  function showIds(palette) {
    idPainter?.destroy();
    const list = Array.from(ids, String);
    const idEnds = new Int32Array(list.length);
    let at = 0;
    list.forEach((id, i) => {
      idEnds[i] = at + id.length;
      at += id.length + 1;
    });
    idPainter = paintText(idBox, list.join(" "), palette);
    idPlaces = { starts: idEnds.map((end, i) => end - list[i].length), ends: idEnds };
    idPainter.show({ ...idPlaces, tints: tints() });
  }

  function dress(palette, options) {
    for (const [name, colour] of Object.entries(palette)) {
      if (typeof colour === "string") root.style.setProperty(`--${name.replace("_", "-")}`, colour);
    }
    root.style.setProperty("--height", `${options.height}px`);
    idPane.hidden = !options.show_ids;
  }

  // --- Toggles and copies ------------------------------------------------------------------------

  function toggle(text, onChange) {
    const label = element("label", "toggle");
    const input = element("input");
    input.type = "checkbox";
    input.addEventListener("change", onChange);
    label.append(input, text);
    return { label, input };
  }

  function repaintGlyphs() {
    const labels = new Map(data.invisible.map(([character, label]) => [character, label]));
    painter.glyphs(showGlyphs.input.checked ? labels : null);
  }

  function repaintTints() {
    painter.show({ starts, ends, tints: tints() });
    idPainter.show({ ...idPlaces, tints: tints() });
  }

  function copyButton(name, make) {
    const button = element("button", "copy", name);
    button.type = "button";
    button.title = `Copy the ${name}`;
    button.addEventListener("click", async () => {
      const written = await copy(make());
      copied.textContent = written ? `${name} copied` : "the browser refused to copy";
      setTimeout(() => (copied.textContent = ""), 2500);
    });
    return button;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Clipboard access needs a secure page; a server in a classroom seldom is one.
      const area = element("textarea", "offscreen");
      area.value = text;
      root.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function asJson() {
    const tokens = Array.from(ids, (id, i) => ({
      id, start: starts[i], end: ends[i], bytes: data.vocab.hex[row.get(id)],
    }));
    return JSON.stringify({ text: data.text, tokens }, null, 1);
  }

  // --- Pointing and walking ----------------------------------------------------------------------

  link(box, () => painter);
  link(idBox, () => idPainter);

  function link(area, painterOf) {
    area.addEventListener("pointermove", ({ clientX, clientY }) => {
      const found = painterOf().tokenAt(clientX, clientY);
      area.classList.toggle("at-edge", area === box && found?.edge != null);
      hover(found ? found.token : null);
    });
    area.addEventListener("pointerleave", () => hover(null));
    area.addEventListener("click", ({ clientX, clientY }) => {
      if (!parent.getSelection?.().isCollapsed && String(parent.getSelection?.())) return;
      const found = painterOf().tokenAt(clientX, clientY);
      if (!found) pin(null);
      else if (area === box && found.edge != null) ask(found.edge);
      else pin(found.token === pinnedToken() ? null : found.token);
    });
  }

  function hover(token) {
    if (token === hovered) return;
    hovered = token;
    ring("hover", token);
    inspect();
  }

  function focus(token) {
    focused = token;
    ring("focus", token);
    if (token !== null) {
      painter.reveal(token);
      live.textContent = spoken(token);
    }
    inspect();
  }

  function ring(name, token) {
    painter.ring(name, token);
    idPainter.ring(name, token);
  }

  function spoken(token) {
    const piece = data.vocab.pieces[row.get(ids[token])];
    return `token ${token + 1} of ${data.tokens}, id ${ids[token]}, '${piece}'`;
  }

  box.addEventListener("focus", () => box.matches(":focus-visible") && focus(focused ?? pinnedToken() ?? 0));
  box.addEventListener("blur", () => ring("focus", null));
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !ids.length) return;
    const at = focused ?? pinnedToken() ?? 0;
    const forward = isRightToLeft(at) ? -1 : 1;
    const steps = { ArrowRight: forward, ArrowLeft: -forward };
    if (event.key in steps) focus(clamp(focused === null ? at : at + steps[event.key]));
    else if (event.key === "ArrowDown") focus(below(at, 1));
    else if (event.key === "ArrowUp") focus(below(at, -1));
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(ids.length - 1);
    else if (event.key === "Enter" || event.key === " ") pin(at === pinnedToken() ? null : at);
    else if (event.key === "Escape") pin(null);
    else return;
    event.preventDefault();
  });

  function clamp(token) {
    return Math.max(0, Math.min(ids.length - 1, token));
  }

  function isRightToLeft(token) {
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(painter.textBetween(token, token));
  }

  /** The token a line below (or above), if there is one in view. */
  function below(token, direction) {
    const [rect] = painter.rects(token);
    if (!rect) return clamp(token + direction);
    const x = rect.left + rect.width / 2;
    for (let lines = 1; lines < 4; lines++) {
      const y = rect.top + rect.height / 2 + direction * lines * lineHeight();
      const found = painter.tokenAt(x, y);
      if (found && found.token !== token) return found.token;
    }
    return clamp(token + direction);
  }

  function lineHeight() {
    return parseFloat(getComputedStyle(box).lineHeight);
  }

  // --- Pinning and asking ------------------------------------------------------------------------

  function pinnedToken() {
    if (pinned === null) return null;
    const token = firstAtLeast(ends, pinned + 1);
    return token < ends.length ? token : null;
  }

  function pin(token) {
    const byte = token === null ? null : starts[token];
    if (byte === pinned && boundary === null) return;
    pinned = byte;
    boundary = null;
    markPinned();
    inspect();
    send("pinned", token === null ? null : { of: data.of, byte });
  }

  function markPinned() {
    const token = pinnedToken();
    const equal = [];
    if (token !== null) ids.forEach((id, i) => id === ids[token] && i !== token && equal.push(i));
    for (const each of [painter, idPainter]) {
      each.mark("pinned", token === null ? [] : [token]);
      each.mark("equal", equal);
    }
  }

  function ask(byte) {
    boundary = byte;
    send("boundary", { of: data.of, byte });
  }

  // --- The inspector -----------------------------------------------------------------------------

  function inspect() {
    const token = hovered ?? focused ?? pinnedToken();
    inspector.replaceChildren(...(token === null || token >= ids.length ? [hint()] : card(token)));
  }

  function hint() {
    return element("p", "hint", ids.length ? "Point at a token to look into it; click to keep it." : "No tokens.");
  }

  function card(token) {
    const id = ids[token];
    const at = row.get(id);
    const isPinned = token === pinnedToken();
    const head = element("div", "head");
    head.append(piece(at, "big"), element("span", "state", isPinned ? "pinned" : ""));
    const facts = element("dl", "facts");
    const fact = (name, ...value) => facts.append(element("dt", "", name), withChildren("dd", value));
    fact("token", `${(token + 1).toLocaleString("en")} of ${data.tokens.toLocaleString("en")}`);
    fact("id", String(id));
    fact("bytes", element("code", "", spaced(data.vocab.hex[at])));
    fact("rank", rankOf(at));
    fact("here", `${vocab.counts[at].toLocaleString("en")} ×`);
    return [head, facts, ...sharing(token), ...asking(token), ...family(at)];
  }

  function rankOf(at) {
    const id = vocab.ids[at];
    if (vocab.ranks[at] >= 0) return vocab.ranks[at].toLocaleString("en");
    return data.special.includes(id) ? "none: a special token" : `none: a single ${data.base}`;
  }

  /** The tokens that share characters with this one, as numbered chips. */
  function sharing(token) {
    const [first, last] = painter.run(token);
    if (first === last) return [];
    let cut = false;
    const chips = element("ol", "chips");
    for (let i = first; i <= last; i++) {
      if (i < last && painter.inside(ends[i]) === "character") cut = true;
      const chip = element("li", i === token ? "chip current" : "chip");
      chip.append(
        element("b", "", `${i - first + 1}/${last - first + 1}`),
        element("code", "", spaced(data.vocab.hex[row.get(ids[i])])),
        element("span", "", String(ids[i])),
      );
      chips.append(chip);
    }
    const whole = element("bdi", "whole", painter.textBetween(first, last));
    const what = element("p", "what");
    what.append(whole, cut ? " is cut between tokens:" : " is one shape, made of several tokens:");
    return [what, chips];
  }

  /** The boundaries on both sides, to ask about. */
  function asking(token) {
    const line = element("p", "asking");
    const add = (text, byte) => {
      const button = element("button", "ask", text);
      button.type = "button";
      button.addEventListener("click", () => ask(byte));
      line.append(button);
    };
    if (token > 0) add("Why a boundary before?", starts[token]);
    if (token < ids.length - 1) add("after?", starts[token + 1]);
    return line.childNodes.length ? [line] : [];
  }

  /** The merge tree: what a token was made of, down to the base. */
  function family(at) {
    if (vocab.lefts[at] < 0) return [];
    const tree = element("ul", "tree");
    tree.append(branch(at));
    return [element("p", "what", "Made by"), withChildren("div", [tree], "tree-box")];
  }

  function branch(at) {
    const item = element("li");
    const node = element("span", "node");
    node.append(piece(at), element("small", "", String(vocab.ids[at])));
    item.append(node);
    if (vocab.lefts[at] >= 0) {
      const halves = element("ul");
      for (const half of [vocab.lefts[at], vocab.rights[at]]) halves.append(branch(row.get(half)));
      item.append(halves);
    }
    return item;
  }

  function piece(at, className = "") {
    return element("bdi", `piece ${className}`, data.vocab.pieces[at]);
  }

  // --- Notes -------------------------------------------------------------------------------------

  function writeNotes() {
    const lines = [];
    if (data.shown < data.tokens) {
      const [shown, all] = [data.shown, data.tokens].map((n) => n.toLocaleString("en"));
      lines.push(`The first ${shown} of ${all} tokens are shown; all are counted.`);
    }
    const odd = data.invisible.filter(([character]) => character !== " " && character !== "\n");
    if (odd.length) {
      const named = odd.map(([, , name, count]) => `${count} ${name}${count > 1 ? "s" : ""}`);
      lines.push(`Hard to see in this text: ${named.join(", ")}.`);
    }
    if (!painter.exact) {
      lines.push(
        "This browser has no CSS Custom Highlights: tokens are coloured piece by piece, so joined " +
          "scripts may look broken.",
      );
    }
    notes.replaceChildren(...lines.map((line) => element("p", "", line)));
  }

  function destroy() {
    painter?.destroy();
    idPainter?.destroy();
    root.remove();
  }

  return { update, destroy };
}

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function withChildren(tag, children, className = "") {
  const made = element(tag, className);
  made.append(...children);
  return made;
}

function spaced(hex) {
  return hex.toUpperCase().replace(/..(?=.)/g, "$& ");
}
