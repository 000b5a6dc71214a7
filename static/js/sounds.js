// Board sounds, for players who have turned them on: only for other players' actions, and only in a visible tab. A file is
// loaded when it is first played, and never with reduced data.

const APART = 3000; // milliseconds after a stone's sound in which the turn makes none
const players = new Map();
let stoneAt = -APART;

/** Play "stone", "capture" or "turn"; the browser may refuse. */
function play(name) {
  const url = document.body.dataset[name];
  if (!url || document.hidden || matchMedia("(prefers-reduced-data: reduce)").matches) return;
  if (!players.has(name)) players.set(name, new Audio(url));
  const player = players.get(name);
  player.currentTime = 0;
  player.play().catch(() => {});
}

/** Play the sound for a frame of a game's socket; `main` is the page before the frame. */
export function hear(frame, main) {
  const isNew = frame.type === "action" && frame.number > Number(main.dataset.number);
  if (!isNew || frame.kind !== "play" || frame.color === main.dataset.color || "silent" in main.dataset) return;
  stoneAt = performance.now();
  play(frame.captured?.length ? "capture" : "stone");
}

/** Play the turn sound if a newer page's header has something that this page's header does not. */
export function hearNews(before, now) {
  const known = before?.split(" ");
  const isNew = known && now && now.split(" ").some((one) => !known.includes(one));
  if (isNew && performance.now() - stoneAt > APART) play("turn");
}
