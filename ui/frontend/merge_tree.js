// The tree of merges that a token is made by, as buttons joined by lines.

const TREE_ROW = 42;
const TREE_GAP = 8;
const MOST_NODES = 63;

/**
 * Draw the tree of a token: itself on top, below each token its two halves.
 *
 *   mergeTree(id, {
 *     halves: (id) => [left, right],      // null for what no merge made
 *     label: (id) => "th", note: (id) => "merge 1",
 *     onPick: (id) => …,
 *   })
 *
 * A tree too large for the eye is drawn as far as MOST_NODES go, level by level.
 */
function mergeTree(id, { halves, label, note, onPick }) {
  const root = grow(id, halves);
  const box = document.createElement("div");
  box.className = "tree";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `Merge tree of ${label(id)}`);
  const lines = svg("svg", { "aria-hidden": "true" });
  box.append(lines);
  const width = place(root, 0, label);
  const depth = depthOf(root);
  for (const node of nodesOf(root)) {
    for (const half of node.halves) lines.append(joint(node, half));
    box.append(buttonOf(node, { label, note, onPick, isRoot: node === root }));
  }
  const height = depth * TREE_ROW + 30;
  for (const [name, value] of Object.entries({ width, height })) lines.setAttribute(name, value);
  Object.assign(box.style, { minWidth: `${width}px`, height: `${height}px` });
  return box;
}

/** The tree as nodes, grown level by level until it has enough. */
function grow(id, halves) {
  const root = { id, level: 0, halves: [], isCut: false };
  let count = 1;
  const waiting = [root];
  for (const node of waiting) {
    const ids = halves(node.id);
    if (!ids) continue;
    if (count + 2 > MOST_NODES) {
      node.isCut = true;
      continue;
    }
    node.halves = ids.map((half) => ({ id: half, level: node.level + 1, halves: [], isCut: false }));
    waiting.push(...node.halves);
    count += 2;
  }
  return root;
}

/** Give each node its place from `left` on; returns where the tree ends. */
function place(node, left, label) {
  node.width = Math.max(34, 22 + 11 * Math.min([...label(node.id)].length, 16));
  let end = left;
  for (const half of node.halves) end = place(half, end, label) + TREE_GAP;
  end = Math.max(end - (node.halves.length ? TREE_GAP : 0), left + node.width);
  const [first, last] = [node.halves[0], node.halves.at(-1)];
  const middle = first ? (first.x + last.x) / 2 : left + node.width / 2;
  node.x = Math.max(middle, left + node.width / 2);
  return Math.max(end, node.x + node.width / 2);
}

function* nodesOf(node) {
  yield node;
  for (const half of node.halves) yield* nodesOf(half);
}

function depthOf(node) {
  return node.halves.length ? 1 + Math.max(...node.halves.map(depthOf)) : 0;
}

function joint(node, half) {
  const [top, bottom] = [node.level * TREE_ROW + 30, half.level * TREE_ROW];
  const middle = (top + bottom) / 2;
  return svg("path", {
    d: `M${node.x},${top} C${node.x},${middle} ${half.x},${middle} ${half.x},${bottom}`,
  });
}

function buttonOf(node, { label, note, onPick, isRoot }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = isRoot ? "node root" : "node";
  button.classList.toggle("cut", node.isCut);
  button.title = `${label(node.id)}: ${note(node.id)}${node.isCut ? "; open it for its parts" : ""}`;
  const name = document.createElement("bdi");
  name.textContent = label(node.id);
  button.append(name);
  Object.assign(button.style, {
    left: `${node.x - node.width / 2}px`, top: `${node.level * TREE_ROW}px`, width: `${node.width}px`,
  });
  button.addEventListener("click", () => onPick(node.id));
  return button;
}
