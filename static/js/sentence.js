// A form's summary follows its choices. The server writes the summary, so this script has no texts.

let asked = 0;

/** Return the form's data without long texts, and with an empty value for every unticked box. */
function answers(form) {
  const unsent = new Set(["csrfmiddlewaretoken", ...[...form.querySelectorAll("textarea")].map(({ name }) => name)]);
  const sent = new URLSearchParams([...new FormData(form)].filter(([key]) => !unsent.has(key)));
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (!sent.has(box.name)) sent.set(box.name, "");
  }
  return sent;
}

/** Fetch the page at this address; null after an error, or if a newer request has been made. */
export async function pageAt(address) {
  const mine = ++asked;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok || mine !== asked) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Show the summary from another page with this form. */
export function copySentence(page) {
  const written = page?.querySelector("#sentence");
  if (written) document.querySelector("#sentence").textContent = written.textContent;
}

/** Update the summary after every change. */
export function follow(form) {
  form.addEventListener("change", () => {
    pageAt(`${location.pathname}?${answers(form)}`).then(copySentence, () => {});
  });
}
