// The review page: keys, buttons and move links step without a reload (C42), each tree shows the current node, a tap on the
// board draws a variation (study_line.js), and new comments appear. The form stays while the user is writing.

import { keepOpen, reloadSoon } from "./socket.js";
import { runWhileHeld } from "./steps.js";
import { showPlaces } from "./study.js";
import { drawLines } from "./study_line.js";

const BETWEEN = 1000; // milliseconds between two requests, and the longest random delay, which spreads the readers' requests
const SOON = 300; // milliseconds after the last step
const find = (id) => document.getElementById(id);
const main = find("main"), board = find("board");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const ids = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", j: "next-comment", k: "previous-comment" };
  const further = { ArrowUp: "above", ArrowDown: "below", ...(event.shiftKey ? { ArrowLeft: "tenBack", ArrowRight: "tenOn" } : {}) };
  const key = further[event.key], id = ids[event.key];
  if (!key && !id) return;
  event.preventDefault();
  if (event.repeat && isStepping) return;
  step(() => (key ? nodeOf(`?at=${find("keys").dataset[key] ?? ""}`) : nodeOf(find(id)?.getAttribute("href"))));
});

const held = runWhileHeld((by) => { if (!isStepping) step(() => nodeOf(find(by > 0 ? "next" : "previous").getAttribute("href"))); }, "nav.steps a");

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?at=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const node = nodeOf(link.getAttribute("href")), { id } = link;
  if (id && held.hasRun()) return;
  step(() => (id ? nodeOf(find(id)?.getAttribute("href")) : node));
});

showPlaces();

const drawLine = find("write") ? drawLines(board) : () => {};

/** Publish the comment and show it. If the server refuses it, it stays in the form. If the request fails, the form is
 * submitted as without scripts, and the form's key prevents a duplicate. */
async function publish(form) {
  const button = form.querySelector(".primary");
  if (button.disabled) return;
  const data = new FormData(form);
  button.disabled = true;
  try {
    const response = await fetch(form.action, { method: "POST", body: data });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("write");
    if (!fresh) throw new Error(String(response.status));
    find("write").replaceWith(document.adoptNode(fresh));
    if (response.ok) goTo(new URL(response.url).searchParams.get("at"), page);
    else drawLine();
    (response.ok ? fresh.querySelector("summary") : find("comment")).focus({ preventScroll: true });
  } catch {
    form.submit();
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#write form")) return;
  event.preventDefault();
  publish(event.target);
});

/** The parts to replace after changes by others. The step links are not among them, because a thumb may rest on them. */
const PARTS = ["#board", "nav.steps", "#keys", "#next-moves", "#comments-here", "#all-comments", "#choose"];
const text = (elements) => [...elements].map((one) => new XMLSerializer().serializeToString(one)).join("").replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
const layersOf = (page) => page.querySelectorAll(".layer, .side > .note-here");
const written = (page) => new Map([["layers", text(layersOf(page))], ...PARTS.map((part) => [part, text(page.querySelectorAll(part))])]);
let known = null;

/** Replace the old elements with the new ones, and keep open panels and the focus. */
function exchange(old, fresh, put) {
  const open = new Map(old.flatMap((one) => [one, ...one.querySelectorAll("details")]).map((one) => [one.dataset.key, one.open]));
  const focused = old.some((one) => one.contains(document.activeElement)) ? document.activeElement : null;
  for (const one of fresh.flatMap((part) => [part, ...part.querySelectorAll("details")])) {
    if (one.dataset.key && open.has(one.dataset.key)) one.open = open.get(one.dataset.key);
  }
  put(fresh.map((one) => document.adoptNode(one)));
  if (!focused) return;
  const candidates = fresh.flatMap((one) => [...one.querySelectorAll("a, button, input, summary")]);
  candidates.find((one) => one.localName === focused.localName && one.textContent === focused.textContent && one.value === focused.value)?.focus();
}

