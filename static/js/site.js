// Every page: the numbers in the header stay true while the page is open.

import { keepOpen, reloadSoon } from "./socket.js";

let waiting = 0;

async function refreshHeader() {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const header = page.querySelector("header");
  if (header) document.querySelector("header").replaceWith(document.adoptNode(header));
}

const path = document.body.dataset.me;
if (path && !document.querySelector("[data-game]")) {
  keepOpen(path, () => null, {
    message: (frame) => {
      if (frame.type !== "player") return;
      clearTimeout(waiting);
      waiting = setTimeout(refreshHeader, 1000);
    },
    lost: () => {},
    back: refreshHeader,
    ended: reloadSoon,
  });
}
