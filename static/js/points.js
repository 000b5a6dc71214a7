// Points and chains as arithmetic on indices: row * columns + column, from the upper left. No page in here.

export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The index that a key press moves to from `index`, or null when the key is none of the board's. */
export function step(key, ctrl, index, columns, rows) {
  const column = index % columns;
  const row = Math.floor(index / columns);
  const at = (c, r) =>
    Math.max(0, Math.min(rows - 1, r)) * columns + Math.max(0, Math.min(columns - 1, c));
  switch (key) {
    case "ArrowLeft": return at(column - 1, row);
    case "ArrowRight": return at(column + 1, row);
    case "ArrowUp": return at(column, row - 1);
    case "ArrowDown": return at(column, row + 1);
    case "PageUp": return at(column, row - 4);
    case "PageDown": return at(column, row + 4);
    case "Home": return ctrl ? 0 : at(0, row);
    case "End": return ctrl ? columns * rows - 1 : at(columns - 1, row);
    default: return null;
  }
}

/** The index of a vertex such as "K11", or null when it is not on the board. */
export function parse(text, columns, rows) {
  const match = /^([A-HJ-Z])(\d{1,2})$/.exec(text.toUpperCase());
  if (!match) return null;
  const column = LETTERS.indexOf(match[1]);
  const row = rows - Number(match[2]);
  return column < columns && row >= 0 && row < rows ? row * columns + column : null;
}

/** The chain at `index` and its liberties; `stones` holds "B", "W" or "" for every index. */
export function chain(stones, index, columns) {
  const color = stones[index];
  const found = new Set([index]);
  const liberties = new Set();
  for (const at of found) {
    for (const near of neighbours(at, columns, stones.length)) {
      if (!stones[near]) liberties.add(near);
      else if (stones[near] === color) found.add(near);
    }
  }
  return { stones: found, liberties };
}

function neighbours(index, columns, size) {
  const near = [index - columns, index + columns];
  if (index % columns > 0) near.push(index - 1);
  if (index % columns < columns - 1) near.push(index + 1);
  return near.filter((at) => at >= 0 && at < size);
}