function show(page) {
  const now = written(page), changed = [...now].filter(([part, value]) => value !== known.get(part)).map(([part]) => part);
  known = now;
  for (const part of changed) {
    if (part === "layers") {
      const old = [...layersOf(document)];
      const fresh = [...layersOf(page)];
      exchange(old, fresh, (elements) => {
        for (const one of old) one.remove();
        document.querySelector(".folds").before(...elements.filter((one) => one.matches(".layer")));
        main.querySelector(".say").after(...elements.filter((one) => !one.matches(".layer")));
      });
      showPlaces();
    } else if (part === "nav.steps") {
      const fresh = page.querySelector(part);
      for (const link of document.querySelectorAll(`${part} a`)) link.href = fresh.querySelector(`#${link.id}`).getAttribute("href");
      for (const id of ["here", "end"]) find(id).textContent = fresh.querySelector(`#${id}`).textContent;
    } else if (part === "#board") {
      board.replaceChildren(...document.adoptNode(page.querySelector(part)).childNodes);
    } else {
      const old = document.querySelector(part), fresh = page.querySelector(part);
      exchange([old], [fresh], (elements) => old.replaceWith(...elements));
    }
  }
  return changed.length > 0;
}

const nodeOf = (href) => /^\?at=([0-9a-f]+)$/.exec(href ?? "")?.[1];
const addressOf = (node) => `${location.pathname}?at=${node}`;
const at = () => new URLSearchParams(main.dataset.address.split("?")[1]).get("at");
let waiting = Promise.resolve(), isStepping = false, soon = 0;

/** Show the node that `wanted` names after the earlier steps; if the request fails, follow the link. */
function step(wanted) {
  waiting = waiting.then(async () => {
    const node = wanted();
    if (!node || node === at()) return;
    isStepping = true;
    try {
      const response = await fetch(addressOf(node), { headers: { Accept: "text/html" } });
      if (!response.ok || response.redirected) throw new Error(String(response.status));
      goTo(node, new DOMParser().parseFromString(await response.text(), "text/html"));
    } catch {
      location.assign(addressOf(node));
    } finally {
      isStepping = false;
    }
  });
}

/** Make this the current node; keep an unsent comment, and drop a variation from another node. */
function goTo(node, page) {
  main.dataset.address = addressOf(node);
  show(page);
  showPlaces();
  for (const field of document.querySelectorAll("input[name=at]")) field.value = node;
  if (find("moves")) {
    find("moves").value = "";
    drawLine();
  }
  for (const part of [".say .muted", ".text-board"]) {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part).replaceChildren(...document.adoptNode(fresh).childNodes);
  }
  const book = page.getElementById("book");
  if (book && find("book")) find("book").setAttribute("href", book.getAttribute("href"));
  clearTimeout(soon);
  soon = setTimeout(() => { // browsers limit how often a page may change its address
    history.replaceState(null, "", addressOf(node));
    find("live").textContent = document.querySelector(".say .muted").textContent.trim();
  }, SOON);
}

let isLooking = false, again = false;
async function look() {
  if (isLooking) { again = true; return; }
  isLooking = true;
  try {
    await new Promise((done) => { setTimeout(done, Math.random() * BETWEEN); });
    const { address } = main.dataset;
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.redirected) location.assign(response.url); // the game was resumed, or the user was signed out
    else if (address !== main.dataset.address) again = true; // the user has stepped to another node in the meantime
    else if (response.ok && show(page)) find("live").textContent = main.dataset.updated;
  } catch { /* the next hint will show it */ } finally {
    setTimeout(() => { isLooking = false; if (again) { again = false; look(); } }, BETWEEN);
  }
}

known = written(document);
keepOpen(main.dataset.socket, () => Number(main.dataset.number), {
  message: (frame) => { if (frame.type === "review" || frame.type === "action") look(); },
  lost: () => {},
  back: look,
  ended: reloadSoon,
});
