// Points are indices: row * columns + column, from the upper left.

export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** Return the index that a key moves to from `index`, null for other keys. On a wrapping board the edges are joined. */
export function step(key, ctrl, index, columns, rows, wraps) {
  const column = index % columns;
  const row = Math.floor(index / columns);
  const fit = (at, end) => (wraps ? (at + end) % end : Math.max(0, Math.min(end - 1, at)));
  const at = (c, r) => fit(r, rows) * columns + fit(c, columns);
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

/** Return the index of a vertex such as "K11", null if it is not on the board. */
export function parse(text, columns, rows) {
  const match = /^([A-HJ-Z])(\d{1,2})$/.exec(text.toUpperCase());
  if (!match) return null;
  const column = LETTERS.indexOf(match[1]);
  const row = rows - Number(match[2]);
  return column < columns && row >= 0 && row < rows ? row * columns + column : null;
}

/** Return the label of a point for screen readers: the vertex, spelled as "K 11", and those of the parts that are not empty. */
export function pointLabel(vertex, parts, separator) {
  return [`${vertex[0]} ${vertex.slice(1)}`, ...parts].filter(Boolean).join(separator);
}

/** Return the chain at `index` and its liberties; `stones` holds "B", "W" or "". */
export function chain(stones, index, columns, wraps) {
  const color = stones[index];
  const found = new Set([index]);
  const liberties = new Set();
  for (const at of found) {
    for (const near of neighbours(at, columns, stones.length, wraps)) {
      if (!stones[near]) liberties.add(near);
      else if (stones[near] === color) found.add(near);
    }
  }
  return { stones: found, liberties };
}

function neighbours(index, columns, size, wraps) {
  return ["Left", "Right", "Up", "Down"]
    .map((side) => step(`Arrow${side}`, false, index, columns, size / columns, wraps))
    .filter((at) => at !== index);
}
