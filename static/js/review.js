// The page of a queued or running computer analysis: it shows the progress, and the result when it is finished.

import { keepOpen } from "./socket.js";

const BETWEEN = 1000; // milliseconds between two requests
const state = () => document.getElementById("review-state");
let isLooking = false, again = false;

async function look() {
  if (isLooking) { again = true; return; }
  isLooking = true;
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.getElementById("review-state");
    if (!next) return;
    if (!["waiting", "running"].includes(next.dataset.status)) { location.reload(); return; }
    state().replaceChildren(...document.adoptNode(next).childNodes);
  } catch { /* the next hint or request will show it */ } finally {
    setTimeout(() => { isLooking = false; if (again) { again = false; look(); } }, BETWEEN);
  }
}

if (state()) {
  keepOpen(state().dataset.socket, () => Number(state().dataset.number), {
    message: (frame) => { if (frame.type === "review" || frame.type === "hello") look(); },
    lost: () => {},
    back: look,
    ended: () => {},
  });
}
