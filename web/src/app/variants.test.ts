import assert from "node:assert/strict";
import { test } from "node:test";
import { isOffered } from "./variants";

test("a variant is offered where it changes something", () => {
  const plain = { rules: [] };
  assert.equal(isOffered({ key: "options" }, plain, 2), true);
  assert.equal(isOffered({ key: "capture" }, plain, 4), false);
  assert.equal(isOffered({ key: "capture" }, { rules: ["capture_the_flag"] }, 4), true);
  assert.equal(isOffered({ key: "lives" }, null, 5), false);
  assert.equal(isOffered({ key: "lives" }, null, 6), true);
  assert.equal(isOffered({ key: "harvey" }, null, 1), true);
  assert.equal(isOffered({ key: "harvey" }, null, 2), false);
});
