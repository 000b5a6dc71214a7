// The rules in the browser say what the rules of the server say (C41, R3 to R5): positions of our own, games of others.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";

import { begin, pass, play } from "../../static/js/goban.js";

const CASES = new URL("../../../shared/cases/", import.meta.url);
const SOURCE = new URL("../../static/js/goban.js", import.meta.url);
const absent = existsSync(CASES) ? false : "the shared cases are not part of a clone (../shared/cases)";
const FORBIDDEN = { ko: "simple", selfCapture: "forbidden" };

const rows = (...lines) => lines.join("");
const at = (point, columns) => point.charCodeAt(0) - 97 + (point.charCodeAt(1) - 97) * columns;
const lines = (name) => readFileSync(new URL(name, CASES), "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("a chain without liberties is taken off, several at once, before one's own (R3)", () => {
  const corner = begin(rows(".XO", "XO.", "O.."), 3, "W");
  const taken = play(corner, 0, FORBIDDEN);
  assert.equal(taken.cells, rows("O.O", ".O.", "O.."));
  assert.deepEqual(taken.lost, { B: 2, W: 0 });
});

test("whose chain dies depends on the kind of self-capture (R4)", () => {
  const one = begin(rows(".X", "X."), 2, "W");
  const two = begin(rows("O.X", "XX."), 3, "W");
  for (const [kind, single, several] of [["forbidden", "self_capture", "self_capture"], ["multi_stone", "self_capture", "..XXX."], ["allowed", ".XX.", "..XXX."]]) {
    const rules = { ko: "simple", selfCapture: kind };
    const boards = [play(one, 0, rules), play(two, 1, rules)].map((next) => next.cells ?? next);
    assert.deepEqual(boards, [single, several]);
  }
});

test("a ko may be retaken after a move elsewhere, or after a pass, in simple ko (R5)", () => {
  const before = begin(rows(".XO.", "XO.O", ".XO.", "...."), 4);
  const taken = play(before, 6, FORBIDDEN);
  assert.equal(play(taken, 5, FORBIDDEN), "ko");
  assert.equal(typeof play(pass(pass(taken)), 5, FORBIDDEN), "object");
  assert.equal(play(pass(pass(taken)), 5, { ...FORBIDDEN, ko: "positional" }), "superko");
  assert.equal(play(pass(pass(taken)), 5, { ...FORBIDDEN, ko: "situational" }), "superko");
});

test("situational superko lets a position come back with the other side to move (R5)", () => {
  const rules = (ko) => ({ ko, selfCapture: "allowed" });
  const start = begin(rows(".X", "X."), 2, "W");
  assert.equal(play(start, 0, rules("positional")), "superko");
  assert.equal(typeof play(start, 0, rules("situational")), "object");
});

test("it is at most 3 kB, compressed (C41)", () => {
  assert.ok(gzipSync(readFileSync(SOURCE), { level: 9 }).length <= 3000);
});

test("games of others end as their engines say, with every capture (shared cases)", { skip: absent }, () => {
  for (const game of lines("replay.jsonl")) {
    const [w, h] = [game.w ?? game.size, game.h ?? game.size];
    const cells = Array(w * h).fill(".");
    for (const point of (game.AB ?? "").split(" ").filter(Boolean)) cells[at(point, w)] = "X";
    for (const point of (game.AW ?? "").split(" ").filter(Boolean)) cells[at(point, w)] = "O";
    let position = begin(cells.join(""), w, game.first);
    const rules = { ko: "simple", selfCapture: game.suicide ? "multi_stone" : "forbidden" };
    for (const move of game.moves.split(" ")) {
      const point = move.slice(1);
      let next = point ? play(position, at(point, w), rules, move[0]) : pass(position, move[0]);
      if (next === "ko") next = play({ ...position, before: null }, at(point, w), rules, move[0]); // their record, their ko
      assert.equal(typeof next, "object", `${game.id} ${move} ${next}`);
      position = next;
    }
    assert.equal(position.cells, game.final.join(""), game.id);
    assert.deepEqual(position.lost, { B: game.black_lost, W: game.white_lost }, game.id);
  }
});

test("what others refuse is refused, what they accept is accepted (shared cases)", { skip: absent }, () => {
  for (const one of lines("illegal.jsonl")) {
    const { w, h } = one;
    const rules = { ko: one.ko, selfCapture: one.suicide ? "multi_stone" : "forbidden" };
    let position = begin(one.start ? one.start.join("") : ".".repeat(w * h), w, one.first);
    for (const move of one.moves.split(" ").filter(Boolean)) {
      const point = move.slice(1);
      position = point ? play(position, at(point, w), rules, move[0]) : pass(position, move[0]);
      assert.equal(typeof position, "object", `${one.id} ${move}`);
    }
    const accepts = (index) => typeof play(position, index, rules, one.to_play) === "object";
    const refused = (one.illegal ?? "").split(" ").filter(Boolean).map((point) => at(point, w));
    const accepted = (one.legal ?? "").split(" ").filter(Boolean).map((point) => at(point, w));
    assert.ok(refused.every((index) => !accepts(index)) && accepted.every(accepts), one.id);
    if (one.complete) {
      const empty = [...position.cells].flatMap((cell, index) => (cell === "." && !refused.includes(index) ? [index] : []));
      assert.ok(empty.every(accepts), one.id);
    }
  }
});

test("where edges are joined, a stone is captured when the opposite edges are taken too (V70)", () => {
  const rules = { ko: "simple", selfCapture: "forbidden", wraps: true };
  let position = begin("OX...X...................", 5, "B");
  position = play(position, 4, rules, "B");
  assert.equal(position.cells[0], "O");
  position = play(position, 20, rules, "B");
  assert.equal(position.cells[0], ".");
  assert.equal(position.lost.W, 1);
  assert.equal(play(position, 0, rules, "W"), "self_capture");
  assert.equal(play(begin("OX...", 5, "B"), 0, { ...rules, wraps: false }, "B"), "occupied");
});
