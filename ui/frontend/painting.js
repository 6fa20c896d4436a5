// Paints tokens onto a text without cutting it.
//
// The browser shapes a script correctly only within one run of text, so the text stays as it is:
// blocks of one text node each. Around it lie layers that take no part in its layout, in blocks in
// view only:
//
//   ground   the same text once more, in transparent ink, coloured by CSS Custom Highlights (these
//            clip what juts out of a letter, so they must not touch the text that is read);
//   behind   stripes for the tokens that share a character (a grapheme cluster);
//   above    tokens that have no width (line ends, joiners), glyphs for the invisible, and rings.
//
//   const painter = paintText(box, text, pickPalette(box, palettes));
//   painter.show({ ends, tints });             // bytes where tokens end, and a tint (or PLAIN) each
//   painter.mark("accent", [3, 17]);           // tokens in the colour of "this merge"
//   painter.tokenAt(event.clientX, event.clientY);   // { token, edge } or null
//
// Offsets that come from Python are bytes of the text's UTF-8; here they meet UTF-16.

const RINGS = ["hover", "focus"];
const NO_WIDTH = /^[\s\p{C}\p{DI}]*$/u;

const PAINTING_CSS = `
.bpe-block {
  position: relative; isolation: isolate; content-visibility: auto; overflow-clip-margin: 1em;
  white-space: break-spaces; overflow-wrap: anywhere; tab-size: 4;
  unicode-bidi: plaintext; text-align: start; text-decoration-skip-ink: none;
  print-color-adjust: exact; -webkit-print-color-adjust: exact;
}
.bpe-continued::after {
  content: ""; display: block; width: 2em; border-bottom: 1px dashed currentColor; opacity: 0.4;
}
.bpe-layer { position: absolute; inset: 0; pointer-events: none; user-select: none; }
.bpe-ground, .bpe-behind { z-index: -1; }
.bpe-ground { color: transparent; unicode-bidi: plaintext; }
.bpe-ground > * { position: static; }
.bpe-layer > * { position: absolute; box-sizing: border-box; }
.bpe-stripes { display: flex; }
.bpe-stripes > * { flex: 1; border-bottom: 2px solid; }
.bpe-stripes > * + * { border-left: 1px solid; }
.bpe-stripes > .bpe-${PLAIN} + * { border-left: none; margin-left: 2px; }
.bpe-bare { display: flex; justify-content: center; font-size: 0.7em; line-height: 1.3; }
.bpe-glyph { text-align: center; opacity: 0.75; unicode-bidi: isolate; direction: ltr; }
.bpe-tag {
  font: 600 9px/1.2 ui-monospace, monospace; padding: 0 2px; border-radius: 2px;
  transform: translate(-50%, -85%);
}
.bpe-ring { border-radius: 3px; }
`;

/**
 * Fill an element with a text and colour its tokens.
 *
 * `palette` comes from `pickPalette`. Returns
 *   show({ ends, starts, tints, marks })
 *                                  token ends as bytes (ascending); starts where they are not the
 *                                  end of the token before; tints 0 to 11 or PLAIN; marks as
 *                                  { name: tokens }, to be set at the same time
 *   mark(name, tokens)             name: "accent", "pinned" or "equal"; tokens: indices
 *   ring(name, token)              name: "hover" or "focus"; null: none
 *   glyphs(labels)                 Map from invisible character to label; null: none
 *   tokenAt(x, y)                  { token, edge }: edge is the byte of the boundary pointed at
 *   inside(byte)                   "character" or "cluster" where a boundary cuts one, else null
 *   run(token)                     [first, last] of the tokens that share characters with it
 *   textBetween(first, last)       the whole characters that tokens touch
 *   rects(token), reveal(token), recolour(palette), destroy()
 *   exact                          false where the ground has to be cut into spans, so that colours
 *                                  may not sit right under letters that join
 */
