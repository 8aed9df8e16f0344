import assert from "node:assert/strict";
import test from "node:test";
import type { Step } from "../engine/table";
import { summaries } from "./aloud";

const kinds = ["programmed", "revealed", "card", "pushed", "register_end", "revealed", "fell", "destroyed", "register_end"];
const registers = [0, 1, 0, 0, 0, 2, 0, 0, 0];
const step: Step = {
  first: 10,
  events: kinds.map((event, i) => ({ event, beat: i, ...(registers[i] ? { register: registers[i] as number } : {}) })),
  lines: kinds.map((text, i) => ({ text, event: 10 + i, rule: null })),
  before: {},
  after: {},
};

test("every event, each register, each round", () => {
  assert.deepEqual(summaries(step, "round"), ["fell destroyed"]);
  const by = summaries(step, "register");
  assert.equal(by.length, 2);
  assert.match(by[0] ?? "", /card pushed$/);
  assert.match(by[1] ?? "", /fell destroyed$/);
  const all = summaries(step, "event");
  assert.equal(all.length, 3);
  assert.equal(all.join(" ").split(" ").filter((word) => kinds.includes(word)).length, kinds.length);
});
