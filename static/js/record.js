// The record of a game as the page carries it, and the position after any of its moves. No page in here, and no rules:
// each move says what it emptied.
//
// What the server tells: `start`, the stones before the first move; `moves`, with spaces between them. A point is two
// letters, column and row from the upper left, large ones for Black; "zz" is a pass. The first point of a move is where
// it was played, the others are the points that it emptied (its own for a self-capture). `minutes` since what was
// before each; `held`, the prisoners that Black and White had at the start; `said`, after which move each message of
// the chat was said; `captures`, how many stones, in words.

const FIRST = "a".charCodeAt(0);
export const EMPTY = 0, BLACK = 1, WHITE = 2;

/** Make it ready to be looked through; positions are indices, row * columns + column, -1 is a pass. */
export function read(told, columns) {
  const at = (text, from) => {
    const [column, row] = [0, 1].map((n) => text.toLowerCase().charCodeAt(from + n) - FIRST);
    return column > 24 ? -1 : row * columns + column;
  };
  const color = (text, from) => (text[from] < "a" ? BLACK : WHITE);
  const points = (text, from) => {
    const found = [];
    for (let n = from; n < text.length; n += 2) found.push(n);
    return found;
  };
  const start = points(told.start, 0).map((n) => [at(told.start, n), color(told.start, n)]);
  const moves = (told.moves ? told.moves.split(" ") : []).map((text) => ({
    color: color(text, 0),
    at: at(text, 0),
    emptied: points(text, 2).map((n) => at(text, n)),
  }));
  return { ...told, start, moves };
}

/** The stones after move `number`, by index, and the prisoners of both sides, by colour. */
export function position(record, number, size) {
  const stones = new Uint8Array(size);
  const held = [0, ...record.held];
  for (const [at, color] of record.start) stones[at] = color;
  for (const { color, at, emptied } of record.moves.slice(0, number)) {
    if (at < 0) continue;
    stones[at] = color;
    for (const gone of emptied) {
      held[BLACK + WHITE - stones[gone]] += 1;
      stones[gone] = EMPTY;
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
