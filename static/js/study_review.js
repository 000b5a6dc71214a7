// The review page: the keyboard steps (C42), and each tree shows where one is.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const id = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!id) return;
  event.preventDefault();
  document.getElementById(id).click();
});

for (const frame of document.querySelectorAll(".tree-scroll")) {
  const here = frame.querySelector(".t-here");
  frame.scrollTo({ left: Number(here.getAttribute("cx")) - frame.clientWidth / 2, top: Number(here.getAttribute("cy")) - frame.clientHeight / 2 });
}
