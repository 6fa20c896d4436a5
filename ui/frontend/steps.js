// A training as data: what was merged at every step, and the tokens of the text after it.
//
//   const steps = readSteps(data);            // from Python: ui/step_player.py says what is in it
//   steps.tokensAt(17);                       // { ends, starts, ids, tints } under 17 merges
//   steps.merge(17);                          // { left, right, made, count, ties, leading }
//
// Steps count from 1; step 0 is the text before the first merge.

const OPEN = -1; // no merge closes this boundary
const OUTSIDE = -2; // here begins what belongs to no token
const LATER = 0x7fffffff;

function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readSteps(data) {
  const { text, pieces } = data;
  const closes = int32s(data.closes);
  const [lefts, rights] = [int32s(data.lefts), int32s(data.rights)];
  const [counts, lengths] = [int32s(data.counts), int32s(data.lengths)];
  const [ties, leading] = [int32s(data.ties), int32s(data.leading)];
  const base = data.hex.length;
  const first = base + data.seeds; // the id that step 1 makes
  const last = counts.length;
  const isGap = closes.map((closing) => Number(closing === OUTSIDE));
  closes.forEach((closing, byte) => {
    if (closing === OPEN || closing === OUTSIDE) closes[byte] = LATER;
  });
  const symbols = symbolsOf(text, closes, base, data.hex);
  const closedBy = new Map();
  let family = null;

  for (const closing of closes) closedBy.set(closing, (closedBy.get(closing) ?? 0) + 1);

  /** The tokens of the text under the first k merges; every step is one pass over the bytes. */
  function tokensAt(k) {
    const size = first + k;
    const ends = new Uint32Array(closes.length);
    const starts = new Uint32Array(closes.length);
    const ids = new Uint32Array(closes.length);
    let count = 0;
    for (let byte = 0; byte < closes.length; ) {
      const start = byte;
      let id = symbols[start];
      while (++byte < closes.length && closes[byte] < size) id = Math.max(id, closes[byte]);
      if (isGap[start]) continue;
      [starts[count], ends[count], ids[count]] = [start, byte, id];
      count++;
    }
    return {
      starts: starts.subarray(0, count), ends: ends.subarray(0, count), ids: ids.subarray(0, count),
    };
  }

  /** The merge of a step, with what is known of the contest that it won. */
  function merge(k) {
    const row = data.seeds + k - 1;
    const [left, right] = [lefts[row], rights[row]];
    return {
      left, right, made: first + k - 1, count: counts[k - 1],
      ties: ties[k - 1] ?? null, leading: leadingOf(k),
    };
  }

  function leadingOf(k) {
    const found = [];
    if (k > ties.length) return found;
    for (let i = 3 * data.width * (k - 1); i < 3 * data.width * k && leading[i] >= 0; i += 3) {
      found.push({ left: leading[i], right: leading[i + 1], count: leading[i + 2] });
    }
    return found;
  }

  function halves(id) {
    return id < base ? null : [lefts[id - base], rights[id - base]];
  }

  /** The first bytes of an id in hex, "74 68"; "…" where there are more. */
  function hex(id, most = 16) {
    const found = [];
    const waiting = [id];
    while (waiting.length && found.length < most) {
      const next = waiting.pop();
      if (next < base) found.push(...data.hex[next].match(/../g));
      else waiting.push(rights[next - base], lefts[next - base]);
    }
    return [...found, ...(waiting.length ? ["…"] : [])].join(" ").toUpperCase();
  }

  /** The ids that have this one as a half, in the order they were learned. */
  function madeOf(id) {
    family ??= familiesOf(lefts, rights, base);
    return family.get(id) ?? [];
  }

  return {
    text, base, first, last, seeds: data.seeds, left: data.left, unit: data.unit, rule: data.rule,
    shown: data.shown, total: data.total,
    tokensAt, merge, halves, hex, madeOf,
    piece: (id) => pieces[id],
    /** The step that makes an id: 0 for an initial merge, null for a symbol. */
    stepOf: (id) => (id < base ? null : Math.max(id - first + 1, 0)),
    /** Tokens left after step k, in all of the training text. */
    tokensLeft: (k) => lengths[k],
    /** How often the merge of step k was applied in the text shown. */
    closedAt: (k) => closedBy.get(first + k - 1) ?? 0,
  };
}

/** The base id of the symbol at each byte where one starts: found by its bytes, in hex. */
function symbolsOf(text, closes, base, hexes) {
  const utf8 = new TextEncoder().encode(text);
  const ids = new Map(hexes.map((hex, id) => [hex, id]));
  const symbols = new Int32Array(closes.length);
  for (let start = 0; start < closes.length; ) {
    let end = start + 1;
    while (end < closes.length && closes[end] < 1) end++;
    symbols[start] = ids.get(toHex(utf8.subarray(start, end))) ?? 0;
    start = end;
  }
  return symbols;
}

function familiesOf(lefts, rights, base) {
  const families = new Map();
  const add = (half, made) => {
    if (!families.has(half)) families.set(half, []);
    families.get(half).push(made);
  };
  lefts.forEach((left, row) => {
    add(left, base + row);
    if (rights[row] !== left) add(rights[row], base + row);
  });
  return families;
}

/** A tint for every merged token: its id decides the hue; of two neighbours alike, one is darker. */
function tintsOf({ ids, starts, ends }, base) {
  const tints = new Uint8Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const hue = hueOf(ids[i]);
    const isNext = i > 0 && starts[i] === ends[i - 1];
    tints[i] = ids[i] < base ? PLAIN : isNext && tints[i - 1] === hue ? hue + HUES : hue;
  }
  return tints;
}
