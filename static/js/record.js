// The game record in the page, and the position after any of its moves. This module needs neither the DOM nor the rules:
// each move lists its captures. games/views/game_panels/steps.py (record_element) describes the format.

/** Parse the record; points are indices, row * columns + column, -1 is a pass. */
export function read(data, columns) {
  const at = (text) => {
    const [column, row] = [0, 1].map((n) => parseInt(text[n], 36) - 10);
    return column > 24 ? -1 : row * columns + column;
  };
  const stone = (text) => ({ color: Number(text[0]), at: at(text.slice(1)) });
  const start = (data.start.match(/.../g) ?? []).map(stone);
  const moves = (data.moves.match(/\S+/g) ?? []).map((text) => ({
    ...stone(text),
    emptied: (text.slice(3).match(/../g) ?? []).map(at),
  }));
  return { ...data, start, moves };
}

/** Return the stones after move `number`, by index, and each side's prisoners, by colour. With more than two sides, no
 * one holds stones lost by self-capture. */
export function position(record, number, size) {
  const stones = new Uint8Array(size);
  const held = [0, ...record.held];
  for (const { color, at } of record.start) stones[at] = color;
  for (const { color, at, emptied } of record.moves.slice(0, number)) {
    if (at < 0) continue;
    stones[at] = color;
    for (const gone of emptied) {
      const captor = stones[gone] === color ? 3 - color : color;
      if (captor === color || held.length < 4) held[captor] += 1;
      stones[gone] = 0;
    }
  }
  return { stones, held };
}

/** Return the numbers of the moves that captured. */
export function captures(record) {
  return record.moves.flatMap((move, n) => (move.emptied.length ? [n + 1] : []));
}

/** Return the nearest of these numbers before (-1) or after (1) this one, null if there is none. */
export function nearest(numbers, here, direction) {
  const there = numbers.filter((n) => (n - here) * direction > 0);
  if (!there.length) return null;
  return direction < 0 ? Math.max(...there) : Math.min(...there);
}
