import assert from "node:assert/strict";
import test from "node:test";
import type { Seat } from "./messages";
import { deedsOf, namesOf, seatsOf, type Room } from "./room";

const seats: Seat[] = [
  { seat: 0, kind: "person", person: 1 },
  { seat: 1, kind: "program", bot: "Gus" },
  { seat: 2, kind: "bot", level: "easy" },
];
const room = { me: { seats: [0] }, people: [{ person: 1, name: "Ann", online: true }], seats } as unknown as Room;
const shown = (all: Room) => seatsOf(all, { clocks: [], at: 0 }, [], [0, 1, 2], 0);

test("a program keeps its name at the table and has no level", () => {
  const [, program, bot] = shown(room);
  assert.equal(program?.name, "Gus");
  assert.equal(program?.level, null);
  assert.equal(bot?.level, "easy");
  assert.equal(namesOf(room)[1], "Gus");
});

test("a bot that plays for a program that failed is shown as what it is", () => {
  const failed = { ...room, seats: seats.map((s) => (s.seat === 1 ? { ...s, stand_in: "normal" as const } : s)) };
  assert.equal(shown(failed)[1]?.level, "normal");
});

test("a player who has conceded is not offered what the server would refuse", () => {
  const playing = { ...room, table: { state: "playing" } } as Room;
  const deeds = (all: Room) => deedsOf(all, { clocks: [], at: 0 }, [0, 1, 2], 0).map(({ deed }) => deed.t);
  assert.deepEqual(deeds(playing), ["pause", "end", "concede"]);
  assert.deepEqual(deeds({ ...playing, seats: seats.map((s) => (s.seat === 0 ? { ...s, conceded: true } : s)) }), []);
});
