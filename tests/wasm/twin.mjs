// twin.mjs - the browser build plays what the native build plays, and must tell the same.
//
// Usage: node twin.mjs ROBODROME.wasm NATIVE-TWIN
// NATIVE-TWIN (twin.c) tells its games; each block is told again here and compared line by line.
// The last line counts the blocks: "N passed, N failed".
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { EngineError, SPECTATOR, load } from "../../src/wasm/robodrome.mjs";

const GAMES = 4;
const ACTIONS = 200;
const TEXT_EVERY = 13;
const THINK_EVERY = 37;
const NODES = 60;
const LANGS = ["en", "ru", "uk"];

const hex = (n) => n.toString(16);
const flat = (text) => text.replaceAll("\n", "\\n");

// Objects told by the module as JSON come back parsed; the native side tells the text.
const json = (value) => JSON.stringify(value);

function* tellTexts(match, state, actor, lang) {
  yield `text ${match.stateText(state)}`;
  yield `json ${json(match.describe(state))}`;
  yield `picture ${flat(match.picture(state))}`;
  yield `status ${match.status(state, lang).map((line) => line + "\\n").join("")}`;
  yield `question ${json(match.question(state, actor, [], lang))}`;
}

function* tellThought(engine, match, game, state, actor, random) {
  const view = match.view(state, match.seatOf(actor));
  for (const bot of engine.bots(game)) {
    const { action, value } = match.think(view, actor, bot, NODES, random);
    yield `${bot} thinks ${value}: ${match.actionText(state, action)}`;
  }
}

function* tellGame(engine, match, game, seats, seed) {
  const random = { state: BigInt(seed) };
  let state = match.start(seed);
  for (let i = 0; i < ACTIONS; i++) {
    const hashes = [hex(match.hash(state))];
    for (let seat = SPECTATOR; seat < seats; seat++)
      hashes.push(hex(match.hash(match.view(state, seat))));
    yield `${i} ${hashes.join(" ")}`;
    const [actor] = match.pending(state);
    if (actor === undefined) break;
    const seat = (i % (seats + 1)) - 1;
    const lang = LANGS[i % 3];
    if (i % TEXT_EVERY === 0) yield* tellTexts(match, state, actor, lang);
    if (i % THINK_EVERY === 3) yield* tellThought(engine, match, game, state, actor, random);
    const count = match.count(state, actor);
    const action =
      i % 5 === 4
        ? match.nth(state, actor, count / 2n)
        : match.sample(state, actor, random, i % 7 === 6);
    yield `${actor} of ${count}: ${match.actionText(state, action)}`;
    const done = match.apply(state, action, { seat, lang });
    yield `told ${json(done.events)}`;
    state = done.state;
  }
}

function* tellSetUp(engine, game, seats, settings) {
  const match = engine.open(game, seats, settings);
  yield `signature ${hex(match.signature()).padStart(16, "0")}`;
  for (let seed = 1; seed <= GAMES; seed++) yield* tellGame(engine, match, game, seats, seed);
  match.close();
}

/** The first line that differs, or null. */
function difference(wanted, told) {
  let number = 0;
  for (const line of told) {
    const native = wanted[number++];
    // JSON texts may space and escape otherwise; what they say must be equal.
    if (line !== native && normal(line) !== normal(native ?? "")) return { number, native, line };
  }
  return number === wanted.length ? null : { number, native: wanted[number], line: "(the end)" };
}

function normal(line) {
  const at = line.search(/[[{]/);
  if (at < 0 || !/^(json|question|told) /.test(line)) return line;
  return line.slice(0, at) + JSON.stringify(JSON.parse(line.slice(at)));
}

/** What the loader itself promises beside the games. */
function checkLoader(engine) {
  const faults = [];
  const must = (condition, what) => condition || faults.push(what);
  must(engine.games().includes("robotory"), "robotory is among the games");
  must(engine.bots("robotory").includes("random"), "random is among the bots");
  must(engine.seats("robotory").most === 2, "robotory is for two");
  must(engine.string("en", "no.such.key") === "no.such.key", "an unknown string is its key");
  try {
    engine.open("robotory", 9);
    faults.push("nine seats are refused");
  } catch (e) {
    must(e instanceof EngineError && e.message.includes("2"), "the refusal says why");
  }
  const match = engine.open("robotory", 2, { first: "0" });
  const state = match.start(1);
  const before = state.slice();
  must(match.count(state, 0) === 42n, "42 answers at the start");
  const answer = match.parseAction(state, 0, "+w12");
  must(match.actionText(state, answer) === "+w12", "an action reads back");
  const { state: next } = match.apply(state, answer);
  must(json([...before]) === json([...state]), "apply leaves the old state as it was");
  try {
    match.apply(next, answer);
    faults.push("an action out of turn is refused");
  } catch (e) {
    must(e instanceof EngineError && e.code > 0, "the refusal has a code");
  }
  must(json([...match.parseState(match.stateText(next))]) === json([...next]), "a state reads back");
  must(match.outcome(next).over === false, "not over");
  match.close();
  return faults;
}

const [wasm, native] = process.argv.slice(2);
if (!native) {
  console.error("usage: node twin.mjs ROBODROME.wasm NATIVE-TWIN");
  process.exit(2);
}
const engine = await load(readFileSync(wasm));
const text = execFileSync(native, { maxBuffer: 1 << 30, encoding: "utf8" });
let passed = 0;
let failed = 0;

const faults = checkLoader(engine);
faults.forEach((what) => console.log(`FAIL loader: ${what}`));
if (faults.length) failed++;
else passed++;

for (const block of text.split(/^== /m).slice(1)) {
  const lines = block.split("\n").slice(0, -1);
  const [game, seats, setting] = lines[0].split(" ");
  const settings = setting ? Object.fromEntries([setting.split("=")]) : {};
  const found = difference(lines.slice(1), tellSetUp(engine, game, Number(seats), settings));
  if (found) {
    failed++;
    console.log(`FAIL ${lines[0]}: line ${found.number} differs`);
    console.log(`  native ${found.native}\n  wasm   ${found.line}`);
  } else {
    passed++;
    console.log(`ok ${lines[0].trim()}: ${lines.length - 1} lines agree`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
