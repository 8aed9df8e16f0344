import assert from "node:assert/strict";
import test from "node:test";
import { setLang } from "../app/words";
import type { Seat } from "../engine/table";
import { winnerLine } from "./end";

const seats = ["Anna", "Oleh", "Marta", "Petro"].map((name, seat) => ({ seat, name, kind: "bot" }) as Seat);
const outcome = (places: number[]) => ({ places, scores: [0, 0, 0, 0] });
const teams = (seat: number) => `Team ${"AB"[seat % 2]}`;

test("the line of the end names who won: a player, a team, or nobody alone", async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await setLang("en", false);
  assert.equal(winnerLine(outcome([2, 1, 3, 4]), seats), "Oleh wins");
  assert.equal(winnerLine(outcome([1, 1, 3, 4]), seats), "A shared victory");
  assert.equal(winnerLine(outcome([1, 3, 1, 3]), seats, "Twonky", teams), "Team A wins");
  const mine = seats.map((s) => (s.seat === 2 ? { ...s, kind: "me" as const } : s));
  assert.equal(winnerLine(outcome([1, 3, 1, 3]), mine, "Twonky", teams), "You win with Team A");
  assert.equal(winnerLine(outcome([1, 1, 1, 1]), seats, "Twonky", teams), "A shared victory");
});
