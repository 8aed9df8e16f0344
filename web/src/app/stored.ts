// stored.ts - signals that live in localStorage.  A browser that refuses to store (private mode,
// quota) still gets a working signal, for this visit.
import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "robodrome.";

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing to do: the value holds for this visit.
  }
}

export function stored<T>(key: string, start: T): Signal<T> {
  const held = read(key);
  const value = signal<T>(held === undefined ? start : (held as T));
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) write(key, now);
    first = false;
  });
  globalThis.addEventListener?.("storage", (event: StorageEvent) => {
    if (event.key === PREFIX + key) value.value = (read(key) ?? start) as T;
  });
  return value;
}

/** Everything this page keeps in the browser, taken away. */
export function forgetAll(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Nothing was kept.
  }
}
