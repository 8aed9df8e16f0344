// records.ts - records that were dropped onto the page or made here, kept by this browser so that a
// reload finds them.  Where nothing can be kept, they last as long as the page.
const STORE = "records";
const MOST = 20;
const here = new Map<string, string>();

function openBase(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("robodrome-records", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
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

/** Keeps a record, and forgets others when there are many; the name it is found by. */
export async function keepRecord(text: string): Promise<string> {
  const id = `here-${Date.now().toString(36)}`;
  here.set(id, text);
  try {
    const base = await openBase();
    const store = base.transaction(STORE, "readwrite").objectStore(STORE);
    await result(store.put(text, id));
    const all = await result(store.getAllKeys());
    await Promise.all(all.sort().slice(0, -MOST).map((old) => result(store.delete(old))));
    base.close();
  } catch {
    // Kept by this page alone.
  }
  return id;
}

export async function findRecord(id: string): Promise<string | null> {
  const held = here.get(id);
  if (held) return held;
  try {
    const base = await openBase();
    const text = await result(base.transaction(STORE).objectStore(STORE).get(id) as IDBRequest<string | undefined>);
    base.close();
    return text ?? null;
  } catch {
    return null;
  }
}
