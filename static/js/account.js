// Data that this browser keeps for the signed-in player only: the offline page, a chosen move that is not sent yet, and
// the number on the app's icon. It is deleted at sign-out and when another player signs in.

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

/** Return the number of waiting games that the header shows. */
export function turns() {
  return Number(document.querySelector("[data-turns]")?.dataset.turns ?? 0);
}

/** Show that number on the app's icon. */
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

begin().catch(() => {}); // no storage or no connection: the pages work without it
