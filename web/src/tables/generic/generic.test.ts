import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "./pieces";

test("a picture is cut at the engine's marks", () => {
  assert.deepEqual(pieces("ab\x01Rx\x02c\n\x01dy\x02"), [
    { role: "", text: "ab" },
    { role: "R", text: "x" },
    { role: "", text: "c\n" },
    { role: "d", text: "y" },
  ]);
});
