// A demonstration board. The server draws it. This script fetches the page again when the board changes, steps and plays
// without a reload, and keeps unsent text. Without a node in the address, the page follows the teacher.

import { step } from "./points.js";
import { keepOpen, reloadSoon } from "./socket.js";
import { runWhileHeld } from "./steps.js";
import { showPlaces } from "./study.js";

const PARTS = ["#board", "#bar", "nav.steps", "#now", "#text-form", "#followers", "#next-moves", "#questions", ".tree-panel", ".text-board"];
const AGAIN_AFTER = 5000; // milliseconds
const main = document.getElementById("main");
const find = (id) => document.getElementById(id);
const html = (element) => new XMLSerializer().serializeToString(element).replace(/name="(csrfmiddlewaretoken|key)" value="[^"]*"/g, "");
let tool = document.querySelector("[data-tool]")?.value ?? "play";
let written = new Map(PARTS.map((part) => [part, document.querySelector(part) && html(document.querySelector(part))]));
let waiting = Promise.resolve(), isBusy = false;

/** Replace the parts that differ from this page's, and keep the focus and unsent text at the same move. Replace the whole
 * page if the board was closed or opened. */
function show(page, url) {
  if (["text-form", "ask"].some((id) => !find(id) !== !page.getElementById(id))) return location.reload();
  const node = page.querySelector("[data-at]")?.value, isHere = document.querySelector("[data-at]")?.value === node;
  const text = find("text");
  const isWriting = isHere && text && text.value !== text.defaultValue;
  for (const part of PARTS) {
    const old = document.querySelector(part), fresh = page.querySelector(part);
    if (!old || !fresh || html(fresh) === written.get(part) || (part === "#text-form" && isWriting)) continue;
    written.set(part, html(fresh));
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    if (fresh.id === "bar") fresh.querySelector("details").open = false;
    if (part === ".tree-panel") fresh.querySelector("details").open = old.querySelector("details").open;
    old.replaceWith(document.adoptNode(fresh));
    if (focused) refocus(fresh, focused);
  }
  for (const field of document.querySelectorAll("[data-at]")) field.value = node ?? field.value;
  useTool(tool);
  showPlaces();
  main.dataset.number = page.getElementById("main").dataset.number;
  if (url) history.replaceState(null, "", url);
  say([find("move"), find("turn"), find("note")].filter(Boolean).map((one) => one.innerText).join(". "));
}

/** Announce a text, unless it was announced last. */
function say(text) {
  if (find("live").textContent !== text) find("live").textContent = text;
}

function setLost(isLost) {
  find("connection").hidden = !isLost;
  if (isLost) say(find("connection").textContent);
}

/** Restore the focus to the same id, address, or name and value. If it is gone, focus the displayed move in a list of
 * moves, or the whole part. */
function refocus(fresh, focused) {
  const alike = (name) => (one) => one.localName === focused.localName && one.getAttribute(name) === focused.getAttribute(name);
  const others = [...fresh.querySelectorAll("a:not([tabindex]), button, input:not([type=hidden]), textarea, summary")];
  const same = focused.id ? others.find((one) => one.id === focused.id)
    : focused.localName === "a" ? others.find(alike("href")) ?? fresh.querySelector("[aria-current]")
    : others.find((one) => alike("value")(one) && alike("name")(one) && one.form?.action === focused.form?.action);
  if (same?.role === "gridcell") return focusCell(same);
  (same ?? fresh).focus({ preventScroll: true });
  if (fresh.contains(document.activeElement)) return;
  const whole = fresh.hidden ? main : fresh;
  whole.tabIndex = -1;
  whole.focus({ preventScroll: true });
}

function focusCell(cell) {
  for (const one of document.querySelectorAll("[role=gridcell]")) one.tabIndex = one === cell ? 0 : -1;
  cell.focus({ preventScroll: true });
}

