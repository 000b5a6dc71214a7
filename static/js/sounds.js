// The sounds of the board, for those who have switched them on: only of what others do, only in a tab that is seen.
// Nothing is loaded before it is played, and nothing where little data is wanted.

const APART = 3000; // milliseconds after a stone in which its turn makes no sound of its own
const players = new Map();
let stoneAt = -APART;

/** Play "stone", "capture" or "turn"; a browser may not let us. */
function play(name) {
  const url = document.body.dataset[name];
  if (!url || document.hidden || matchMedia("(prefers-reduced-data: reduce)").matches) return;
  if (!players.has(name)) players.set(name, new Audio(url));
  const player = players.get(name);
  player.currentTime = 0;
  player.play().catch(() => {});
}

/** What a frame of a game's socket sounds like; `main` is the page as it is shown until then. */
export function hear(frame, main) {
  const isNew = frame.type === "action" && frame.number > Number(main.dataset.number);
  if (!isNew || frame.kind !== "play" || frame.color === main.dataset.color || "silent" in main.dataset) return;
  stoneAt = performance.now();
  play(frame.captured?.length ? "capture" : "stone");
}

/** The sound of everything else: it plays when the header of a newer page names something that ours did not. */
export function hearNews(before, now) {
  const known = before?.split(" ");
  const isNew = known && now && now.split(" ").some((one) => !known.includes(one));
  if (isNew && performance.now() - stoneAt > APART) play("turn");
}
