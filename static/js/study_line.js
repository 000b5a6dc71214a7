// A player's own line on the review page's board: each tap adds a move to the form's field, and the board shows it.

import { begin, pass, play } from "./goban.js";
import { LETTERS } from "./points.js";
import { drawBoard } from "./study.js";

const find = (id) => document.getElementById(id);

/** Let taps on this board enter a variation, and return a function that draws the field's content. */
export function drawLines(board) {
  const { rules, refused, columns, rows } = JSON.parse(find("line-boot").textContent);
  const index = (point) => LETTERS.indexOf(point[0]) + (rows - Number(point.slice(1))) * columns;
  let base = null, shown = null; // the server's board, and the board with the line

  const words = () => find("moves").value.toUpperCase().split(/[\s,]+/).filter(Boolean);
  const isPoint = (word) => /^[A-HJ-Z]\d\d?$/.test(word) && LETTERS.indexOf(word[0]) < columns && Number(word.slice(1)) >= 1 && Number(word.slice(1)) <= rows;

  function start() {
    const cells = Array(columns * rows).fill(".");
    for (const [path, stone] of [["b", "X"], ["w", "O"]]) {
      for (const [, x, y] of base.querySelector(`:scope > path.${path}`).getAttribute("d").matchAll(/M(\d+) (\d+)/g)) cells[Number(y) * columns + Number(x)] = stone;
    }
    return begin(cells.join(""), columns, find("keys").dataset.turn);
  }

  /** Draw the field's line up to its first illegal move, and say why that is illegal. */
  function draw() {
    if (!shown?.isConnected) base = board.querySelector("svg");
    let position = start(), why = "";
    const marks = {};
    for (const [number, word] of words().entries()) {
      const next = word === "PASS" ? pass(position) : isPoint(word) ? play(position, index(word), rules) : "";
      if (typeof next === "string") {
        why = refused[next] ? `${word}: ${refused[next]}` : "";
        break;
      }
      position = next;
      if (word !== "PASS") marks[word] = String(number + 1);
    }
    shown = base.cloneNode(true);
    if (words().length) drawBoard(shown, position, { move: "", marks }, {}, { boot: { columns }, index });
    board.querySelector("svg").replaceWith(shown);
    find("line-undo").hidden = !words().length;
    find("line-refusal").textContent = why;
    return why;
  }

  board.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.querySelector("svg").getScreenCTM().inverse());
    const column = Math.round(at.x), row = rows - Math.round(at.y);
    if (column < 0 || column >= columns || row < 1 || row > rows) return;
    find("write").open = find("line").open = true;
    const before = find("moves").value;
    find("moves").value = `${before} ${LETTERS[column]}${row}`.trim();
    const why = draw();
    if (!why) return;
    find("moves").value = before;
    draw();
    find("line-refusal").textContent = why;
  });
  document.addEventListener("input", (event) => { if (event.target.id === "moves") draw(); });
  document.addEventListener("click", (event) => {
    if (event.target.id !== "line-undo") return;
    find("moves").value = words().slice(0, -1).join(" ");
    draw();
  });
  return draw;
}
