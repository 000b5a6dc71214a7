// The review page: the keyboard steps (C42), each tree shows where one is, a tap on the board writes a variation, and what
// others say appears. The form stays as it is: somebody may be writing in it.

import { keepOpen, reloadSoon } from "./socket.js";

const BETWEEN = 1000; // milliseconds between two looks, and the most that one waits, so that not all readers ask together
const find = (id) => document.getElementById(id);
const main = find("main"), board = find("board"), moves = find("moves");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const ids = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", j: "next-comment", k: "previous-comment" };
  const further = { ArrowUp: "above", ArrowDown: "below", ...(event.shiftKey ? { ArrowLeft: "tenBack", ArrowRight: "tenOn" } : {}) };
  const target = find(ids[event.key]), at = find("keys").dataset[further[event.key]];
  if (!target && !at) return;
  event.preventDefault();
  if (at) location.assign(`?at=${at}`);
  else target.click();
});

function showPlaces() {
  for (const frame of document.querySelectorAll(".tree-scroll")) {
    const here = frame.querySelector(".t-here");
    frame.scrollTo({ left: Number(here.getAttribute("cx")) - frame.clientWidth / 2, top: Number(here.getAttribute("cy")) - frame.clientHeight / 2 });
  }
}
showPlaces();

if (moves) {
  board.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.querySelector("svg").getScreenCTM().inverse());
    const column = Math.round(at.x), row = Number(board.dataset.rows) - Math.round(at.y), letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column];
    if (!letter || row < 1 || row > Number(board.dataset.rows)) return;
    moves.value = `${moves.value} ${letter}${row}`.trim();
  });
}

/** The parts that others change, each with the one before which it stands when it is new. */
const PARTS = ["#board", "nav.steps", "#keys", "#next-moves", "#said-here", "#all-said", "#choose"];
const text = (elements) => [...elements].map((one) => new XMLSerializer().serializeToString(one)).join("").replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
const layersOf = (page) => page.querySelectorAll(".layer, .side > .note-here");
const written = (page) => new Map([["layers", text(layersOf(page))], ...PARTS.map((part) => [part, text(page.querySelectorAll(part))])]);
let known = null;

/** Put the new elements in the place of the old ones: what was open or had the focus stays so. */
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
        find("choose").before(...elements.filter((one) => one.matches(".layer")));
        main.querySelector(".say").after(...elements.filter((one) => !one.matches(".layer")));
      });
      showPlaces();
    } else if (part === "#board") {
      board.replaceChildren(...document.adoptNode(page.querySelector(part)).childNodes);
    } else {
      const old = document.querySelector(part), fresh = page.querySelector(part);
      exchange([old], [fresh], (elements) => old.replaceWith(...elements));
    }
  }
  if (changed.length) find("live").textContent = main.dataset.said;
}

let isLooking = false, again = false;
async function look() {
  if (isLooking) { again = true; return; }
  isLooking = true;
  try {
    await new Promise((done) => { setTimeout(done, Math.random() * BETWEEN); });
    const response = await fetch(main.dataset.address, { headers: { Accept: "text/html" } });
    if (response.redirected) location.assign(response.url); // the game goes on, or one has been signed out
    else if (response.ok) show(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch { /* the next hint has it */ } finally {
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
