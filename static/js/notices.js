// The notifications page: notices that have been visible for a second become read. Without scripts the page does that itself.

import { refreshSoon } from "./site.js";

const SEEN = 1000; // milliseconds
const form = document.getElementById("read");
const idsOf = (element) => element.dataset.unread.split(" ").filter(Boolean);
const rows = [...document.querySelectorAll("li[data-unread]")];
let unsent = form ? idsOf(form) : []; // without a row of their own
const visible = new Set();
let waiting = 0;

/** Mark the visible rows as read in one request. If the server fails, they are sent again after the next scroll. */
async function send() {
  clearTimeout(waiting);
  const sent = [...visible], ids = [...unsent, ...sent.flatMap(idsOf)];
  if (!ids.length) return;
  const data = new FormData(form);
  for (const id of ids) data.append("seen", id);
  for (const row of sent) observer.unobserve(row);
  visible.clear();
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, keepalive: true });
    if (answer.status >= 500) throw new Error(String(answer.status));
    unsent = [];
    refreshSoon(0);
  } catch {
    addEventListener("scroll", () => sent.forEach((row) => observer.observe(row)), { once: true, passive: true });
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target);
    else visible.delete(target);
  }
  clearTimeout(waiting);
  waiting = setTimeout(send, SEEN);
}, { threshold: 0.5 });

if (form) {
  for (const row of rows) observer.observe(row);
  waiting = setTimeout(send, SEEN); // also for notices without a row
  document.addEventListener("click", ({ target }) => {
    const row = target.closest("a") && target.closest("li[data-unread]");
    if (!row) return;
    visible.clear();
    visible.add(row);
    send();
  });
}
