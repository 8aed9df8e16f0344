// Where things stand on the table of Transmissions, and how an answer is put together.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, Option, Question } from "../../engine/table";
import { deedOf, exchanged, forced, granted, isWhole, picksOf, promptOf, rotated, stateOf, stepBack, tapped, wordsOf, type Chain } from "./asking";
import { bounds, engramsOf, gainOf, halves, onRing, RING, scoreLines, sectorsOf, splitName, standOf, turned, type Location, type Score } from "./model";
import { turnStart } from "./turn-back";

const ring: Location[] = ["lake", "lake", "town", "town", "meadow", "meadow", "junkyard", "junkyard",
  "power_plant", "power_plant", "pipeline", "pipeline", "forest", "forest"];

test("seven sectors of two cells go once round, the lake at the top", () => {
  const sectors = sectorsOf(ring);
  assert.equal(sectors.length, 7);
  assert.deepEqual(sectors.map((s) => s.cells.length), [2, 2, 2, 2, 2, 2, 2]);
  assert.equal(sectors[0]?.middle, 0);
  assert.ok(Math.abs((sectors[6]?.to ?? 0) - (sectors[0]?.from ?? 0) - 360) < 1e-9);
});

test("stands lie inside the ring, apart from each other, clockwise", () => {
  const sectors = sectorsOf(ring);
  const stands = ring.map((_, cell) => standOf(sectors, cell));
  const angle = ([x, y]: [number, number]) => Math.atan2(x - RING.size / 2, RING.size / 2 - y);
  stands.forEach(([x, y], i) => {
    const away = Math.hypot(x - RING.size / 2, y - RING.size / 2);
    assert.ok(away > RING.inner && away < RING.outer);
    const [nx, ny] = stands[(i + 1) % 14] ?? [0, 0];
    assert.ok(Math.hypot(nx - x, ny - y) > 56, `cells ${i} and ${i + 1} touch`);
    const step = angle(stands[(i + 1) % 14] ?? [0, 0]) - angle([x, y]);
    assert.ok((step + 2 * Math.PI) % (2 * Math.PI) < Math.PI);
  });
  assert.ok(onRing(90, 100)[0] > RING.size / 2);
});

test("a quarter turn brings the northern joint to the east", () => {
  assert.deepEqual(turned(["round", "square", false, false], 1), [false, "round", "square", false]);
  assert.deepEqual(turned(["round", false, "square", false], 4), ["round", false, "square", false]);
});

test("the network's rectangle holds all places", () => {
  assert.deepEqual(bounds([{ x: 0, y: 0 }, { x: -2, y: 1 }]), { x: -2, y: 0, cols: 3, rows: 2 });
  assert.deepEqual(bounds([]), { x: 0, y: 0, cols: 1, rows: 1 });
});

test("prices, names, half points", () => {
  assert.deepEqual(engramsOf({ green: 1, white: 2, electricity: 3 }), ["white", "white", "green"]);
  assert.deepEqual(splitName("toaster (7 points)"), { name: "toaster", says: "7 points" });
  assert.deepEqual([13, 1, 0, -1, -14].map(halves), ["6½", "½", "0", "−½", "−7"]);
});

test("an effect in signs where they say it", () => {
  const engrams = ["white", "yellow", "blue", "green"] as const;
  assert.deepEqual(gainOf({ effect: "trade", pay: { electricity: 2 }, gain: { blue: 1 } }), { blue: 1 });
  assert.deepEqual(gainOf({ effect: "trade", choose: { number: 2, of: [...engrams] } }), { any: 2 });
  assert.deepEqual(gainOf({ effect: "trade", choose: { number: 1, of: ["white", "yellow"] } }), { half: 1 });
  assert.equal(gainOf({ effect: "trade", choose: { number: 1, of: ["blue", "green"] } }), null);
  assert.equal(gainOf({ effect: "reverse" }), null);
});

test("the lines of the score add up to its total", () => {
  const score: Score = {
    birds: 2, butterflies: 1, animals: 2, pipes: 8, unused: 4, chain_length: 3, chain: 6, full_robots: 1, robots: 7,
    ideas: 3, items: 7, collections: 10, specials: 2, forest: 3, acorns: 2, acorn_bonus: 5, cards: 0,
    penalty_halves: 13, total_halves: 101, total: 50,
  };
  const sum = scoreLines(score, true).reduce((all, line) => all + line.points, 0);
  assert.equal(2 * sum, score.total_halves);
});

