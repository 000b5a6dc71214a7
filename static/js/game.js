// The game page: keep a chosen move, send it, and show the opponent's moves. Nothing is optimistic: every stone that the
// board shows as played is on the server.

import { bringToLife } from "./board.js";
import { chosenIn, keepChosen } from "./chosen.js";
import { keepCounting } from "./countdown.js";
import { showNews } from "./news.js";
import { refreshSoon, showHeader } from "./site.js";
import { keepOpen, reloadSoon } from "./socket.js";
import { hear } from "./sounds.js";
import { lookThrough, runWhileHeld } from "./steps.js";

const GUARD = 400; // milliseconds after a change of the page in which taps are ignored
const ROOM_FOR_CHAT = 280; // pixels
const TEN = 10; // moves, with Shift
const SWIPE = 80; // pixels
let board, steps, words, pending = "", changedAt = -GUARD, pressedAt = 0, busy = false, newest = null;

const main = () => document.getElementById("main");
const find = (id) => document.getElementById(id);
const number = () => Number(main().dataset.number);
const position = () => main().dataset.position; // the number of the last action that changed it

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
    submit: () => pending && !steps.isEarlier() && find("submit").click(),
    cancel: () => place(""),
    chainWords: (label, stones, liberties) =>
      words.chain.replace("%(point)s", label).replace("%(stones)s", stones).replace("%(liberties)s", liberties),
  });
  find("scrub").hidden = main().classList.contains("sealed");
  steps?.end();
  steps = lookThrough(main(), words, { say, back, present: () => void look(location.pathname) });
  openChat();
  const sent = find("play")?.elements.point.value || chosenIn(main().dataset.game, position()) || "";
  if (sent && find("play")) place(sent, true);
}

/** Return to the current position: ignore taps aimed at the earlier one, and show the news that arrived in between. */
function back() {
  changedAt = performance.now();
  if (!find("news").hidden) refresh();
}

/** Open the chat where the panel scrolls separately and has room, and scroll to the last message. */
function openChat() {
  const side = document.querySelector(".side");
  const chat = find("chat");
  if (!chat) return;
  chat.addEventListener("toggle", () => chat.querySelector(".chat")?.scrollTo(0, 1e6));
  if (!scrollsAlone(side)) return;
  const used = side.lastElementChild.getBoundingClientRect().bottom - side.getBoundingClientRect().top;
  if (side.clientHeight - used > ROOM_FOR_CHAT) chat.open = true;
}

function scrollsAlone(side) {
  return getComputedStyle(side).overflowY === "auto";
}

function place(vertex, quiet) {
  const form = find("play");
  if (!form || board.refuses(vertex)) return;
  pending = vertex;
  board.showGhost(vertex);
  form.elements.point.value = vertex;
  for (const button of form.querySelectorAll("button")) button.disabled = !vertex;
  form.querySelector("[data-point]").textContent = vertex ? words.submitPoint.replace("%s", vertex) : words.submit;
  find("cancel").hidden = !vertex;
  if (find("play-with-message")) {
    find("point-with-message").value = vertex;
    find("play-with-message").hidden = !vertex;
    find("play-with-message").textContent = words.submitWithMessage.replace("%s", vertex);
  }
  find("nudge").hidden = !(vertex && board.isSmall());
  keepChosen(main().dataset.game, position(), vertex);
  if (vertex && !quiet) say(words.placed.replace("%s", vertex));
}

function toggle(cell, only) {
  if (performance.now() - changedAt < GUARD) return;
  const data = new FormData(find("board"));
  data.set("point", cell.value);
  if (only) data.set("only", "on"); // otherwise use the choice next to the board
  send(find("board"), data, cell.value);
}

/** Post a form and show the returned page. After a failure the page stays, and a retry uses the same key. */
async function send(form, data, focused, submitter = null) {
  if (busy) return;
  const action = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
  busy = true;
  try {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 8000);
    const response = await fetch(action, { method: "POST", body: data, signal: controller.signal });
    if (response.status >= 500) throw new Error(String(response.status));
    const here = steps.isEarlier() && response.ok && /\/(chat|note)\/$/.test(action) ? steps.at : null;
    await show(await response.text(), response.url, form);
    if (here !== null) steps.go(here);
    if (focused) board.focusOn(focused);
    const total = find("tally")?.innerText.replace(/\s+/g, " ");
    if (response.ok) say(action.endsWith("/marks/") && total ? total : find("submit")?.disabled === false ? "" : form.dataset.done ?? words.recorded);
  } catch {
    const alert = find("connection");
    alert.textContent = form.dataset.failed ?? words.failed;
    alert.hidden = false;
    say(alert.textContent);
  } finally {
    busy = false;
  }
}

