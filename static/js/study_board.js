// A demonstration board. The server draws it; this script fetches the page again when the board changes, steps and plays
// without leaving it, and keeps what is being written. Without a node in the address, the page follows the teacher.

import { step } from "./points.js";
import { keepOpen, reloadSoon } from "./socket.js";
import { runWhileHeld } from "./steps.js";
import { showPlaces } from "./study.js";

const PARTS = ["#board", "#bar", "nav.steps", "#now", "#text-form", "#next-moves", "#questions", ".tree-panel", ".text-board"];
const main = document.getElementById("main");
const find = (id) => document.getElementById(id);
const html = (element) => element.outerHTML.replace(/name="(csrfmiddlewaretoken|key)" value="[^"]*"/g, "");
let tool = document.querySelector("[data-tool]")?.value ?? "play";
let written = new Map(PARTS.map((part) => [part, document.querySelector(part) && html(document.querySelector(part))]));
let waiting = Promise.resolve(), isBusy = false;

/** Put the parts of this page in the place of those that differ; what has the focus keeps it, and a text that is being
 * written at the same move stays. */
function show(page, url) {
  const node = page.querySelector("[data-at]")?.value, isHere = document.querySelector("[data-at]")?.value === node;
  const text = find("text");
  const isWriting = isHere && text && text.value !== text.defaultValue;
  for (const part of PARTS) {
    const old = document.querySelector(part), fresh = page.querySelector(part);
    if (!old || !fresh || html(fresh) === written.get(part) || (part === "#text-form" && isWriting)) continue;
    written.set(part, html(fresh));
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    if (fresh.id === "bar") fresh.querySelector("details").open = false;
    old.replaceWith(document.adoptNode(fresh));
    if (focused) refocus(fresh, focused);
  }
  for (const field of document.querySelectorAll("[data-at]")) field.value = node ?? field.value;
  useTool(tool);
  showPlaces();
  main.dataset.number = page.getElementById("main").dataset.number;
  if (url) history.replaceState(null, "", url);
  find("live").textContent = find("now").innerText.trim();
}

function refocus(fresh, focused) {
  const same = [...fresh.querySelectorAll("a, button, input, textarea, summary")].find(
    (one) => one.localName === focused.localName && one.id === focused.id && one.value === focused.value && one.getAttribute("href")?.length === focused.getAttribute("href")?.length,
  );
  if (same?.role === "gridcell") focusCell(same);
  else same?.focus({ preventScroll: true });
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

/** Fetch and show, one after the other; `fail` is what happens without an answer. */
function exchange(address, options, fail) {
  waiting = waiting.then(async () => {
    isBusy = true;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" }, ...options });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!page.querySelector("#now")) return fail();
      const isNew = response.ok && options.method === "POST";
      if (isNew && find("question") && options.body.has("text") && page.querySelector("#ask")) find("question").value = "";
      if (isNew && find("text") && options.body.get("do") === "text") find("text").defaultValue = find("text").value;
      show(page, response.ok ? response.url : "");
    } catch { fail(); } finally { isBusy = false; }
  });
}

const look = () => exchange(location.href, {}, reloadSoon);
const leads = () => main.dataset.change && find("lead")?.querySelector("input").checked;

/** Step to this node; a teacher takes everyone along. */
function go(node) {
  if (!leads()) return exchange(`${location.pathname}?at=${node}`, {}, () => location.assign(`?at=${node}`));
  const body = new FormData(find("board"));
  body.set("do", "show");
  body.set("node", node);
  return exchange(main.dataset.change, { method: "POST", body }, () => location.reload());
}

const nodeOf = (link) => /^\?at=([0-9a-f]+)$/.exec(link?.getAttribute("href") ?? "")?.[1];
const held = runWhileHeld((by) => { if (!isBusy) go(nodeOf(find(by > 0 ? "next" : "previous"))); }, "nav.steps a");

main.addEventListener("click", (event) => {
  if (event.detail) event.target.closest("[role=gridcell]")?.blur(); // who taps steps on by the keyboard
  const chosen = event.target.closest("#tools [name=tool]");
  if (chosen) {
    event.preventDefault();
    return useTool(chosen.value);
  }
  const node = nodeOf(event.target.closest("a[href^='?at=']"));
  if (!node || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!held.hasRun()) go(node);
});

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.action.endsWith("/hide/")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  if (form.id === "board") useTool(body.get("tool"));
  exchange(form.action, { method: "POST", body }, () => location.reload());
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[role=gridcell]");
  if (cell) {
    const cells = [...document.querySelectorAll("[role=gridcell]")], grid = cell.closest("[role=grid]");
    const to = step(event.key, event.ctrlKey, cells.indexOf(cell), Number(grid.ariaColCount), Number(grid.ariaRowCount));
    if (to === null) return;
    event.preventDefault();
    return focusCell(cells[to]);
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const id = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!id || (event.repeat && isBusy)) return;
  event.preventDefault();
  go(nodeOf(find(id)));
});

if (find("lead")) find("lead").hidden = false;
showPlaces();
keepOpen(main.dataset.socket, () => null, {
  message: (frame) => { if ((frame.type === "board" || frame.type === "hello") && frame.number > Number(main.dataset.number)) look(); },
  lost: () => {},
  back: look,
  ended: reloadSoon,
});
main.dataset.ready = "yes";
