// A new game: the summary and the button follow the current choices.
import { follow } from "./sentence.js";

const form = document.querySelector("#offer");
const challenge = form.querySelector("#challenge");
const name = form.elements.opponent;

function sayName() {
  const text = name.value.trim() ? challenge.dataset.named : challenge.dataset.unnamed;
  const [before, after = ""] = text.split("NAME");
  const who = document.createElement("bdi");
  who.textContent = text.includes("NAME") ? name.value.trim() : "";
  challenge.replaceChildren(before, who, after);
}

if (!form.elements.position?.value) follow(form);
name?.addEventListener("input", sayName);
