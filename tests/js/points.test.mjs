import assert from "node:assert/strict";
import test from "node:test";

import { chain, parse, step } from "../../static/js/points.js";

test("arrows move one point and stop at the edge", () => {
  assert.equal(step("ArrowRight", false, 0, 9, 9), 1);
  assert.equal(step("ArrowDown", false, 0, 9, 9), 9);
  assert.equal(step("ArrowLeft", false, 0, 9, 9), 0);
  assert.equal(step("ArrowUp", false, 4, 9, 9), 4);
});

test("Home and End go to the ends of the row, with Ctrl to the corners", () => {
  assert.equal(step("Home", false, 40, 9, 9), 36);
  assert.equal(step("End", false, 40, 9, 9), 44);
  assert.equal(step("Home", true, 40, 9, 9), 0);
  assert.equal(step("End", true, 40, 9, 9), 80);
});

test("other keys are not the board's", () => {
  assert.equal(step("x", false, 0, 9, 9), null);
});

test("vertices are read from the lower left, without the letter I", () => {
  assert.equal(parse("A1", 9, 9), 72);
  assert.equal(parse("j9", 9, 9), 8);
  assert.equal(parse("I5", 9, 9), null);
  assert.equal(parse("K1", 9, 9), null);
  assert.equal(parse("A10", 9, 9), null);
});

test("a chain is joined along lines and does not wrap around the edge", () => {
  const stones = ["B", "B", "", "W", "", "B", "", "", "B"];
  const found = chain(stones, 0, 3);
  assert.deepEqual([...found.stones].sort(), [0, 1]);
  assert.deepEqual([...found.liberties].sort(), [2, 4]);
});

test("where edges are joined, arrows and chains continue at the opposite edge (V71)", () => {
  assert.equal(step("ArrowLeft", false, 0, 9, 9, "1"), 8);
  assert.equal(step("ArrowUp", false, 4, 9, 9, "1"), 76);
  assert.equal(step("ArrowRight", false, 8, 9, 9, "1"), 0);
  assert.equal(step("PageDown", false, 72, 9, 9, "1"), 27);
  const found = chain(["B", "", "B", "", "", "", "B", "W", ""], 0, 3, "1");
  assert.deepEqual([...found.stones].sort(), [0, 2, 6]);
  assert.deepEqual([...found.liberties].sort(), [1, 3, 5, 8]);
});
