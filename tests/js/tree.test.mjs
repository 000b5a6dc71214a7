// A tree in the browser says what the server's says (study/core): names, operations, the place of each node (C32, C43).

import assert from "node:assert/strict";
import test from "node:test";

import { nameOf, ROOT, Tree } from "../../static/js/tree.js";

const moves = (...all) => {
  let parent = ROOT;
  return all.map((move, index) => {
    const color = "BW"[index % 2];
    const id = nameOf(parent, color, move);
    const one = { id, parent, color, move, number: index + 1, played: true };
    parent = id;
    return one;
  });
};

const tree = (...played) => {
  const record = moves(...played);
  return new Tree({
    tree: { version: 1, clock: 0, head: record.at(-1)?.id ?? ROOT, record, nodes: [], cuts: [] },
    cells: ".".repeat(81), columns: 9, rows: 9, turn: "B", turns: {}, rules: { ko: "simple", selfCapture: "forbidden" },
  });
};

test("a node has the name that the server gives it", () => {
  assert.equal(nameOf(ROOT, "B", "Q16"), "112790719c7c");
});

test("positions are made of the moves that lead to them, a pass among them", () => {
  const one = tree("D4", "pass", "E5");
  const { cells, turn } = one.position(one.head);
  assert.equal([...cells].filter((cell) => cell === "X").length, 2);
  assert.equal(turn, "W");
});

test("a branch can be added, named, cut off with all behind it, and brought back", () => {
  const one = tree("D4", "E5");
  one.apply({ op: "add", id: "a", at: 1, parent: ROOT, color: "B", move: "C3" });
  const branch = nameOf(ROOT, "B", "C3");
  one.apply({ op: "add", id: "b", at: 2, parent: branch, color: "W", move: "G7" });
  one.apply({ op: "set", id: "c", at: 3, node: branch, text: "slow", marks: { D4: "cross" } });
  assert.deepEqual(one.layout().order.map((name) => one.layout().lanes.get(name)), [0, 0, 1, 1]);

  one.apply({ op: "cut", id: "d", at: 4, nodes: Object.fromEntries(one.under(branch).map((name) => [name, []])) });
  assert.deepEqual([one.nodes.size, one.cuts.get("d").size], [3, 2]);
  one.apply({ op: "cut", id: "e", at: 5, undo: "d" });
  assert.equal(one.nodes.get(branch).text, "slow");
  assert.equal(one.along(branch).length, 1);
});

test("a move that is played in the game becomes the trunk, with its comments", () => {
  const one = tree("D4");
  const node = { id: nameOf(one.head, "W", "E5"), parent: one.head, color: "W", move: "E5", text: "", texts: [], marks: {}, armed: false };
  one.load({ version: 2, clock: 1, head: one.head, record: moves("D4", "E5"), nodes: [{ ...node, parent: null, color: null, move: null, text: "so" }], cuts: [] });
  assert.deepEqual([one.nodes.get(node.id).own, one.nodes.get(node.id).text], [false, "so"]);
});
