// The exercise on the front page is answered in place. The status is kept, so that it is read out.

const part = document.getElementById("try");

part.addEventListener("submit", (event) => {
  if (!event.target.matches(".board")) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(event.target, event.submitter));
  const address = `${location.pathname}?${query}`;
  void show(address, query.get("point")).catch(() => location.assign(`${address}#try`));
});

async function show(address, point) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("try");
  if (!next) throw new Error("no exercise");
  const status = part.querySelector("[role=status]");
  const answer = next.querySelector("[role=status]");
  status.replaceChildren(...answer.childNodes);
  answer.replaceWith(status);
  part.replaceChildren(...next.childNodes);
  part.querySelector(`.grid [value="${CSS.escape(point)}"]`)?.focus({ preventScroll: true });
}
