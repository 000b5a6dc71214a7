// The chip that says that the game went on, for somebody who reads, writes or plans: it names the move, and moves nothing.

/** What a frame of the game's socket tells, in words; "" for what has no sentence of its own. */
export function sentenceOf(frame, texts) {
  if (frame?.type === "chat") return texts.chat;
  const what = texts[frame?.kind]?.[frame.color];
  if (!what) return "";
  const number = String(frame.move_number).replace(/\d/g, (digit) => texts.digits[digit]);
  return texts.move.replace("%(n)s", number).replace("%(what)s", what.replace("%(point)s", frame.point ?? ""));
}

/** Show the chip, and `say` it once for each new thing; a move stays there when a message comes after it. */
export function showNews(chip, frame, say) {
  const link = chip.querySelector("a");
  const sentence = sentenceOf(frame, JSON.parse(chip.dataset.texts));
  if (!chip.hidden && (!sentence || frame.type === "chat" || sentence === link.textContent)) return;
  if (sentence) link.textContent = sentence;
  chip.hidden = false;
  say(link.textContent.trim());
}

/** Whether a frame is about something that the page of this chip has not got. */
export function isNews(frame, chip) {
  return frame.type === "action" && frame.number > Number(chip.dataset.number);
}
