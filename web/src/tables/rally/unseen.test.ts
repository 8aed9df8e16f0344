import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields, Setup } from "../../engine/table";
import { unseenBy } from "./unseen";

test("2005: all cards but those in my hand and in open registers", () => {
  const setup = { game: "rally2005", seats: 2, cards: { u_turn: [10, 20], move_1: [490, 500, 510] } } as unknown as Setup;
  const view = { robots: { twonky: { hand: [10, 490], registers: [false, 500] }, hulk: { hand: [null, null], registers: [null, 510] } } } as Fields;
  assert.deepEqual(unseenBy(view, setup, "twonky"), [{ card: 20, count: 1 }]);
});

test("2023: what my own deck holds, with the SPAM in it", () => {
  const setup = { game: "rally2023", seats: 2, cards: { move1: 4, again: 1 } } as unknown as Setup;
  const robot = { hand: ["move1", "spam"], discard: ["again"], registers: [false, "move1"], spam: 3 };
  const view = { robots: { hulk: robot } } as unknown as Fields;
  assert.deepEqual(unseenBy(view, setup, "hulk"), [{ card: "move1", count: 2 }, { card: "spam", count: 2 }]);
  assert.deepEqual(unseenBy(view, setup, "nobody"), []);
});
