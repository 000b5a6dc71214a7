// Settings: preview changes of the look before they are saved. On a phone, scroll to the open tab.

const root = document.documentElement;

document.addEventListener("change", ({ target }) => {
  if (!["theme", "motion", "board_theme"].includes(target.name)) return;
  const name = target.name === "board_theme" ? "board" : target.name;
  if (target.value) root.dataset[name] = target.value;
  else delete root.dataset[name];
});

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
