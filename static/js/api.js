// The API reference: a search that shows only the operations with these words and opens their groups.

for (let one = document.getElementById(location.hash.slice(1)); one; one = one.parentElement) {
  if (one.matches("details")) one.open = true;
}
const field = document.getElementById("api-search");
const operations = [...document.querySelectorAll(".groups .operations > section")];
const holders = [...document.querySelectorAll(".groups > section, .groups > section > details")];
const texts = operations.map((one) => one.querySelector("summary").textContent.replace(/\s*\/\s*/g, "/").toLowerCase());

field.parentElement.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  operations.forEach((one, at) => {
    one.hidden = !words.every((word) => texts[at].includes(word));
  });
  for (const holder of holders) {
    holder.hidden = !holder.querySelector(".operations > section:not([hidden])");
    if (holder.matches("details")) holder.open = words.length > 0 && !holder.hidden;
  }
});
