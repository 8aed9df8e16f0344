import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { sendingOf } from "./sending";
import type { Question } from "./table";

const question = (number: number): Question => ({
  ask: "program", actor: 0, number, prompt: "", min: 1, max: 1, ordered: false, mayStop: false, picked: [], options: [],
});

test("an answer is sent once, and its question is marked until the next one comes", async () => {
  const asked = signal<readonly Question[]>([question(1)]);
  const { questions, send } = sendingOf(asked);
  let runs = 0;
  let arrive = () => {};
  const run = () => {
    runs++;
    return new Promise<null>((done) => (arrive = () => done(null)));
  };
  const first = send(question(1), run);
  assert.equal(await send(question(1), run), null);
  assert.equal(runs, 1);
  assert.equal(questions.value[0]?.sent, true);
  arrive();
  await first;
  assert.equal(questions.value[0]?.sent, true, "taken: what it leads to has not come yet");
  asked.value = [question(2)];
  assert.equal(questions.value[0]?.sent, undefined);
});

test("a refused answer can be sent again", async () => {
  const { questions, send } = sendingOf(signal([question(1)]));
  await send(question(1), () => Promise.resolve({ message: "no", rule: null }));
  assert.equal(questions.value[0]?.sent, undefined);
  await assert.rejects(send(question(1), () => Promise.reject(new Error("gone"))));
  assert.equal(questions.value[0]?.sent, undefined);
});
