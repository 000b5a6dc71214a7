// The conditional moves page: the keyboard on its board. A tap submits the form, as without scripts. An opponent's move
// changes nothing here; a chip announces it.

import { bringToLife } from "./board.js";
import { isNews, showNews } from "./news.js";
import { keepOpen, reloadSoon } from "./socket.js";

const say = (text) => { document.getElementById("live").textContent = text; };
const form = document.getElementById("board");
if (form) {
  const nothing = () => {};
  const save = () => document.querySelector("#save button")?.click();
  bringToLife(form, "B", { place: nothing, toggle: nothing, say, submit: save, cancel: nothing, chainWords: (label) => label });
}

const chip = document.getElementById("news");
keepOpen(chip.dataset.socket, () => Number(chip.dataset.number), {
  message: (frame) => { if (isNews(frame, chip)) showNews(chip, frame, say); },
  lost: () => {},
  back: () => {},
  ended: reloadSoon,
});
