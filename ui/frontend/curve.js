// The curve of tokens left, which is the track of a slider: dragging along it moves through the
// training. Its x axis is the square root of the step, so that the first merges have room.

const CURVE = { top: 26, bottom: 22, side: 11 };
const ROUND_STEPS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];

/**
 * Draw the curve into an element.
 *
 *   const curve = stepCurve(box, {
 *     last, tokensLeft: (k) => n,        // of step 0 to `last`
 *     say: (k) => "Merge 3: …",          // what a step is, for the tip and for screen readers
 *     onMove: (k) => …,                  // at every movement
 *     onRelease: () => …,                // when the hand is taken off
 *   });
 *   curve.show(17);
 */
function stepCurve(box, { last, tokensLeft, say, onMove, onRelease }) {
  const area = svg("path", { class: "area" });
  const done = svg("path", { class: "done" });
  const line = svg("path", { class: "line" });
  const stem = svg("path", { class: "stem" });
  const ghost = svg("line", { class: "ghost", visibility: "hidden" });
  const thumb = svg("circle", { class: "thumb", r: 10 });
  const ticks = svg("g", { class: "ticks" });
  const ends = [0, last].map(() => svg("text", { class: "ends" }));
  const picture = svg("svg", { "aria-hidden": "true" });
  const clip = svg("clipPath", { id: "curve-done" });
  const clipped = svg("rect", { x: 0, y: 0, height: "100%" });
  const tip = document.createElement("div");
  const slider = document.createElement("div");
  const most = Math.max(tokensLeft(0), 1);
  let [width, height, at] = [0, 0, 0];

  clip.append(clipped);
  done.setAttribute("clip-path", "url(#curve-done)");
  picture.append(clip, area, done, line, ticks, ...ends, ghost, stem, thumb);
  tip.className = "tip";
  tip.hidden = true;
  slider.className = "curve";
  slider.tabIndex = 0;
  for (const [name, value] of Object.entries({
    role: "slider", "aria-label": "Merges applied", "aria-valuemin": 0, "aria-valuemax": last,
  })) {
    slider.setAttribute(name, value);
  }
  slider.append(picture, tip);
  box.append(slider);

  const resized = new ResizeObserver(draw);
  resized.observe(slider);
  slider.addEventListener("pointerdown", grab);
  slider.addEventListener("pointermove", (event) => hint(event));
  slider.addEventListener("pointerleave", unhint);

  const x = (k) => CURVE.side + (width - 2 * CURVE.side) * Math.sqrt(k / Math.max(last, 1));
  const y = (tokens) => CURVE.top + (height - CURVE.top - CURVE.bottom) * (1 - tokens / most);

  function stepAt(clientX) {
    const left = clientX - slider.getBoundingClientRect().left - CURVE.side;
    const share = Math.min(Math.max(left / (width - 2 * CURVE.side), 0), 1);
    return Math.round(share * share * last);
  }

  function draw() {
    const rect = slider.getBoundingClientRect();
    if (!rect.width) return;
    [width, height] = [rect.width, rect.height];
    const points = [];
    let before = -1;
    for (let px = 0; px <= width - 2 * CURVE.side; px++) {
      const share = px / (width - 2 * CURVE.side);
      const k = Math.round(share * share * last);
      if (k !== before) points.push(`${x(k).toFixed(1)},${y(tokensLeft(k)).toFixed(1)}`);
      before = k;
    }
    const path = `M${points.join("L")}`;
    const floor = y(0);
    line.setAttribute("d", path);
    for (const shape of [area, done]) {
      shape.setAttribute("d", `${path}L${x(last)},${floor}L${x(0)},${floor}Z`);
    }
    drawTicks(floor);
    drawEnds();
    show(at);
  }

  function drawTicks(floor) {
    ticks.replaceChildren(svg("line", { x1: x(0), x2: x(last), y1: floor, y2: floor }));
    let free = -Infinity;
    for (const k of [...ROUND_STEPS.filter((step) => step < last), last]) {
      const label = number(k);
      const room = 10 * label.length;
      if (x(k) - room / 2 < free || (k !== last && x(last) - x(k) < room + 24)) continue;
      const text = svg("text", { x: x(k), y: height - 4, "text-anchor": anchorOf(k) });
      text.textContent = label;
      ticks.append(svg("line", { x1: x(k), x2: x(k), y1: floor, y2: floor + 4 }), text);
      free = x(k) + room / 2 + 14;
    }
  }

  /** How many tokens there are at both ends of the curve. */
  function drawEnds() {
    const places = [[0, x(0) + 6, "start"], [last, x(last), "end"]];
    ends.forEach((text, i) => {
      const [k, left, anchor] = places[i];
      const attributes = { x: left, y: y(tokensLeft(k)) - 11, "text-anchor": anchor };
      for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
      text.textContent = last > 0 || i === 0 ? `${number(tokensLeft(k))} tokens` : "";
    });
  }

  function anchorOf(k) {
    return k === last && last > 0 ? "end" : k === 0 ? "start" : "middle";
  }

  function show(k) {
    at = k;
    const [cx, cy] = [x(k), y(tokensLeft(k))];
    clipped.setAttribute("width", Math.max(cx, 0));
    stem.setAttribute("d", `M${cx},${cy}V${y(0)}`);
    thumb.setAttribute("transform", `translate(${cx} ${cy})`);
    slider.setAttribute("aria-valuenow", k);
    slider.setAttribute("aria-valuetext", say(k));
  }

  function grab(event) {
    if (event.button) return;
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    unhint();
    const move = (moved) => {
      const k = stepAt(moved.clientX);
      if (k !== at) onMove(k);
    };
    const release = () => {
      slider.removeEventListener("pointermove", move);
      slider.classList.remove("held");
      onRelease();
    };
    slider.classList.add("held");
    slider.addEventListener("pointermove", move);
    slider.addEventListener("lostpointercapture", release, { once: true });
    move(event);
    event.preventDefault();
  }

  function hint(event) {
    if (slider.classList.contains("held") || event.pointerType !== "mouse") return;
    const k = stepAt(event.clientX);
    tip.textContent = say(k);
    tip.hidden = false;
    const half = tip.offsetWidth / 2;
    tip.style.left = `${Math.min(Math.max(x(k), half), width - half)}px`;
    for (const name of ["x1", "x2"]) ghost.setAttribute(name, x(k));
    ghost.setAttribute("y1", y(tokensLeft(k)));
    ghost.setAttribute("y2", y(0));
    ghost.setAttribute("visibility", "visible");
  }

  function unhint() {
    tip.hidden = true;
    ghost.setAttribute("visibility", "hidden");
  }

  return { show, element: slider, destroy: () => resized.disconnect() };
}
