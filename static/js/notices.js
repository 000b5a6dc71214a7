// The notifications page: notices that have been visible for a second become read. Without scripts the page does that itself.

import { refreshSoon } from "./site.js";

const SEEN = 1000; // milliseconds
const form = document.getElementById("read");
const idsOf = (element) => element.dataset.unread.split(" ").filter(Boolean);
const rows = [...document.querySelectorAll("li[data-unread]")];
const inRows = new Set(rows.flatMap(idsOf));
let unsent = form ? idsOf(form).filter((id) => !inRows.has(id)) : []; // another row stands for them
const visible = new Set();
let waiting = 0;

/** Mark the visible rows as read in one request. If it fails, they are sent again when they are next visible. */
async function send() {
  const sent = [...visible], ids = [...unsent, ...sent.flatMap(idsOf)];
  if (!ids.length) return;
  const data = new FormData(form);
  for (const id of ids) data.append("seen", id);
  for (const row of sent) observer.unobserve(row);
  visible.clear();
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, keepalive: true });
    if (!answer.ok) throw new Error(String(answer.status));
    unsent = [];
    refreshSoon(0);
  } catch {
    for (const row of sent) observer.observe(row);
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

if (form) for (const row of rows) observer.observe(row);
