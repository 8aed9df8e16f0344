import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "../../engine/table";
import { drafted, Picker } from "./picking";
import {
  addSecond, chooseSlot, emptySlots, History, laidCards, lastFilled, layAgain, missing, nextSlot, placeCard, swapSlots, takeCard,
} from "./slots";

const NOTHING = [false, false, false, false, false] as const;
const HAND = [680, 250, 670, 80, 490, 10, 30];

test("a tap goes to the leftmost empty register, a tap on a register gives the card back", () => {
  let s = emptySlots(NOTHING);
  s = placeCard(s, 0);
  s = placeCard(s, 3);
  assert.deepEqual(s.main, [0, 3, -1, -1, -1]);
  s = takeCard(s, 0);
  assert.equal(nextSlot(s), 0, "the emptied register waits for the next card");
  s = placeCard(s, 4);
  assert.deepEqual(s.main, [4, 3, -1, -1, -1]);
  assert.equal(missing(s), 3);
  assert.equal(lastFilled(s), 1);
});

test("locked registers take no card and give none", () => {
  const s = emptySlots([false, false, false, false, 340]);
  assert.deepEqual(s.free, [true, true, true, true, false]);
  assert.equal(placeCard(s, 0, 4), s);
  assert.equal(takeCard(s, 4), s);
  assert.equal(swapSlots(s, 0, 4), s);
  assert.equal(chooseSlot(s, 4), s);
  assert.equal(missing(s), 4);
});

test("the same card tapped twice, or more cards than registers, break nothing", () => {
  let s = emptySlots(NOTHING);
  s = placeCard(s, 2);
  assert.equal(placeCard(s, 2), s);
  for (let i = 0; i < 7; i++) s = placeCard(s, i);
  assert.equal(new Set(s.main).size, 5);
  assert.equal(nextSlot(s), -1);
  assert.equal(missing(s), 0);
});

test("a chosen register comes first", () => {
  let s = chooseSlot(emptySlots(NOTHING), 3);
  s = placeCard(s, 1);
  assert.deepEqual(s.main, [-1, -1, -1, 1, -1]);
  s = placeCard(s, 2);
  assert.equal(s.main[0], 2);
});

test("swapping takes second cards along; taking gives the second back first", () => {
  let s = placeCard(emptySlots(NOTHING), 0);
  s = addSecond(s, 1, 0);
  s = swapSlots(s, 0, 2);
  assert.deepEqual([s.main[2], s.second[2], s.main[0]], [0, 1, -1]);
  s = takeCard(s, 2);
  assert.deepEqual([s.main[2], s.second[2]], [0, -1]);
  assert.equal(addSecond(s, 4, 1), s, "nothing lies there");
});

test("an answer is spelled up to the first gap, locked registers left out", () => {
  let s = emptySlots([false, 340, false, false, false]);
  s = placeCard(s, 0);
  s = placeCard(s, 1);
  s = addSecond(s, 3, 2);
  assert.deepEqual(laidCards(s, HAND).map((l) => [l.card, l.register, l.second]), [[680, 0, false], [250, 2, false], [80, 2, true]]);
  assert.equal(laidCards(takeCard(s, 0), HAND).length, 0);
  assert.equal(laidCards(s, HAND, 1).length, 1);
});

test("undo and redo go through own changes", () => {
  const h = new History(emptySlots(NOTHING));
  h.change(placeCard(h.now, 0));
  h.change(placeCard(h.now, 1));
  assert.equal(h.change(h.now), false, "no change is none");
  h.undo();
  assert.deepEqual(h.now.main, [0, -1, -1, -1, -1]);
  h.redo();
  assert.equal(h.now.main[1], 1);
  h.undo();
  h.change(placeCard(h.now, 5));
  assert.equal(h.redo(), false);
});

// An engine in small: each card once, 10 never in the first register, 80 beside 250.
function fakeAsk(asked: number[][] = []) {
  const question = (picks: readonly number[]): Question => {
    const left = HAND.filter((c) => !picks.includes(c) && !picks.includes(c + 1000) && !(picks.length === 0 && c === 10));
    const options = left.map((c) => ({ pick: c, words: String(c), is: "card", value: c }));
    if (picks[picks.length - 1] === 250) options.push({ pick: 1080, words: "80", is: "also", value: 80 });
    return {
      ask: "program", actor: 0, number: 1, prompt: "", min: 5, max: 10, ordered: true, mayStop: false, picked: [...picks], options,
    };
  };
  const table = {
    ask: async (_: number, picks: readonly number[]) => {
      asked.push([...picks]);
      return question(picks);
    },
  };
  return new Picker(table, question([]));
}

test("cards become picks by asking the engine, which refuses what may not lie there", async () => {
  const asked: number[][] = [];
  const picker = fakeAsk(asked);
  let s = placeCard(emptySlots(NOTHING), 0);
  s = placeCard(s, 5);
  assert.deepEqual((await picker.spell(laidCards(s, HAND))).picks, [680, 10]);
  await picker.spell(laidCards(s, HAND));
  assert.equal(asked.length, 2, "what was asked is remembered");
  const bad = await picker.spell(laidCards(swapSlots(s, 0, 1), HAND));
  assert.equal(bad.stuck, 0);
});

test("a second card lies only where the engine offers it", async () => {
  const picker = fakeAsk();
  const s = placeCard(emptySlots(NOTHING), 1);
  assert.equal(await picker.takesSecond(laidCards(s, HAND), 80), true);
  assert.equal(await picker.takesSecond(laidCards(s, HAND), 490), false);
});

test("a kept draft is laid again", async () => {
  const picker = fakeAsk();
  const cards = await drafted(picker, [680, 250, 1080]);
  const s = layAgain(emptySlots(NOTHING), HAND, cards);
  assert.deepEqual([s.main[0], s.main[1], s.second[1]], [0, 1, 3]);
});