/** Return the text that the player has entered in other forms and not sent, by field name. */
function unsent(sent) {
  const fields = [...main().querySelectorAll("textarea, input[type=text], input:not([type])")];
  return fields.filter((field) => field.id && field.form !== sent && field.value !== field.defaultValue);
}

/** Show a page from the server, and keep the text entered in forms other than `sent`. */
async function show(html, url, sent = null) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("main");
  if (next?.dataset.game !== main().dataset.game) {
    location.assign(url);
    return;
  }
  const focused = focus();
  const chain = document.querySelector("[name=only][value=on]")?.checked;
  const scrolled = next.dataset.stage === main().dataset.stage ? document.querySelector(".side").scrollTop : 0;
  const open = [...main().querySelectorAll("details[open]")].map((d) => d.querySelector("summary").textContent);
  const written = unsent(sent).map(({ id, value }) => [id, value]);
  const before = main();
  main().replaceWith(document.adoptNode(next));
  fadeCaptures(before, next);
  for (const [id, value] of written) if (find(id)) find(id).value = value;
  for (const details of main().querySelectorAll("details:not(.menu)")) {
    if (open.includes(details.querySelector("summary").textContent)) details.open = true;
  }
  showHeader(page);
  document.title = page.title;
  if (url) history.replaceState(null, "", url.includes("/play/") || url.includes("/marks/") ? location.href : url.replace(/\?(only|chat|notes)=.*/, ""));
  changedAt = performance.now();
  start();
  const one = document.querySelector("[name=only][value=on]");
  if (chain && one) one.checked = true;
  document.querySelector(".side").scrollTop = scrolled;
  focused();
}

/** Fade captured stones and changed counts (base.css: not with reduced motion). */
function fadeCaptures(before, after) {
  if (Number(after.dataset.here) - Number(before.dataset.here) !== 1) return;
  for (const count of after.querySelectorAll("[data-captures]")) {
    const old = before.querySelector(`[data-captures="${count.dataset.captures}"]`);
    if (old && old.textContent !== count.textContent) count.classList.add("fresh");
  }
  const svg = after.querySelector("#board svg");
  const now = after.querySelectorAll("#board [role=gridcell]");
  const columns = Number(after.querySelector("#board").dataset.columns);
  before.querySelectorAll("#board [role=gridcell][data-s]").forEach((cell) => {
    const at = [...cell.closest("[role=grid]").querySelectorAll("[role=gridcell]")].indexOf(cell);
    if (now[at]?.dataset.s) return;
    const stone = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    const attributes = { class: `gone o${cell.dataset.s.toLowerCase()}`, cx: at % columns, cy: Math.floor(at / columns), r: 0.47 };
    for (const [name, value] of Object.entries(attributes)) stone.setAttribute(name, value);
    svg.append(stone);
    Promise.allSettled(stone.getAnimations().map((fade) => fade.finished)).then(() => stone.remove());
  });
}

/** Show the page at this address. */
async function look(address) {
  if (busy) return;
  busy = true;
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    await show(await response.text(), response.url);
    say(spoken());
  } catch {
    location.assign(address);
  } finally {
    busy = false;
  }
}

/** Open a link's tool on this page, and load its script first. */
async function run(link) {
  try {
    const script = await import(link.dataset.run);
    await script.run(link, { say, done: () => look(location.pathname) });
  } catch {
    location.assign(link.href);
  }
}

/** Return the text below the headline, in one line. */
function spoken() {
  return find("step").textContent.trim().replace(/\s+/g, " ");
}

/** Remember the focused element, and return a function that focuses it again on a new page. */
function focus() {
  const element = document.activeElement;
  const cell = main().contains(element) && element.closest("[role=gridcell]");
  if (cell) return () => board.focusOn(cell.value);
  const id = main().contains(element) && element.id;
  return () => id && find(id)?.focus({ preventScroll: true });
}

/** Show changes from the server. A chosen stone stays chosen; if it no longer fits, a message says so. */
async function refresh() {
  const response = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const html = await response.text();
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (next?.dataset.number < number()) return; // overtaken by a newer one
  if (pending && next?.dataset.position !== position()) {
    announceNews();
    return;
  }
  await show(html, location.pathname);
  say(`${spoken()}. ${document.querySelector("h1").textContent}`);
}

/** Return whether the player views an earlier move, plans, or has entered text: then the page is not replaced. */
function isBusyReading() {
  return Boolean(steps.isEarlier() || main().classList.contains("planning") || unsent(null).length || location.search || document.querySelector(".menu[open]"));
}

/** Announce news without changing the page. */
function announceNews() {
  showNews(find("news"), newest, say);
}

