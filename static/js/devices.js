// Settings, Devices: a button adds the current device. If that is not possible, the page says why.

import { octets, subscriptionOf } from "./push.js";

const here = document.getElementById("this-device");
const form = here.querySelector("form");

function show(state) {
  for (const part of here.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
}

/** Return whether this is an iPhone or iPad outside the home screen, where push is not available. */
function isAppleInBrowser() {
  const isTablet = navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  return (/iPhone|iPad|iPod/.test(navigator.userAgent) || isTablet) && !navigator.standalone;
}

/** Return this browser's row in the list, found by the SHA-256 of its push address. */
async function rowOf(subscription) {
  if (!subscription) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  const hex = [...new Uint8Array(digest)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  return document.querySelector(`[data-device="${hex}"]`);
}

async function look() {
  if (!("serviceWorker" in navigator && "PushManager" in window)) return show(isAppleInBrowser() ? "ios" : "none");
  if (Notification.permission === "denied") return show("denied");
  const row = await rowOf(await subscriptionOf());
  row?.querySelector(".tag").removeAttribute("hidden");
  return show(row && Notification.permission === "granted" ? "on" : "off");
}

form.addEventListener("submit", async (event) => {
  if (form.elements.endpoint.value) return;
  event.preventDefault();
  if ((await Notification.requestPermission()) !== "granted") return look();
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe(); // the old subscription may have another key
    const key = octets(form.dataset.key);
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements[name].value = value;
    localStorage.setItem("igo:push", `${document.body.dataset.account} ${endpoint}`);
    form.submit();
  } catch {
    show("failed");
    form.hidden = false;
  }
});

look();
