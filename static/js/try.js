// The exercise on the front page.

import { answerInPlace } from "./exercise.js";

const part = document.getElementById("try");

part.addEventListener("submit", (event) => {
  if (!event.target.matches(".board")) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(event.target, event.submitter));
  const address = `${location.pathname}?${query}`;
  void show(address, query.get("point")).catch(() => location.assign(`${address}#try`));
});

async function show(address, point) {
  await answerInPlace(part, address);
  part.querySelector(`.grid [value="${CSS.escape(point)}"]`)?.focus({ preventScroll: true });
}
