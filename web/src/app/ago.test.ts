import assert from "node:assert/strict";
import { test } from "node:test";
import { ago } from "./ago";

test("how long ago, in the reader's language", () => {
  const now = 1_000_000_000_000;
  assert.equal(ago(now - 3 * 3_600_000, now, "en"), "3 hours ago");
  assert.equal(ago(now - 86_400_000, now, "uk"), "учора");
  assert.equal(ago(now + 5000, now, "en"), "this minute");
});
