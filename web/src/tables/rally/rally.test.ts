import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields, Option, Question } from "../../engine/table";
import { begin, isPair, onBoard, ordered, signs } from "./asking";
import { fitAll, fitCell, follow, inSight, lookAt, pan, relative, wantsTurn, zoom } from "./camera";
import { seenDir } from "./spoken";
import { readGhost } from "./ghost";
import { hasTeams, mine, nextFlag, phaseOf, readRace, robotOfActor } from "./model";

const VIEW: Fields = {
  round: 4, register: 2, stage: "program", first: "twonky", flags: [[5, 4], [10, 11], false],
  robots: {
    twonky: {
      seat: 0, team: 0, cell: [6, 6], facing: "south", archive: [5, 4], damage: 5, lives: 2, flags: 1, powered_down: false,
      announced: false, destroyed: false, out: false, place: 0, registers: [false, false, false, false, 340],
      seconds: [false, false, false, false, false], locked: [5], open: [5], hand: [680, 250, 670, 80, 490], options: ["brakes"],
    },
    hulk: {
      seat: 1, team: 1, cell: false, facing: "east", archive: [1, 1], damage: 0, lives: 3, flags: 0, destroyed: true, out: false,
      place: 0, registers: [null, null, null, null, null], seconds: [], locked: [], open: [], hand: [null, null], options: [],
    },
  },
};

test("hidden is null, nothing is false, and both stay apart", () => {
  const race = readRace(VIEW, "rally2005");
  const [twonky, hulk] = race.robots;
  assert.equal(twonky?.registers[0], false);
  assert.equal(hulk?.registers[0], null);
  assert.equal(hulk?.cell, null);
  assert.equal(hulk?.fallen, true);
  assert.deepEqual(race.flags[2], null);
  assert.equal(twonky && nextFlag(race.flags.length, twonky), 2);
  assert.equal(phaseOf(race.stage), "program");
  assert.equal(phaseOf("pushers"), "registers");
  assert.equal(mine(race, 1)[0]?.name, "hulk");
});

test("teams are shown only where players share one", () => {
  const race = (teams: (number | undefined)[]): Fields => ({
    robots: Object.fromEntries(teams.map((team, seat) => [`robot${seat}`, { seat, ...(team === undefined ? {} : { team }) }])),
  });
  assert.equal(hasTeams(readRace(race([0, 1, 0, 1]), "rally2005")), true);
  assert.equal(hasTeams(readRace(race([0, 1]), "rally2005")), false);
  assert.equal(hasTeams(readRace(race([undefined, undefined]), "rally2023")), false);
});

test("a robot that did not change is the same object in the next view", () => {
  const robots = VIEW.robots as Record<string, Fields>;
  const next: Fields = { ...VIEW, register: 3, robots: { ...robots, hulk: { ...robots.hulk, damage: 1 } } };
  const [before, after] = [readRace(VIEW, "rally2005"), readRace(next, "rally2005")];
  assert.equal(after.robots[0], before.robots[0]);
  assert.equal(before.robots[1]?.damage, 0);
  assert.equal(after.robots[1]?.damage, 1);
});

test("an actor is the robot that the set-up says", () => {
  const race = readRace(VIEW, "rally2005");
  const setup = { game: "rally2005", seats: 2, actors: [{ seat: 1, robot: "hulk" }, { seat: 0, robot: "twonky" }] };
  assert.equal(robotOfActor(setup, race, 0), "hulk");
});

test("cells fill the room in whole pixels; turning must pay", () => {
  assert.equal(fitCell({ width: 800, height: 600 }, { cols: 12, rows: 16 }), 37);
  assert.equal(wantsTurn({ width: 800, height: 600 }, { cols: 12, rows: 16 }), true);
  assert.equal(wantsTurn({ width: 600, height: 600 }, { cols: 12, rows: 12 }), false);
  assert.deepEqual(fitAll({ width: 100, height: 60 }, { cols: 4, rows: 2 }, 20), { cell: 20, x: 10, y: 10 });
});

test("the camera keeps to the floor", () => {
  const room = { width: 300, height: 300 };
  const grid = { cols: 24, rows: 24 };
  assert.deepEqual(lookAt(room, grid, 30, [0, 0]), { cell: 30, x: 0, y: 0 });
  assert.deepEqual(lookAt(room, grid, 30, [23, 23]), { cell: 30, x: -420, y: -420 });
  assert.deepEqual(inSight(lookAt(room, grid, 30, [23, 23]), room, grid), { col: 14, row: 14, cols: 10, rows: 10 });
  assert.deepEqual(inSight(lookAt(room, grid, 30, [23, 23]), { width: -17, height: 0 }, grid), { col: 14, row: 14, cols: 0, rows: 0 }, "no room, as with large letters");
  assert.deepEqual(inSight(fitAll(room, { cols: 8, rows: 10 }, 30), room, { cols: 8, rows: 10 }), { col: 0, row: 0, cols: 8, rows: 10 });
  const middle = lookAt(room, grid, 30, [12, 12]);
  assert.deepEqual(middle, { cell: 30, x: -225, y: -225 });
  assert.equal(pan(middle, room, grid, 1000, 0).x, 0);
  assert.equal(follow(middle, room, grid, [12, 12]), middle, "in sight: nothing moves");
  assert.ok(follow(middle, room, grid, [20, 12]).x < middle.x);
  assert.equal(zoom(middle, room, grid, 60, [150, 150]).x, -600);
});

