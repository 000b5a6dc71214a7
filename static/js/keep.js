// Operations that are not on the server yet, stored in the browser for each account and deleted at sign-out (site.js).

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

/** Return the pending operations of this account and game, oldest first, and delete those of other accounts. */
export async function waiting(account, game) {
  try {
    const all = await within("readonly", (store) => store.getAll());
    if (all.some((row) => row.account !== account)) await within("readwrite", (store) => store.clear());
    return all.filter((row) => row.account === account && row.game === game).map((row) => row.operation).sort((a, b) => a.at - b.at);
  } catch {
    return []; // a browser without storage
  }
}

export const keep = (account, game, operation) =>
  within("readwrite", (store) => store.put({ account, game, id: operation.id, operation })).catch(() => {});

export const forget = (account, game, operations) =>
  within("readwrite", (store) => operations.forEach((one) => store.delete([account, game, one.id]))).catch(() => {});
