// The offline page: the requested game is first, and a chosen move is kept.

import { lastChosen } from "./chosen.js";

for (const game of document.querySelectorAll("[data-game]")) {
  const vertex = lastChosen(game.dataset.game);
  if (vertex) {
    game.querySelector(".notice bdi").textContent = vertex;
    game.querySelector(".notice").hidden = false;
  }
  if (game.dataset.path === location.pathname) alone(game);
}

/** Show this game in full, and only links to the others. */
function alone(game) {
  for (const other of game.parentElement.children) other.hidden = other !== game;
  game.parentElement.classList.add("alone");
  game.parentElement.prepend(game);
  document.getElementById("others").hidden = false;
  document.title = `${game.querySelector("h2").innerText} – ${document.title}`;
}

document.getElementById("again").href = location.href;
addEventListener("online", () => location.reload());