function useTool(chosen) {
  tool = chosen;
  for (const one of document.querySelectorAll("#tools [name=tool]")) one.ariaPressed = String(one.value === tool);
  for (const field of document.querySelectorAll("[data-tool]")) field.value = tool;
}

/** Fetch and show pages one after the other: `begin` returns the address and the options of its request, or nothing. If
 * the request fails, the page stays and `fail` is called; without permission to see the board, it is reloaded. */
function exchange(begin, fail = () => {}) {
  waiting = waiting.then(async () => {
    const [address, options = {}] = begin() || [];
    if (!address) return;
    isBusy = true;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" }, ...options });
      if (response.status >= 500) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!page.querySelector("#now")) return reloadSoon();
      setLost(false);
      const isNew = response.ok && options.method === "POST";
      if (isNew && find("question") && options.body.has("text") && page.querySelector("#ask")) find("question").value = "";
      if (isNew && find("text") && options.body.get("do") === "text") find("text").defaultValue = find("text").value;
      show(page, response.ok ? response.url : "");
    } catch {
      setLost(true);
      fail();
    } finally { isBusy = false; }
  });
}

/** Show the current board if it has changed since this page was drawn. */
function look(number) {
  const again = () => setTimeout(() => look(number), AGAIN_AFTER);
  exchange(() => number > Number(main.dataset.number) && [location.href], again);
}

const leads = () => main.dataset.change && find("lead")?.querySelector("input").checked;

/** Step to the node that `target` returns; a teacher takes everyone along. */
function go(target) {
  exchange(() => {
    const node = target();
    if (!node || !leads()) return node && [`${location.pathname}?at=${node}`];
    const body = new FormData(find("board"));
    body.set("do", "show");
    body.set("node", node);
    return [main.dataset.change, { method: "POST", body }];
  });
}

const nodeOf = (link) => /^\?at=([0-9a-f]+)$/.exec(link?.getAttribute("href") ?? "")?.[1];
const held = runWhileHeld((by) => { if (!isBusy) go(() => nodeOf(find(by > 0 ? "next" : "previous"))); }, "nav.steps a");

main.addEventListener("click", (event) => {
  if (event.detail) event.target.closest("[role=gridcell]")?.blur(); // after a tap, arrow keys step through moves
  const chosen = event.target.closest("#tools [name=tool]");
  if (chosen) {
    event.preventDefault();
    return useTool(chosen.value);
  }
  const link = event.target.closest("a[href^='?at=']"), node = nodeOf(link);
  if (!node || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!held.hasRun()) go(() => (link.id ? nodeOf(find(link.id)) : node));
});

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.action.endsWith("/hide/")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  if (form.id === "board") useTool(body.get("tool"));
  exchange(() => {
    if (form.id === "board") body.set("node", find("board").elements.node.value); // the second of two quick taps plays after the first
    if (!leads()) body.set("aside", "1");
    return [form.action, { method: "POST", body }];
  });
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[role=gridcell]");
  if (cell) {
    const cells = [...document.querySelectorAll("[role=gridcell]")], grid = cell.closest("[role=grid]");
    const [columns, rows] = [grid.ariaColCount, grid.ariaRowCount].map(Number);
    const to = step(event.key, event.ctrlKey, cells.indexOf(cell), columns, rows, grid.dataset.wraps);
    if (to === null) return;
    event.preventDefault();
    return focusCell(cells[to]);
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const id = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!id || (event.repeat && isBusy)) return;
  event.preventDefault();
  go(() => nodeOf(find(id)));
});

if (find("lead")) {
  find("lead").hidden = false;
  find("lead").querySelector("input").checked = !document.querySelector("#now [value=show]"); // at another node, no one follows
}
showPlaces();
keepOpen(main.dataset.socket, () => null, {
  message: (frame) => { if (frame.type === "board" || frame.type === "hello") look(frame.number); },
  lost: () => setLost(true),
  back: () => setLost(false),
  ended: reloadSoon,
});
main.dataset.ready = "yes";
