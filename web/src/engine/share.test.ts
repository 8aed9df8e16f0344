import assert from "node:assert/strict";
import { test } from "node:test";
import { share } from "./share";

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test("what did not change is the very same", () => {
  const old = { round: 1, robots: { twonky: { cell: [1, 2], hand: [] }, hulk: { cell: false, hand: [10, 20] } } };
  assert.equal(share(old, copy(old)), old);
  const next = copy(old);
  next.robots.twonky.cell = [1, 3];
  const shared = share(old, next);
  assert.deepEqual(shared.robots.twonky.cell, [1, 3]);
  assert.equal(shared.robots.hulk, old.robots.hulk);
  assert.equal(shared.robots.twonky.hand, old.robots.twonky.hand);
  assert.deepEqual(old.robots.twonky.cell, [1, 2], "the old one is untouched");
});

test("a member more or fewer, a list for an object, nothing for something", () => {
  for (const [old, now] of [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1, 2], [1]],
    [[], {}],
    [{ a: [1] }, { a: null }],
    [{ a: null }, { a: [1] }],
    [{ a: 1 }, { b: 1 }],
  ]) {
    assert.deepEqual(share(old ?? null, copy(now ?? null)), now);
  }
});
