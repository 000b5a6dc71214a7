// A new game: the sentence and the button say what is chosen now. The server writes the sentence, so that there are
// no words here.

const form = document.querySelector("#offer");
const sentence = form.querySelector("#sentence");
const challenge = form.querySelector("#challenge");
const name = form.elements.opponent;
let asked = 0;

/** What the form would send, with an empty answer for every box that is not ticked. */
function answers() {
  const sent = new URLSearchParams([...new FormData(form)].filter(([key]) => key !== "csrfmiddlewaretoken"));
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (!sent.has(box.name)) sent.set(box.name, "");
  }
  return sent;
}

async function rewrite() {
  const mine = ++asked;
  const response = await fetch(`${location.pathname}?${answers()}`, { headers: { Accept: "text/html" } });
  if (!response.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const written = page.querySelector("#sentence");
  if (written) sentence.textContent = written.textContent;
}

function sayName() {
  const text = name.value.trim() ? challenge.dataset.named : challenge.dataset.unnamed;
  const [before, after = ""] = text.split("NAME");
  const who = document.createElement("bdi");
  who.textContent = text.includes("NAME") ? name.value.trim() : "";
  challenge.replaceChildren(before, who, after);
}

if (!form.elements.position?.value) form.addEventListener("change", () => void rewrite().catch(() => {}));
name?.addEventListener("input", sayName);
