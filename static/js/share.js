// Sharing a game: buttons that copy the fields, the record or the picture. Without JavaScript, users copy from the fields
// and links. Stepping through a game changes the address; the panel is updated when it is used. The script is loaded when
// the panel is opened for the first time (site.js).

const panel = () => document.getElementById("share");

/** Update the panel to the position on the board. */
async function keepUp() {
  const shown = new URLSearchParams(location.search).get("move") ?? "";
  if (shown === panel().dataset.move) return;
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  panel().dataset.move = shown;
  panel().lastElementChild.replaceWith(page.getElementById("share").lastElementChild);
  showButtons();
}

function showButtons() {
  for (const button of panel().querySelectorAll("[hidden]")) button.hidden = false;
}

/** Return the content that this button copies, for the displayed position. */
async function content(name) {
  await keepUp();
  const { from, type = "text/plain" } = panel().querySelector(`[data-copy="${name}"]`).dataset;
  if (!from) return new Blob([document.getElementById(name).value], { type });
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(answer.statusText);
  return new Blob([await answer.blob()], { type });
}

async function copy({ copy: name, type = "text/plain" }) {
  let outcome = "copied";
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: content(name) })]); // a promise: the tap still counts
  } catch {
    outcome = "failed";
  }
  const status = document.getElementById("share-status");
  status.textContent = status.dataset[outcome];
}

function opened() {
  showButtons();
  keepUp().catch(() => {}); // copying tries again
}

document.addEventListener("toggle", ({ target }) => {
  if (target.id === "share" && target.open) opened();
}, true);
opened();

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#share [data-copy]");
  if (button) void copy(button.dataset);
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("#share [readonly]")) target.select();
});
