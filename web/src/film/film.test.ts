import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields, Filmed, GameEvent, LogLine } from "../engine/table";
import { type BeatKind, REGISTER_LIMIT_MS, stepFrom, timeline, toBeats } from "./beats";
import { beamsOf, starsOf, tagsAt, ticksAt, trailsAt } from "./picture";
import { type Clock, DECISION_MS, Film } from "./player";

const ev = (event: string, beat: number, more: Fields = {}): GameEvent => ({ event, beat, ...more });

// One register: Zoom Bot drives two cells, Twonky turns, a belt carries one, a laser hits the other.
const REGISTER: GameEvent[] = [
  ev("revealed", 0, { robot: "twonky", register: 1, card: 110 }),
  ev("revealed", 0, { robot: "zoombot", register: 1, card: 670 }),
  ev("card", 1, { robot: "zoombot", card: 670 }),
  ev("moved", 1, { robot: "zoombot", from: [2, 5], to: [2, 4], dir: "north" }),
  ev("moved", 2, { robot: "zoombot", from: [2, 4], to: [2, 3], dir: "north" }),
  ev("card", 3, { robot: "twonky", card: 110 }),
  ev("turned", 3, { robot: "twonky", quarters: -1, dir: "west" }),
  ev("carried", 4, { robot: "zoombot", from: [2, 3], to: [1, 3], dir: "west", rule: "R05-BELT-2" }),
  ev("turned", 4, { robot: "zoombot", quarters: -1, dir: "west", rule: "R05-BELT-6" }),
  ev("beam", 5, { from: [0, 4], dir: "east", to: [4, 4], beams: 1, hit: "twonky", by: false }),
  ev("beam", 5, { from: [0, 6], dir: "east", to: [7, 6], beams: 2, hit: false, by: false }),
  ev("laser", 5, { robot: "twonky", dir: "east", beams: 1 }),
  ev("damaged", 5, { robot: "twonky", damage: 1 }),
  ev("register_end", 6, { register: 1 }),
];
const LINES: LogLine[] = [
  { text: "Zoom Bot runs Move 2 (670)", event: 102, rule: null },
  { text: "Twonky runs Rotate Left (110)", event: 105, rule: null },
  { text: "A belt carries Zoom Bot from 2,3 to 1,3.", event: 107, rule: null },
];
const BEFORE: Fields = {
  register: 1,
  robots: {
    twonky: { cell: [4, 4], facing: "north", damage: 0, registers: [null, null, null, null, null], open: [] },
    zoombot: { cell: [2, 5], facing: "north", damage: 0, registers: [null, null, null, null, null], open: [] },
  },
};
const kinds = (events: GameEvent[]) => toBeats(events, [], 0).map((b) => b.kind);

test("events become beats in order", () => {
  assert.deepEqual(kinds(REGISTER), ["reveal", "drive", "drive", "turn", "belts", "lasers", "register"]);
});

test("a card belongs to what it does first, also where the engine counts on", () => {
  const beats = toBeats(
    [ev("card", 1, { robot: "hulk", card: 430 }), ev("option_used", 1, { robot: "hulk" }), ev("moved", 2, { robot: "hulk" })],
    [], 0,
  );
  assert.equal(beats.length, 2);
  assert.equal(beats[0]?.actor, "hulk");
});

test("a new card opens a beat though it has the number of the one before", () => {
  const events = [ev("rebooted", 2, { robot: "twonky" }), ev("card", 2, { robot: "hulk" }), ev("turned", 2, { robot: "hulk" })];
  assert.deepEqual(kinds(events), ["fall", "turn"]);
});

test("gears and express belts are known by their rule", () => {
  assert.deepEqual(kinds([ev("turned", 1, { rule: "R05-GEAR-1" })]), ["gears"]);
  assert.deepEqual(kinds([ev("carried", 1, { rule: "R05-BELT-1" })]), ["express"]);
});

test("what has neither effect nor words is left out", () => {
  assert.deepEqual(kinds([ev("card_dealt", 0, { robot: "twonky", card: 10 })]), []);
});

