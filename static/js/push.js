// This browser's web push subscription, kept up to date on the server.

/** Decode base64url to bytes. */
export function octets(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** Return this browser's subscription; null for none. */
export async function subscriptionOf() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Send the subscription's address to the server if the browser has changed it, and only if the player has turned
 * notifications on. */
export async function renewSubscription(account) {
  const [owner, known] = (localStorage.getItem("igo:push") ?? "").split(" ");
  if (owner !== account) return;
  const found = await subscriptionOf();
  if (!found || (found.endpoint === known && sessionStorage.getItem("igo:notified"))) return;
  const data = new FormData();
  const { endpoint, keys } = found.toJSON();
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  for (const [name, value] of Object.entries({ endpoint, ...keys, known, csrfmiddlewaretoken: token })) {
    data.set(name, value);
  }
  const answer = await fetch("/settings/devices/", { method: "POST", body: data });
  if (answer.status === 404) { // the device was removed in the settings
    localStorage.removeItem("igo:push");
    await found.unsubscribe();
  }
  if (!answer.ok) return;
  localStorage.setItem("igo:push", `${account} ${endpoint}`);
  sessionStorage.setItem("igo:notified", "1");
}
