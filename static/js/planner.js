// Conditional moves on the game page's board. Taps build a tree in the browser, and the server checks it when it is saved.
// This script and its style are loaded when a player opens the planner.

import { pointLabel } from "./points.js";
import { drawBoard, drawOutline, drawPicture, markPlace } from "./study.js";
import { nameOf, ROOT, Tree } from "./tree.js";

const find = (id) => document.getElementById(id);

/** Start planning on this page with the data from the link's page. `on` has say(text) and done(), which shows the game. */
export async function run(link, on) {
  const response = await fetch(link.href, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("planner").content;
  const boot = JSON.parse(page.getElementById("plan-boot").textContent);
  await loadStyle(boot.style);
  const main = find("main");
  main.querySelector(".side").prepend(document.adoptNode(page.getElementById("plan-panel")));
  main.querySelector(".bar").prepend(document.adoptNode(page.getElementById("plan-bar")));
  main.classList.add("planning");
  new Planner(boot, main, on).start();
}

function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: reject });
    document.head.append(link);
  });
}

class Planner {
  constructor(boot, main, on) {
    Object.assign(this, { boot, main, on, words: boot.words, at: ROOT });
    this.form = find("board");
    this.cells = [...this.form.querySelectorAll("[role=gridcell]")];
    this.tree = new Tree({ ...boot, turns: {}, tree: { version: 0, clock: 0, head: ROOT, cuts: [], record: [], nodes: [] } });
    this.grow(ROOT, boot.branches);
  }

  grow(parent, branches) {
    for (const [theirs, mine, then = [], ends = false] of branches) {
      const answer = this.add(this.add(parent, theirs), mine);
      this.tree.nodes.get(answer).ends = ends;
      this.grow(answer, then);
    }
  }

  add(parent, move) {
    const { turn } = this.tree.position(parent);
    this.tree.apply({ op: "add", at: 0, parent, color: turn, move });
    return nameOf(parent, turn, move);
  }

  /** Return the replies after a node in the API's format; a move without a reply is left out. */
  branches(parent = ROOT) {
    const after = this.tree.after();
    return (after.get(parent) || []).flatMap((theirs) => (after.get(theirs) || []).map((answer) => {
      const one = this.tree.nodes.get(answer);
      return [this.tree.nodes.get(theirs).move, one.move, this.branches(answer), Boolean(one.ends)];
    }));
  }

  get isMine() {
    return this.tree.position(this.at).turn === this.boot.mine;
  }

