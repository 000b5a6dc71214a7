// Answers to exercises are shown on the same page.

/**
 * Replace the part with the same part of the page at this address. The status element is kept, so it is announced.
 * Returns whether the board had the focus; throws if the page has no such part.
 */
export async function answerInPlace(part, address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(part.id);
  if (!next) throw new Error(`no ${part.id}`);
  const hadFocus = part.querySelector(".grid").contains(document.activeElement);
  const status = part.querySelector("[role=status]");
  const answer = next.querySelector("[role=status]");
  status.replaceChildren(...answer.childNodes);
  answer.replaceWith(status);
  part.replaceChildren(...next.childNodes);
  return hadFocus;
}
