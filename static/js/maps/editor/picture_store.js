// Stores pictures to trace in this browser (IndexedDB), by map. Nothing is sent anywhere. If the browser can't store
// anything (in a private window, say), the picture lasts until the page is closed.

const [NAME, STORE] = ["stationmaster", "pictures"];

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function run(mode, act) {
  try {
    const db = await opened();
    return await new Promise((resolve, reject) => {
      const change = db.transaction(STORE, mode);
      const asked = act(change.objectStore(STORE));
      change.oncomplete = () => resolve(asked.result);
      change.onerror = () => reject(change.error);
      change.onabort = () => reject(change.error);
    }).finally(() => db.close());
  } catch {
    return undefined;
  }
}

export const load = (map) => run("readonly", (store) => store.get(map));
export const save = (map, picture) => run("readwrite", (store) => store.put(picture, map));
export const remove = (map) => run("readwrite", (store) => store.delete(map));
