import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { advice, fits, type Lesson, type Say, sayingOf } from "./lesson";

const flag = { event: "flag", args: { robot: "twonky", flag: 1 } };

test("an event fits by its name, its arguments and its rule", () => {
  assert.ok(fits(flag, { event: "flag", beat: 1, robot: "twonky", flag: 1 }));
  assert.ok(!fits(flag, { event: "flag", beat: 1, robot: "zoombot", flag: 1 }));
  assert.ok(!fits(flag, { event: "archived", beat: 1, robot: "twonky", flag: 1 }));
  assert.ok(!fits({ ...flag, rule: "R05-FLAG-1" }, { event: "flag", beat: 1, robot: "twonky", flag: 1, rule: "R05-FLAG-2" }));
});

const says: Say[] = [
  { name: "again", asked: "program" },
  { name: "second", asked: "program", times: 2 },
  { name: "laser", event: "laser", args: { robot: "twonky" } },
  { name: "belt", event: "carried", args: {} },
];

test("the n-th question has its own advice, the others the common one", () => {
  assert.equal(advice(says, "program", 1)?.name, "again");
  assert.equal(advice(says, "program", 2)?.name, "second");
  assert.equal(advice(says, "place", 1), null);
});

test("of several events the saying that comes first in the lesson is taken", () => {
  const events = [{ event: "carried", beat: 1, robot: "hulk" }, { event: "laser", beat: 2, robot: "twonky" }];
  assert.equal(sayingOf(says, events)?.say.name, "laser");
  assert.equal(sayingOf(says, events)?.event.event, "laser");
  assert.equal(sayingOf(says, events.slice(0, 1))?.say.name, "belt");
  assert.equal(sayingOf(says, []), null);
});

test("Robotory's last lesson says that the red robot is home when it comes home, not when it moves on", () => {
  const lessons: Lesson[] = JSON.parse(readFileSync("src/gen/lessons/robotory.json", "utf8"));
  const end = lessons.find((lesson) => lesson.id === "end");
  const moved = (from: number, to: number) => sayingOf(end?.says ?? [], [{ event: "moved", beat: 1, side: "light", robot: "red", from, to, discs: 1 }]);
  assert.equal(moved(3, 15)?.say.name, "home");
  assert.equal(moved(15, 8), null);
});
