// The boards of a simul: n opens the next board where it is your turn, as on the game page.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.code === "KeyN") document.querySelector(".first .button.primary")?.click();
});
