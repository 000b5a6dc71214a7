// The record of a game as the page carries it, and the position after any of its moves. No page in here, and no rules:
// each move says what it emptied. games/views/game_panels/steps.py (record_element) describes the format.

/** Make it ready to be looked through; positions are indices, row * columns + column, -1 is a pass. */
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

/** The stones after move `number`, by index, and the prisoners of every side, by colour. Where more than two play,
 * nobody holds stones that were lost by self-capture. */
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

/** The numbers of the moves that captured. */
export function captures(record) {
  return record.moves.flatMap((move, n) => (move.emptied.length ? [n + 1] : []));
}

/** The nearest of these numbers before (-1) or after (1) this one, null when there is none. */
export function nearest(numbers, here, direction) {
  const there = numbers.filter((n) => (n - here) * direction > 0);
  if (!there.length) return null;
  return direction < 0 ? Math.max(...there) : Math.min(...there);
}