function onFrame(frame) {
  newest = frame;
  if (frame.type === "player") refreshSoon(); // another of this player's games: update only the header
  const missed = frame.type === "hello" && find("suggestion-pending"); // the suggestion may have arrived before the socket opened
  if (["chat", "clock", "suggestion"].includes(frame.type) || missed || (frame.number ?? 0) > number()) {
    if (busy) setTimeout(() => onFrame(frame), 300);
    else if (isBusyReading()) announceNews();
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
    send(form, data, "", event.submitter);
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "scrub") steps.go(Number(event.target.value));
});

const held = runWhileHeld((many) => steps.by(many));
const STEPS = { first: () => steps.go(0), previous: () => steps.by(-1), next: () => steps.by(1), last: () => steps.go(steps.live) };

/** Return the move number that a link on this page leads to, null for other links. */
function moveOf(link) {
  if (link.search.startsWith("?move=") && link.pathname === location.pathname) return Number(link.search.slice(6));
  return link.id === "back" ? steps.live : null;
}

// The second tap of a double tap on Play must not open the next game, whose button replaces Play in the bar. A press that
// placed a stone while the opponent's move arrived must not play it either.
document.addEventListener("pointerdown", () => { pressedAt = performance.now(); }, true);

// A page that changes under a finger loses the tap: use the point where the finger is lifted.
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const cell = pressedAt < changedAt && document.elementFromPoint(clientX, clientY)?.closest("#board [role=gridcell]");
  if (cell && find("board").dataset.mode === "play") cell.click();
});

/** Return whether a press began before the page changed, or too soon after. */
function isTooSoon(event) {
  return event.detail > 0 && pressedAt < changedAt + GUARD;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#next-game, #play button") && isTooSoon(event)) {
    event.preventDefault();
    return;
  }
  const link = event.target.closest("a[href], [data-step]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const nudge = event.target.closest("[data-nudge]");
  if (link?.dataset.step && plain) {
    event.preventDefault();
    if (!held.hasRun()) STEPS[link.id]();
  } else if (link?.dataset.run && plain) {
    event.preventDefault();
    run(link);
  } else if (link?.hash === "#chat") {
    event.preventDefault();
    find("chat").open = true;
    find("chat").scrollIntoView({ block: "nearest" });
  } else if (link && plain && main().contains(link) && moveOf(link) !== null) {
    event.preventDefault();
    steps.go(moveOf(link));
  } else if (link?.closest("#news") && plain) {
    event.preventDefault();
    look(location.pathname);
  } else if (nudge) {
    const [right, down] = nudge.dataset.nudge.split(",").map(Number);
    place(board.moved(pending, right, down));
  } else if (event.target.closest("#cancel")) {
    event.preventDefault();
    place("");
    if (location.search) history.replaceState(null, "", location.pathname);
  }
});

// A swipe next to the board, against the reading direction, opens the next game, and one in the reading direction goes back
// to the game before, but never while a stone is chosen.
let touch = null;
document.addEventListener("touchstart", ({ touches, target }) => {
  const isBeside = touches.length === 1 && !pending && target.closest(".strip, .say");
  touch = isBeside ? { x: touches[0].clientX, y: touches[0].clientY, at: performance.now() } : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches }) => {
  if (!touch || performance.now() - touch.at > 2 * GUARD || touch.at < changedAt + GUARD) return;
  const across = (touch.x - changedTouches[0].clientX) * (document.dir === "rtl" ? -1 : 1);
  if (Math.abs(touch.y - changedTouches[0].clientY) >= SWIPE / 2) return;
  if (across > SWIPE) find("next-game")?.click();
  else if (across < -SWIPE && document.referrer.startsWith(`${location.origin}/g/`)) history.back();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("[role=grid], input, textarea, select, summary")) return;
  const many = event.shiftKey ? TEN : 1;
  const kind = event.shiftKey ? "captures" : "comments";
  const keys = {
    ArrowLeft: () => steps.by(-many),
    ArrowRight: () => steps.by(many),
    Home: STEPS.first,
    End: STEPS.last,
    KeyJ: () => steps.jump(kind, 1),
    KeyK: () => steps.jump(kind, -1),
    KeyN: () => find("next-game")?.click(),
  };
  const wanted = keys[event.code] ?? keys[event.key];
  if (!wanted) return;
  event.preventDefault();
  wanted();
});

// An anchor in the panel scrolls the panel only; the board and the bar stay in place.
addEventListener("load", () => {
  if (location.hash && scrollsAlone(document.querySelector(".side"))) setTimeout(() => scrollTo(0, 0), 50);
});

start();
keepCounting(words.time);
keepOpen(main().dataset.socket, number, {
  message: (frame) => { hear(frame, main()); onFrame(frame); },
  lost: () => {
    find("connection").textContent = words.lost;
    find("connection").hidden = false;
  },
  back: () => { find("connection").hidden = true; },
  ended: reloadSoon,
});