test("a flag lies where the robot sees it", () => {
  assert.deepEqual(relative([5, 5], 0, [3, 9]), { ahead: -4, right: -2 });
  assert.deepEqual(relative([5, 5], 2, [3, 9]), { ahead: 4, right: 2 });
  assert.deepEqual(relative([5, 5], 1, [8, 5]), { ahead: 3, right: 0 });
});

test("the ghost follows the engine's events of its own robot only", () => {
  const preview: Fields = {
    unknown_from: 3,
    registers: [
      {
        register: 1,
        events: [
          { event: "moved", beat: 0, robot: "twonky", from: [6, 6], to: [6, 7] },
          { event: "moved", beat: 1, robot: "hulk", from: [0, 0], to: [0, 1] },
          { event: "carried", beat: 2, robot: "twonky", from: [6, 7], to: [5, 7] },
        ],
      },
      { register: 2, events: [{ event: "turned", beat: 0, robot: "twonky", quarters: 1, dir: "west" }] },
    ],
  };
  const ghost = readGhost(preview, "twonky", { cell: [6, 6], dir: 2 });
  assert.equal(ghost.legs.length, 2);
  assert.equal(ghost.legs[1]?.carried, true);
  assert.deepEqual(ghost.stops.map((s) => [s.place, s.registers, s.dir]), [[[5, 7], [1, 2], 3]]);
  assert.equal(ghost.unknownFrom, 3);
});

test("a robot that comes back has one stamp there, and the last stop is where it ends", () => {
  const step = (register: number, from: number[], to: number[]) => ({ register, events: [{ event: "moved", beat: 0, robot: "twonky", from, to }] });
  const way = { registers: [step(1, [6, 6], [6, 7]), step(2, [6, 7], [6, 8]), step(3, [6, 8], [6, 7])] } as unknown as Fields;
  const ghost = readGhost(way, "twonky", { cell: [6, 6], dir: 2 });
  assert.deepEqual(ghost.stops.map((s) => [s.place, s.registers]), [[[6, 8], [2]], [[6, 7], [1, 3]]]);
});

test("a fall is marked where it happens", () => {
  const moved = { event: "moved", beat: 0, robot: "twonky", from: [6, 6], to: [6, 7] };
  const preview = { registers: [{ register: 1, events: [moved, { event: "fell", beat: 1, robot: "twonky", cell: [6, 8], from: [6, 7] }] }] } as unknown as Fields;
  const { stops, legs } = readGhost(preview, "twonky", { cell: [6, 6], dir: 2 });
  assert.deepEqual([stops[0]?.place, stops[0]?.falls, legs.map((leg) => leg.to)], [[6, 8], true, [[6, 7], [6, 8]]]);
});

test("a fall ends the way", () => {
  const preview: Fields = {
    registers: [
      { register: 1, events: [{ event: "fell", beat: 0, robot: "twonky", cell: [6, 7] }] },
      { register: 2, events: [] },
    ],
  };
  const ghost = readGhost(preview, "twonky", { cell: [6, 6], dir: 2 });
  assert.equal(ghost.stops.length, 1);
  assert.equal(ghost.stops[0]?.falls, true);
});

function ask(kind: string, options: Option[], more: Partial<Question> = {}): Question {
  return {
    ask: kind, actor: 0, number: 3, prompt: "", min: 1, max: 1, ordered: true, mayStop: false, picked: [], options, ...more,
  };
}
const yes: Option = { pick: 221, words: "yes", is: "choice", value: "yes" };
const no: Option = { pick: 220, words: "no", is: "choice", value: "no" };

test("yes and no are equal buttons; three answers are a list", () => {
  assert.equal(isPair(begin(ask("power_down", [no, yes]))), true);
  assert.equal(isPair(begin(ask("weapon", [no, yes, { pick: 1, words: "", is: "option", value: "tractor_beam" }]))), false);
  assert.equal(begin(ask("power_down", [no, yes])).chosen, null, "nothing is chosen beforehand");
});

test("signs are letters, but for yes, no and registers", () => {
  const cells = Array.from({ length: 15 }, (_, i): Option => ({ pick: 1024 + i, words: "", is: "cell", value: [i, 0] }));
  const s = signs([no, { pick: 232, words: "", is: "register", value: 3 }, ...cells]);
  assert.equal(s.get(220), "N");
  assert.equal(s.get(232), "3");
  assert.equal(s.get(1024), "A");
  assert.ok(![...s.values()].slice(2).includes("N"));
  assert.equal(new Set(s.values()).size, 17);
});