  start() {
    const { main, form } = this;
    form.dataset.mode = "read";
    for (const old of form.querySelectorAll(".hair, .ghost, .ring, .xy.on")) old.remove();
    form.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (!cell) return;
      event.preventDefault();
      event.stopPropagation();
      this.play(cell.value);
    }, true);
    main.addEventListener("click", (event) => this.press(event), true);
    for (const kind of ["pointerdown", "touchstart"]) { // no swipe to another game, no step through the game
      main.addEventListener(kind, (event) => { if (!event.target.closest("#board")) event.stopPropagation(); }, { capture: true, passive: true });
    }
    document.addEventListener("keydown", (event) => this.key(event), true);
    find("plan-ends").addEventListener("change", ({ target }) => { this.tree.nodes.get(this.at).ends = target.checked; });
    this.show();
    find("plan-title").focus({ preventScroll: true });
    this.on.say(find("plan-next").textContent);
  }

  press(event) {
    const step = event.target.closest("[data-step]")?.id;
    const button = event.target.closest("[data-plan-do]")?.dataset.planDo;
    const link = event.target.closest("#plan-outline a[href^='?at=']");
    const picture = event.target.closest("svg.tree");
    if (!step && !button && !link && !picture) return;
    event.preventDefault();
    event.stopPropagation();
    if (step) this.step(step);
    else if (button) this[button]();
    else this.go(link ? link.getAttribute("href").slice(4) : picture.nodeAt?.(event));
  }

  key(event) {
    if (!this.main.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("[role=grid], input, textarea, select, summary")) return;
    const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (step) event.preventDefault();
    if (step || /^Key[JKN]$/.test(event.code)) event.stopPropagation();
    if (step) this.step(step);
  }

  step(name) {
    const along = this.tree.along(this.at);
    const to = { first: ROOT, previous: this.tree.nodes.get(this.at).parent || ROOT, next: along[0], last: along.at(-1) };
    this.go(to[name] || this.at);
  }

  go(name) {
    if (!this.tree.nodes.has(name)) return;
    this.at = name;
    this.refuse("");
    this.show();
    const one = this.tree.nodes.get(name);
    this.on.say(`${name === ROOT ? "" : `${this.moveName(one)}. `}${find("plan-next").textContent}`);
  }

  /** Add a move at the current node. Another reply to the same move replaces the first. */
  play(move) {
    const { tree, at } = this;
    const next = tree.move(tree.position(at), tree.position(at).turn, move);
    if (typeof next === "string") {
      this.refuse(`${move}: ${this.words.refused[next]}`);
      return;
    }
    const old = this.isMine && (tree.after().get(at) || []).find((name) => tree.nodes.get(name).move !== move);
    if (old) this.cut(old);
    this.go(this.add(at, move));
  }

  cut(name) {
    for (const one of this.tree.under(name)) this.tree.nodes.delete(one);
    this.tree.changed();
  }

  pass() {
    this.play("pass");
  }

  remove() {
    const { parent } = this.tree.nodes.get(this.at);
    this.cut(this.at);
    this.go(parent);
  }

  cancel() {
    this.on.done();
  }

  async save() {
    const button = find("plan-save");
    button.disabled = true;
    const body = { branches: this.branches(), expected: this.boot.number, version: this.boot.version, holds: find("plan-holds").checked };
    const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    try {
      const response = await fetch(this.boot.api, {
        method: "PUT",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
        body: JSON.stringify(body),
      });
      if (response.ok) {
        await this.on.done();
        this.on.say(this.words.saved);
      } else this.refuse((await response.json()).detail || this.words.failed);
    } catch {
      this.refuse(this.words.failed);
    } finally {
      button.disabled = false;
    }
  }

  refuse(text) {
    find("plan-refusal").hidden = !text;
    find("plan-refusal").firstElementChild.textContent = text;
  }

  digits(value) {
    return new Intl.NumberFormat(this.boot.language, { useGrouping: false }).format(value);
  }

  moveName(one) {
    if (!one.number) return this.words.present;
    return `${this.digits(this.boot.move + one.number)} ${one.color === "B" ? "●" : "○"} ${one.move === "pass" ? this.words.pass : one.move}`;
  }

  show() {
    const { tree, at, words } = this;
    const one = tree.nodes.get(at);
    const shape = tree.layout();
    const position = tree.position(at);
    const following = (shape.after.get(at) || []).slice(0, 26).map((name, index) => [tree.nodes.get(name).move, String.fromCharCode(65 + index)]);
    const letters = Object.fromEntries(following.filter(([move]) => move !== "pass"));
    drawBoard(this.form.querySelector("svg"), position, at === ROOT ? { ...one, ...this.boot.last } : one, letters, tree);
    this.label(position, letters);
    drawPicture(find("plan-tree"), tree, shape);
    drawOutline(find("plan-outline"), tree, shape, (node) => this.moveName(node));
    markPlace(find("plan-tree"), find("plan-outline"), at);
    find("plan-branches").hidden = tree.nodes.size === 1;
    const asks = !this.isMine ? words.theirs : one.move === "pass" ? words.mineAfterPass : words.mine.replace("%(move)s", one.move);
    find("plan-next").textContent = asks;
    find("plan-pass").textContent = this.isMine ? words.youPass : words.theyPass;
    find("plan-remove").hidden = at === ROOT;
    const stops = at !== ROOT && !this.isMine && one.move === "pass" && tree.nodes.get(one.parent).move === "pass";
    find("plan-ends").closest("label").hidden = !stops;
    find("plan-ends").checked = Boolean(one.ends);
    find("here").textContent = this.digits(this.boot.move + one.number);
    find("here").nextSibling.data = ` / ${this.digits(this.boot.move + one.number + tree.along(at).length)}`;
  }

  label(position, letters) {
    const { words } = this;
    const stones = { ".": words.empty, X: words.black, O: words.white };
    this.cells.forEach((cell, index) => {
      const point = cell.value;
      const stone = { X: "B", O: "W" }[position.cells[index]];
      if (stone) cell.dataset.s = stone;
      else delete cell.dataset.s;
      const next = letters[point] && words.next.replace("%(sign)s", letters[point]);
      cell.ariaLabel = pointLabel(point, [stones[position.cells[index]], next], words.separator);
    });
  }
}
