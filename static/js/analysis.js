// The analysis page. A tap plays a variation, never a move in the game. Changes are shown immediately, stored in the
// browser, and sent two seconds later. The socket announces changes from other devices.

import { step } from "./points.js";
import { forget, keep, waiting } from "./keep.js";
import { isNews, showNews } from "./news.js";
import { keepOpen } from "./socket.js";
import { panelsOf } from "./study_panels.js";
import { nameOf, ROOT, Tree } from "./tree.js";

const SECONDS = 2;
const MOST = 100; // operations of one request
const HELD = 120; // milliseconds between the steps of a button that is held
const ADDRESS_AFTER = 300; // milliseconds: browsers limit how often a page may change its address
const LARGEST = 60000; // bytes in a request: the limit for requests that outlive their page

const main = document.getElementById("main");
const find = (id) => document.getElementById(id);
const boot = JSON.parse(find("boot").textContent);
const { words } = boot;
const account = main.dataset.account;
const game = main.dataset.ofGame;
const tree = new Tree(boot);
const cells = [...document.querySelectorAll("[role=gridcell]")];
const panels = panelsOf(boot, tree, cells);
const { moveName } = panels;
const device = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

let at = boot.at;
let tool = document.querySelector("[data-tool]").value;
let pending = [];
let sending = [];
let timer = 0;
let addressed = 0;
let keeping = 0;
let count = 0;
let typed = false;

const say = (text) => {
  find("live").textContent = "";
  setTimeout(() => { find("live").textContent = text; }, 30);
};

/** Show an error message; "" clears it. */
function refuse(text) {
  find("refusal").hidden = !text;
  find("refusal").firstElementChild.textContent = text;
}

const show = () => panels.show(at, typed);

function go(name, quiet) {
  if (!tree.nodes.has(name)) return;
  writeText();
  at = name;
  refuse("");
  show();
  clearTimeout(addressed);
  addressed = setTimeout(() => history.replaceState(null, "", `?at=${at}`), ADDRESS_AFTER);
  if (!quiet) say(`${moveName(tree.nodes.get(at))}. ${tree.nodes.get(at).text}`);
}

/** Apply an operation to this page, store it, and send it soon. */
function change(operation) {
  count += 1;
  const op = { id: `${device}-${count}-${Date.now().toString(36)}`, at: tree.clock + 1, ...operation };
  tree.apply(op);
  pending.push(op);
  keep(account, game, op);
  notSaved();
  return op;
}

function notSaved() {
  find("saved").textContent = words.notSaved;
  find("saved").classList.add("turn");
  clearTimeout(timer);
  timer = setTimeout(send, SECONDS * 1000);
}

function writeText() {
  if (!typed) return;
  typed = false;
  const one = tree.nodes.get(at);
  const text = find("text").value;
  if (!one || text === one.text) return;
  const last = pending.at(-1); // text that is still being typed is one operation
  if (last?.text !== undefined && last.node === at && !sending.includes(last)) {
    last.text = one.text = text;
    keep(account, game, last);
  } else {
    change({ op: "set", node: at, text, over: one.texts });
  }
}

/** Return the first pending operations, up to the size of one request. */
function portion() {
  const found = [];
  let size = 200;
  for (const one of pending.slice(0, MOST)) {
    size += new TextEncoder().encode(JSON.stringify(one)).length + 1;
    if (size > LARGEST && found.length) break;
    found.push(one);
  }
  return found;
}

async function send(leaving = false) {
  clearTimeout(timer);
  if (sending.length) {
    timer = setTimeout(send, SECONDS * 1000);
    return;
  }
  writeText();
  sending = portion();
  if (!sending.length) return;
  const sent = sending;
  const done = async () => {
    pending = pending.filter((one) => !sent.includes(one));
    await forget(account, game, sent);
  };
  try {
    const answer = await fetch(main.dataset.tree, {
      method: "POST",
      keepalive: leaving === true,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": find("board").elements.csrfmiddlewaretoken.value },
      body: JSON.stringify({ operations: sent, since: tree.version }),
    });
    const result = await answer.json();
    if (answer.ok) {
      await done();
      tree.version = result.version;
      sending = [];
      if (result.behind) await fetchTree();
      if (pending.length) return notSaved();
      saved(result.changed_at);
    } else {
      sending = [];
      await refused(answer.status, result);
    }
  } catch {
    sending = [];
    notSaved();
    clearTimeout(timer);
    timer = setTimeout(send, 10 * SECONDS * 1000);
  }
}