test("words go with the beat of their event, and stay until there are new ones", () => {
  const film = new Film(new StoppedClock());
  film.add(step());
  assert.deepEqual(film.caption.value.map((l) => l.text), []);
  film.stepOn();
  assert.equal(toBeats(REGISTER, LINES, 100)[2]?.lines.length, 0);
  film.seek(104);
  film.stepBack();
  assert.equal(film.caption.value[0]?.text, "Zoom Bot runs Move 2 (670)");
});

test("steps one after another go on, though the beat of the one before still moves", () => {
  const film = new Film(new StoppedClock());
  film.add(step());
  film.pause();
  for (const at of [0, 1, 2, 3]) {
    film.stepOn();
    assert.equal(film.at.value, at);
    assert.ok(film.motion.value);
  }
  for (let i = 0; i < 9; i++) film.stepOn();
  assert.equal(film.active.value, false);
});

test("a step is a beat, what one card or machine does, or a register", () => {
  const line = timeline([...toBeats(REGISTER, [], 0), ...toBeats(REGISTER, [], 100)]);
  const steps = (size: "event" | "stage" | "register") => {
    const at = [0];
    while ((at[at.length - 1] ?? 0) < line.beats.length) at.push(stepFrom(line, at[at.length - 1] ?? 0, 1, size));
    return at;
  };
  assert.deepEqual(steps("register"), [0, 7, 14]);
  assert.deepEqual(steps("stage").slice(0, 7), [0, 1, 3, 4, 5, 6, 7]); // reveal, two cards, belts, lasers, end
  assert.equal(steps("event").length, 15);
  for (const size of ["event", "stage", "register"] as const) {
    const on = steps(size);
    for (let i = 1; i < on.length; i++) assert.equal(stepFrom(line, on[i] ?? 0, -1, size), on[i - 1], size);
  }
});

test("times follow the design, half turns are longer", () => {
  const line = timeline(toBeats(REGISTER, [], 0));
  assert.deepEqual(line.lengths, [280, 220, 220, 180, 240, 320, 120]);
  assert.equal(line.total, 1580);
  assert.equal(line.starts[3], 720);
  assert.equal(timeline(toBeats([ev("turned", 0, { quarters: 2 })], [], 0)).total, 260);
});

test("a long register is shortened in proportion, a short one beside it is not", () => {
  const long: GameEvent[] = [ev("revealed", 0, { robot: "a", register: 1 })];
  for (let i = 1; i <= 60; i++) long.push(ev("moved", i, { robot: "a" }));
  const next = [ev("revealed", 70, { robot: "a", register: 2 }), ev("moved", 71, { robot: "a" })];
  const line = timeline(toBeats([...long, ...next], [], 0));
  const first = line.lengths.slice(0, 61).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(first - REGISTER_LIMIT_MS) < 1e-6);
  assert.equal(line.lengths[61], 280);
  assert.equal(stepFrom(line, 3, 1, "register"), 61);
  assert.equal(stepFrom(line, 61, 1, "register"), 63);
  assert.equal(stepFrom(line, 62, -1, "register"), 61);
  assert.equal(stepFrom(line, 61, -1, "register"), 0);
});

/** Views as the engine gives them, one for each picture; here only where the robots are. */
function viewsOf(): Fields[] {
  const at = (twonky: Fields, zoombot: Fields): Fields => ({ register: 1, robots: { twonky, zoombot } });
  const [still, west] = [{ cell: [4, 4], facing: "north" }, { cell: [4, 4], facing: "west" }];
  const zoom = (cell: [number, number], facing = "north") => ({ cell, facing });
  return [
    at(still, zoom([2, 5])), at(still, zoom([2, 4])), at(still, zoom([2, 3])), at(west, zoom([2, 3])),
    at(west, zoom([1, 3], "west")), at({ ...west, damage: 1 }, zoom([1, 3], "west")), at(west, zoom([1, 3], "west")),
  ];
}

function step(first = 100): Filmed {
  const views = viewsOf();
  return { first, events: REGISTER, lines: LINES, before: BEFORE, after: { ...views[6], round: 9 }, views };
}

