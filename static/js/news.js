// The chip that says that the game went on, for somebody who reads, writes or plans: it names the move, and moves nothing.

/** What a frame of the game's socket tells, in words; "" for what has no sentence of its own. */
export function sentenceOf(frame, said) {
  if (frame?.type === "chat") return said.chat;
  const what = said[frame?.kind]?.[frame.color];
  if (!what) return "";
  const number = String(frame.move_number).replace(/\d/g, (digit) => said.digits[digit]);
  return said.move.replace("%(n)s", number).replace("%(what)s", what.replace("%(point)s", frame.point ?? ""));
}

/** Show the chip, and `say` it once for each new thing; a move stays there when a message comes after it. */
export function showNews(chip, frame, say) {
  const link = chip.querySelector("a");
  const said = sentenceOf(frame, JSON.parse(chip.dataset.said));
  if (!chip.hidden && (!said || frame.type === "chat" || said === link.textContent)) return;
  if (said) link.textContent = said;
  chip.hidden = false;
  say(link.textContent.trim());
}

/** Whether a frame is about something that the page of this chip has not got. */
export function isNews(frame, chip) {
  return frame.type === "action" && frame.number > Number(chip.dataset.number);
}
