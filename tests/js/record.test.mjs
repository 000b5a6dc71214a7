import assert from "node:assert/strict";
import test from "node:test";

import { captures, nearest, position, read } from "../../static/js/record.js";

const RECORD = { start: "1aa2bb", moves: "1ba 2ca 2zz 1zz 2caaabbac", minutes: [0, 3], held: [2, 0], messages_at: [] };

test("a stone is the number of its colour and two letters, and zz is a pass C40", () => {
  const record = read(RECORD, 3);
  assert.deepEqual(record.start, [{ color: 1, at: 0 }, { color: 2, at: 4 }]);
  assert.deepEqual(record.moves.map(({ color, at }) => [color, at]), [[1, 1], [2, 2], [2, -1], [1, -1], [2, 2]]);
  assert.deepEqual(record.moves[4].emptied, [0, 4, 6]);
});

test("what a move empties are prisoners of the other side C40", () => {
  const record = read({ ...RECORD, moves: "1ac 1bc 2acac 2bb" }, 3);
  const { stones, held } = position(read({ ...RECORD, moves: "1ac 2ccac" }, 3), 2, 9);
  assert.deepEqual([...stones], [1, 0, 0, 0, 2, 0, 0, 0, 2]);
  assert.deepEqual(held, [0, 2, 1]);
  assert.deepEqual(position(record, 0, 9).held, [0, 2, 0]);
  assert.deepEqual(position(record, 3, 9).stones[6], 0, "a self-capture leaves nothing");
  assert.deepEqual(position(record, 3, 9).held, [0, 3, 0]);
});

test("jumps go to the nearest before and after, and nowhere when there is none C42", () => {
  assert.deepEqual(captures(read(RECORD, 3)), [5]);
  assert.equal(nearest([3, 9, 17], 9, 1), 17);
  assert.equal(nearest([3, 9, 17], 9, -1), 3);
  assert.equal(nearest([3, 9, 17], 17, 1), null);
});

test("among three colours the one that moved holds what went off, and nobody a self-capture V51 V52", () => {
  const record = read({ ...RECORD, start: "", held: [0, 0, 0], moves: "1aa 2ba 3abaa 2cc 3bbbb" }, 3);
  const { stones, held } = position(record, 5, 9);
  assert.deepEqual([...stones], [0, 2, 0, 3, 0, 0, 0, 0, 2]);
  assert.deepEqual(held, [0, 0, 0, 1]);
});
