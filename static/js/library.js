// The record page: keys and move links step without a reload. If a request fails, a link works as usual.

const SOON = 300; // milliseconds after the last step: browsers limit how often a page may change its address
const PARTS = ["board", "next-moves", "comment", "where", "as-text", "here", "end"];
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const find = (id) => document.getElementById(id);
const main = find("main");
let waiting = Promise.resolve(), soon = 0;

function show(page, address) {
  for (const id of PARTS) {
    const fresh = page.getElementById(id);
    find(id).replaceChildren(...document.adoptNode(fresh).childNodes);
    find(id).hidden = fresh.hidden;
  }
  for (const link of document.querySelectorAll("nav.steps a, #position")) link.href = page.getElementById(link.id).getAttribute("href");
  clearTimeout(soon);
  soon = setTimeout(() => {
    history.replaceState(null, "", address);
    find("live").textContent = `${find("where").textContent.trim()}. ${find("comment").textContent.trim()}`;
  }, SOON);
}

/** Follow the link that `of` returns, after the earlier steps. */
function step(of) {
  waiting = waiting.then(async () => {
    const address = of();
    if (!address) return;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      if (!response.ok || response.redirected) throw new Error(String(response.status));
      show(new DOMParser().parseFromString(await response.text(), "text/html"), address);
    } catch {
      location.assign(address);
    }
  });
}

const addressOf = (link) => (link ? `${location.pathname}${link.getAttribute("href")}` : "");

document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, summary")) return;
  event.preventDefault();
  step(() => addressOf(find(id)));
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='?at=']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = addressOf(link), { id } = link;
  step(() => (id ? addressOf(find(id)) : address));
});
