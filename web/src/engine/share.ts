// share.ts - a new view that keeps the parts of the old one that did not change: a list of views is then
// little more than their differences, also on its way between worker and page.
import type { Json } from "./table";

type Members = Record<string, Json>;

const isTree = (value: Json): value is Json[] | Members => typeof value === "object" && value !== null;

/** `now`, made of parts of `old` where they are equal. */
export function share<T extends Json>(old: Json, now: T): T {
  if (!isTree(old) || !isTree(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const [from, to] = [old as Members, now as Members];
  const keys = Object.keys(to);
  let same = keys.length === Object.keys(from).length;
  for (const key of keys) {
    const kept = from[key];
    if (kept !== undefined) to[key] = share(kept, to[key] as Json);
    same &&= to[key] === kept;
  }
  return same ? (old as T) : now;
}