/** Drop the operations that the server refused; send them again after a temporary failure. */
async function refused(status, result) {
  refuse(result.detail || words.notSaved);
  if (status === 429 || status >= 500) {
    timer = setTimeout(send, 30000);
    return;
  }
  if (typeof result.index === "number" && pending[result.index]) {
    const [bad] = pending.splice(result.index, 1);
    await forget(account, game, [bad]);
    await fetchTree();
    if (pending.length) notSaved();
  }
}

function saved(moment) {
  const time = moment ? new Intl.DateTimeFormat(boot.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(moment)) : "";
  find("saved").textContent = words.saved.replace("%(time)s", time);
  find("saved").classList.remove("turn");
}

/** Load the server's tree and apply the pending operations to it. */
async function fetchTree() {
  const answer = await fetch(main.dataset.tree, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  tree.load(await answer.json());
  for (const one of pending) tree.apply(one);
  if (!tree.nodes.has(at)) at = tree.head;
  show();
}

function tap(index) {
  refuse("");
  const point = cells[index].value;
  if (tool !== "play") {
    change({ op: "set", node: at, marks: { [point]: signAfter(point) } });
    show();
    return;
  }
  add(point);
}

function add(move) {
  const position = tree.position(at);
  const next = tree.move(position, position.turn, move);
  if (typeof next === "string") {
    refuse(`${move}: ${words.refused[next]}`);
    return;
  }
  writeText();
  const name = nameOf(at, position.turn, move);
  if (!tree.nodes.has(name)) change({ op: "add", parent: at, color: position.turn, move });
  go(name);
}

function signAfter(point) {
  const { marks } = tree.nodes.get(at);
  const old = marks[point] || "";
  const kind = !old || words.signs[old] ? old : /^\d/.test(old) ? "number" : "letter";
  const used = new Set(Object.values(marks));
  if (kind === tool) return "";
  if (tool === "letter") return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((one) => !used.has(one)) || "";
  if (tool === "number") return String([...Array(999).keys()].map((n) => n + 1).find((n) => !used.has(String(n))));
  return tool;
}

function cut() {
  const names = tree.under(at);
  const { parent, own } = tree.nodes.get(at);
  if (!own) return;
  writeText();
  change({ op: "cut", nodes: Object.fromEntries(names.filter((name) => tree.nodes.get(name).own).map((name) => [name, tree.nodes.get(name).texts])) });
  at = parent;
  go(parent);
}

/** Step with the keyboard or the buttons. */
const steps = {
  previous: () => go(tree.nodes.get(at).parent || ROOT),
  next: () => go(tree.along(at)[0] || at),
  first: () => go(ROOT),
  last: () => go(tree.along(at).at(-1) || at),
  back: () => go(tree.wayTo(at).at(-11) || ROOT),
  on: () => go(tree.along(at).slice(0, 10).at(-1) || at),
  up: () => sibling(-1),
  down: () => sibling(1),
  arm: () => arm(),
  comment: () => comment(1),
  commentBack: () => comment(-1),
};

/** Mark the move as a conditional move, if the game has them. */
function arm() {
  const one = tree.nodes.get(at);
  if (!boot.canArm || !one.own) return;
  change({ op: "set", node: at, armed: !one.armed });
  show();
}

function sibling(by) {
  const names = tree.after().get(tree.nodes.get(at).parent) || [];
  const to = names[names.indexOf(at) + by];
  if (to) go(to);
}

function comment(by) {
  const commented = [ROOT, ...panels.order()].filter((name) => name === at || tree.nodes.get(name).text);
  const to = commented[commented.indexOf(at) + by];
  if (to) go(to);
}

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", ArrowUp: "up", ArrowDown: "down", j: "comment", k: "commentBack", p: "arm" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("[role=grid], input, textarea, select, summary")) return;
  const name = event.shiftKey ? { ArrowLeft: "back", ArrowRight: "on" }[event.key] : KEYS[event.key];
  if (!name) return;
  event.preventDefault();
  steps[name]();
});

