// The review page: the keyboard steps (C42), each tree shows where one is, and a tap on the board writes a variation.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  const ids = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", j: "next-comment", k: "previous-comment" };
  const target = document.getElementById(ids[event.key]);
  if (!target) return;
  event.preventDefault();
  target.click();
});

for (const frame of document.querySelectorAll(".tree-scroll")) {
  const here = frame.querySelector(".t-here");
  frame.scrollTo({ left: Number(here.getAttribute("cx")) - frame.clientWidth / 2, top: Number(here.getAttribute("cy")) - frame.clientHeight / 2 });
}

const board = document.getElementById("board"), moves = document.getElementById("moves");
if (moves) {
  const svg = board.querySelector("svg");
  board.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const column = Math.round(at.x), row = Number(board.dataset.rows) - Math.round(at.y), letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column];
    if (!letter || row < 1 || row > Number(board.dataset.rows)) return;
    moves.value = `${moves.value} ${letter}${row}`.trim();
  });
}
