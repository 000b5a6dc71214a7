// The chip that announces a new move to a player who reads, writes or plans. It names the move and changes nothing else.

/** Return the sentence for a frame of the game's socket; "" if it has none. */
export function sentenceOf(frame, texts) {
  if (frame?.type === "chat") return texts.chat;
  const what = texts[frame?.kind]?.[frame.color];
  if (!what) return "";
  const number = String(frame.move_number).replace(/\d/g, (digit) => texts.digits[digit]);
  return texts.move.replace("%(n)s", number).replace("%(what)s", what.replace("%(point)s", frame.point ?? ""));
}

/** Show the chip, and call `say` once for each event; a move stays visible when a message follows it. */
export function showNews(chip, frame, say) {
  const link = chip.querySelector("a");
  const sentence = sentenceOf(frame, JSON.parse(chip.dataset.texts));
  if (!chip.hidden && (!sentence || frame.type === "chat" || sentence === link.textContent)) return;
  if (sentence) link.textContent = sentence;
  chip.hidden = false;
  say(link.textContent.trim());
}

/** Return whether a frame is about something that this chip's page does not show yet. */
export function isNews(frame, chip) {
  return frame.type === "action" && frame.number > Number(chip.dataset.number);
}
