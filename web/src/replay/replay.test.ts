import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { load, REFEREE, type Engine } from "../../../src/wasm/robodrome.mjs";
import { ReplayGame } from "../engine/replay-game";
import { linesOf } from "../engine/progress";
import { cut } from "../film/beats";
import { findMoment, marksOf, momentAt, momentsOf, nameOf } from "./moments";
import { Replay } from "./player";

const wasm = join(process.env.WEB ?? ".", "../build-wasm");

/** What an end says of points and camps. */
interface Ending {
  players?: { score: { total_halves: number } }[];
  light?: { home: number };
  dark?: { home: number };
}

/** A whole game of bots: its record, and every state as the engine had it. */
function played(engine: Engine, seats: number, settings: Record<string, string>) {
  const match = engine.open(seats, settings);
  const table = match.table(11n);
  const random = { state: 5n };
  let state = match.start(11n);
  const states = [state];
  while (!table.stands().over && states.length < 1500) {
    const [asked] = table.stands().asked;
    if (!asked) break;
    const view = match.view(state, asked.seat);
    const { action } = match.think(view, asked.actor, "beginner", { nodes: 40, random });
    state = match.apply(state, action).state;
    table.submit(asked.seat, asked.number, action);
    states.push(state);
  }
  return { match, states, text: table.record(), over: table.stands().over };
}

const GAMES: [string, number, Record<string, string>][] = [
  ["robotory", 2, {}],
  ["transmissions", 2, {}],
  ["rally2005", 2, {}],
  ["rally2023", 2, {}],
];

for (const [game, seats, settings] of GAMES) {
  test(`a replay of ${game} shows the engine's own states to the end`, async () => {
    const engine = await load(readFileSync(join(wasm, `${game}.wasm`)), {
      packs: [readFileSync(join(wasm, `words/${game}.en`))],
    });
    const { match, states, text, over } = played(engine, seats, settings);
    assert.ok(over, "the game is over");
    const again = new ReplayGame(engine, { text, names: ["Ann", "Bob"], lang: "en", engine: { module: "", words: {}, rules: {} } });
    const story = again.retell(REFEREE);
    assert.equal(story.parts.length, states.length + 1);
    assert.deepEqual(story.lines.filter(({ text }) => !/\S[.!?]$/.test(text)), [], "every line is a sentence, so that lines can stand one after another");
    states.forEach((state, n) => assert.deepEqual(again.moment(n).view, match.describe(state), `after answer ${n}`));
    assert.deepEqual(again.about().outcome?.places, [...match.outcome(states[states.length - 1] as Uint8Array).places]);

    // The player of the page goes through all of it, moment by moment, and ends where the game did.
    const replay = new Replay(game, {
      scene: (n) => Promise.resolve({ view: again.moment(n).view, status: [] }),
      step: (n) => Promise.resolve(again.part(n)),
    });
    await replay.tell(story, 0);
    const moments = replay.moments.value;
    assert.ok(moments.length > 5);
    for (let i = 0; i < moments.length; i++) {
      assert.equal(replay.now.value, momentAt(moments, replay.at.value));
      if (i + 1 < moments.length) await replay.step(1, "register");
    }
    assert.deepEqual(replay.scene.value?.view, match.describe(states[states.length - 1] as Uint8Array));
    await replay.step(-1, "register");
    assert.equal(replay.now.value, moments.length - 2);
    for (const moment of moments.slice(0, -1)) assert.equal(findMoment(moments, nameOf(moment))?.at, moment.at);
    if (game.startsWith("rally")) assert.ok(marksOf(story.events).some((mark) => mark.kind === "flag"));

    // The plot begins with all flags and no points, and ends with what the last state says.
    const progress = again.progress();
    const lines = linesOf(progress);
    assert.equal(lines.length, seats);
    assert.equal(progress.standings[progress.standings.length - 1]?.at, story.events.length);
    const end = match.describe(states[states.length - 1] as Uint8Array) as unknown as Ending;
    const reached = end.players?.map((p) => p.score.total_halves / 2) ?? [end.light, end.dark].map((camp) => camp?.home);
    lines.forEach(({ values }, i) => {
      if (!progress.goals) return assert.deepEqual([values[values.length - 1]], [reached[i]]);
      assert.ok((values[0] ?? 0) > progress.goals - 1 && values.every((left) => left >= 0 && left <= progress.goals), String(values));
    });
    if (progress.goals) assert.ok(lines.some(({ values }) => Math.min(...values) <= progress.goals - 1), "somebody touched a flag");

    // What a seat saw is a part of it.
    const mine = again.retell(0);
    assert.ok(mine.events.length <= story.events.length);
    assert.equal(mine.parts.length, story.parts.length);
    assert.equal(momentsOf(game, mine.events, mine.parts).length, moments.length);

    // Your own game can go on from any place at which a seat was asked.
    for (const seat of [0, 1]) {
      const from = match.parseState(again.fork(Math.floor(states.length / 2), seat));
      assert.ok(match.pending(from).some((actor) => match.seatOf(actor) === seat));
      assert.ok(states.some((state) => match.hash(state) === match.hash(from)), "it is a state of the game");
    }
    again.close();
    match.close();
  });
}

for (const [game, seats, settings] of GAMES) {
  test(`the film of ${game} leads from each view of a seat to the next`, async () => {
    const engine = await load(readFileSync(join(wasm, `${game}.wasm`)));
    const { match, text } = played(engine, seats, settings);
    const again = new ReplayGame(engine, { text, names: ["Ann", "Bob"], lang: "en", engine: { module: "", words: {}, rules: {} } });
    const { parts } = again.retell(0);
    let kept = 0;
    for (let n = 1; n + 1 < parts.length; n++) {
      const before = again.moment(n - 1).view;
      const step = again.part(n);
      assert.deepEqual(step.before, before, `before answer ${n}`);
      assert.equal(step.views.length, cut(step.events).length);
      assert.deepEqual(step.views[step.views.length - 1] ?? before, again.moment(n).view, `after answer ${n}`);
      step.views.forEach((view, i) => {
        const last = i > 0 ? step.views[i - 1] : step.before;
        kept += Object.keys(view).filter((key) => view[key] === last?.[key] && typeof view[key] === "object").length;
      });
    }
    assert.ok(kept > 0, "what an event does not change is the same object");
    again.close();
    match.close();
  });
}
