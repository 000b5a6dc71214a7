// A socket that reconnects. Its address has the last number seen, so the server sends the missed frames.

const SECONDS_BETWEEN_PINGS = 25;
const FINAL = [4400, 4401, 4403, 4404];

const SECONDS_FOR_A_NEW_SESSION = 3;
const SECONDS_TO_LEAVE = 30;
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  setTimeout(() => { isLeaving = false; }, SECONDS_TO_LEAVE * 1000); // the answer was a download
});

/** Reload the page after the user's access has ended. A form in flight is not interrupted: its answer may set a new
 * session (after a changed password), and a request with the old one would discard it. */
export function reloadSoon() {
  setTimeout(() => { if (!isLeaving) location.reload(); }, SECONDS_FOR_A_NEW_SESSION * 1000);
}

/** Keep a socket open to `path`; `since()` is the last number seen, `on` has message, lost, back and ended. */
export function keepOpen(path, since, on) {
  let tries = 0;
  let wasLost = false;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const number = since();
    const query = number === null ? "" : `?since=${number}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}${query}`);
    const ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, SECONDS_BETWEEN_PINGS * 1000);
    socket.addEventListener("message", (event) => {
      tries = 0;
      if (wasLost) on.back();
      wasLost = false;
      on.message(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      clearInterval(ping);
      if (event.code === 4001) on.ended();
      if (FINAL.includes(event.code) || event.code === 4001) return;
      if (tries > 0) on.lost();
      wasLost = tries > 0;
      tries += 1;
      setTimeout(open, Math.min(30, 2 ** tries) * 500 * (0.5 + Math.random()));
    });
  };
  open();
}
