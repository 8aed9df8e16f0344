import assert from "node:assert/strict";
import { test } from "node:test";
import { match } from "./router";

test("addresses lead to pages", () => {
  assert.deepEqual(match("/"), { page: "home" });
  assert.deepEqual(match("/create", "game=rally2005"), { page: "create", game: "rally2005" });
  assert.deepEqual(match("/table/K7R2PX"), { page: "table", id: "K7R2PX" });
  assert.deepEqual(match("/local/robotory/"), { page: "local", game: "robotory" });
  assert.deepEqual(match("/rules/rally2023"), { page: "rules", game: "rally2023" });
});

test("an address that is not ours is said to be none", () => {
  for (const path of ["/table", "/table/a/b", "/local/..%2f", "/nowhere"]) {
    assert.equal(match(path).page, "none", path);
  }
});
