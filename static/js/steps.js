// Stepping through a game. The page has the record, so a step needs no request, and only the stones change. The server's
// drawing of the current position is set aside while an earlier one is shown.

import { duration } from "./countdown.js";
import { LETTERS, pointLabel } from "./points.js";
import { captures, nearest, position, read } from "./record.js";

const SVG = "http://www.w3.org/2000/svg";
const ADDRESS_AFTER = 300; // milliseconds: browsers limit how often a page may change its address
const ANNOUNCED_AFTER = 400; // milliseconds: only the last of several quick steps is announced
const OVERLAYS = ":scope > :not(.g, .e, .h, .s, .b, .r, .w, .k, .xy), :scope > .xy.on";
const COLORS = "BWRUGY";
const find = (id) => document.getElementById(id);

/** Enable stepping through this page's game. `on` has say(text), back() for the return to the current position, and
 * present() for when that has to be fetched. */
export function lookThrough(main, words, on) {
  const form = find("board");
  const columns = Number(form.dataset.columns);
  const cells = [...form.querySelectorAll("[role=gridcell]")];
  const record = read(JSON.parse(find("record").textContent), columns);
  const live = record.moves.length;
  const messages = [...document.querySelectorAll("#chat .chat > li")];
  const listed = [...document.querySelectorAll(".moves a")];
  const jumps = { captures: captures(record), comments: record.messages_at };
  const status = [...find("step").childNodes];
  const heading = document.querySelector("h1");
  const title = [...heading.childNodes];
  let at = Math.min(Number(main.dataset.here), live);
  const partial = at < live; // the page was loaded at an earlier position, without the elements of the current position
  let present = null; // elements that were set aside, null while they are shown
  let addressed = -ADDRESS_AFTER, soon = 0, saying = 0;

  const digits = (number) => String(number).replace(/\d/g, (digit) => words.digits[digit]);
  const vertex = (index) => LETTERS[index % columns] + (cells.length / columns - Math.floor(index / columns));

  /** Set aside what only the current position has: marks, an unsent stone, the meaning of a tap. */
  function putAway() {
    const svg = form.querySelector("svg");
    const copy = svg.cloneNode(true);
    for (const overlay of copy.querySelectorAll(OVERLAYS)) overlay.remove();
    svg.replaceWith(copy);
    present = {
      svg,
      labels: cells.map((cell) => cell.ariaLabel),
      stones: cells.map((cell) => cell.dataset.s ?? ""),
      mode: form.dataset.mode,
      last: form.dataset.last,
      text: document.querySelector(".text-board")?.textContent,
      marking: main.classList.contains("marking"),
    };
    form.dataset.mode = "read";
    main.classList.remove("marking");
  }

  function bringBack() {
    form.querySelector("svg").replaceWith(present.svg);
    cells.forEach((cell, n) => fill(cell, present.stones[n], present.labels[n]));
    form.dataset.mode = present.mode;
    form.dataset.last = present.last;
    if (present.text) document.querySelector(".text-board").textContent = present.text;
    main.classList.toggle("marking", present.marking);
    present = null;
  }

  function fill(cell, stone, label) {
    if ((cell.dataset.s ?? "") !== stone) {
      if (stone) cell.dataset.s = stone;
      else delete cell.dataset.s;
    }
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
  }

  function draw() {
    const { stones, held } = position(record, at, cells.length);
    const last = at ? record.moves[at - 1].at : -1;
    const drawn = [""];
    cells.forEach((cell, n) => {
      const color = stones[n];
      const spot = `M${n % columns} ${Math.floor(n / columns)}`;
      if (color) {
        drawn[0] += `${spot}h0`;
        drawn[color] = `${drawn[color] ?? ""}${spot}${record.shapes[color - 1]}`;
      }
      const parts = [words.stones[color], n === last && color && words.last];
      fill(cell, COLORS[color - 1] ?? "", pointLabel(cell.value, parts, words.separator));
    });
    const svg = form.querySelector("svg");
    [..."sbrw"].concat("kr", "ku", "kg", "ky").forEach((name, n) => {
      svg.querySelector(`:scope > .${name}`)?.setAttribute("d", drawn[n < 3 ? n : n - 1] ?? "");
    });
    for (const overlay of svg.querySelectorAll(OVERLAYS)) overlay.remove();
    if (last >= 0 && stones[last]) svg.append(dot(last, stones[last]));
    form.dataset.last = last < 0 ? "" : vertex(last);
    const board = document.querySelector(".text-board");
    if (board) board.textContent = asText(stones);
    return held;
  }

  function dot(index, color) {
    const circle = document.createElementNS(SVG, "circle");
    const plan = record.planned?.includes(at) ? " plan" : "";
    const attributes = { class: `last${plan} o${COLORS[color - 1].toLowerCase()}`, cx: index % columns, cy: Math.floor(index / columns), r: ".17" };
    for (const [name, value] of Object.entries(attributes)) circle.setAttribute(name, value);
    return circle;
  }

  function asText(stones) {
    const rows = cells.length / columns;
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = [...stones.slice(row * columns, (row + 1) * columns)].map((value) => ".XORUGY"[value]);
      return `${String(rows - row).padStart(2)} ${line.join(" ")}`;
    });
    return [`   ${[...LETTERS.slice(0, columns)].join(" ")}`, ...lines].join("\n");
  }

  /** Return the text about the displayed move, in the page's language. */
  function described() {
    const move = record.moves[at - 1];
    const facts = main.classList.contains("over") ? [words.move.replace("%(n)s", digits(at))] : [];
    if (move) {
      const color = COLORS[move.color - 1];
      facts.unshift(move.at < 0 ? words.passed[color] : words.played[color].replace("%(point)s", vertex(move.at)));
      if (move.emptied.length) facts.push(record.captures[move.emptied.length]);
      if (record.planned?.includes(at)) facts.push(record.plan);
      facts.push(words.after.replace("%(time)s", duration(record.minutes[at - 1], words.time, digits)));
    }
    return facts.join("\u00a0· ");
  }

  function remark() {
    const message = messages.findLast((_, n) => record.messages_at[n] === at && at < live);
    const text = message?.querySelector(":scope > span.muted") ? null : message?.querySelector(":scope > span");
    find("remark").hidden = !text;
    if (!text) return;
    find("remark").querySelector("bdi").textContent = message.querySelector("b").textContent;
    find("remark").querySelector("[dir]").textContent = text.textContent;
  }

  /** Update everything around the board that depends on the move. */
  function updateControls(held) {
    const link = (number) => (number === live ? location.pathname : `?move=${number}`);
    main.classList.toggle("earlier", at < live);
    find("here").textContent = digits(at);
    find("scrub").value = at;
    find("previous").href = link(Math.max(0, at - 1));
    find("next").href = link(Math.min(live, at + 1));
    const search = find("search");
    if (search) search.search = search.search.replace(/move=\d+/, `move=${at}`);
    if (at < live) find("step").textContent = described();
    else find("step").replaceChildren(...status);
    if (at === live) heading.replaceChildren(...title);
    else if (!main.classList.contains("over")) heading.textContent = words.of.replace("%(n)s", digits(at)).replace("%(all)s", digits(live));
    for (const side of document.querySelectorAll("[data-captures]")) {
      side.textContent = record.captures[held[COLORS.indexOf(side.dataset.captures) + 1]];
    }
    for (const jump of document.querySelectorAll("[data-jump]")) {
      const to = there(...jump.dataset.jump.split(" "));
      if (to === null) jump.removeAttribute("href");
      else jump.href = link(to);
    }
    document.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
    listed[at - 1]?.setAttribute("aria-current", "true");
    remark();
  }

  function there(kind, direction) {
    return nearest(jumps[kind], at, Number(direction));
  }

  /** Update the address and announce the position after a short pause. */
  function follow() {
    clearTimeout(soon);
    clearTimeout(saying);
    const address = () => {
      addressed = performance.now();
      history.replaceState(null, "", at === live ? location.pathname : `?move=${at}`);
    };
    if (performance.now() - addressed > ADDRESS_AFTER) address();
    else soon = setTimeout(address, ADDRESS_AFTER);
    const parts = main.classList.contains("over") ? [find("step")] : [heading, find("step")];
    saying = setTimeout(() => on.say(parts.map((one) => one.textContent.trim().replace(/\s+/g, " ")).join(". ")), ANNOUNCED_AFTER);
  }

  const steps = {
    get at() { return at; },
    get live() { return live; },
    isEarlier: () => at < live,
    /** Show the position after this move. */
    go(number) {
      const to = Math.max(0, Math.min(live, number));
      if (to === at || !Number.isFinite(to)) return;
      if (at === live && !partial) putAway();
      at = to;
      const isThere = at === live && !partial;
      if (isThere) bringBack();
      const held = isThere ? position(record, at, cells.length).held : draw();
      updateControls(held);
      follow();
      if (at === live) (partial ? on.present : on.back)();
    },
    by: (many) => steps.go(at + many),
    /** Go to the nearest move of this kind ("captures", "comments") before (-1) or after (1) the displayed one. */
    jump(kind, direction) {
      const to = there(kind, direction);
      if (to !== null) steps.go(to);
    },
    /** Drop a pending announcement, for a reload of the page. */
    end() {
      clearTimeout(soon);
      clearTimeout(saying);
    },
  };
  return steps;
}

const RUNS_AFTER = 400; // milliseconds
const BETWEEN = 90;

/** Repeat `by(1)` or `by(-1)` while a button is held. */
export function runWhileHeld(by, buttons = "[data-step]") {
  let waiting = 0, running = 0, ran = false;
  const stop = () => {
    clearTimeout(waiting);
    clearInterval(running);
  };
  addEventListener("pointerdown", (event) => {
    ran = false;
    const direction = { next: 1, previous: -1 }[event.target.closest?.(buttons)?.id];
    if (!direction || event.button) return;
    stop();
    waiting = setTimeout(() => {
      ran = true;
      running = setInterval(() => by(direction), BETWEEN);
    }, RUNS_AFTER);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, stop);
  addEventListener("contextmenu", (event) => {
    if (event.target.closest?.(buttons)) event.preventDefault();
  });
  return { hasRun: () => ran };
}