const option = (pick: number, is: string, value: Json): Option => ({ pick, is, value, words: String(value) });
const question = (options: Option[], mayStop = false): Question => ({
  ask: "act", actor: 0, number: 1, prompt: "", min: 1, max: 9, ordered: true, mayStop, picked: [], options,
});

test("a tap picks what is offered, also behind the action, or makes an earlier pick again", () => {
  const act = option(1, "choice", "act");
  const stacks = [option(10, "stack", 1), option(11, "stack", 2)];
  const first: Chain = { made: [], now: question([act, option(2, "choice", "end")]), ahead: { act, question: question(stacks) } };
  assert.equal(stateOf(first, "stack", 2), "open");
  const made = tapped(first, "stack", 2) ?? [];
  assert.deepEqual(made.map((m) => m.option.pick), [1, 11]);
  const spots = [option(20, "spot", [1, 0]), option(21, "spot", [0, -1])];
  const second: Chain = { made, now: question(spots), ahead: null };
  assert.equal(stateOf(second, "stack", 2), "chosen");
  assert.equal(stateOf(second, "stack", 1), "other");
  assert.equal(stateOf(second, "spot", [0, -1]), "open");
  assert.deepEqual((tapped(second, "stack", 1) ?? []).map((m) => m.option.pick), [1, 10]);
  assert.equal(tapped(second, "item", "A1"), null);
  assert.equal(deedOf(tapped(second, "spot", [1, 0]) ?? []), "join");
  assert.equal(deedOf([]), null);
});

test("an option's words begin with a capital, and a question to me without my name", () => {
  assert.equal(promptOf({ ...question([]), prompt: "Гравець 1: зіграйте карту переміщення." }), "Зіграйте карту переміщення.");
  assert.equal(wordsOf({ ...option(3, "choice", "end"), words: "закінчити хід" }), "Закінчити хід");
});

test("a tile lies in the first way it fits, is turned round and round, and goes back in one step", () => {
  const turns = [option(30, "turn", 0), option(32, "turn", 2)];
  const spot = { options: [option(20, "spot", [1, 0]), option(21, "spot", [0, 1])], option: option(20, "spot", [1, 0]) };
  assert.equal(forced([spot], question(turns))?.pick, 30);
  assert.equal(forced([], question([option(5, "card", "red")])), undefined);
  const made = [spot, { options: turns, option: turns[0] as Option }];
  const chain: Chain = { made, now: question([], true), ahead: null };
  assert.ok(isWhole(chain));
  const again = rotated(chain, 1)?.made ?? [];
  assert.deepEqual(again.map((m) => m.option.pick), [20, 32]);
  assert.deepEqual(picksOf({ ...chain, made: rotated({ ...chain, made: again }, 1)?.made ?? [] }), [20, 30]);
  assert.deepEqual(stepBack(made), []);
});

test("another engram is paid in the place of one, and what was picked after it is kept", () => {
  const engrams = [option(40, "engram", "blue"), option(41, "engram", "green")];
  const box = option(50, "choice", "box");
  const made = [
    { options: engrams, option: engrams[0] as Option },
    { options: [box, option(51, "choice", "board")], option: box },
  ];
  const change = exchanged({ made, now: question([], true), ahead: null }, 0);
  assert.deepEqual(change?.made.map((m) => m.option.pick), [41]);
  assert.equal(granted([option(60, "choice", "board"), option(61, "choice", "box")], change?.wish[0])?.pick, 61);
  assert.equal(granted([option(60, "choice", "board")], change?.wish[0]), undefined);
});

test("a turn can be taken back to its begin, unless something was drawn or shown", () => {
  const event = (name: string, seat = 0) => ({ event: name, beat: 1, seat });
  const turn = [event("done", 1), event("turn"), event("card"), event("moved")];
  assert.equal(turnStart(turn, 0), 1);
  assert.equal(turnStart(turn.slice(0, 2), 0), null);
  assert.equal(turnStart([...turn.slice(0, 2), event("points")], 0), null);
  assert.equal(turnStart([...turn.slice(0, 2), event("points"), event("card")], 0), 1);
  assert.equal(turnStart(turn, 1), null);
  assert.equal(turnStart([...turn, event("saw")], 0), null);
  assert.equal(turnStart([...turn, event("saw"), event("kept")], 0), null);
});
