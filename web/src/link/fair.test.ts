import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Share, hex, isFair, shuffleIn, shuffleOf } from "./fair";
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

const RECORDED =
  "fair-1 t1 1 c32e4077e7044c7e2204ec90f4719dfe6b57189320d6388abfdd3636893371da " +
  "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0 " +
  "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd:" +
  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f -";
const KEY = "dc14d4794b6265f9373a129bfbc601ac031d8a84dfc642b064cc9c7b1af23669";
const LATE = "401a098be1e1b7b3297a1a27c43dcc6f4328c051496d639df3a1af29c8dfc8e1";

test("the shuffle of docs/fair-play.md is fair; with any part changed it is not", () => {
  const good = shuffleIn(RECORDED, KEY);
  assert.ok(good && isFair(good));
  const late = shuffleIn(RECORDED.replace(/:[0-9a-f]+/, ""), LATE);
  assert.ok(late && isFair(late));
  for (const place of [7, 10, 40, 100, 150, 250]) {
    const other = RECORDED[place] === "1" ? "2" : "1";
    const bad = shuffleIn(RECORDED.slice(0, place) + other + RECORDED.slice(place + 1), KEY);
    assert.ok(!bad || !isFair(bad), `character ${place}`);
  }
  assert.ok(!isFair({ ...good, key: LATE }));
  assert.equal(shuffleIn("-", KEY), null);
});

test("the shuffle as a server tells it: nothing is checked before everything is shown", () => {
  const [, , , commit = "", seed = "", first = ""] = RECORDED.split(" ");
  const [hash = "", value = ""] = first.split(":");
  const told = { version: "fair-1", commit, shares: [{ seat: 0, hash, value }] };
  assert.equal(shuffleOf(told, "t1", 1, 2), null);
  const shown = shuffleOf({ ...told, seed, key: KEY }, "t1", 1, 2);
  assert.ok(shown && isFair(shown));
  const seats = shuffleOf({ ...told, seed, key: KEY }, "t1", 1, 3);
  assert.ok(seats && !isFair(seats));
});
