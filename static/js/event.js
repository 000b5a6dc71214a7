// The event form: its summary follows the choices, and a card fills the form. Without JavaScript, a card is a link.
import { copySentence, follow, pageAt } from "./sentence.js";

const form = document.querySelector("#event");
const cards = [...document.querySelectorAll(".starts a")];
const written = new Set(["name", "about", "csrfmiddlewaretoken"]);

/** Copy all values from another page's form, except the organiser's texts. */
function take(page) {
  for (const theirs of page.querySelector("#event").elements) {
    const mine = theirs.id && form.querySelector(`#${theirs.id}`);
    if (!mine || written.has(theirs.name)) continue;
    if (mine.matches("[type=radio], [type=checkbox]")) mine.checked = theirs.checked;
    else mine.value = theirs.value;
  }
}

async function fill(card) {
  const page = await pageAt(card.href);
  if (!page) return;
  take(page);
  copySentence(page);
  for (const one of cards) one.removeAttribute("aria-current");
  card.setAttribute("aria-current", "true");
}

follow(form);
for (const card of cards) {
  card.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill(card).catch(() => location.assign(card.href));
  });
}