find("board").addEventListener("submit", (event) => event.preventDefault());
find("board").addEventListener("click", (event) => {
  const cell = event.target.closest("[role=gridcell]");
  if (!cell) return;
  event.preventDefault();
  if (event.detail) cell.blur(); // after a tap, arrow keys step through moves; keyboard users stay on the board
  tap(cells.indexOf(cell));
});
find("board").addEventListener("keydown", (event) => {
  const index = cells.indexOf(document.activeElement);
  const to = index < 0 ? null : step(event.key, event.ctrlKey, index, boot.columns, boot.rows, boot.rules.wraps);
  if (to === null) return;
  event.preventDefault();
  for (const cell of cells) cell.tabIndex = -1;
  cells[to].tabIndex = 0;
  cells[to].focus();
});

// Step buttons repeat while they are held.
let held = 0;
for (const id of ["first", "previous", "next", "last"]) {
  const run = (event) => { event.preventDefault(); steps[id](); };
  find(id).addEventListener("click", (event) => { if (!find(id).dataset.held) run(event); else event.preventDefault(); delete find(id).dataset.held; });
  find(id).addEventListener("pointerdown", () => {
    clearTimeout(held);
    const again = () => { find(id).dataset.held = "yes"; steps[id](); held = setTimeout(again, HELD); };
    held = setTimeout(again, 400);
  });
}
for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, () => clearTimeout(held), true);

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?at=']");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !link.closest(".steps")) {
    event.preventDefault();
    go(link.getAttribute("href").slice(4));
  }
  const back = event.target.closest("[data-cut]");
  if (back) bringBack(back.dataset.cut);
  const chosen = event.target.closest("#tools [name=tool]");
  if (chosen) {
    event.preventDefault();
    tool = chosen.value;
    document.querySelector("[data-tool]").value = tool;
    for (const one of document.querySelectorAll("#tools [name=tool]")) one.ariaPressed = String(one === chosen);
  }
  const picture = event.target.closest("svg.tree");
  if (picture) {
    const name = picture.nodeAt?.(event);
    if (name) go(name);
  }
});

async function bringBack(id) {
  const known = tree.cuts.get(id)?.nodes;
  change({ op: "cut", undo: id });
  if (known) return show();
  await send(); // only the server knows what it cut off
  await fetchTree();
}

document.addEventListener("submit", (event) => {
  const { do: what } = event.target.dataset;
  if (event.target.id === "text-form") {
    event.preventDefault();
    typed = true;
    writeText();
    send();
  } else if (what === "pass" || what === "cut" || what === "arm") {
    event.preventDefault();
    event.target.closest("details")?.removeAttribute("open");
    if (what === "pass") add("pass");
    else if (what === "cut") cut();
    else arm();
  }
});

find("text").addEventListener("input", () => {
  typed = true;
  notSaved();
  clearTimeout(keeping);
  keeping = setTimeout(writeText, 400);
});
find("text").addEventListener("change", () => { writeText(); show(); });
find("save-text").hidden = true;

addEventListener("pagehide", () => send(true));
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") send(true); });
addEventListener("online", () => send());

if (document.body.dataset.me) {
  let asked = 0;
  const chip = find("news");
keepOpen(chip.dataset.socket, () => Number(chip.dataset.number), {
  message: (frame) => { if (isNews(frame, chip)) showNews(chip, frame, say); },
  lost: () => {},
  back: () => {},
  ended: () => {},
});
keepOpen(document.body.dataset.me, () => null, {
    message: (frame) => {
      if (frame.type !== "player" || sending.length || pending.length) return;
      clearTimeout(asked);
      asked = setTimeout(async () => { if (!typed) await fetchTree().catch(() => {}); }, 300);
    },
    lost: () => {},
    back: () => fetchTree().catch(() => {}),
    ended: () => {},
  });
}

for (const one of await waiting(account, game)) {
  if (!pending.some((known) => known.id === one.id)) pending.push(one);
  tree.apply(one);
}
if (pending.length) send();
show();
main.dataset.ready = "yes";