test("what is left out still counts among the pictures", () => {
  const film = new Film(new StoppedClock());
  const views = [{ a: 1 }, { a: 2 }, { a: 3 }];
  const events = [ev("card_dealt", 0, { robot: "twonky" }), ev("moved", 1, { robot: "twonky" }), ev("moved", 2, { robot: "twonky" })];
  film.load({ first: 0, events, lines: [], before: { a: 0 }, after: { a: 9 }, views }, 0, false);
  assert.equal(film.shown.value?.a, 0);
  film.jumpBy(1);
  assert.equal(film.shown.value?.a, 2);
});

class StoppedClock implements Clock {
  time = 0;
  due: { at: number; call: () => void }[] = [];
  now() {
    return this.time;
  }
  after(ms: number, call: () => void) {
    const entry = { at: this.time + ms, call };
    this.due.push(entry);
    return () => {
      this.due = this.due.filter((d) => d !== entry);
    };
  }
  run(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const next = this.due.filter((d) => d.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.due = this.due.filter((d) => d !== next);
      this.time = next.at;
      next.call();
    }
    this.time = end;
  }
}

test("the film plays by itself and ends with the table's own view", () => {
  const clock = new StoppedClock();
  const film = new Film(clock);
  const heard: BeatKind[] = [];
  film.onBeat = (beat) => heard.push(beat.kind);
  const now = step().after;
  film.setLive(now);
  film.add(step());
  assert.equal(film.active.value, true);
  clock.run(1579);
  assert.equal(film.active.value, true);
  clock.run(1);
  assert.equal(film.active.value, false);
  assert.equal(film.running.value, false);
  assert.equal(film.shown.value, now);
  assert.equal(heard.length, 7);
});

test("speed, pause and steps", () => {
  const clock = new StoppedClock();
  const film = new Film(clock);
  film.setSpeed(2);
  film.add(step());
  film.pause();
  clock.run(10_000);
  assert.equal(film.at.value, 0, "a paused film stands");
  film.stepOn();
  clock.run(140);
  assert.equal(film.at.value, 1);
  assert.equal(film.running.value, false);
  film.toggle();
  clock.run(110);
  assert.equal(film.at.value, 2);
  film.skip();
  assert.equal(film.active.value, false);
});

test("one step follows the other; now shows none", () => {
  const clock = new StoppedClock();
  const film = new Film(clock);
  film.add(step());
  film.add(step(200));
  clock.run(1580);
  assert.equal(film.active.value, true, "the second film began");
  film.setSpeed("now");
  assert.equal(film.active.value, false);
  film.add(step(300));
  assert.equal(film.active.value, false);
});

test("a decision waits at most a second and a half for the film", () => {
  const clock = new StoppedClock();
  const film = new Film(clock);
  film.setSpeed(0.5);
  film.setHurry(true);
  film.add(step());
  clock.run(DECISION_MS + 1);
  assert.equal(film.active.value, false);
});

test("a line of the log leads to its moment", () => {
  const film = new Film(new StoppedClock());
  film.add(step());
  assert.equal(film.seek(107), true);
  const robots = film.shown.value?.robots as Record<string, Fields>;
  assert.deepEqual(robots.zoombot?.cell, [1, 3]);
  assert.equal(film.seek(5000), false);
});

test("trails, tags and ticks of a register", () => {
  const line = timeline(toBeats(REGISTER, [], 0));
  assert.equal(trailsAt(line, 2).length, 2);
  assert.deepEqual(trailsAt(line, 4).map((t) => t.carried), [false, false, true]);
  assert.deepEqual(tagsAt(line, 0).map((t) => t.robot), ["twonky", "zoombot"]);
  assert.deepEqual(tagsAt(line, 3).map((t) => t.robot), ["twonky"]);
  const ticks = ticksAt(line, 3);
  assert.deepEqual(ticks.map((t) => t.robot ?? t.machine), ["zoombot", "twonky", "belts", "lasers"]);
  assert.deepEqual(ticks.map((t) => (t.now ? "now" : t.done ? "done" : "")), ["done", "now", "", ""]);
});

