// A socket that comes back. The server knows what was missed: the address says which number we have.

const SECONDS_BETWEEN_PINGS = 25;
const FINAL = [4400, 4401, 4403, 4404];

const SECONDS_FOR_A_NEW_SESSION = 3;
const SECONDS_TO_LEAVE = 30;
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  setTimeout(() => { isLeaving = false; }, SECONDS_TO_LEAVE * 1000); // what was asked for came as a file
});

/** Show what is left after one's access has ended. A form that is on its way is not cut off: its answer may bring a new
 * session (a changed password), which asking with the old one at the same moment would throw away. */
export function reloadSoon() {
  setTimeout(() => { if (!isLeaving) location.reload(); }, SECONDS_FOR_A_NEW_SESSION * 1000);
}

/** Keep a socket open to `path`; `since()` is the number we have, `on` has message, lost, back and ended. */
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
