import assert from "node:assert/strict";
import test from "node:test";
import { signal } from "@preact/signals";
import type { Step, Table } from "../engine/table";
import { asSentences, questionKey, questionsOf, summaries, Voice } from "./aloud";

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

test("who can hit me is asked only in a race", () => {
  assert.ok(questionsOf("rally2023").includes("hits"));
  assert.deepEqual(questionsOf("robotory"), ["where", "way", "program", "may", "last", "ready"]);
});

test("only races ask about flags, a program and the player's robot", () => {
  for (const question of ["where", "way", "program"] as const) {
    assert.notEqual(questionKey(question, "robotory"), questionKey(question, "rally2005"), question);
    assert.equal(questionKey(question, "robotory"), questionKey(question, "transmissions"), question);
  }
  assert.equal(questionKey("may", "robotory"), questionKey("may", "rally2005"));
});

test("lines are said with one stop each", () => {
  assert.equal(asSentences(["Box: 3", "Anna begins.", "pipes 0,", "tiles 1"]), "Box: 3. Anna begins. pipes 0, tiles 1.");
  assert.equal(asSentences([]), "");
});

test("a race's cells are said as its board names them; other numbers stay", () => {
  for (const [game, words] of [["rally2005", "from I11 to H11"], ["robotory", "from 8,10 to 7,10"]] as const) {
    let tell = (_: Step) => {};
    const table = { game, onStep: (to: typeof tell) => ((tell = to), () => {}), status: signal([]) } as unknown as Table;
    const voice = new Voice(table);
    voice.listen();
    tell({ ...step, events: [{ event: "carried", beat: 0 }], lines: [{ text: "from 8,10 to 7,10", event: 10, rule: null }] });
    assert.deepEqual(voice.lines.value, [words]);
  }
});
