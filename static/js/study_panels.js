// The analysis page's panels for the current node: the board, the move with its number and captures, the next moves, the
// tree, and the deleted branches.

import { pointLabel } from "./points.js";
import { drawBoard, drawOutline, drawPicture, markPlace, unbrokenMove, withStone } from "./study.js";
import { ROOT } from "./tree.js";

const find = (id) => document.getElementById(id);

/** Return this page's panels: `show` fills them for a node, `moveName` names a move, `order` has the nodes as last drawn. */
export function panelsOf(boot, tree, cells) {
  const { words } = boot;
  const digits = (value) => new Intl.NumberFormat(boot.language, { useGrouping: false }).format(value);
  let shape = null; // the layout of the tree as it was drawn last

  const moveName = (one) =>
    one.number ? `${digits(one.number)} ${one.color === "B" ? "●" : "○"} ${one.move === "pass" ? words.pass : one.move}` : words.before;

  /** Show all panels for this node; with `typed`, keep the text that the user is entering. */
  function show(at, typed) {
    const one = tree.nodes.get(at);
    const position = tree.position(at);
    const isNew = shape?.of !== tree.changes;
    if (isNew) shape = { ...tree.layout(), of: tree.changes };
    const used = new Set(Object.values(one.marks)), free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) => !used.has(letter));
    const following = [];
    for (const name of shape.after.get(at) || []) {
      const mark = one.marks[tree.nodes.get(name).move];
      const letter = /^[A-Z]$/.test(mark) && !following.some(([given]) => given === mark) ? mark : free.shift();
      if (!letter) break;
      following.push([letter, name]);
    }
    const letters = Object.fromEntries(following.map(([letter, name]) => [tree.nodes.get(name).move, letter]).filter(([move]) => move !== "pass"));
    drawBoard(find("board").querySelector("svg"), position, one, letters, tree);
    label(position, one, letters);
    if (isNew) {
      drawPicture(find("tree"), tree, shape);
      drawOutline(find("outline"), tree, shape, moveName);
    }
    markPlace(find("tree"), find("outline"), at);
    find("move").replaceChildren(...withStone(moveName(one)));
    find("turn").textContent = words.toPlay[position.turn];
    find("captures").textContent = words.captures.replace("%(black)s", digits(position.lost.W)).replace("%(white)s", digits(position.lost.B));
    find("here").textContent = digits(one.number);
    const along = tree.along(at);
    find("end").textContent = digits(one.number + along.length);
    const way = tree.wayTo(at);
    const links = { first: ROOT, previous: way.at(-2) || ROOT, next: along[0] || at, last: along.at(-1) || at };
    for (const [id, name] of Object.entries(links)) find(id).href = `?at=${name}`;
    const book = find("book");
    if (book) book.href = `${book.dataset.begin}&moves=${way.slice(0, 24).map((name) => tree.nodes.get(name).move).join(",")}`;
    for (const field of document.querySelectorAll("[data-at]")) field.value = at;
    if (document.activeElement !== find("text") || !typed) find("text").value = one.text;
    find("next-moves").hidden = !following.length;
    find("next-links").replaceChildren(...following.flatMap(([letter, name]) => {
      const link = document.createElement("a");
      link.href = `?at=${name}`;
      const bold = document.createElement("b");
      bold.textContent = letter;
      link.append(bold, " ", unbrokenMove(moveName(tree.nodes.get(name))));
      return [link, " "];
    }));
    find("cut").hidden = !one.own;
    if (find("arm")) find("arm").hidden = !one.own;
    const playable = one.own && one.parent === tree.head && one.move !== "pass" && boot.mayPlay === one.color;
    find("play-this").hidden = !playable;
    if (playable) {
      find("play-link").href = `${find("play-link").dataset.game}?point=${one.move}`;
      find("play-link").textContent = words.play.replace("%(point)s", one.move);
    }
    showCuts();
  }

  /** Label the board's points for screen readers. */
  function label(position, one, letters) {
    const last = one.move && one.move !== "pass" ? tree.index(one.move) : -1;
    const names = { ".": words.empty, X: words.black, O: words.white };
    cells.forEach((cell, index) => {
      const point = cell.value;
      const sign = one.marks[point];
      const more = sign ? words.marked.replace("%(sign)s", words.signs[sign] || sign) : index === last ? words.last : letters[point] ? words.next.replace("%(sign)s", letters[point]) : "";
      const text = pointLabel(point, [names[position.cells[index]], more], words.separator);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    });
  }

  function showCuts() {
    const forms = [...tree.cuts].reverse().filter(([, cut]) => cut.size).map(([id, cut]) => {
      const button = document.createElement("button");
      button.className = "button";
      button.type = "button";
      button.dataset.cut = id;
      button.textContent = words.back.replace("%(number)s", digits(cut.size));
      return button;
    });
    find("cuts").replaceChildren(...forms);
  }

  return { show, moveName, order: () => shape.order };
}
