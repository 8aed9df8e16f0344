import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Share, hex } from "./fair";
import type { ClientMessage } from "./messages";
import { sha256 } from "./sha256";

test("SHA-256 is that of the standard, at every length around a block", () => {
  for (const n of [0, 1, 3, 32, 55, 56, 63, 64, 65, 119, 120, 200, 1000]) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) & 255);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `${n} bytes`);
  }
});

test("the share of docs/fair-play.md, once for each game, shown when the server has committed", () => {
  const told: ClientMessage[] = [];
  const share = new Share((m) => told.push(m), (bytes) => bytes.forEach((_, i) => (bytes[i] = i)));
  const place = (seats: number[], state: "waiting" | "playing" | "over", match = 1) =>
    ({ me: { seats }, table: { state, match } });
  share.look(null);
  share.look(place([], "waiting"));
  share.look(place([0], "playing"));
  share.reveal();
  assert.deepEqual(told, []);
  share.look(place([0], "waiting"));
  share.look(place([0, 1], "waiting"));
  const hash = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
  assert.deepEqual(told, [{ t: "share", hash }]);
  share.reveal();
  share.reveal();
  assert.deepEqual(told.slice(1), [{ t: "reveal", value: hex(Uint8Array.from({ length: 32 }, (_, i) => i)) }]);
  share.look(place([0], "over"));
  assert.equal(told.length, 3);
  share.again();
  share.look(place([0], "over"));
  assert.equal(told.length, 4);
});
