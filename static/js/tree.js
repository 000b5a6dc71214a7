// A variation tree in the browser: node names, operations, and the layout of the picture. study/core does the same on the
// server, which validates and merges.

import { begin, pass, play } from "./goban.js";
import { LETTERS } from "./points.js";

export const ROOT = "000000000000";
const PRIME = 0x100000001b3n;
const BASIS = 0xcbf29ce484222325n;
const MASK = (1n << 64n) - 1n;

/** Return the name of the node after this move: the upper 48 bits of FNV-1a of parent, colour and move. */
export function nameOf(parent, color, move) {
  let number = BASIS;
  for (const sign of parent + color + move) number = ((number ^ BigInt(sign.charCodeAt(0))) * PRIME) & MASK;
  return (number >> 16n).toString(16).padStart(12, "0");
}

export class Tree {
  /** Create a tree from the page's data: the tree in the API's format, the position before the first move, the rules. */
  constructor(boot) {
    this.boot = boot;
    this.load(boot.tree);
  }

  /** Replace the content with a tree in the API's format. */
  load(tree) {
    const { boot } = this;
    this.changed();
    this.version = tree.version;
    this.clock = tree.clock;
    this.head = tree.head;
    this.nodes = new Map([[ROOT, node("", "", "", 0)]]);
    this.cuts = new Map(tree.cuts.map((cut) => [cut.id, { size: cut.nodes.length, nodes: null }]));
    const start = begin(boot.cells, boot.columns, boot.turn);
    this.positions = new Map([[ROOT, start]]);
    for (const move of tree.record) {
      this.nodes.set(move.id, { ...node(move.parent, move.color, move.move, move.number), played: move.played });
    }
    let waiting = tree.nodes;
    while (waiting.length) {
      const later = [];
      for (const one of waiting) if (!this.take(one)) later.push(one);
      if (later.length === waiting.length) break;
      waiting = later;
    }
  }

  take(one) {
    if (one.parent !== null) {
      const parent = this.nodes.get(one.parent);
      if (!parent) return false;
      this.nodes.set(one.id, { ...node(one.parent, one.color, one.move, parent.number + 1), own: true });
    }
    const known = this.nodes.get(one.id);
    if (!known) return false;
    Object.assign(known, { text: one.text, texts: [...one.texts], marks: { ...one.marks }, armed: one.armed });
    return true;
  }

  /** Apply an operation; an operation on a missing node changes nothing. */
  apply(op) {
    this.changed();
    this.clock = Math.max(this.clock, op.at);
    if (op.op === "add") this.add(op);
    else if (op.op === "set") this.set(op);
    else if (op.undo) this.bringBack(op.undo);
    else this.cutOff(op);
  }

  add({ parent, color, move }) {
    const before = this.nodes.get(parent);
    const name = nameOf(parent, color, move);
    if (before && !this.nodes.has(name)) this.nodes.set(name, { ...node(parent, color, move, before.number + 1), own: true });
    return name;
  }

  set(op) {
    const known = this.nodes.get(op.node);
    if (!known) return;
    if (op.text !== undefined) Object.assign(known, { text: op.text, texts: [op.id] });
    for (const [point, sign] of Object.entries(op.marks || {})) {
      if (sign) known.marks[point] = sign;
      else delete known.marks[point];
    }
    if (op.armed !== undefined) known.armed = op.armed;
  }

  cutOff(op) {
    const gone = new Map();
    for (const name of Object.keys(op.nodes)) {
      if (this.nodes.get(name)?.own) gone.set(name, this.nodes.get(name));
      this.nodes.delete(name);
    }
    this.cuts.set(op.id, { size: gone.size, nodes: gone });
  }

  bringBack(cut) {
    for (const [name, one] of this.cuts.get(cut)?.nodes || []) this.nodes.set(name, one);
    this.cuts.delete(cut);
  }

  /** Return the names of this node and its descendants, itself first. */
  under(name) {
    const found = [name];
    const after = this.after();
    for (const one of found) found.push(...(after.get(one) || []));
    return found;
  }

  changed() {
    this.changes = (this.changes || 0) + 1;
    this.following = null;
  }

  /** Return each node's children: moves played, moves undone, and variations, in the order of their addition. */
  after() {
    if (this.following) return this.following;
    const after = (this.following = new Map());
    for (const [name, one] of this.nodes) {
      if (!one.parent) continue;
      if (!after.has(one.parent)) after.set(one.parent, []);
      after.get(one.parent).push(name);
    }
    const rank = (name) => (this.nodes.get(name).own ? 2 : this.nodes.get(name).played ? 0 : 1);
    for (const names of after.values()) names.sort((a, b) => rank(a) - rank(b));
    return after;
  }

  wayTo(name) {
    const way = [];
    for (; name && name !== ROOT; name = this.nodes.get(name).parent) way.push(name);
    return way.reverse();
  }

  along(name) {
    const after = this.after();
    const found = [];
    while (after.has(name)) found.push((name = after.get(name)[0]));
    return found;
  }

  index(vertex) {
    return LETTERS.indexOf(vertex[0]) + (this.boot.rows - Number(vertex.slice(1))) * this.boot.columns;
  }

  /** Return the position at a node; each is computed once. */
  position(name) {
    const missing = [];
    for (let at = name; !this.positions.has(at); at = this.nodes.get(at).parent) missing.push(at);
    for (const at of missing.reverse()) {
      const { parent, color, move } = this.nodes.get(at);
      const before = this.positions.get(parent);
      const next = this.move(before, color, move);
      const turn = this.boot.turns[at];
      this.positions.set(at, typeof next === "string" ? pass(before, color) : turn ? { ...next, turn } : next);
    }
    return this.positions.get(name);
  }

  move(position, color, move) {
    return move === "pass" ? pass(position, color) : play(position, this.index(move), this.boot.rules, color);
  }

  /** Compute columns, lanes and the order of the nodes: a line keeps its lane, and a branch gets the next one below. */
  layout() {
    const after = this.after();
    const lanes = new Map([[ROOT, 0]]);
    const order = [];
    const waiting = [...(after.get(ROOT) || [])].reverse();
    let lane = 0;
    while (waiting.length) {
      const name = waiting.pop();
      const { parent } = this.nodes.get(name);
      lanes.set(name, after.get(parent)[0] === name ? lanes.get(parent) : (lane += 1));
      order.push(name);
      waiting.push(...[...(after.get(name) || [])].reverse());
    }
    return { after, lanes, order, height: lane + 1 };
  }
}

const node = (parent, color, move, number) =>
  ({ parent, color, move, number, own: false, played: true, text: "", texts: [], marks: {}, armed: false });
