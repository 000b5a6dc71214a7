// The button that prints the page; without JavaScript, the browser's own menu does.

const button = document.getElementById("print");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
