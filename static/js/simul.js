// The boards of a simul: n opens the next one that waits, as on the page of a game.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.code === "KeyN") document.querySelector(".first .button.primary")?.click();
});
