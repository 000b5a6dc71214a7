// Keys in the report queue, while one of its rows has the focus: j next, k previous, o open.

const links = [...document.querySelectorAll("#queue tbody a")];

document.querySelector("#queue")?.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const here = links.indexOf(document.activeElement);
  if (event.key === "j") links[Math.min(here + 1, links.length - 1)].focus();
  else if (event.key === "k") links[Math.max(here - 1, 0)].focus();
  else if (event.key === "o" && here >= 0) links[here].click();
});
