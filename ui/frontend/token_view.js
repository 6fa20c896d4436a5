// The token view: a painted text, its ids, and an inspector for the token pointed at.
// Data: see `token_text` in ui/token_view.py. What is pinned, and the boundary asked about, go back
// to Python as places in the text: { of: checksum of the text, byte }. So do the two choices of how
// it is drawn.

const views = new WeakMap();

export default function (component) {
  const { parentElement } = component;
  if (!views.has(parentElement)) views.set(parentElement, tokenView(parentElement));
  const view = views.get(parentElement);
  view.update(component);
  return () => {
    views.delete(parentElement);
    view.destroy();
  };
}

function tokenView(parent) {
  const box = make("div", {
    className: "text", tabIndex: 0, role: "application", "aria-label": "Tokens of the text",
    "aria-description": "Arrows walk from token to token, Enter pins, Escape lets go",
  });
  const idBox = make("div", { className: "ids" });
  const idPane = make("details", { className: "id-pane" }, make("summary", {}, "Ids"), idBox);
  const inspector = make("aside", { className: "inspector", "aria-label": "The token looked at" });
  const notes = make("div", { className: "notes" });
  const live = make("div", { className: "unseen", "aria-live": "polite" });
  const copied = make("span", { className: "about", role: "status" });
  const showGlyphs = checkbox("glyphs", () => repaintGlyphs());
  const hueById = checkbox("by_id", () => repaintTints());
  const bar = make("div", { className: "bar" },
    make("label", {}, showGlyphs, "Show invisible characters"),
    make("label", {}, hueById, "Same token, same hue"),
    make("span", { className: "copies" },
      copied, make("span", { className: "about" }, "Copy"),
      copyButton("text", () => data.text),
      copyButton("ids", () => text.ids.join(" ")),
      copyButton("JSON", asJson)));
  const colours = make("style");
  const root = make("section", { className: "view" }, colours, bar, box, inspector, idPane, notes, live);
  parent.append(root);

  let data = null; // as it came
  let text = null; // as `readTokens` reads it
  let painter = null;
  const idView = idList(idPane, idBox);
  let send = null;
  let hovered = null; // token numbers
  let focused = null;
  let pinned = null; // a byte, which outlives another vocabulary size
  let picked = null; // an id of the merge tree
  let inspected = null; // what the inspector shows

  // --- Data --------------------------------------------------------------------------------------

  function update({ data: next, setStateValue }) {
    const old = data;
    [data, send] = [next, setStateValue];
    const { options } = data;
    const palette = pickPalette(parent.host ?? parent, data.palettes);
    colours.textContent = paletteRules(".view", palette);
    root.style.setProperty("--height", `${options.height}px`);
    idPane.hidden = !options.show_ids;
    if (!old) [showGlyphs.checked, hueById.checked] = [options.glyphs, options.by_id];

    const isOther = old?.text !== data.text;
    if (isOther) {
      painter?.destroy();
      painter = paintText(box, data.text, palette);
      pinned = old || options.pinned?.of !== data.of ? null : options.pinned.byte;
    } else {
      painter.recolour(palette);
    }
    if (isOther || old.ends !== data.ends || old.ids !== data.ids) {
      retoken(palette);
      if (!old && pinned !== null) painter.reveal(pinnedToken());
    } else {
      idView.recolour(palette);
    }
    inspect();
  }

  function retoken(palette) {
    text = readTokens(data);
    [hovered, focused, picked] = [null, null, null];
    for (const name of RINGS) painter.ring(name, null);
    painter.show({ starts: text.starts, ends: text.ends, tints: tints() });
    idView.show(text.ids, tints(), palette);
    repaintGlyphs();
    markEqual();
    writeNotes();
  }

  function tints() {
    const byId = hueById.checked;
    const made = new Uint8Array(text.ids.length);
    for (let i = 0; i < made.length; i++) {
      made[i] = byId ? hueOf(text.ids[i]) + (i % 2) * HUES : i % HUES;
    }
    return made;
  }

  function repaintTints() {
    painter.show({ starts: text.starts, ends: text.ends, tints: tints() });
    idView.tint(tints());
  }

  function repaintGlyphs() {
    const labels = new Map(data.invisible.map(([character, label]) => [character, label]));
    painter.glyphs(showGlyphs.checked ? labels : null);
  }

  function writeNotes() {
    const lines = [];
    if (data.shown < data.tokens) {
      lines.push(
        `The first ${number(data.shown)} of ${number(data.tokens)} tokens are shown; all are counted.`,
      );
    }
    const odd = data.invisible.filter(([character]) => character !== " " && character !== "\n");
    if (odd.length) {
      const named = odd.map(([, , name, count]) => `${number(count)} ${name}${count > 1 ? "s" : ""}`);
      lines.push(`Hard to see in this text: ${named.join(", ")}.`);
    }
    if (!painter.exact) {
      lines.push(
        "This browser has no CSS Custom Highlights, so colours may not sit exactly under letters " +
          "that join.",
      );
    }
    notes.replaceChildren(...lines.map((line) => make("p", { textContent: line })));
  }

  // --- Copying -----------------------------------------------------------------------------------

  function copyButton(name, content) {
    const onclick = async () => {
      copied.textContent = (await copy(content())) ? `${name} copied` : "the browser refused";
      setTimeout(() => (copied.textContent = ""), 2500);
    };
    return make("button", { type: "button", title: `Copy the ${name}`, onclick }, name);
  }

  async function copy(content) {
    try {
      await navigator.clipboard.writeText(content);
      return true;
    } catch {
      // The clipboard needs a secure page; a server in a classroom seldom is one.
      const area = make("textarea", { className: "unseen", value: content });
      root.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  function asJson() {
    const tokens = Array.from(text.ids, (id, i) => ({
      id, start: text.starts[i], end: text.ends[i], bytes: text.rawHex(id),
    }));
    return JSON.stringify({ text: data.text, tokens });
  }

  // --- Pointing ----------------------------------------------------------------------------------

  for (const [area, painterOf] of [[box, () => painter], [idBox, () => idView]]) {
    area.addEventListener("pointermove", ({ clientX, clientY }) => {
      const found = painterOf().tokenAt(clientX, clientY);
      area.classList.toggle("at-edge", area === box && found?.edge != null);
      hover(found?.token ?? null);
    });
    area.addEventListener("pointerleave", () => hover(null));
    area.addEventListener("click", ({ clientX, clientY }) => {
      const selection = parent.getSelection?.() ?? getSelection();
      if (!selection.isCollapsed) return;
      const found = painterOf().tokenAt(clientX, clientY);
      if (area === box && found?.edge != null) ask(found.edge);
      else pin(found && found.token !== pinnedToken() ? found.token : null);
    });
  }

  function hover(token) {
    if (token === hovered) return;
    hovered = token;
    ring("hover", token);
    if (token !== null) picked = null;
    inspect();
  }

  function ring(name, token) {
    painter.ring(name, token);
    idView.ring(name, token);
  }

  // --- Walking -----------------------------------------------------------------------------------

  box.addEventListener("focus", () => {
    if (box.matches(":focus-visible") && text.ids.length) walkTo(focused ?? pinnedToken() ?? 0);
  });
  box.addEventListener("blur", () => {
    focused = null;
    ring("focus", null);
    inspect();
  });
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !text.ids.length) return;
    const at = focused ?? pinnedToken() ?? 0;
    const act = {
      ArrowRight: () => walkTo(at + (isRightToLeft(at) ? -1 : 1)),
      ArrowLeft: () => walkTo(at + (isRightToLeft(at) ? 1 : -1)),
      ArrowDown: () => walkTo(across(at, 1)),
      ArrowUp: () => walkTo(across(at, -1)),
      Home: () => walkTo(0),
      End: () => walkTo(text.ids.length - 1),
      Enter: () => pin(at === pinnedToken() ? null : at),
      Escape: () => pin(null),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function walkTo(token) {
    focused = Math.max(0, Math.min(text.ids.length - 1, token));
    picked = null;
    painter.reveal(focused);
    ring("focus", focused);
    const id = text.ids[focused];
    live.textContent = `token ${focused + 1} of ${data.tokens}, id ${id}, '${text.piece(id)}'`;
    inspect();
  }

  function isRightToLeft(token) {
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(painter.textBetween(token, token));
  }

  /** The token a line below (1) or above (-1). */
  function across(token, direction) {
    const rect = painter.rects(token)[0];
    const lineHeight = parseFloat(getComputedStyle(box).lineHeight);
    for (let lines = 1; rect && lines < 4; lines++) {
      const y = rect.top + rect.height / 2 + direction * lines * lineHeight;
      const found = painter.tokenAt(rect.left + rect.width / 2, y);
      if (found && found.token !== token) return found.token;
    }
    return token + direction;
  }

  // --- Pinning and asking ------------------------------------------------------------------------

  function pinnedToken() {
    if (pinned === null) return null;
    const token = firstAtLeast(text.ends, pinned + 1);
    return token < text.ends.length ? token : null;
  }

  function pin(token) {
    const byte = token === null ? null : text.starts[token];
    const isPicked = picked !== null;
    picked = null;
    if (byte !== pinned) {
      pinned = byte;
      send("pinned", byte === null ? null : { of: data.of, byte });
    } else if (!isPicked) return;
    markEqual();
    inspect();
  }

  /** Look at a part of a merge tree, and light it where the text has it as a token. */
  function pick(id) {
    picked = id;
    markEqual();
    inspect();
  }

  function markEqual() {
    const token = pinnedToken();
    const id = picked ?? text.ids[token];
    const equal = [];
    if (id !== undefined) {
      text.ids.forEach((other, i) => other === id && i !== token && equal.push(i));
    }
    for (const each of [painter, idView]) {
      each.mark("pinned", token === null ? [] : [token]);
      each.mark("equal", equal);
    }
  }

  function ask(byte) {
    send("boundary", { of: data.of, byte });
  }

  /** Fill the inspector, unless it shows the same already: its buttons must stay under the pointer. */
  function inspect() {
    const token = hovered ?? focused ?? pinnedToken();
    const next = [text, picked, token, token === pinnedToken()];
    if (inspected && next.every((value, i) => value === inspected[i])) return;
    inspected = next;
    inspector.replaceChildren(...contents(token));
  }

  function contents(token) {
    if (picked !== null) {
      return [
        ...idCard(text, picked, "part"),
        ...ancestry(text, picked, pick),
        make("p", {}, make("button", { type: "button", onclick: () => pin(token) }, "Back")),
      ];
    }
    if (token === null) {
      const hint = text.ids.length
        ? "Point at a token to look into it; click to keep it. Click between two to ask why."
        : "No tokens.";
      return [make("p", { className: "about" }, hint)];
    }
    const isPinned = token === pinnedToken();
    return tokenCard(text, painter, token, { isPinned, onAsk: ask, onPick: pick });
  }

  function checkbox(name, repaint) {
    const onchange = ({ target }) => {
      repaint();
      send(name, target.checked);
    };
    return make("input", { type: "checkbox", onchange });
  }

  function destroy() {
    painter?.destroy();
    idView.destroy();
    root.remove();
  }

  return { update, destroy };
}
