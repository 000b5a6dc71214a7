// The page of a game: what one has chosen and not sent, sending it, and hearing of what the other side does.
// Nothing optimistic: what the board shows as played is what the server has.

import { bringToLife } from "./board.js";
import { keepCounting } from "./countdown.js";
import { keepOpen, reloadSoon } from "./socket.js";

const GUARD = 400; // milliseconds after a change of the page in which taps are ignored
let board, words, pending = "", changedAt = 0, busy = false;

const main = () => document.getElementById("main");
const find = (id) => document.getElementById(id);
const number = () => Number(main().dataset.number);
const position = () => main().dataset.position; // the number of the last action that changed it
const storeKey = () => `igo:${main().dataset.game}:${position()}`;

function say(text) {
  const live = find("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 30);
}

function start() {
  words = JSON.parse(find("words").textContent);
  pending = "";
  board = bringToLife(find("board"), main().dataset.color || "B", {
    place,
    toggle,
    say,
    submit: () => pending && find("submit").click(),
    cancel: () => place(""),
    chainWords: (label, stones, liberties) =>
      words.chain.replace("%(point)s", label).replace("%(stones)s", stones).replace("%(liberties)s", liberties),
  });
  const sent = find("play")?.elements.point.value || sessionStorage.getItem(storeKey()) || "";
  if (sent && find("play")) place(sent, true);
}

function place(vertex, quiet) {
  if (performance.now() - changedAt < GUARD && !quiet) return;
  const form = find("play");
  if (!form) return;
  pending = vertex;
  board.showGhost(vertex);
  form.elements.point.value = vertex;
  const submit = find("submit");
  submit.disabled = !vertex;
  submit.textContent = vertex ? words.submitPoint.replace("%s", vertex) : words.submit;
  find("cancel").hidden = !vertex;
  find("nudge").hidden = !(vertex && board.isSmall());
  if (vertex) sessionStorage.setItem(storeKey(), vertex);
  else sessionStorage.removeItem(storeKey());
  if (vertex && !quiet) say(words.placed.replace("%s", vertex));
}

function toggle(cell, only) {
  if (performance.now() - changedAt < GUARD) return;
  const data = new FormData(find("board"));
  data.set("point", cell.value);
  if (only) data.set("only", "on");
  send(find("board"), data, cell.value);
}

/** Post a form and show the page that comes back. A failure keeps everything; trying again uses the same key. */
async function send(form, data, focused) {
  if (busy) return;
  busy = true;
  try {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 8000);
    const response = await fetch(form.action, { method: "POST", body: data, signal: controller.signal });
    if (response.status >= 500) throw new Error(String(response.status));
    await show(await response.text(), response.url);
    if (focused) board.focusOn(focused);
    if (response.ok) say(find("submit")?.disabled === false ? "" : words.recorded);
  } catch {
    const alert = find("connection");
    alert.textContent = words.failed;
    alert.hidden = false;
    say(words.failed);
  } finally {
    busy = false;
  }
}

/** Put the parts of a page from the server in the place of ours. */
async function show(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("main");
  if (next?.dataset.game !== main().dataset.game) {
    location.assign(url);
    return;
  }
  const focused = focus();
  const open = [...main().querySelectorAll("details[open]")].map((d) => d.querySelector("summary").textContent);
  main().replaceWith(document.adoptNode(next));
  for (const details of main().querySelectorAll("details:not(.menu)")) {
    if (open.includes(details.querySelector("summary").textContent)) details.open = true;
  }
  document.querySelector("header").replaceWith(document.adoptNode(page.querySelector("header")));
  document.title = page.title;
  if (url) history.replaceState(null, "", url.includes("/play/") || url.includes("/marks/") ? location.href : url);
  changedAt = performance.now();
  start();
  focused();
}

/** Remember what has the focus; the function that comes back gives it back on a new page. */
function focus() {
  const element = document.activeElement;
  const cell = main().contains(element) && element.closest("[role=gridcell]");
  if (cell) return () => board.focusOn(cell.value);
  const id = main().contains(element) && element.id;
  return () => id && find(id)?.focus();
}

/** Show what has changed. A stone that was chosen stays chosen; where it would mean something else, people are told. */
async function refresh() {
  const response = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const html = await response.text();
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (pending && next?.dataset.position !== position()) {
    find("news").hidden = false;
    return;
  }
  await show(html, location.pathname);
  say(`${document.querySelector(".side .muted").textContent.trim()}. ${document.querySelector("h1").textContent}`);
}

/** Somebody who reads or types is not disturbed. */
function isBusyReading() {
  const writing = ["TEXTAREA", "INPUT"].includes(document.activeElement?.tagName) && document.activeElement.value;
  return Boolean(writing || location.search || document.querySelector(".menu[open]"));
}

function heard(frame) {
  if (frame.type === "chat" || frame.type === "clock" || (frame.number ?? 0) > number()) {
    if (busy) setTimeout(() => heard(frame), 300);
    else if (isBusyReading()) find("news").hidden = false;
    else refresh();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "by-text") {
    event.preventDefault();
    const cell = board.cells.find((c) => c.value === form.elements.point.value.trim().toUpperCase());
    if (cell) cell.click();
    else say(words.noPoint);
  } else if (form.closest("#main") && form.method === "post") {
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    send(form, data);
  }
});

document.addEventListener("click", (event) => {
  const nudge = event.target.closest("[data-nudge]");
  if (nudge) {
    const [right, down] = nudge.dataset.nudge.split(",").map(Number);
    place(board.moved(pending, right, down));
  } else if (event.target.closest("#cancel")) {
    event.preventDefault();
    place("");
    if (location.search) history.replaceState(null, "", location.pathname);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("[role=grid], input, textarea, select, summary")) return;
  const name = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = name && document.querySelector(`[data-step=${name}]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});

start();
keepCounting(words.time);
keepOpen(main().dataset.socket, number, {
  message: heard,
  lost: () => {
    find("connection").textContent = words.lost;
    find("connection").hidden = false;
  },
  back: () => { find("connection").hidden = true; },
  ended: reloadSoon,
});
