// The rules for placing a stone: captures, self-capture, ko (R3 to R5). Positions are immutable and refer to the previous
// one. The server decides; this code shows variations without delay.

/** Return a first position. `cells` is a string of . X O, row by row; `turn` is the player to move, "B" or "W". */
export const begin = (cells, columns, turn = "B") => ({ cells, columns, turn, before: null, lost: { B: 0, W: 0 } });

const other = (color) => (color === "B" ? "W" : "B");

const after = (position, color, cells, lost = position.lost) =>
  ({ cells, columns: position.columns, turn: other(color), before: position, lost });

/** Return the position after a pass. */
export const pass = (position, color = position.turn) => after(position, color, position.cells);

/** Return the position after a stone at this index, or the reason against it: "occupied", "self_capture", "ko", "superko".
 * `rules.ko` is simple, positional or situational; `rules.selfCapture` forbidden, multi_stone or allowed; with
 * `rules.wraps` each edge continues at the opposite edge. */
export function play(position, index, rules, color = position.turn) {
  if (position.cells[index] !== ".") return "occupied";
  const cells = [...position.cells];
  const own = color === "B" ? "X" : "O";
  const lost = { ...position.lost };
  const take = (chain, of) => {
    for (const at of chain) cells[at] = ".";
    lost[of] += chain.length;
    return chain.length;
  };
  cells[index] = own;
  const board = { columns: position.columns, size: cells.length, wraps: rules.wraps };
  let taken = 0;
  for (const near of neighbours(index, board)) {
    if (cells[near] !== "." && cells[near] !== own) taken += take(dead(cells, near, board), other(color));
  }
  if (!taken) {
    const size = take(dead(cells, index, board), color);
    if (size && (rules.selfCapture === "forbidden" || (size === 1 && rules.selfCapture !== "allowed"))) return "self_capture";
  }
  const next = after(position, color, cells.join(""), lost);
  return repeats(next, rules.ko) || next;
}

function repeats(next, ko) {
  if (ko === "simple") return next.before.before?.cells === next.cells && "ko";
  for (let old = next.before; old; old = old.before) {
    if (old.cells === next.cells && (ko === "positional" || old.turn === next.turn)) return "superko";
  }
  return "";
}

/** Return the chain at this index if it has no liberty, else an empty list. */
function dead(cells, index, board) {
  const chain = [index];
  for (const at of chain) {
    for (const near of neighbours(at, board)) {
      if (cells[near] === ".") return [];
      if (cells[near] === cells[index] && !chain.includes(near)) chain.push(near);
    }
  }
  return chain;
}

function neighbours(index, { columns, size, wraps }) {
  const near = [];
  if (wraps || index >= columns) near.push((index - columns + size) % size);
  if (index % columns) near.push(index - 1);
  else if (wraps) near.push(index + columns - 1);
  if ((index + 1) % columns) near.push(index + 1);
  else if (wraps) near.push(index - columns + 1);
  if (wraps || index + columns < size) near.push((index + columns) % size);
  return near;
}