function paintText(box, text, palette) {
  const exact = Boolean(globalThis.CSS?.highlights && globalThis.Highlight);
  const at = charactersOfBytes(text);
  const colours = document.createElement("style");
  const layout = document.createElement("style");
  layout.textContent = PAINTING_CSS;
  const blocks = makeBlocks();
  const blockOfElement = new Map(blocks.map((block) => [block.element, block]));
  const blockByteEnds = blocks.map((block) => block.bytes[1]);
  const visible = new Set();
  const marked = Object.fromEntries(MARKS.map((name) => [name, new Set()]));
  const rings = Object.fromEntries(RINGS.map((name) => [name, null]));
  let tokens = { ends: new Uint32Array(0), starts: null, tints: new Uint8Array(0) };
  let labels = null;

  box.replaceChildren(layout, colours, ...blocks.map((block) => block.element));
  recolour(palette);

  const seen = new IntersectionObserver(onSeen, { rootMargin: "50% 0px", scrollMargin: "50% 0px" });
  for (const block of blocks) seen.observe(block.element);
  const resized = new ResizeObserver(onResized);
  resized.observe(box);
  document.fonts?.addEventListener("loadingdone", onResized);
  addEventListener("beforeprint", showAll);
  addEventListener("afterprint", showVisible);

  // --- The text ----------------------------------------------------------------------------------

  function makeBlocks() {
    let start = 0;
    return blockEnds(text).map((end) => {
      const element = document.createElement("div");
      const node = document.createTextNode(text.slice(start, end));
      const [ground, behind, above] = ["ground", "behind", "above"].map(makeLayer);
      element.className = "bpe-block";
      element.classList.toggle("bpe-continued", end < text.length && text[end - 1] !== "\n");
      element.style.containIntrinsicSize = `auto 100px auto ${1.9 * linesIn(start, end)}em`;
      element.append(ground, behind, node, above);
      const bytes = [firstAtLeast(at, start), firstAtLeast(at, end)];
      const block = {
        element, node, ground, behind, above, start, end, bytes,
        clusters: null, measured: new Map(), shared: [], bare: [], spots: null,
        painted: new Map(), drawn: new Map(),
      };
      start = end;
      return block;
    });
  }

  function makeLayer(name) {
    const layer = document.createElement("div");
    layer.className = `bpe-layer bpe-${name}`;
    layer.setAttribute("aria-hidden", "true");
    layer.inert = true; // so that searching the page finds the text once
    return layer;
  }

  /** About how many lines a block will take, for the scroll bar before it is laid out. */
  function linesIn(start, end) {
    const breaks = text.slice(start, end).split("\n").length - 1;
    return Math.max(breaks, (end - start) / 90);
  }

  function blockOf(byte) {
    return blocks[firstAtLeast(blockByteEnds, byte + 1)] ?? blocks.at(-1);
  }

  function clustersOf(block) {
    return (block.clusters ??= clusterStarts(block.node.data));
  }

  /** The cluster around an offset that is inside one: [start, end], in the block. */
  function clusterAround(block, offset) {
    const starts = clustersOf(block);
    let [start, end] = [offset, offset + 1];
    while (!starts[start]) start--;
    while (!starts[end]) end++;
    return [start, end];
  }

  function cutsCharacter(byte) {
    return byte > 0 && at[byte] === at[byte - 1];
  }

  function inside(byte) {
    if (byte <= 0 || byte >= at.length - 1) return null;
    if (cutsCharacter(byte)) return "character";
    const block = blockOf(byte);
    return clustersOf(block)[at[byte] - block.start] ? null : "cluster";
  }

  // --- Tokens ------------------------------------------------------------------------------------

  function startOf(token) {
    return tokens.starts ? tokens.starts[token] : token ? tokens.ends[token - 1] : 0;
  }

  function run(token) {
    let [first, last] = [token, token];
    while (first > 0 && inside(startOf(first))) first--;
    while (last < tokens.ends.length - 1 && inside(tokens.ends[last])) last++;
    return [first, last];
  }

  /** From the first character that a token has bytes of to the last: UTF-16 offsets. */
  function touched(token) {
    let end = tokens.ends[token];
    while (cutsCharacter(end)) end++;
    return [at[startOf(token)], at[end]];
  }

  function textBetween(first, last) {
    return text.slice(touched(first)[0], touched(last)[1]);
  }

  /** The tokens with any part in a block, and where each stands. */
  function* placesIn(block) {
    const [from, to] = block.bytes;
    let token = firstAtLeast(tokens.ends, from);
    // A token that ends where the block starts is not in it, unless it is empty.
    if (tokens.ends[token] === from && from > 0 && startOf(token) < from) token++;
    for (; token < tokens.ends.length && startOf(token) < to; token++) {
      yield placeOf(block, token, Math.max(startOf(token), from), Math.min(tokens.ends[token], to));
    }
  }

  /**
   * Where a token stands in a block: `from` and `to` are offsets of the clusters that it has for
   * itself, `shared` the clusters that it shares with neighbours.
   */
  function placeOf(block, token, startByte, endByte) {
    const starts = clustersOf(block);
    let from = at[startByte] - block.start;
    let to = at[endByte] - block.start;
    const shared = [];
    if (cutsCharacter(startByte) || !starts[from]) {
      shared.push(clusterAround(block, from));
      from = shared[0][1];
    }
    if (cutsCharacter(endByte) || !starts[to]) {
      const cluster = clusterAround(block, to);
      to = cluster[0];
      if (shared[0]?.[0] !== to) shared.push(cluster);
    }
    return { token, from, to, shared };
  }

  // --- Measuring ---------------------------------------------------------------------------------

  /** Boxes of part of a block's text, relative to the block. */
  function measure(block, from, to) {
    const key = from * 0x10000 + to;
    let boxes = block.measured.get(key);
    if (!boxes) {
      const origin = (block.origin ??= block.element.getBoundingClientRect());
      boxes = Array.from(rangeIn(block, from, to).getClientRects(), (rect) => ({
        left: rect.left - origin.left,
        top: rect.top - origin.top,
        width: rect.width,
        height: rect.height,
      }));
      block.measured.set(key, boxes);
    }
    return boxes;
  }

  function rangeIn(block, from, to) {
    const range = document.createRange();
    range.setStart(block.node, from);
    range.setEnd(block.node, to);
    return range;
  }

  // --- Painting ----------------------------------------------------------------------------------

  function paint(some) {
    for (const block of some) block.origin = null;
    const drawings = [];
    for (const block of some) drawings.push(draw(block));
    // Measure all, then write all: reading after writing would lay out anew each time.
    some.forEach((block, i) => write(block, drawings[i]));
  }

  /** What a block shows: coloured stretches, stripes, and tokens without width. */
  function draw(block) {
    const stretches = [];
    const stripes = new Map();
    const bare = [];
    for (const { token, from, to, shared } of placesIn(block)) {
      const isBare = from >= to ? !shared.length : hasNoWidth(block, from, to);
      if (isBare) bare.push(...bareBoxes(block, token, from, to));
      else if (from < to) stretches.push({ token, from, to });
      for (const [start, end] of shared) {
        if (!stripes.has(start)) stripes.set(start, { start, end, tokens: [] });
        stripes.get(start).tokens.push(token);
      }
    }
    const shared = [...stripes.values()].map((stripe) => ({
      ...stripe,
      boxes: measure(block, stripe.start, stripe.end),
    }));
    const lineEnds = new Set(bare.filter(({ glyph }) => glyph).map(({ offset }) => offset));
    const glyphs = labels ? glyphsIn(block, lineEnds) : [];
    return { stretches, shared, bare, glyphs, rings: ringsIn(block) };
  }

  function hasNoWidth(block, from, to) {
    const code = block.node.data.charCodeAt(from);
    if (code > 0x20 && code < 0x7f) return false;
    if (!NO_WIDTH.test(block.node.data.slice(from, to))) return false;
    return measure(block, from, to).every((rect) => rect.width < 1);
  }

  /** A box for each character of a token without width, in the direction of its line. */
  function bareBoxes(block, token, from, to) {
    const boxes = [];
    for (let i = from; i < Math.max(to, from + 1); i++) {
      const before = i > 0 ? measure(block, i - 1, i).at(-1) : undefined;
      const place = measure(block, i, Math.min(i + 1, block.node.length)).at(-1) ?? before;
      if (!place) continue;
      const glyph = block.node.data[i] === "\n" ? "↵" : "";
      const width = glyph ? 14 : 5;
      const isToTheLeft = before?.top === place.top && before.left + before.width / 2 > place.left;
      const left = isToTheLeft ? place.left - width : place.left;
      boxes.push({ token, rect: { ...place, left, width }, offset: i, glyph });
    }
    return boxes;
  }

  function glyphsIn(block, drawn) {
    const found = new Map(); // by place: several joiners of one emoji stand in the same
    let offset = 0;
    for (const character of block.node.data) {
      const label = labels.get(character);
      const rect = label && !drawn.has(offset) && measure(block, offset, offset + character.length).at(-1);
      if (rect) {
        const place = `${label.length > 1} ${Math.round(rect.left / 4)} ${rect.top}`;
        const before = label.length > 1 && found.get(place);
        found.set(place, { label: before ? `${before.label} ${label}` : label, rect });
      }
      offset += character.length;
    }
    return [...found.values()];
  }

  function ringsIn(block) {
    return RINGS.filter((name) => rings[name] !== null).map((name) => ({
      name,
      boxes: boxesIn(block, rings[name]),
    }));
  }

  function boxesIn(block, token) {
    const bare = block.bare.filter((spot) => spot.token === token);
    if (bare.length) return bare.map(({ rect }) => rect);
    const from = Math.max(startOf(token), block.bytes[0]);
    const to = Math.min(tokens.ends[token], block.bytes[1]);
    // Not so either of a token that is no more: its bytes are not numbers.
    if (!(from <= to) || (from === to && startOf(token) < tokens.ends[token])) return [];
    const place = placeOf(block, token, from, to);
    const parts = place.shared.map(([start, end]) => [start, end]);
    if (place.from < place.to) parts.push([place.from, place.to]);
    return parts.flatMap(([start, end]) => measure(block, start, end));
  }

  function write(block, { stretches, shared, bare, glyphs, rings }) {
    if (exact) colour(block, stretches);
    else colourBySpans(block, stretches);
    const drawn = new Map();
    for (const stripe of shared) {
      const names = stripe.tokens.map(topClassOf);
      keep(block, drawn, stripe.start, names, block.behind, () => stripesOf(stripe, names));
    }
    for (const spot of bare) {
      const names = [topClassOf(spot.token)];
      keep(block, drawn, `bare ${spot.offset}`, names, block.above, () => [bareOf(spot)]);
    }
    for (const { elements } of block.drawn.values()) for (const old of elements) old.remove();
    for (const old of block.above.querySelectorAll(".bpe-glyph, .bpe-ring")) old.remove();
    block.above.append(...glyphs.map(glyphOf), ...rings.flatMap(ringOf));
    Object.assign(block, { shared, bare, drawn, spots: null });
  }

  /** Leave elements where they are if they were drawn so before, else make them. */
  function keep(block, drawn, key, names, layer, draw) {
    while (drawn.has(key)) key += " again";
    let drawing = block.drawn.get(key);
    if (drawing && areEqual(drawing.names, names)) block.drawn.delete(key);
    else {
      drawing = { names, elements: draw() };
      layer.append(...drawing.elements);
    }
    drawn.set(key, drawing);
  }

  function areEqual(names, others) {
    return names.length === others.length && names.every((name, i) => name === others[i]);
  }

  function erase(block) {
    for (const colouring of block.painted.values()) fade(colouring);
    block.painted.clear();
    for (const layer of [block.ground, block.behind, block.above]) layer.replaceChildren();
    block.drawn.clear();
  }

  /** Colour stretches of a block; what has its colour already keeps it. */
  function colour(block, stretches) {
    if (!block.ground.firstChild) block.ground.append(block.node.data);
    const painted = new Map();
    for (const { token, from, to } of stretches) {
      const names = classesOf(token);
      if (names[0] === PLAIN && names.length === 1) continue;
      let colouring = block.painted.get(from);
      if (colouring?.to === to && areEqual(colouring.names, names)) block.painted.delete(from);
      else colouring = { to, names, ranges: coloured(block, from, to, names) };
      painted.set(from, colouring);
    }
    for (const colouring of block.painted.values()) fade(colouring);
    block.painted = painted;
  }

  /** Add a stretch to the highlights of these names: pairs of a highlight and its range. */
  function coloured(block, from, to, names) {
    const ranges = [];
    const add = (name, node) => {
      const range = new StaticRange({
        startContainer: node, startOffset: from, endContainer: node, endOffset: to,
      });
      const highlight = highlightCalled(name);
      highlight.add(range);
      ranges.push([highlight, range]);
    };
    for (const name of names) {
      if (name !== PLAIN) add(name, block.ground.firstChild);
      if (STRONG_MARKS.includes(name)) add(`${name}-ink`, block.node);
    }
    return ranges;
  }

  function fade({ ranges }) {
    for (const [highlight, range] of ranges) highlight.delete(range);
  }

  /** Without the Highlight API: spans. */
  function colourBySpans(block, stretches) {
    const spans = [];
    let done = 0;
    const take = (end, names) => {
      if (end <= done) return;
      const span = document.createElement("span");
      span.className = names.map((name) => `bpe-${name}`).join(" ");
      span.style.color = "transparent";
      span.textContent = block.node.data.slice(done, end);
      spans.push(span);
      done = end;
    };
    for (const { token, from, to } of stretches) {
      take(from, []);
      take(to, classesOf(token));
    }
    take(block.node.length, []);
    block.ground.replaceChildren(...spans);
  }

  function classesOf(token) {
    const names = [tokens.tints[token]];
    for (const name of MARKS) if (marked[name].has(token)) names.push(name);
    return names;
  }

  /** The colour that is seen of a token: that of its last mark, or its tint. */
  function topClassOf(token) {
    let top = tokens.tints[token];
    for (const name of MARKS) if (marked[name].has(token)) top = name;
    return top;
  }

  function stripesOf({ boxes }, names) {
    return boxes.map((rect) => {
      const stripes = placed("bpe-stripes", rect);
      for (const name of names) {
        const stripe = document.createElement("i");
        stripe.className = `bpe-${name}`;
        stripes.append(stripe);
      }
      return stripes;
    });
  }

  function bareOf({ token, rect, glyph }) {
    const chip = placed(`bpe-bare bpe-${topClassOf(token)}`, rect);
    chip.style.textDecoration = "none";
    chip.textContent = glyph;
    return chip;
  }

  function glyphOf({ label, rect }) {
    const isTag = label.length > 1;
    const glyph = placed(`bpe-glyph ${isTag ? "bpe-tag" : ""}`, rect);
    glyph.style.lineHeight = `${rect.height}px`;
    if (isTag) {
      Object.assign(glyph.style, {
        left: `${rect.left + rect.width / 2}px`, width: "auto", height: "auto", lineHeight: "",
        background: palette.line,
      });
    } else if (rect.width < 16) {
      Object.assign(glyph.style, { fontSize: "0.7em", left: `${rect.left - 8}px`, width: `${rect.width + 16}px` });
    }
    glyph.style.color = palette.ink;
    glyph.textContent = label;
    return glyph;
  }

  function ringOf({ name, boxes }) {
    return boxes.map((rect) => {
      const width = Math.max(rect.width, 8);
      const ring = placed(`bpe-ring bpe-ring-${name}`, { ...rect, width });
      ring.style.border = `${name === "focus" ? 3 : 2}px solid ${palette.ink}`;
      return ring;
    });
  }

  function placed(className, { left, top, width, height }) {
    const element = document.createElement("div");
    element.className = className;
    Object.assign(element.style, {
      left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
    });
    return element;
  }

  function highlightCalled(name) {
    const full = `bpe-${name}`;
    if (!CSS.highlights.has(full)) {
      const highlight = new Highlight();
      highlight.priority = MARKS.indexOf(name) + 1;
      CSS.highlights.set(full, highlight);
    }
    return CSS.highlights.get(full);
  }

  // --- Events ------------------------------------------------------------------------------------

  function onSeen(entries) {
    const came = [];
    for (const { target, isIntersecting } of entries) {
      const block = blockOfElement.get(target);
      if (isIntersecting && !visible.has(block)) {
        visible.add(block);
        came.push(block);
      } else if (!isIntersecting && visible.delete(block)) {
        erase(block);
      }
    }
    paint(came);
  }

  function onResized() {
    for (const block of blocks) block.measured.clear();
    for (const block of visible) erase(block);
    paint([...visible]);
  }

  function showAll() {
    paint(blocks);
  }

  function showVisible() {
    for (const block of blocks) if (!visible.has(block)) erase(block);
  }

  // --- Where a point is --------------------------------------------------------------------------

  /** Boxes of all tokens of a block, for pointing; made when first pointed at. */
  function spotsOf(block) {
    if (block.spots) return block.spots;
    block.origin = null;
    block.spots = [];
    const add = (token, rect) => block.spots.push({ token, ...rect });
    for (const { token, from, to } of placesIn(block)) {
      if (from < to) for (const rect of measure(block, from, to)) add(token, rect);
    }
    for (const { tokens: sharing, boxes } of block.shared) {
      for (const { left, top, width, height } of boxes) {
        const share = width / sharing.length;
        sharing.forEach((token, i) =>
          add(token, { left: left + i * share, top, width: share, height }),
        );
      }
    }
    for (const { token, rect } of block.bare) add(token, rect);
    return block.spots;
  }

  function tokenAt(x, y) {
    const block = [...visible].find(({ element }) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top <= y && y < bottom;
    });
    if (!block) return null;
    const origin = block.element.getBoundingClientRect();
    [x, y] = [x - origin.left, y - origin.top];
    const off = ({ top, height }) => Math.max(top - y, y - top - height, 0);
    const under = spotsOf(block).filter(
      (spot) => spot.left <= x && x < spot.left + spot.width && off(spot) < spot.height / 2,
    );
    if (!under.length) return null;
    const spot = under.reduce((best, next) => (off(next) < off(best) ? next : best));
    return { token: spot.token, edge: edgeAt(block, spot, x) };
  }

  /** The boundary within a few pixels of x, if a neighbour in the text begins there. */
  function edgeAt(block, spot, x) {
    const near = Math.min(4, spot.width / 3);
    for (const neighbour of spotsOf(block)) {
      if (Math.abs(neighbour.token - spot.token) !== 1 || neighbour.top !== spot.top) continue;
      const isLeft = Math.abs(neighbour.left + neighbour.width - spot.left) < 1;
      const isRight = Math.abs(spot.left + spot.width - neighbour.left) < 1;
      const distance = isLeft ? x - spot.left : isRight ? spot.left + spot.width - x : Infinity;
      if (distance <= near) return startOf(Math.max(neighbour.token, spot.token));
    }
    return null;
  }

  function rects(token) {
    const block = blockOf(startOf(token));
    const origin = block.element.getBoundingClientRect();
    return boxesIn(block, token).map(
      ({ left, top, width, height }) =>
        new DOMRect(left + origin.left, top + origin.top, width, height),
    );
  }

  function reveal(token) {
    const block = blockOf(startOf(token));
    if (!visible.has(block)) block.element.scrollIntoView({ block: "nearest" });
    const [rect] = rects(token);
    if (!rect) return;
    const view = box.getBoundingClientRect();
    if (rect.top < view.top) box.scrollTop -= view.top - rect.top + rect.height;
    else if (rect.bottom > view.bottom) box.scrollTop += rect.bottom - view.bottom + rect.height;
  }

  // --- What callers change -----------------------------------------------------------------------

  function show({ ends, starts = null, tints, marks = {} }) {
    tokens = { ends, starts, tints };
    for (const [name, some] of Object.entries(marks)) marked[name] = new Set(some);
    paint([...visible]);
  }

  function mark(name, some) {
    if (!marked[name].size && !some.length) return;
    marked[name] = new Set(some);
    paint([...visible]);
  }

  function ring(name, token) {
    if (rings[name] === token) return;
    rings[name] = token;
    for (const block of visible) {
      block.origin = null;
      for (const old of block.above.querySelectorAll(".bpe-ring")) old.remove();
      block.above.append(...ringsIn(block).flatMap(ringOf));
    }
  }

  function glyphs(map) {
    labels = map;
    paint([...visible]);
  }

  function recolour(next) {
    palette = next;
    const print = palette.print
      ? `@media print { .bpe-block { color: ${palette.print.ink}; } ${paintingRules(palette.print)} }`
      : "";
    colours.textContent = `${paintingRules(palette)}\n${print}`;
  }

  function destroy() {
    seen.disconnect();
    resized.disconnect();
    document.fonts?.removeEventListener("loadingdone", onResized);
    removeEventListener("beforeprint", showAll);
    removeEventListener("afterprint", showVisible);
    for (const block of blocks) erase(block);
    box.replaceChildren();
  }

  return {
    exact, show, mark, ring, glyphs, recolour, destroy,
    tokenAt, inside, run, textBetween, rects, reveal,
  };
}
