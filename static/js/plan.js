// The page of conditional moves: the keyboard on its board. A tap is sent as without scripts.

import { bringToLife } from "./board.js";

const form = document.getElementById("board");
if (form) {
  const nothing = () => {};
  const save = () => document.querySelector("#save button")?.click();
  const say = (text) => { document.getElementById("live").textContent = text; };
  bringToLife(form, "B", { place: nothing, toggle: nothing, say, submit: save, cancel: nothing, chainWords: (label) => label });
}
