// A lesson page: the arrow keys move over the board, and a choice is shown without a reload.

import { answerInPlace } from "./exercise.js";
import { step } from "./points.js";

const lesson = document.getElementById("lesson");
begin(null);

lesson.addEventListener("keydown", (event) => {
  const buttons = [...lesson.querySelectorAll(".grid button")];
  const grid = lesson.querySelector(".grid");
  const columns = Number(grid.getAttribute("aria-colcount"));
  const at = step(event.key, event.ctrlKey, buttons.indexOf(event.target), columns, buttons.length / columns);
  if (at === null || !grid.contains(event.target)) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = -1;
  buttons[at].tabIndex = 0;
  buttons[at].focus();
});

lesson.addEventListener("submit", (event) => {
  const data = new FormData(event.target, event.submitter);
  const address = `${location.pathname}?${new URLSearchParams(data)}`;
  event.preventDefault();
  void show(address, String(data.get("point"))).catch(() => location.assign(address));
});

async function show(address, point) {
  const onBoard = await answerInPlace(lesson, address);
  history.replaceState(null, "", address);
  begin(point);
  if (onBoard) lesson.querySelector(".grid [tabindex='0']")?.focus({ preventScroll: true });
  else if (lesson.querySelector(".onward .primary")) lesson.querySelector(".onward .primary").focus({ preventScroll: true });
}

/** Let Tab focus one point of the board: the chosen one, else the middle. */
function begin(point) {
  const buttons = [...lesson.querySelectorAll(".grid button")];
  const first = buttons.find((button) => button.value === point?.toUpperCase()) ?? lesson.querySelector("[data-focus]");
  for (const button of buttons) button.tabIndex = button === first ? 0 : -1;
}
