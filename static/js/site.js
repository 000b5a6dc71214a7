// Every page: keep the numbers in the header, the title and the tab's icon up to date while the page is open. A page with
// data-follows is replaced as a whole, unless the user is filling in one of its forms, and follows redirects. A part with
// an id and data-live is always replaced: it has no form.

import { showTurns } from "./account.js";
import { keepOpen, reloadSoon } from "./socket.js";
import { hearNews } from "./sounds.js";

const SOON = 1000; // milliseconds in which several hints cause one request
const APART = 2000; // milliseconds over which the requests of all followers of a public page are spread
const AGAIN = 5000;
let waiting = 0;

/** Fetch this page again soon. */
export function refreshSoon(after = SOON) {
  clearTimeout(waiting);
  waiting = setTimeout(() => void refresh().catch(() => {}), after);
}

/** Replace the header and the tab's title and icon with those of a page from the server. */
export function showHeader(page) {
  const header = page.querySelector("header");
  const before = document.querySelector("header");
  hearNews(before.dataset.sounds, header?.dataset.sounds);
  if (header) before.replaceWith(document.adoptNode(header));
  const icon = page.querySelector("link[rel=icon]");
  const ours = document.querySelector("link[rel=icon]");
  if (icon && ours && icon.getAttribute("href") !== ours.getAttribute("href")) ours.replaceWith(document.adoptNode(icon));
}

async function refresh() {
  if (document.querySelector("header details[open]")) {
    refreshSoon(AGAIN);
    return;
  }
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const main = document.querySelector("main[data-follows]");
  if (response.status === 404 && main?.dataset.gone) location.assign(main.dataset.gone);
  if (!response.ok) return;
  if (main && response.redirected && new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  showHeader(page);
  showTurns();
  document.title = document.title.replace(/^\(\S+\) /, "");
  const count = /^\(\S+\) /.exec(page.title);
  if (count) document.title = count[0] + document.title;
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = page.getElementById(part.id);
    if (now) part.replaceWith(document.adoptNode(now));
  }
  const written = page.querySelector("main[data-follows]");
  if (!main || !written) return;
  if (isBusy(main)) {
    refreshSoon(AGAIN);
    return;
  }
  document.title = page.title;
  replace(main, document.adoptNode(written));
}

/** Return whether the user is filling in a form or has opened a panel. */
function isBusy(main) {
  const fields = [...main.querySelectorAll("textarea, input:not([type=hidden], [type=checkbox], [type=radio])")];
  return Boolean(main.querySelector("details[open]") || fields.some((field) => field.value !== field.defaultValue || field === document.activeElement));
}

/** Restore the focus, and announce a changed headline. */
function replace(main, written) {
  if (main.isEqualNode(written)) return;
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const same = (element) => element.tagName === focused.tagName && element.getAttribute("href") === focused.getAttribute("href")
    && element.name === focused.name && element.value === focused.value;
  const heading = main.querySelector("h1")?.textContent.trim();
  main.replaceWith(written);
  if (focused) [...written.querySelectorAll("a, button, input, summary")].find(same)?.focus({ preventScroll: true });
  const now = written.querySelector("h1")?.textContent.trim().replace(/\s+/g, " ");
  if (now && now !== heading?.replace(/\s+/g, " ")) live.textContent = now;
}

const live = document.createElement("p");
live.role = "status";
live.className = "visually-hidden";

// Analysis data stored in this browser is private: delete it when its owner signs out (keep.js).
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.action?.endsWith?.("/accounts/logout/") || !window.indexedDB) return;
  event.preventDefault();
  const wiped = indexedDB.deleteDatabase("igo-analysis");
  wiped.onsuccess = wiped.onerror = wiped.onblocked = () => form.submit();
});

// A panel's script is loaded when it is opened for the first time.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.dataset.script) void import(target.dataset.script);
}, true);

const path = document.body.dataset.me;
const everybodys = document.querySelector("main[data-follows]")?.dataset.follows;
const isOfGame = document.querySelector("[data-game]");
if (document.querySelector("main[data-follows]")) document.body.append(live);
for (const [address, kind, spread] of [[isOfGame ? "" : path, "player", 0], [everybodys, "offers", APART]]) {
  if (!address) continue;
  keepOpen(address, () => null, {
    message: (frame) => { if (frame.type === kind) refreshSoon(SOON + Math.random() * spread); },
    lost: () => {},
    back: () => refreshSoon(0),
    ended: reloadSoon,
  });
}
