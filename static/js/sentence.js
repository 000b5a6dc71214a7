// The sentence of a form follows its choices. The server writes the sentence, so that there are no words here.

let asked = 0;

/** What the form would send, without long texts, and with an empty answer for every box that is not ticked. */
function answers(form) {
  const unsent = new Set(["csrfmiddlewaretoken", ...[...form.querySelectorAll("textarea")].map(({ name }) => name)]);
  const sent = new URLSearchParams([...new FormData(form)].filter(([key]) => !unsent.has(key)));
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (!sent.has(box.name)) sent.set(box.name, "");
  }
  return sent;
}

/** The page at this address; null for an error, and if another one was asked for since. */
export async function pageAt(address) {
  const mine = ++asked;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok || mine !== asked) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Show the sentence of another page of this form. */
export function copySentence(page) {
  const written = page?.querySelector("#sentence");
  if (written) document.querySelector("#sentence").textContent = written.textContent;
}

/** Write the sentence again after every change. */
export function follow(form) {
  form.addEventListener("change", () => {
    pageAt(`${location.pathname}?${answers(form)}`).then(copySentence, () => {});
  });
}
