// The step player: the text under the first k merges, why the last of them won, and the curve of
// tokens left as the track to move along.
//
// The browser has all steps, so nothing here waits for the server. The step goes back to Python
// when the hand is taken off, and Python can send the player to a step: see `receive`.

const SPEEDS = [1, 3, 10, 30, 100]; // merges a second
const SETTLED = 500; // ms without another key or click until the step goes back to Python
const MOST_JOINED = 24; // merges of one step that are shown closing
const PLAYED = Object.freeze({ answered: 0, right: 0 });
const players = new WeakMap();

export default function mount({ data, parentElement, setStateValue }) {
  let player = players.get(parentElement);
  if (player?.of !== data.training.of) {
    player?.destroy();
    player = stepPlayer(parentElement, data.training, data.palettes);
    players.set(parentElement, player);
  }
  player.receive(data, (k) => setStateValue("k", k));
  return () => {
    player.destroy();
    players.delete(parentElement);
  };
}

const times = (count) => (count === 1 ? "once" : `${number(count)} times`);

function stepPlayer(parent, training, palettes) {
  const steps = readSteps(training);
  const { piece } = steps;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let k = 0;
  let tokens = null;
  let selected = null; // the id whose tree is open
  let walked = null; // the token that the keyboard stands on
  let quiz = null; // in Predict: { picked: null or { left, right } }
  let score = PLAYED;
  let playing = null;
  let settling = null;
  let order = null; // the last order from Python that was followed
  let reported = null;
  let report = () => {};

  // --- The parts -----------------------------------------------------------------------------------

  const textBox = make("div", {
    className: "text", tabIndex: 0, role: "group", lang: "", onclick: onTextClick, onkeydown: onTextKey,
    onpointermove: onTextPoint, onpointerleave: () => painter.ring("hover", null),
  });
  const caption = make("p", { className: "caption" });
  const said = sayMerge();
  const sentence = make("p", { className: "sentence", "aria-live": "polite" });
  const tie = make("p", { className: "tie" });
  const title = make("h3");
  const bars = make("ol", { className: "bars" });
  const rows = [];
  const panel = make("div", { className: "panel" });
  const spoken = make("div", { className: "spoken", "aria-live": "polite" });
  const play = make("button", { type: "button", className: "play", onclick: togglePlay });
  const jump = make("input", {
    type: "number", min: 0, max: steps.last, step: 1, onchange: onJump, "aria-label": "Go to merge",
  });
  const speed = make(
    "select",
    { "aria-label": "Speed", onchange: () => playing && start() },
    ...SPEEDS.map((each) => make("option", { value: each, selected: each === 3 }, `${each} a second`)),
  );
  const predict = make("button", {
    type: "button", className: "predict", onclick: togglePredict, "aria-pressed": "false",
  }, "Predict");
  const left = make("b");
  const perToken = make("b");
  const controls = make(
    "div",
    { className: "controls" },
    iconButton("Step back", "back", () => stepBy(-1)),
    play,
    iconButton("Step forward", "forward", () => stepBy(1)),
    make("label", { className: "jump" }, "Merge ", jump, ` of ${number(steps.last)}`),
    speed,
    predict,
    make("p", { className: "figures" }, left, " tokens, ", perToken, ` ${steps.unit} a token`),
  );
  const track = make("div", { className: "way" });
  const player = make(
    "section",
    { className: "player", "aria-label": "Step player", onkeydown: onKey },
    make(
      "div",
      { className: "layout" },
      make("div", { className: "picture" }, textBox, caption),
      make("div", { className: "said" }, sentence, tie),
      panel,
      track,
      controls,
    ),
    spoken,
  );
  const overlay = make("div", { className: "joining", "aria-hidden": "true" });
  parent.append(player);
  const curve = stepCurve(track, {
    last: steps.last,
    tokensLeft: steps.tokensLeft,
    say: (step) => `${titleOf(step)}, ${number(steps.tokensLeft(step))} tokens left`,
    onMove: (step) => {
      stop();
      goTo(step);
    },
    onRelease: settle,
  });
  const painter = paintText(textBox, steps.text, wear());
  textBox.append(overlay);
  showControls();

  /** Put on the palette that fits the page. */
  function wear() {
    const palette = pickPalette(player, palettes);
    wearColours(player, palette);
    return palette;
  }

  // --- Moving --------------------------------------------------------------------------------------

  function goTo(step, isMerge = false) {
    const wanted = Math.min(Math.max(Math.round(step), 0), steps.last);
    const joining = isMerge && wanted === k + 1 && !calm.matches ? boxesOfHalves(wanted) : [];
    k = wanted;
    walked = null;
    painter.ring("focus", null);
    painter.ring("hover", null);
    if (quiz) quiz = { picked: null };
    showText();
    showWords();
    showJoining(joining);
  }

  function stepBy(steps) {
    stop();
    goTo(k + steps, steps === 1);
    settleSoon();
  }

  function start() {
    stop();
    if (k === steps.last) goTo(0);
    let due = performance.now();
    const tick = (now) => {
      const wait = 1000 / Number(speed.value);
      const passed = Math.floor((now - due) / wait);
      if (passed > 0) {
        due += passed * wait;
        goTo(k + passed, passed === 1 && wait > 90);
      }
      if (k < steps.last) playing = requestAnimationFrame(tick);
      else stop();
    };
    playing = requestAnimationFrame(tick);
    sentence.setAttribute("aria-live", "off");
    showControls();
  }

  function stop() {
    if (playing === null) return;
    cancelAnimationFrame(playing);
    playing = null;
    sentence.setAttribute("aria-live", "polite");
    showControls();
    settle();
  }

  function togglePlay() {
    if (playing !== null) stop();
    else if (!quiz) start();
  }

  function onJump() {
    stop();
    if (jump.value !== "") goTo(Number(jump.value));
    jump.value = k;
    settle();
  }

  // --- Python --------------------------------------------------------------------------------------

  /** Tell Python where the player stands. */
  function settle() {
    clearTimeout(settling);
    if (k === reported) return;
    reported = k;
    report(k);
  }

  function settleSoon() {
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED);
  }

  /** Every order is followed once; between orders the player stands where the visitor put it. */
  function receive(data, tell) {
    report = tell;
    painter.recolour(wear());
    if (data.order === order) return;
    order = data.order;
    stop();
    reported = data.k;
    goTo(data.k);
  }

  // --- What is shown -------------------------------------------------------------------------------

  function showText() {
    tokens = steps.tokensAt(k);
    painter.show({
      ends: tokens.ends,
      starts: tokens.starts,
      tints: tintsOf(tokens, steps.base),
      marks: {
        accent: k > 0 ? indicesOf(steps.merge(k).made) : [],
        equal: selected === null ? [] : indicesOf(selected),
      },
    });
  }

  function indicesOf(id) {
    const found = [];
    for (let i = tokens.ids.indexOf(id); i >= 0; i = tokens.ids.indexOf(id, i + 1)) found.push(i);
    return found;
  }

  function showWords() {
    curve.show(k);
    showSentence();
    showPanel();
    caption.textContent = captionText();
    jump.value = k;
    const tokensLeft = steps.tokensLeft(k);
    left.textContent = number(tokensLeft);
    perToken.textContent = (steps.total / Math.max(tokensLeft, 1)).toFixed(2);
  }

  function titleOf(step) {
    if (step === 0) return steps.seeds ? "The initial merges" : "Before the first merge";
    const { left, right, made } = steps.merge(step);
    return `Merge ${number(step)}: ${piece(left)} + ${piece(right)} → ${piece(made)}`;
  }

  function showSentence() {
    tie.textContent = "";
    if (k === 0) {
      const first = steps.seeds
        ? `Before the first merge: the text under ${number(steps.seeds)} initial merges.`
        : `Before the first merge: every ${symbolName()} is a token.`;
      sentence.replaceChildren(first);
      return;
    }
    const merge = steps.merge(k);
    said.show(merge);
    if (sentence.firstChild !== said.parts[0]) sentence.replaceChildren(...said.parts);
    if (merge.ties > 1) tie.textContent = tieText(merge.ties - 1);
  }

  /** The sentence about a merge: made once, so that a step only writes words into it. */
  function sayMerge() {
    const title = make("b");
    const count = document.createTextNode("");
    const nextCount = document.createTextNode("");
    const [left, right, made] = ["", "", "made"].map(pieceButton);
    const [nextLeft, nextRight] = ["", ""].map(pieceButton);
    const next = make(
      "span", {}, "; next best ", unbroken(nextLeft.element, " + ", nextRight.element, ","), nextCount,
    );
    const show = (merge) => {
      const second = merge.leading[1];
      title.textContent = `Merge ${number(k)}: `;
      [left, right, made].forEach((button, i) => button.show([merge.left, merge.right, merge.made][i]));
      count.data = times(merge.count);
      next.hidden = !second;
      if (!second) return;
      nextLeft.show(second.left);
      nextRight.show(second.right);
      nextCount.data = ` ${number(second.count)}`;
    };
    const parts = [
      title, unbroken(left.element, " + ", right.element), unbroken(" → ", made.element, ", "), count,
      next, ".",
    ];
    return { parts, show };
  }

  function unbroken(...parts) {
    return make("span", { className: "unbroken" }, ...parts);
  }

  function tieText(others) {
    const how = { smallest: "the pair with the smaller ids wins", first: "the pair met first wins" };
    return `Tied with ${others === 1 ? "one other" : `${number(others)} others`}; the rule `
      + `“${steps.rule}” decides: ${how[steps.rule]}.`;
  }

  function captionText() {
    const parts = [];
    if (steps.left) {
      parts.push(`first ${number(steps.shown)} of ${number(steps.shown + steps.left)} bytes`);
    }
    if (k > 0 && !quiz) {
      const here = steps.closedAt(k);
      parts.push(here ? `merged ${times(here)} here` : "this merge is not in the part shown");
    }
    parts.push(`no colour: one ${symbolName()}`);
    const line = parts.join(" · ");
    return line[0].toUpperCase() + line.slice(1);
  }

  function symbolName() {
    return steps.unit === "bytes" ? "byte" : "character";
  }

  function showControls() {
    const isPlaying = playing !== null;
    play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    play.title = isPlaying ? "Pause (space)" : "Play (space)";
    play.disabled = Boolean(quiz);
    predict.setAttribute("aria-pressed", String(Boolean(quiz)));
  }

  // --- The panel: candidates, a question, or a token ------------------------------------------------

  function showPanel() {
    if (selected !== null) fill(panel, tokenParts(selected));
    else if (quiz) fill(panel, quizParts());
    else fill(panel, candidateParts(k || 1, { isOver: k > 0 }));
  }

  /** The leading pairs before a step as bars; the winner is told only when the step is over. */
  function candidateParts(step, { isOver, picked = null }) {
    if (step > steps.last) return [];
    const { left, right, count, ties, leading } = steps.merge(step);
    if (!leading.length) return [];
    while (rows.length < leading.length) rows.push(candidateRow());
    leading.forEach((candidate, i) => {
      const isWinner = isOver && candidate.left === left && candidate.right === right;
      const isTied = ties > 1 && candidate.count === count;
      const isPicked = picked?.left === candidate.left && picked?.right === candidate.right;
      const marks = [isWinner && "merged", isTied && !isWinner && "tied", isPicked && "your guess"];
      rows[i].show(candidate, candidate.count / leading[0].count, isWinner, marks);
    });
    const heading = isOver ? "Leading pairs before this merge" : "Leading pairs now";
    if (title.textContent !== heading) {
      title.textContent = heading;
      bars.setAttribute("aria-label", heading);
    }
    if (bars.childElementCount !== leading.length) {
      bars.replaceChildren(...rows.slice(0, leading.length).map(({ element }) => element));
    }
    return picked ? [bars] : [title, bars];
  }

  /** A bar, made once, so that a step only writes into it. */
  function candidateRow() {
    const [left, right] = [make("bdi"), make("bdi")];
    const bar = make("i", { className: "bar" });
    const count = make("span", { className: "count" });
    const mark = make("span", { className: "mark" });
    const pair = make("span", { className: "pair" }, left, " + ", right);
    const element = make("li", {}, pair, make("span", { className: "track" }, bar), count, mark);
    const show = (candidate, share, isWinner, marks) => {
      left.textContent = shortPiece(candidate.left);
      right.textContent = shortPiece(candidate.right);
      bar.style.width = `${100 * share}%`;
      count.textContent = number(candidate.count);
      mark.textContent = marks.filter(Boolean).join(", ");
      element.classList.toggle("winner", isWinner);
    };
    return { element, show };
  }

  function pairOf({ left, right }) {
    return make("span", {}, bdi(left), " + ", bdi(right));
  }

  function tokenParts(id) {
    const step = steps.stepOf(id);
    const family = steps.madeOf(id);
    const here = indicesOf(id).length;
    const about = [`id ${number(id)}`, noteOf(id), `bytes ${steps.hex(id)}`, `${times(here)} in this text now`];
    return [
      make(
        "header",
        {},
        make("h3", {}, "Token ", bdi(id)),
        make("button", {
          type: "button", className: "close", title: "Close (Escape)", onclick: () => select(null),
        }, "Close"),
      ),
      make("p", { className: "about" }, about.join(" · ")),
      make("div", { className: "scroller", tabIndex: 0, role: "group", "aria-label": "Merge tree" },
        mergeTree(id, { halves: steps.halves, label: shortPiece, note: noteOf, onPick: select })),
      step > 0 && step !== k
        ? make("button", { type: "button", className: "link", onclick: () => { goTo(step); settle(); } },
            `Show merge ${number(step)}`)
        : null,
      family.length
        ? make("div", { className: "family" },
            make("h3", {}, `${number(family.length)} grown from it:`),
            ...family.slice(0, 60).map(relativeOf))
        : make("p", { className: "about" }, "No later merge grows from it."),
    ].filter(Boolean);
  }

  function relativeOf(id) {
    const { element, show } = pieceButton(steps.stepOf(id) > k ? "later" : "");
    show(id);
    return element;
  }

  function noteOf(id) {
    const step = steps.stepOf(id);
    if (step === null) return `a ${symbolName()}`;
    return step ? `merge ${number(step)}` : "an initial merge";
  }

  function shortPiece(id) {
    const characters = [...piece(id)];
    return characters.length > 16 ? `${characters.slice(0, 15).join("")}…` : characters.join("");
  }

  function bdi(id) {
    return make("bdi", { className: "piece" }, shortPiece(id));
  }

  /** A token to be opened: { element, show(id) }. */
  function pieceButton(className = "") {
    let shown = null;
    const name = make("bdi");
    const element = make(
      "button",
      {
        type: "button", className: `token ${className}`, title: "Show its tree",
        onclick: () => select(shown),
      },
      name,
    );
    const show = (id) => {
      shown = id;
      name.textContent = shortPiece(id);
    };
    return { element, show };
  }

  function select(id) {
    selected = id;
    painter.mark("equal", id === null ? [] : indicesOf(id));
    showPanel();
    if (id !== null) spoken.textContent = `Token ${piece(id)}, ${noteOf(id)}`;
  }

  // --- Predict --------------------------------------------------------------------------------------

  function togglePredict() {
    stop();
    quiz = quiz ? null : { picked: null };
    score = PLAYED;
    selected = null;
    if (quiz && k === steps.last) goTo(0);
    showText();
    showWords();
    showControls();
  }

  function quizParts() {
    if (quiz.picked) return answerParts();
    if (k === steps.last) {
      return [make("p", { className: "question" }, "That was the last merge."), tally()];
    }
    const { leading } = steps.merge(k + 1);
    const byIds = [...leading].sort((a, b) => a.left - b.left || a.right - b.right);
    return [
      make("p", { className: "question" }, "Which pair is merged next?"),
      make(
        "div",
        { className: "choices" },
        ...byIds.map((pair) =>
          make("button", { type: "button", className: "choice", onclick: () => guess(pair) }, pairOf(pair))),
      ),
      make("p", { className: "about" },
        leading.length ? "Or click a boundary in the text." : "Click the boundary inside it in the text."),
      tally(),
    ];
  }

  function tally() {
    const { answered, right } = score;
    const words = answered ? `${number(right)} of ${number(answered)} right` : "";
    return make("p", { className: "score" }, words);
  }

  function guess({ left, right }) {
    const answer = steps.merge(k + 1);
    const known = answer.leading.find((pair) => pair.left === left && pair.right === right);
    const isMerged = left === answer.left && right === answer.right;
    const isRight = isMerged || known?.count === answer.count;
    score = { answered: score.answered + 1, right: score.right + isRight };
    const asked = quiz;
    goTo(k + 1, true);
    quiz = { ...asked, picked: { left, right, count: known?.count ?? null, isMerged, isRight } };
    showWords();
    settleSoon();
    panel.querySelector(".next")?.focus({ preventScroll: true });
  }

  function answerParts() {
    const { picked } = quiz;
    return [
      make("p", { className: picked.isRight ? "verdict right" : "verdict" }, ...verdictOn(picked)),
      make(
        "div",
        { className: "after" },
        make("button", { type: "button", className: "next", onclick: askNext }, "Next question"),
        tally(),
      ),
      ...candidateParts(k, { isOver: true, picked }),
    ];
  }

  function verdictOn(picked) {
    if (picked.isMerged) return ["Right."];
    const yours = ["Your guess ", unbroken(pairOf(picked))];
    if (picked.isRight) return [...yours, " is as common; the tie rule took the other. That counts as right."];
    if (picked.count !== null) return [...yours, ` occurs ${times(picked.count)}.`];
    const least = steps.merge(k).leading.at(-1)?.count;
    if (least !== undefined) return [...yours, ` occurs ${times(least)} at most.`];
    return [...yours, " was not the one."];
  }

  function askNext() {
    quiz = { picked: null };
    showWords();
    panel.querySelector(".choice")?.focus({ preventScroll: true });
  }

  // --- Merges that close a gap ----------------------------------------------------------------------

  /** Before a step: the boxes of the halves that it joins, in view; relative to the text. */
  function boxesOfHalves(step) {
    const { left, right } = steps.merge(step);
    const view = textBox.getBoundingClientRect();
    const found = [];
    for (const i of indicesOf(left)) {
      if (found.length === MOST_JOINED) break;
      if (tokens.ids[i + 1] !== right || tokens.starts[i + 1] !== tokens.ends[i]) continue;
      const boxes = [painter.rects(i).at(-1), painter.rects(i + 1)[0]];
      if (boxes[0]?.bottom < view.top) continue;
      if (boxes[0]?.top > view.bottom) break;
      if (boxes[0] && boxes[1]) found.push(boxes);
    }
    const [x, y] = [view.left - textBox.scrollLeft, view.top - textBox.scrollTop];
    return found.map((boxes) =>
      boxes.map(({ left, top, width, height }) => new DOMRect(left - x, top - y, width, height)));
  }

  function showJoining(pairs) {
    overlay.replaceChildren(...pairs.flatMap((boxes) => {
      const isLeftToRight = boxes[0].left <= boxes[1].left;
      return boxes.map(({ left, top, width, height }, i) => {
        const half = make("i", { className: isLeftToRight === (i === 0) ? "from-left" : "from-right" });
        half.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
        return half;
      });
    }));
  }

  // --- Pointer and keyboard -------------------------------------------------------------------------

  function onTextPoint({ clientX, clientY }) {
    painter.ring("hover", painter.tokenAt(clientX, clientY)?.token ?? null);
  }

  function onTextClick({ clientX, clientY }) {
    const hit = painter.tokenAt(clientX, clientY);
    if (!hit) return;
    if (!quiz) return select(tokens.ids[hit.token]);
    const left = boundaryNear(hit, clientX);
    if (!quiz.picked && left !== null) {
      guess({ left: tokens.ids[left], right: tokens.ids[left + 1] });
    }
  }

  /** The token that ends at the boundary nearest to x; null where none follows it. */
  function boundaryNear({ token, edge }, x) {
    let left = token;
    if (edge !== null) left = edge === tokens.starts[token] ? token - 1 : token;
    else {
      const [rect] = painter.rects(token);
      if (rect && x < rect.left + rect.width / 2) left = token - 1;
    }
    const meets = left >= 0 && tokens.starts[left + 1] === tokens.ends[left];
    return meets ? left : null;
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const isButton = event.target.matches("button");
    const moves = {
      ArrowRight: () => stepBy(1), ArrowLeft: () => stepBy(-1),
      ArrowUp: () => stepBy(1), ArrowDown: () => stepBy(-1),
      PageUp: () => stepBy(10), PageDown: () => stepBy(-10),
      Home: () => stepBy(-k), End: () => stepBy(steps.last - k),
      Escape: () => select(null),
      ...(isButton ? {} : { " ": togglePlay }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }

  /** In the text, arrows walk from token to token and Enter opens one. */
  function onTextKey(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isOpening = event.key === "Enter" && walked !== null;
    if (!by && !isOpening) return;
    event.preventDefault();
    event.stopPropagation();
    if (isOpening) return select(tokens.ids[walked]);
    if (!tokens.ids.length) return;
    walked = walked === null ? 0 : Math.min(Math.max(walked + by, 0), tokens.ids.length - 1);
    painter.reveal(walked);
    painter.ring("focus", walked);
    const id = tokens.ids[walked];
    spoken.textContent =
      `Token ${number(walked + 1)} of ${number(tokens.ids.length)}, id ${id}, ${piece(id)}`;
  }

  function iconButton(label, name, onclick) {
    return make("button", { type: "button", "aria-label": label, title: label, onclick }, icon(name));
  }

  function destroy() {
    stop();
    clearTimeout(settling);
    painter.destroy();
    curve.destroy();
    player.remove();
  }

  return { of: training.of, receive, destroy };
}

const ICONS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  back: "M17 5v14l-9.5-7zM5.5 5h2.2v14H5.5z",
  forward: "M7 5v14l9.5-7zM16.3 5h2.2v14h-2.2z",
};

function icon(name) {
  const picture = svg("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" });
  picture.append(svg("path", { d: ICONS[name], fill: "currentColor" }));
  return picture;
}
