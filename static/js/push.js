// What this browser has of web push, and keeping it known to the server.

/** Octets of base64url. */
export function octets(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The subscription of this browser; null for none. */
export async function subscriptionOf() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** A browser may give its subscription another address; the next page sends it to the server. Only where its
 * player has turned notifications on. */
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
  if (answer.status === 404) { // it was removed in the settings
    localStorage.removeItem("igo:push");
    await found.unsubscribe();
  }
  if (!answer.ok) return;
  localStorage.setItem("igo:push", `${account} ${endpoint}`);
  sessionStorage.setItem("igo:notified", "1");
}
