// A box under the last password of a form that shows what was typed. Without JavaScript there is none, and nothing is
// missing.

for (const form of document.querySelectorAll("form[data-show-password]")) {
  addBox(form, [...form.querySelectorAll("input[type=password]")]);
  form.addEventListener("submit", () => hideAll(form));
}

function addBox(form, inputs) {
  const line = document.createElement("p");
  const label = document.createElement("label");
  const box = document.createElement("input");
  label.className = "check";
  box.type = "checkbox";
  box.addEventListener("change", () => {
    for (const input of inputs) {
      input.type = box.checked ? "text" : "password";
      input.dataset.shown = "1";
    }
  });
  label.append(box, " ", form.dataset.showPassword);
  line.append(label);
  const last = inputs.at(-1);
  (last?.closest(".field")?.querySelector(".help") ?? last)?.after(line);
}

// Browsers keep what was typed into text fields, and must not keep passwords.
function hideAll(form) {
  for (const input of form.querySelectorAll("input[data-shown]")) input.type = "password";
}
