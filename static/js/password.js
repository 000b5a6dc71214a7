// A checkbox under a form's last password field that shows the typed text. Without JavaScript it is absent.

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

// Browsers remember the content of text fields, and must not remember passwords.
function hideAll(form) {
  for (const input of form.querySelectorAll("input[data-shown]")) input.type = "password";
}
