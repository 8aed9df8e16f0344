import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../../../src/wasm/robodrome.mjs";
import { LocalGame } from "./game";
import { thinkIn } from "./thinker";

const wasm = join(process.env.WEB ?? ".", "../build-wasm");

test("a bot's next thought depends on the game alone: not on hints, steps back or a reload", async () => {
  const engine = await load(readFileSync(join(wasm, "robotory.wasm")), { packs: [readFileSync(join(wasm, "words/robotory.en"))] });
  const match = engine.open(2, {}, { lang: "en" });
  const open = () => new LocalGame(engine, {
    game: "robotory", seats: 2, settings: { first: "0" }, names: ["a", "b"], lang: "en", bots: [null, "easy"], seed: "7", keep: "",
    engine: { module: "", words: {}, rules: {} } as never,
  });
  const person = (game: LocalGame) => {
    const question = game.shot().questions[0];
    assert.ok(question);
    assert.ok("shot" in game.submit(question.actor, question.number, game.answers(question.actor, 9999)[0] ?? []));
  };
  const bot = (game: LocalGame) => {
    const wish = game.nextBot();
    assert.ok(wish && game.takeThought(wish, thinkIn(match, wish), game.steppedBack));
  };
  const first = open();
  person(first);
  const begin = first.nextBot()?.random;
  bot(first);
  person(first);
  const wish = first.nextBot();
  assert.notEqual(wish?.random, begin, "each thought has chance of its own");
  first.undo(null);
  first.hintWish(0);
  person(first);
  assert.deepEqual(first.nextBot(), wish);
  const again = open();
  again.replay(first.actions());
  assert.deepEqual(again.nextBot(), wish);
  [first, again].forEach((game) => game.close());
  match.close();
});
