// The analysis page's drawings: stones, marks, and the tree as a picture and a list. study/views/drawing.py does the same.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 26;
const LONGEST_WORDS = 60;
const SHAPES = { triangle: "m0-.3l.28.48h-.56z", square: "m-.23-.23h.46v.46h-.46z", cross: "m-.22-.22l.44.44m0-.44l-.44.44" };

const make = (name, attributes, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

/** Draw stones, the last move, marks, and letters for the next moves. */
export function drawBoard(svg, position, node, letters, tree) {
  const { columns } = tree.boot;
  const spots = { X: "", O: "" };
  [...position.cells].forEach((cell, index) => {
    if (cell !== ".") spots[cell] += `M${index % columns} ${Math.floor(index / columns)}h0`;
  });
  for (const [name, drawn] of [["s", spots.X + spots.O], ["b", spots.X], ["r", spots.O], ["w", spots.O]]) {
    svg.querySelector(`:scope > path.${name}`).setAttribute("d", drawn);
  }
  svg.querySelectorAll(".last, .over").forEach((old) => old.remove());
  const over = make("g", { class: "over" });
  const place = (point) => {
    const index = tree.index(point);
    const cell = position.cells[index];
    return { x: index % columns, y: Math.floor(index / columns), on: cell === "X" ? " ob" : cell === "O" ? " ow" : "" };
  };
  if (node.move && node.move !== "pass") {
    const { x, y } = place(node.move);
    if (position.cells[tree.index(node.move)] !== ".") svg.append(make("circle", { class: `last o${node.color.toLowerCase()}`, cx: x, cy: y, r: 0.17 }));
  }
  for (const [point, sign] of Object.entries(node.marks)) over.append(...mark(sign, place(point)));
  for (const [point, letter] of Object.entries(letters)) {
    if (node.marks[point]) continue;
    const { x, y } = place(point);
    over.append(make("circle", { class: "under disc", cx: x, cy: y, r: 0.42 }), make("text", { class: "following", x, y }, letter));
  }
  svg.append(over);
}

function mark(sign, { x, y, on }) {
  if (sign === "circle") return [make("circle", { class: `mk${on}`, cx: x, cy: y, r: 0.25 })];
  if (SHAPES[sign]) return [make("path", { class: `mk${on}`, d: `M${x} ${y}${SHAPES[sign]}` })];
  const text = make("text", { class: `sign${on}`, x, y }, sign);
  return on ? [text] : [make("circle", { class: "under", cx: x, cy: y, r: 0.4 }), text];
}

/** Draw the tree from left to right with a lane for each branch; a tap on a node goes there. */
export function drawPicture(frame, tree, { lanes, order, height }) {
  const at = (name) => [tree.nodes.get(name).number * STEP, lanes.get(name) * STEP];
  const width = Math.max(0, ...order.map((name) => tree.nodes.get(name).number)) + 1;
  const drawn = { "t-edge": "", "t-b": "", "t-w": "", "t-gb": "", "t-gw": "", "t-comment": "", "t-armed": "" };
  for (const name of order) {
    const one = tree.nodes.get(name);
    const [x, y] = at(name);
    const [px, py] = at(one.parent);
    drawn["t-edge"] += py === y ? `M${px} ${py}h${STEP}` : `M${px} ${py}V${y - STEP / 2}l${STEP / 2} ${STEP / 2}h${STEP / 2}`;
    drawn[`t-${one.own || one.played ? "" : "g"}${one.color.toLowerCase()}`] += `M${x} ${y}h0`;
    if (one.text) drawn["t-comment"] += `M${x} ${y}h0`;
    if (one.armed) drawn["t-armed"] += `M${x + 3} ${y - 4}v-8l7 3l-7 3`;
  }
  let svg = frame.querySelector("svg");
  if (!svg.nodeAt) {
    svg.replaceChildren(...["t-edge", "t-b", "t-w", "t-gb", "t-gw", "t-comment", "t-armed"].map((name) => make("path", { class: name })));
    svg.querySelector(".t-edge").after(make("circle", { class: "t-root", r: 5 }));
    svg.append(make("circle", { class: "t-here", r: 11 }));
  }
  for (const [name, value] of Object.entries({ width: width * STEP, height: height * STEP, viewBox: `-13 -13 ${width * STEP} ${height * STEP}` })) svg.setAttribute(name, value);
  for (const [name, value] of Object.entries(drawn)) svg.querySelector(`.${name}`).setAttribute("d", value);
  const names = new Map(["000000000000", ...order].map((name) => [at(name).join(), name]));
  svg.nodeAt = (event) => {
    const box = svg.getBoundingClientRect();
    return names.get([event.clientX - box.left, event.clientY - box.top].map((value) => Math.floor(value / STEP) * STEP).join());
  };
  svg.placeOf = (name) => [tree.nodes.get(name).number * STEP, lanes.get(name) * STEP];
}

/** Mark the current node in the picture and in the list. */
export function markPlace(frame, list, here) {
  const svg = frame.querySelector("svg");
  const [x, y] = svg.placeOf(here);
  svg.querySelector(".t-here").setAttribute("cx", x);
  svg.querySelector(".t-here").setAttribute("cy", y);
  frame.scrollTo({ left: x - frame.clientWidth / 2, top: y - frame.clientHeight / 2 });
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.links?.get(here)?.setAttribute("aria-current", "true");
  scrollToCurrent(list);
}

function scrollToCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** Draw the tree as a list: a line is an ordered list, and alternatives are nested in their move. */
export function drawOutline(frame, tree, { after }, moveName) {
  const element = (name, className = "") => Object.assign(document.createElement(name), { className });
  const top = document.createDocumentFragment();
  const waiting = [];
  const links = new Map();
  const begin = (parent, first, others) => {
    const line = parent.appendChild(element("ol", "line"));
    waiting.push([line, first, others]);
  };
  const root = entry(tree.nodes.get("000000000000"), "000000000000", moveName);
  root[0].className = "root";
  links.set("000000000000", root[0]);
  top.append(...root);
  const [first, ...others] = after.get("000000000000") || [];
  if (first) begin(top, first, others);
  while (waiting.length) {
    let [line, name, siblings] = waiting.pop();
    while (name) {
      const item = line.appendChild(element("li"));
      const parts = entry(tree.nodes.get(name), name, moveName);
      item.append(...parts);
      links.set(name, parts[0]);
      if (siblings.length) {
        const branches = item.appendChild(element("ul", "branches"));
        for (const other of siblings) begin(branches.appendChild(element("li")), other, []);
      }
      [name, ...siblings] = after.get(name) || [];
    }
  }
  frame.replaceChildren(top);
  frame.links = links;
}

/** Return the parts of a move's name, with its colour as a stone that looks the same in every theme. */
export function withStone(text) {
  const [before, color, after] = text.split(/([●○])/);
  if (!color) return [text];
  const stone = document.createElement("span");
  stone.className = `stone in-text ${color === "●" ? "b" : "w"}`;
  stone.textContent = color;
  return [before, stone, after];
}

/** Return a move's name that does not wrap and keeps its direction. */
export function unbrokenMove(text) {
  const inside = document.createElement("span");
  inside.className = "nobr";
  inside.append(...withStone(text));
  return inside;
}

function entry(one, name, moveName) {
  const link = document.createElement("a");
  link.href = `?at=${name}`;
  link.className = one.own ? "own" : one.played ? "" : "taken-back";
  link.append(unbrokenMove(moveName(one)));
  const text = one.text.replace(/\s+/g, " ").trim();
  if (!text) return [link];
  const comment = document.createElement("span");
  comment.className = "comment";
  comment.dir = "auto";
  comment.textContent = text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1)}…` : text;
  return [link, " ", comment];
}

/** Scroll the server's trees to the current node. */
export function showPlaces() {
  for (const frame of document.querySelectorAll(".tree-scroll")) {
    const here = frame.querySelector(".t-here");
    frame.scrollTo({ left: Number(here.getAttribute("cx")) - frame.clientWidth / 2, top: Number(here.getAttribute("cy")) - frame.clientHeight / 2 });
  }
  for (const list of document.querySelectorAll(".outline")) scrollToCurrent(list);
}
