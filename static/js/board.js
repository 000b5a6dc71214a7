// One board: the keyboard, the ghost stone, what is said about it. The server decides what may be played.

import { chain, parse, step } from "./points.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALL_CELL = 24;

/** Bring a board to life. `on` has place(vertex), submit(), cancel(), toggle(button, only) and say(text). */
export function bringToLife(form, color, on) {
  const columns = Number(form.dataset.columns);
  const rows = Number(form.dataset.rows);
  const mode = form.dataset.mode;
  const cells = [...form.querySelectorAll("[role=gridcell]")];
  let typed = "";

  const focus = (index) => {
    for (const cell of cells) cell.tabIndex = -1;
    cells[index].tabIndex = 0;
    cells[index].focus();
  };

  const tap = (cell, only) => {
    if (mode === "mark") {
      if (cell.dataset.s) on.toggle(cell, only);
      else on.say(cell.ariaLabel);
    } else if (mode === "play") {
      if (cell.dataset.s) on.say(describe(cells.indexOf(cell)));
      else on.place(cell.value);
    } else {
      on.say(cell.ariaLabel);
    }
  };

  const describe = (index) => {
    const stones = cells.map((cell) => cell.dataset.s || "");
    if (!stones[index]) return cells[index].ariaLabel;
    const found = chain(stones, index, columns);
    return on.chainWords(cells[index].ariaLabel, found.stones.size, found.liberties.size);
  };

  form.addEventListener("click", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell || mode === "task" || mode === "handicap") return;
    event.preventDefault();
    tap(cell, event.shiftKey);
  });

  form.addEventListener("keydown", (event) => {
    const index = cells.indexOf(document.activeElement);
    if (index < 0) return;
    const to = step(event.key, event.ctrlKey, index, columns, rows);
    if (to !== null) {
      event.preventDefault();
      focus(to);
    } else if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      on.submit();
    } else if (event.key === "Escape") {
      on.cancel();
    } else if (event.key === "=") {
      on.say(describe(index));
    } else if (event.key === ".") {
      const last = form.dataset.last ? parse(form.dataset.last, columns, rows) : null;
      if (last !== null) focus(last);
    } else {
      type(event);
    }
  });

  // Letters and digits are points, on every keyboard layout: "K", "1", "1" goes to K11.
  const type = (event) => {
    const key = /^Key[A-Z]$/.test(event.code) ? event.code[3] : /^Digit\d$/.test(event.code) ? event.code[5] : "";
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    typed = /[A-Z]/.test(key) ? key : typed + key;
    const to = parse(typed, columns, rows);
    if (to !== null) focus(to);
  };

  return {
    cells,
    focusOn: (vertex) => {
      const to = parse(vertex, columns, rows);
      if (to !== null) focus(to);
    },
    moved: (vertex, right, down) => {
      const at = parse(vertex, columns, rows);
      const column = (at % columns) + right;
      const row = Math.floor(at / columns) + down;
      if (column < 0 || row < 0 || column >= columns || row >= rows) return vertex;
      return cells[row * columns + column].value;
    },
    isSmall: () => form.getBoundingClientRect().width / (columns + 1.4) < SMALL_CELL,
    showGhost: (vertex) => {
      const at = vertex ? parse(vertex, columns, rows) : null;
      drawGhost(form.querySelector("#ghost"), at, columns, rows, color);
    },
  };
}

function drawGhost(group, at, columns, rows, color) {
  group.replaceChildren();
  if (at === null) return;
  const x = at % columns;
  const y = Math.floor(at / columns);
  const add = (parent, name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return parent.appendChild(element);
  };
  add(group, "path", { class: "cross-lines", d: `M0 ${y}h${columns - 1}M${x} 0v${rows - 1}` });
  const ghost = add(group, "g", { class: "ghost" });
  if (color === "W") add(ghost, "path", { class: "rim", d: `M${x} ${y}h0` });
  add(ghost, "path", { class: color.toLowerCase(), d: `M${x} ${y}h0` });
  add(group, "circle", { class: "ring", cx: x, cy: y, r: 0.56 });
}
