// One board: keyboard, ghost stone and messages. The server decides which moves are legal.

import { chain, LETTERS, parse, step } from "./points.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALL_CELL = 24;

/** Make a board interactive. `on` has place(), submit(), cancel(), toggle() and say(). */
export function bringToLife(form, color, on) {
  const columns = Number(form.dataset.columns);
  const rows = Number(form.dataset.rows);
  const mode = () => form.dataset.mode; // an earlier position is read-only
  const cells = [...form.querySelectorAll("[role=gridcell]")];
  let typed = "";

  const focus = (index) => {
    for (const cell of cells) cell.tabIndex = -1;
    cells[index].tabIndex = 0;
    cells[index].focus();
  };

  const tap = (cell, only) => {
    if (mode() === "mark") {
      if (cell.dataset.s) on.toggle(cell, only);
      else on.say(cell.ariaLabel);
    } else if (mode() === "play") {
      if (cell.dataset.s) on.say(describe(cells.indexOf(cell)));
      else on.place(cell.value);
    } else {
      on.say(cell.ariaLabel);
    }
  };

  const describe = (index) => {
    const stones = cells.map((cell) => cell.dataset.s || "");
    if (!stones[index] || form.dataset.veiled) return cells[index].ariaLabel;
    const found = chain(stones, index, columns, form.dataset.wraps);
    return on.chainWords(cells[index].ariaLabel, found.stones.size, found.liberties.size);
  };

  form.addEventListener("click", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell || mode() === "task" || mode() === "handicap") return;
    event.preventDefault();
    tap(cell, event.shiftKey);
  });

  form.addEventListener("keydown", (event) => {
    const index = cells.indexOf(document.activeElement);
    if (index < 0) return;
    const to = step(event.key, event.ctrlKey, index, columns, rows, form.dataset.wraps);
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
    /** Return the next playable point in this direction, or the same point if there is none. */
    moved: (vertex, right, down) => {
      const at = parse(vertex, columns, rows);
      let column = (at % columns) + right;
      let row = Math.floor(at / columns) + down;
      for (; column >= 0 && row >= 0 && column < columns && row < rows; column += right, row += down) {
        const cell = cells[row * columns + column];
        if (!cell.dataset.s && !cell.dataset.refused) return cell.value;
      }
      return vertex;
    },
    isSmall: () => form.getBoundingClientRect().width / form.querySelector("svg").viewBox.baseVal.width < SMALL_CELL,
    /** Return whether this point is not playable, and show the reason on the board. */
    refuses: (vertex) => {
      form.querySelector(".refused")?.remove();
      const at = vertex ? parse(vertex, columns, rows) : null;
      const why = at === null ? "" : cells[at].dataset.refused;
      if (why) form.append(refusal(why, Math.floor(at / columns) * 2 < rows));
      return Boolean(why);
    },
    showGhost: (vertex) => {
      const at = vertex ? parse(vertex, columns, rows) : null;
      drawGhost(form.querySelector("svg"), at, columns, rows, color);
    },
  };
}

/** Show a message over the half of the board that does not have the point. */
function refusal(text, isHigh) {
  const message = document.createElement("p");
  message.className = isHigh ? "refused low" : "refused";
  message.role = "alert";
  message.dir = "auto";
  message.textContent = text;
  return message;
}

/** Show the chosen stone: lines along its row and column under the stones, and its coordinates highlighted. */
function drawGhost(svg, at, columns, rows, color) {
  for (const old of svg.querySelectorAll(".hair, .ghost, .ring, .xy.on")) old.remove();
  if (at === null) return;
  const x = at % columns;
  const y = Math.floor(at / columns);
  const make = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const [above, below, left, right] = svg.querySelectorAll(".xy text");
  if (above) {
    const chosen = svg.appendChild(make("g", { class: "xy on" }));
    for (const side of [above, below]) chosen.append(make("text", { x, y: side.getAttribute("y") }, LETTERS[x]));
    for (const side of [left, right]) chosen.append(make("text", { x: side.getAttribute("x").split(" ")[0], y }, rows - y));
  }
  const ghost = make("g", { class: "ghost" });
  for (const part of { B: "sb", W: "srw" }[color] ?? "s") ghost.append(make("path", { class: part, d: `M${x} ${y}h0` }));
  const { shape } = svg.parentNode.dataset;
  if (shape) ghost.append(make("path", { class: `k k${color.toLowerCase()}`, d: `M${x} ${y}${shape}` }));
  svg.querySelector(":scope > .s").before(make("path", { class: "hair", d: `M0 ${y}h${columns - 1}M${x} 0v${rows - 1}` }));
  svg.append(ghost, make("circle", { class: "ring", cx: x, cy: y, r: 0.56 }));
}
