// A link to send: buttons copy it or open the device's share sheet. Without JavaScript, users copy it by hand.

const box = document.getElementById("link-to-send");
const field = box.querySelector("input");
const status = document.getElementById("link-status");

box.querySelector('[data-do="copy"]').hidden = false;
box.querySelector('[data-do="share"]').hidden = !navigator.share;

box.addEventListener("click", async ({ target }) => {
  const what = target.closest("[data-do]")?.dataset.do;
  if (what === "share") {
    navigator.share({ url: field.value }).catch(() => {}); // closed without sharing
  } else if (what === "copy") {
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = status.dataset.copied;
    } catch {
      field.select();
      status.textContent = status.dataset.failed;
    }
  }
});

field.addEventListener("focus", () => field.select());
