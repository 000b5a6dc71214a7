// The service worker: it shows push messages and, without a connection, the last positions. The server puts SETTINGS
// before this code: texts in the language of the page that registered it, and the files that the offline page needs. The
// only page that it caches is one account's offline page. It never sends moves.

const CACHE = "igo-offline";
const { words, title, lang, dir, icon, badge, files, offline, game, games, devices, messages, problem } = SETTINGS;
let wipes = 0;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
  else if (files.includes(path)) event.respondWith(file(request));
});

async function begin() {
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Fetch a page from the server, or return the cached offline page without a connection. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request.url)) ?? Response.error();
  }
}

addEventListener("message", (event) => {
  if (event.data.type === "wipe") wipes += 1;
  if (event.data.type === "keep") event.waitUntil(keep(event.data.account));
});

/** Cache this account's offline page and no other, and show the number of waiting games on the icon. */
async function keep(account) {
  const before = wipes;
  const response = await fetch(offline, { cache: "no-store", redirect: "error" });
  if (!response.ok || response.headers.get("Igo-Account") !== account || wipes !== before) return;
  const cache = await caches.open(CACHE);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
  await cache.addAll(files.filter((path) => !kept.includes(path)));
  await Promise.all(kept.filter((path) => path !== offline && !files.includes(path)).map((path) => cache.delete(path)));
  if (wipes !== before) return;
  await cache.put(offline, response.clone());
  await showCount(Number(response.headers.get("Igo-Turns")));
}

async function showCount(count) {
  if (count) await navigator.setAppBadge?.(count);
  else await navigator.clearAppBadge?.();
}

addEventListener("push", (event) => event.waitUntil(showPush(event.data)));

/** Show a notification for every push: browsers revoke the permission of sites that show none. */
async function showPush(data) {
  let payload = {};
  try {
    payload = data.json();
  } catch { /* the default text is shown */ }
  const number = Number.isSafeInteger(payload.game) && payload.game;
  await registration.showNotification(title, {
    body: words[payload.kind] ?? words.other,
    tag: number ? `game-${number}` : "igo",
    renotify: true,
    data: number ? game.replace("0", number) : { private: messages, problem }[payload.kind] ?? games,
    icon, badge, lang, dir,
  });
  try {
    const kept = await caches.match(offline);
    if (kept) await keep(kept.headers.get("Igo-Account"));
  } catch { /* the next page will cache it */ }
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? games));
});

/** Focus a window that shows the page; else open it in an existing window, else in a new one. */
async function open(path) {
  const windows = await clients.matchAll({ type: "window" });
  const found = windows.find((one) => new URL(one.url).pathname === path);
  if (found) return found.focus();
  return clients.openWindow(path);
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event)));

/** Send the device's new push address to the server, as the device page does. If that fails, the next page sends it. */
async function move({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const made = newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options));
  const page = await (await fetch(devices, { cache: "no-store" })).text();
  const token = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page)?.[1] ?? "";
  const { endpoint, keys } = made.toJSON();
  const fields = { endpoint, ...keys, known: oldSubscription.endpoint, csrfmiddlewaretoken: token };
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  await fetch(devices, { method: "POST", body: data });
}
