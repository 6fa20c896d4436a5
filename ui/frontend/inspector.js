// The inspector: all about one token, for the token view.

/**
 * What stands in the inspector for token number `token`, as elements.
 *
 *   text     from `readTokens`
 *   painter  the one that shows the text
 *   onAsk    called with the byte of a boundary that is asked about
 *   onPick   called with the id of a part of the merge tree
 */
function tokenCard(text, painter, token, { isPinned, onAsk, onPick }) {
  const { ids, starts, ends } = text;
  return [
    ...idCard(text, ids[token], isPinned ? "pinned" : "", [
      ["token", `${number(token + 1)} of ${number(text.total)}`],
    ]),
    ...sharing(),
    asking(),
    ...ancestry(text, ids[token], onPick),
  ];

  /** The tokens that share characters with this one, as numbered chips. */
  function sharing() {
    const [first, last] = painter.run(token);
    if (first === last) return [];
    const run = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const cutsCharacter = run.some((i) => i < last && painter.inside(ends[i]) === "character");
    const chips = run.map((i) =>
      make("li", { className: i === token ? "chip current" : "chip" },
        make("b", { textContent: `${i - first + 1}/${run.length}` }),
        make("code", { textContent: text.hex(ids[i]) }),
        make("span", { textContent: ids[i] })));
    return [
      make("p", { className: "about" },
        make("bdi", { className: "whole", textContent: painter.textBetween(first, last) }),
        cutsCharacter ? " is cut between tokens:" : " stands together, made of several tokens:"),
      make("ol", { className: "chips" }, ...chips),
    ];
  }

  /** The boundaries on both sides, to ask about. */
  function asking() {
    const ask = (label, byte) =>
      make("button", { type: "button", textContent: label, onclick: () => onAsk(byte) });
    return make("p", { className: "asking" },
      ids.length > 1 ? "Why a boundary" : null,
      token > 0 ? ask("before", starts[token]) : null,
      token < ids.length - 1 ? ask("after", starts[token + 1]) : null);
  }
}

/** The same for an id that need not be in the text. */
function idCard(text, id, state = "", more = []) {
  const facts = [
    ...more,
    ["id", id],
    ["bytes", text.hex(id)],
    ["rank", text.rank(id)],
    ["here", `${number(text.count(id))} times`],
  ];
  return [
    make("div", { className: "head" },
      make("bdi", { className: "big", textContent: text.piece(id) }),
      make("span", { className: "state", textContent: state })),
    make("dl", { className: "facts" }, ...facts.flatMap(([name, value]) => [
      make("dt", { textContent: name }), make("dd", { textContent: value }),
    ])),
  ];
}

function ancestry(text, id, onPick) {
  if (!text.halves(id)) return [];
  const tree = mergeTree(id, { halves: text.halves, label: text.piece, note: text.note, onPick });
  return [
    make("p", { className: "about" }, "How merges made it:"),
    make("div", { className: "tree-box", tabIndex: 0, role: "group", "aria-label": "Merge tree" }, tree),
  ];
}

/** Where tokens start that lie end to end. */
function startsOfTiles(ends) {
  const starts = new Int32Array(ends.length);
  if (ends.length) starts.set(ends.subarray(0, -1), 1);
  return starts;
}

/** The data of `token_text`, with its numbers unpacked and its vocabulary by id. */
function readTokens(data) {
  const [ids, ends] = [data.ids, data.ends].map(int32s);
  const starts = data.starts === null ? startsOfTiles(ends) : int32s(data.starts);
  const { hex, pieces } = data.vocab;
  const [known, lefts, rights, ranks, counts] =
    ["ids", "lefts", "rights", "ranks", "counts"].map((name) => int32s(data.vocab[name]));
  const row = new Map(Array.from(known, (id, i) => [id, i]));
  const special = new Set(data.special);
  const rank = (id) => {
    const found = ranks[row.get(id)];
    if (found >= 0) return number(found);
    return special.has(id) ? "none: a special token" : `none: a ${data.base}`;
  };
  return {
    ids, starts, ends, rank,
    total: data.tokens,
    piece: (id) => pieces[row.get(id)],
    rawHex: (id) => hex[row.get(id)],
    hex: (id) => hex[row.get(id)].toUpperCase().replace(/..(?=.)/g, "$& "),
    count: (id) => counts[row.get(id)],
    note: (id) => `id ${id}, rank ${rank(id)}`,
    halves: (id) => {
      const at = row.get(id);
      return lefts[at] < 0 ? null : [lefts[at], rights[at]];
    },
  };
}
