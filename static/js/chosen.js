// A chosen move that is not sent yet. The device stores it for its position and offers it again, but never sends it.

const key = (game) => `igo:chosen:${game}`;
const kept = (game) => (localStorage.getItem(key(game)) ?? "").split(" ");

/** Return the point chosen in any position of this game; "" for none. */
export function lastChosen(game) {
  return kept(game)[1] ?? "";
}

/** Return the point chosen in this position of the game; "" for none. A choice for another position is deleted: it was
 * sent, or it no longer fits. */
export function chosenIn(game, position) {
  const [at, vertex] = kept(game);
  if (vertex && at !== position) keepChosen(game, position, "");
  return at === position ? vertex : "";
}

/** Store the chosen point; "" deletes it. */
export function keepChosen(game, position, vertex) {
  if (vertex) localStorage.setItem(key(game), `${position} ${vertex}`);
  else localStorage.removeItem(key(game));
}
