// What this browser keeps for the one who is signed in, and for nobody else: the offline page, a move that was chosen
// and not sent, how many games wait on the app's icon. All of it goes at sign-out and when somebody else signs in.

import { subscriptionOf, renewSubscription } from "./push.js";

const SECONDS_BETWEEN = 300;
const account = document.body.dataset.account ?? "";

function wipe() {
  for (const key of Object.keys(localStorage)) if (key.startsWith("igo:")) localStorage.removeItem(key);
  navigator.clearAppBadge?.();
  navigator.serviceWorker?.controller?.postMessage({ type: "wipe" });
  return "caches" in window ? caches.delete("igo-offline") : null;
}

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(`/service-worker.js?language=${document.documentElement.lang}`);
  const { active } = await navigator.serviceWorker.ready;
  const now = `${turns()} ${document.documentElement.lang}`;
  const [at, known] = (localStorage.getItem("igo:kept") ?? "").split("|");
  if (known === now && Date.now() - at < SECONDS_BETWEEN * 1000) return;
  localStorage.setItem("igo:kept", `${Date.now()}|${now}`);
  active.postMessage({ type: "keep", account });
}

/** The number of games that wait, as the header says it. */
export function turns() {
  return Number(document.querySelector("[data-turns]")?.dataset.turns ?? 0);
}

/** The same on the app's icon. */
export function showTurns() {
  const count = turns();
  if (!account) return;
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

async function begin() {
  const last = localStorage.getItem("igo:account");
  if (!account) return last && wipe();
  if (last && last !== account) {
    await wipe();
    await (await subscriptionOf())?.unsubscribe();
  }
  localStorage.setItem("igo:account", account);
  showTurns();
  await keep();
  await renewSubscription(account);
  return null;
}

document.addEventListener("submit", ({ target }) => {
  if (!target.action?.endsWith("/accounts/logout/")) return;
  wipe();
  subscriptionOf().then((found) => found?.unsubscribe());
});

begin().catch(() => {}); // a browser that keeps nothing, or no connection: the pages do without
