// The chip that names the move (C21, C44).
import assert from "node:assert/strict";
import { test } from "node:test";
import { isNews, sentenceOf, showNews } from "../../static/js/news.js";

const TEXTS = {
  play: { B: "Black played %(point)s", W: "White played %(point)s" },
  pass: { B: "Black passed", W: "White passed" },
  move: "Move %(n)s: %(what)s. Go to the game",
  chat: "There is a new message. Go to the game",
  digits: "۰۱۲۳۴۵۶۷۸۹",
};
const played = (number, point, color = "W") => ({ type: "action", kind: "play", number, move_number: number, color, point });

function chip() {
  const link = { textContent: "The game has changed. Go to the game" };
  return { hidden: true, dataset: { texts: JSON.stringify(TEXTS), number: "5" }, querySelector: () => link, link };
}

test("a move is named by its number, who played it and the point", () => {
  assert.equal(sentenceOf(played(12, "Q16"), TEXTS), "Move ۱۲: White played Q16. Go to the game");
  assert.equal(sentenceOf({ ...played(7), kind: "pass", color: "B" }, TEXTS), "Move ۷: Black passed. Go to the game");
  assert.equal(sentenceOf({ type: "action", kind: "request_undo", color: "B" }, TEXTS), "");
  assert.equal(sentenceOf(null, TEXTS), "");
});

test("each new move is announced once, and no message hides it", () => {
  const spoken = [];
  const here = chip();
  const say = (text) => spoken.push(text);
  showNews(here, played(6, "D4"), say);
  showNews(here, played(6, "D4"), say);
  showNews(here, { type: "chat" }, say);
  showNews(here, played(7, "E5", "B"), say);
  assert.equal(here.hidden, false);
  assert.deepEqual(spoken, ["Move ۶: White played D4. Go to the game", "Move ۷: Black played E5. Go to the game"]);
});

test("what the page shows already is no news", () => {
  assert.equal(isNews(played(5, "D4"), chip()), false);
  assert.equal(isNews(played(6, "D4"), chip()), true);
  assert.equal(isNews({ type: "hello", number: 9 }, chip()), false);
});
