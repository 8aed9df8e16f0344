import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "./drafts";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

test("what this tab laid is told again when the server knows less, also after a reload", () => {
  const tab = shelf();
  const drafts = new Drafts("t", tab);
  drafts.set(0, 7, [3, 1], 1);
  assert.deepEqual(drafts.meet(0, 7, undefined, 1), [3, 1]);
  assert.deepEqual(drafts.meet(0, 7, [3], 1), [3, 1]);
  const reloaded = new Drafts("t", tab);
  assert.deepEqual(reloaded.meet(0, 7, [3], 1), [3, 1]);
  assert.deepEqual(reloaded.get(0, 7), [3, 1]);
});

test("the server's draft counts where it knows as much, and another game or question has its own", () => {
  const tab = shelf();
  new Drafts("t", tab).set(0, 7, [3, 1], 1);
  const drafts = new Drafts("t", tab);
  assert.equal(drafts.meet(0, 7, [5, 2], 1), null);
  assert.deepEqual(drafts.get(0, 7), [5, 2]);
  assert.equal(new Drafts("t", tab).meet(0, 7, undefined, 2), null);
  assert.equal(new Drafts("t", tab).meet(0, 8, undefined, 1), null);
  assert.equal(new Drafts("u", tab).meet(0, 7, undefined, 1), null);
});

test("where the browser has no room, a draft lasts as long as the page", () => {
  const full = { getItem: () => null, setItem: () => { throw new DOMException("full", "QuotaExceededError"); } } as unknown as Storage;
  const drafts = new Drafts("t", full);
  drafts.set(0, 7, [3, 1], 1);
  assert.deepEqual(drafts.get(0, 7), [3, 1]);
});

test("what several people share is not kept for the tab", () => {
  const tab = shelf();
  new Drafts("t", tab).set(0, 7, [3, 1]);
  assert.equal(new Drafts("t", tab).meet(0, 7, undefined, 1), null);
});