test("ticks and trails of a register go on after a question in the middle of it", () => {
  const beats = toBeats(REGISTER, [], 0);
  const [first, rest] = [beats.slice(0, 4), beats.slice(4)];
  const line = timeline(rest, timeline(first));
  const ticks = ticksAt(line, 0);
  assert.deepEqual(ticks.map((t) => t.robot ?? t.machine), ["zoombot", "twonky", "belts", "lasers"]);
  assert.deepEqual(ticks.map((t) => (t.now ? "now" : t.done ? "done" : "")), ["done", "done", "now", ""]);
  assert.deepEqual(trailsAt(line, 0).map((t) => t.carried), [false, false, true]);
  assert.deepEqual(timeline(beats, timeline(beats)).before, []); // that one had ended
});

test("while somebody is asked in a register, those who have still to run are ticks too", () => {
  const reveals = (cards: Record<string, string | number>) => Object.entries(cards).map(([robot, card]) => ev("revealed", 0, { robot, card, register: 1 }));
  const robots = (events: GameEvent[], at: number) => ticksAt(timeline(toBeats(events, [], 0)), at).map((t) => `${t.robot}${t.now ? " now" : ""}`);
  const numbers = reveals({ a: 100, b: 700, c: 400 });
  assert.deepEqual(robots(numbers, 0), ["b", "c", "a"]);
  assert.deepEqual(robots([...numbers, ev("card", 1, { robot: "b", card: 700 }), ev("turned", 1, { robot: "b" })], 1), ["b now", "c", "a"]);
  const around = [...reveals({ a: "move_1", b: "left", c: "spam" }), ev("card", 1, { robot: "b", card: "left" }), ev("turned", 1, { robot: "b" })];
  assert.deepEqual(robots(around, 1), ["b now", "c", "a"]);
});

test("a tick of flags and sites does not stand for a card or a robot that comes back", () => {
  const power = [ev("revealed", 0, { robot: "a", register: 1 }), ev("card", 1, { robot: "a", card: 1 }), ev("energy", 2, { robot: "a" })];
  assert.deepEqual(ticksAt(timeline(toBeats(power, [], 0)), 0).map((t) => t.kind), ["card"]);
  const back = [ev("revealed", 0, { robot: "a", register: 1 }), ev("returned", 1, { robot: "b" }), ev("flag", 2, { robot: "a" })];
  assert.deepEqual(ticksAt(timeline(toBeats(back, [], 0)), 0).map((t) => [t.machine, t.at]), [["touch", 2]]);
});

test("beams that hit are drawn as they are told, from their laser to the robot", () => {
  const beat = toBeats(REGISTER, [], 0)[5];
  assert.ok(beat);
  assert.deepEqual(beamsOf(beat, BEFORE), [{ from: [0, 4], to: [4, 4], mounted: 1 }]);
  assert.deepEqual(starsOf(beat, BEFORE), [[4, 4]]);
});

test("beams and the first hit that is told after them are one picture", () => {
  const beats = toBeats([
    ev("beam", 1, { from: [0, 4], dir: "east", to: [4, 4], beams: 1, hit: "twonky", by: false }),
    ev("beam", 1, { from: [2, 0], dir: "south", to: [2, 5], beams: 2, hit: "zoombot", by: false }),
    ev("laser", 2, { robot: "twonky", beams: 1 }),
    ev("spam", 3, { robot: "twonky" }),
    ev("laser", 4, { robot: "zoombot", beams: 2 }),
    ev("beam", 5, { from: [4, 4], dir: "north", to: [4, 0], beams: 1, hit: false, by: "twonky" }),
    ev("beam", 6, { from: [2, 5], dir: "east", to: [4, 5], beams: 1, hit: "twonky", by: "zoombot" }),
    ev("shot", 7, { robot: "twonky", by: "zoombot", points: 1 }),
    ev("beam", 8, { from: [4, 4], dir: "west", to: [0, 4], beams: 1, hit: false, by: "twonky" }),
    ev("shot", 9, { robot: "zoombot", by: "twonky", points: 1 }), // it went through
  ], [], 0);
  assert.deepEqual(beats.map((b) => b.kind), ["lasers", "lasers", "lasers", "weapons", "weapons"]);
  assert.deepEqual(beats.map((b) => beamsOf(b, BEFORE).length), [2, 0, 0, 1, 1]);
  assert.equal(beats[3] && beamsOf(beats[3], BEFORE)[0]?.mounted, null);
});
