// keep.ts - local games that outlive a reload, kept by the worker in the browser's own database.  A
// game is its seed and everybody's answers; the engine plays it again.  Where the browser keeps
// nothing (private windows), games last as long as the page.
export interface Kept {
  id: string;
  seed: string;
  actions: { actor: number; picks: number[] }[];
  at: number; // ms since 1970
}

const MOST = 20;
const STORE = "games";

function openBase(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("robodrome", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error("no database"));
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("database"));
  });
}

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T | null> {
  try {
    const base = await openBase();
    try {
      return await use(base.transaction(STORE, mode).objectStore(STORE));
    } finally {
      base.close();
    }
  } catch {
    return null;
  }
}

export function findKept(id: string): Promise<Kept | null | undefined> {
  return inStore("readonly", (store) => result(store.get(id) as IDBRequest<Kept | undefined>));
}

/** Keeps a game, and forgets the oldest ones. */
export async function keep(game: Kept): Promise<void> {
  await inStore("readwrite", async (store) => {
    await result(store.put(game));
    const all = await result(store.getAll() as IDBRequest<Kept[]>);
    const old = all.sort((a, b) => b.at - a.at).slice(MOST);
    old.forEach((o) => store.delete(o.id));
  });
}
