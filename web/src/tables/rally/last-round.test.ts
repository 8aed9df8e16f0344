import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, LogLine } from "../../engine/table";
import { lastRound } from "./last-round";

const event = (event: string, fields: object = {}): GameEvent => ({ event, beat: 0, ...fields });
const logOf = (events: readonly GameEvent[]): LogLine[] => events.map((e, i) => ({ text: e.event, event: i, rule: null }));
const told = (events: readonly GameEvent[]) => {
  const last = lastRound(events, logOf(events), "twonky");
  return last && { round: last.round, lines: last.lines.map(({ robot, line, times }) => `${robot} ${line.text}${times > 1 ? ` ${times}` : ""}`) };
};

test("the first round has none before it", () => {
  assert.equal(told([event("round", { round: 1 }), event("flag", { robot: "hulk" })]), null);
});

test("news of all robots, hurts only of your own, in their order and only of the last whole round", () => {
  const events = [
    event("round", { round: 1 }),
    event("flag", { robot: "twonky" }),
    event("round", { round: 2 }),
    event("moved", { robot: "twonky" }),
    event("damaged", { robot: "hulk" }),
    event("flag", { robot: "hulk" }),
    event("damaged", { robot: "twonky" }),
    event("damaged", { robot: "twonky" }),
    event("round", { round: 3 }),
    event("destroyed", { robot: "hulk" }),
  ];
  assert.deepEqual(told(events), { round: 2, lines: ["hulk flag", "twonky damaged 2"] });
});

test("where it is too much, the others' oldest news go first", () => {
  const many = ["flag", "destroyed", "option_gained", "out"].map((kind) => event(kind, { robot: "hulk" }));
  const events = [event("round", { round: 4 }), ...many, event("spam", { robot: "twonky" }), event("round", { round: 5 })];
  assert.deepEqual(told(events)?.lines, ["hulk destroyed", "hulk option_gained", "hulk out", "twonky spam"]);
});
