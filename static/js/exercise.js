// Exercises on a board are answered in place.

/**
 * Replace the part with what the page at this address has in its place. The status is kept, so that it is read out.
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
