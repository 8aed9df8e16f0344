import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order, Setup } from "../../engine/table";
import type { Race, Robot } from "./model";
import { askedWith, ordersOf, readOrders, textsOf, wishesOf } from "./standing";

const setup = { game: "rally2005", seats: 2, options: [{ option: "ablative_coat" }, { option: "brakes" }, { option: "scrambler" }, { option: "tractor_beam" }] } as unknown as Setup;
const race = { edition: 2005 } as Race;
const robot = { options: ["brakes", "scrambler", "tractor_beam", "ablative_coat"], archive: [4, 6], down: false, announced: false } as unknown as Robot;
const wishes = wishesOf(race, robot, setup);
const picks = new Map(textsOf(wishes).map((text, i) => [text, [i + 100]]));
const pick = (text: string): number[] => [...(picks.get(text) ?? [])];
const of = (orders: readonly Order[], ask: string) => orders.filter((o) => o.ask === ask);

test("what asks nothing has no order", () => {
  assert.deepEqual(wishes.map((w) => w.id), ["power_down", "protect", "lose_option", "reenter", "brakes", "scrambler", "tractor_beam"]);
});

test("an order in a register is tried before its refusal, and names what it is about", () => {
  const orders = of(ordersOf(wishes, { brakes: "in.3" }, picks), "card");
  assert.deepEqual(orders, [
    { ask: "card", kind: "when", picks: pick("yes"), about: 1, register: 3 },
    { ask: "card", kind: "when", picks: pick("no"), about: 1 },
  ]);
});

test("things of one question are refused only when none of them wants to be asked", () => {
  const weapons = (chosen: Record<string, string>) => of(ordersOf(wishes, chosen, picks), "weapon").map((o) => o.picks);
  assert.deepEqual(weapons({ scrambler: "never" }), []);
  assert.deepEqual(weapons({ scrambler: "never", tractor_beam: "use" }), [pick("tractor_beam"), pick("laser")]);
  const scrambler = wishes.find((w) => w.id === "scrambler");
  assert.equal(scrambler && askedWith(scrambler, wishes, { scrambler: "never" })?.id, "tractor_beam");
});

test("what stands is read as it was chosen", () => {
  const chosen = { power_down: "no", protect: "take", lose_option: "lose.tractor_beam", reenter: "east", brakes: "in.2", scrambler: "never", tractor_beam: "in.5" };
  assert.deepEqual(readOrders(wishes, ordersOf(wishes, chosen, picks), picks), chosen);
  assert.deepEqual(readOrders(wishes, [], picks), {});
});
