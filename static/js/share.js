// Sharing a game: buttons that copy what stands in the fields, the record, or the picture. Without this the fields and
// the links do the same by hand. Stepping through a game changes the address; the panel follows when it is used. Loaded
// when the panel is opened for the first time (site.js).

const panel = () => document.getElementById("share");

/** Make the panel that of the position which the board shows now. */
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

/** What this button copies, of the position that is shown. */
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
  keepUp().catch(() => {}); // it is asked again when something is copied
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