test("cells are numbered, since letters are columns of the board", () => {
  const cells = Array.from({ length: 11 }, (_, i): Option => ({ pick: 1024 + i, words: "", is: "cell", value: [i, 0] }));
  assert.deepEqual([...signs([no, ...cells]).values()], ["N", ..."123456789AB"]);
});

const FLOOR = { cols: 12, rows: 12 };

test("cells, robots and arrows are choices on the board", () => {
  const race = readRace(VIEW, "rally2005");
  const me = race.robots[0] ?? null;
  const asking = begin(ask("reenter", [{ pick: 1, words: "", is: "cell", value: [3, 3] }]));
  assert.deepEqual(onBoard(asking, race, me, FLOOR)[0]?.place, [3, 3]);
  const facing = { ...asking, picks: asking.now.options, now: ask("reenter", [{ pick: 240, words: "", is: "dir", value: "east" }]) };
  const arrow = onBoard(facing, race, me, FLOOR)[0];
  assert.deepEqual([arrow?.place, arrow?.dir], [[4, 3], 1]);
  const robots = begin(ask("use", [{ pick: 9, words: "", is: "robot", value: "twonky" }]));
  assert.deepEqual(onBoard(robots, race, me, FLOOR)[0]?.place, [6, 6]);
  const target = { about: { is: "robot", value: "twonky" } };
  const registers = [1, 5].map((n) => ({ pick: n, words: "", is: "register", value: n }));
  assert.deepEqual(onBoard(begin({ ...ask("fire_control", registers), ...target }), race, me, FLOOR).map((c) => c.place), [[4, 5], [8, 5]]);
  assert.deepEqual(onBoard(begin({ ...ask("fire_control", registers), ...target }), race, me, { cols: 8, rows: 12 }).map((c) => c.place), [[3, 5], [7, 5]]);
  // Options of a target below it, where there is room; registers of mine beside me.
  const options = ["brakes", "flywheel"].map((value, i) => ({ pick: 20 + i, words: "", is: "option", value }));
  const shot = begin({ ...ask("fire_control", options), about: { is: "robot", value: "twonky" } });
  const other = race.robots.find((r) => r.name !== "twonky") ?? null;
  assert.deepEqual(onBoard(shot, race, other, FLOOR).map((c) => c.place), [[4, 7], [5, 7]]);
  assert.deepEqual(onBoard(shot, race, other, { cols: 12, rows: 7 }).map((c) => c.place), [[4, 4], [5, 4]]);
  // What I fire is nothing of the target.
  assert.deepEqual(onBoard(begin({ ...ask("weapon", options), about: { is: "robot", value: "twonky" } }), race, other, FLOOR), []);
  const own = onBoard(begin(ask("repair", registers)), race, me, FLOOR);
  assert.equal(own.length, me?.cell ? 2 : 0);
  assert.ok(own.every((c) => c.beside && c.place[1] === (me?.cell?.[1] ?? 0) - 1));
});

test("on a board that lies turned, directions are also told as they are seen", () => {
  assert.deepEqual(([0, 1, 2, 3] as const).map((dir) => seenDir(dir, 0)), ["up", "right", "down", "left"]);
  assert.deepEqual(([0, 1, 2, 3] as const).map((dir) => seenDir(dir, 1)), ["right", "down", "left", "up"]);
});

test("orders answer for what they name, and only then", () => {
  const use = ask("use", [no, { pick: 5, words: "", is: "use", value: "boink" }]);
  assert.equal(ordered(use, {}, 2), null);
  assert.equal(ordered(use, { boink: "never" }, 2), 220);
  assert.equal(ordered(use, { boink: 2 }, 2), null);
  assert.equal(ordered(use, { boink: 3 }, 2), 220);
  assert.equal(ordered(ask("shield", [no, yes]), { deflector_shield: "never" }, 1), 220);
  assert.equal(ordered(ask("card", [no, yes], { about: { is: "option", value: "brakes" } }), { brakes: "never" }, 1), 220);
  const weapons = [{ pick: 230, words: "", is: "choice", value: "laser" }, { pick: 9, words: "", is: "option", value: "scrambler" }];
  assert.equal(ordered(ask("weapon", weapons), { scrambler: "never" }, 1), 230);
  assert.equal(ordered(ask("weapon", weapons), {}, 1), null);
  const slide = { about: { is: "upgrade", value: "drifting" } };
  assert.equal(ordered(ask("slide", [no, yes], slide), { drifting: "never" }, 1), 220);
  const zoop = { pick: 6, words: "", is: "use", value: "zoop" };
  assert.equal(ordered(ask("slide", [no, yes, zoop], slide), { drifting: "never" }, 1), null, "it offers another one, which is wanted");
  assert.equal(ordered(ask("slide", [no, yes, zoop], slide), { drifting: "never", zoop: "never" }, 1), 220);
  assert.equal(ordered(ask("protect", [yes]), { brakes: "never" }, 1), null, "without a no there is no order");
});
