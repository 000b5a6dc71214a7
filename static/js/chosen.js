// A move that was chosen and not sent yet: kept on this device for the position that it was chosen in, and asked again.
// Never sent from here.

const key = (game) => `igo:chosen:${game}`;
const kept = (game) => (localStorage.getItem(key(game)) ?? "").split(" ");

/** The point that was chosen in this game, in whatever position; "" for none. */
export function lastChosen(game) {
  return kept(game)[1] ?? "";
}

/** The point that was chosen in this position of the game; "" for none. What was chosen in another one is forgotten:
 * it was sent, or it would mean something else. */
export function chosenIn(game, position) {
  const [at, vertex] = kept(game);
  if (vertex && at !== position) keepChosen(game, position, "");
  return at === position ? vertex : "";
}

/** Keep it; "" forgets it. */
export function keepChosen(game, position, vertex) {
  if (vertex) localStorage.setItem(key(game), `${position} ${vertex}`);
  else localStorage.removeItem(key(game));
}
