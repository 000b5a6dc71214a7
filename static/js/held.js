// Buttons that run while they are held (C42).

const RUNS_AFTER = 400; // milliseconds
const BETWEEN = 90;

/** A button that is held goes on: `by(1)` or `by(-1)` again and again until it is let go; `buttons` selects #next and
 * #previous. What is returned says whether it has, as the click that comes at the end is no further step. */
export function runWhileHeld(by, buttons = "[data-step]") {
  let waiting = 0, running = 0, ran = false;
  const stop = () => {
    clearTimeout(waiting);
    clearInterval(running);
  };
  addEventListener("pointerdown", (event) => {
    ran = false;
    const direction = { next: 1, previous: -1 }[event.target.closest?.(buttons)?.id];
    if (!direction || event.button) return;
    stop();
    waiting = setTimeout(() => {
      ran = true;
      running = setInterval(() => by(direction), BETWEEN);
    }, RUNS_AFTER);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, stop);
  addEventListener("contextmenu", (event) => {
    if (event.target.closest?.(buttons)) event.preventDefault();
  });
  return { hasRun: () => ran };
}
