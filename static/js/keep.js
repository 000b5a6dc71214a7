// Operations that are not on the server yet, kept in the browser: per account, wiped when somebody signs out (site.js).

const NAME = "igo-analysis";

function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("operations", { keyPath: ["account", "game", "id"] });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function within(mode, what) {
  const base = await open();
  try {
    return await new Promise((resolve, reject) => {
      const change = base.transaction("operations", mode);
      const asked = what(change.objectStore("operations"));
      change.oncomplete = () => resolve(asked?.result);
      change.onerror = () => reject(change.error);
    });
  } finally {
    base.close();
  }
}

/** What waits for this account and game, in the order in which it was done; what another account left is wiped. */
export async function waiting(account, game) {
  try {
    const all = await within("readonly", (store) => store.getAll());
    if (all.some((row) => row.account !== account)) await within("readwrite", (store) => store.clear());
    return all.filter((row) => row.account === account && row.game === game).map((row) => row.operation).sort((a, b) => a.at - b.at);
  } catch {
    return []; // a browser that keeps nothing
  }
}

export const keep = (account, game, operation) =>
  within("readwrite", (store) => store.put({ account, game, id: operation.id, operation })).catch(() => {});

export const forget = (account, game, operations) =>
  within("readwrite", (store) => operations.forEach((one) => store.delete([account, game, one.id]))).catch(() => {});
