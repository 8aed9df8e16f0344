// twin.mjs - the browser build plays what the native build plays, and must tell the same.
//
// Usage: node twin.mjs BUILD-WASM NATIVE-TWIN
// NATIVE-TWIN (twin.c) tells its games; each block is told again here and compared line by line.
// The last line counts the blocks: "N passed, N failed".
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { EngineError, REFEREE, SPECTATOR, load } from "../../src/wasm/robodrome.mjs";

const GAMES = 4;
const ACTIONS = 200;
const TEXT_EVERY = 13;
const THINK_EVERY = 37;
const NODES = 60;
const ENTRIES = 60;
const LANGS = ["en", "ru", "uk"];
const MODULE_MOST = 110_000; // bytes of a module, compressed
const PACK_MOST = 30_000; // and of its words in one language

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

function* tellThought(engine, match, state, actor, random) {
  const view = match.view(state, match.seatOf(actor));
  const thinkers = engine.about.bots.map((who) => ({ who, nodes: NODES }));
  for (const { who, nodes } of [...thinkers, { who: "easy", nodes: 0 }]) {
    const { action, ...why } = match.think(view, actor, who, { nodes, random });
    yield `${who} thinks ${json(why)}`;
    yield `answers ${match.actionText(state, action)}`;
  }
}

function* tellFilm(match, before, events, after) {
  const seen = match.film(before, events);
  yield `film ${json(seen)}`;
  if (!isDeepStrictEqual(seen, match.describe(after)))
    yield `which is not the view after: ${json(match.describe(after))}`;
}

function* tellGame(engine, match, seats, seed, thinks) {
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
    if (thinks && i % THINK_EVERY === 3) yield* tellThought(engine, match, state, actor, random);
    const count = match.count(state, actor);
    const action =
      i % 5 === 4
        ? match.nth(state, actor, count / 2n)
        : match.sample(state, actor, random, i % 7 === 6);
    yield `${actor} of ${count}: ${match.actionText(state, action)}`;
    const before = match.describe(match.view(state, seat));
    const done = match.apply(state, action, { seat, lang });
    yield `told ${json(done.events)}`;
    if (i % TEXT_EVERY === 5) yield* tellFilm(match, before, done.events, match.view(done.state, seat));
    // Events that come back as JSON are told in the same words.
    const words = done.events.map((event) => event.words ?? "");
    if (json(match.say(done.events, lang)) !== json(words)) yield `said otherwise: ${json(words)}`;
    state = done.state;
  }
}

// ---- a table ----

const codeOf = (act) => {
  try {
    act();
    return 0;
  } catch (e) {
    if (!(e instanceof EngineError)) throw e;
    return e.code;
  }
};

function* tellStanding(table, seat, from, lang) {
  yield `stands ${json(table.stands(seat))}`;
  const parts = table.since(seat, from);
  yield `since ${json(parts)}`;
  const log = table.log(seat, from, lang);
  yield `log ${json(log)}`;
  // An event that was told as JSON is said in the same words as by the table.
  const events = parts.flatMap((part) => part.events);
  const said = table.match.say(events, lang).filter(Boolean);
  const logged = log.filter((line) => line.kind === "event").map((line) => line.text);
  if (json(said) !== json(logged)) yield `said ${json(said)} instead of ${json(logged)}`;
}

function* answer(table, { actor, seat, number }, random, lang) {
  const action = table.match.sample(table.view(seat), actor, random);
  const picks = action.picks.slice(0, Math.floor(action.picks.length / 2));
  yield `question ${json(table.question(actor, picks, lang))}`;
  yield `words ${table.words(action, lang)}`;
  const preview = table.match.preview(table.view(seat), actor, action.picks, lang);
  preview?.registers.forEach((register) => delete register.words); // the loader's own
  yield `preview ${json(preview)}`;
  yield `stale ${codeOf(() => table.submit(seat, number + 99, action))}`;
  yield `submit ${codeOf(() => table.submit(seat, number, action))}`;
}

function* tellReplay(match, table, seats) {
  const { length, steps } = table.stands();
  for (let n = 0; n <= length; n += 5) yield `at ${n} ${hex(match.hash(table.view(n % seats, n)))}`;
  yield `rewind ${codeOf(() => table.rewind(Math.floor(length / 2)))}`;
  yield* tellStanding(table, SPECTATOR, Math.floor(length / 2), "ru");
  yield `go ${codeOf(() => table.go(steps - 1))}`;
  yield* tellStanding(table, REFEREE, length, "uk");
}

function* tellRecord(engine, table) {
  let text = "none";
  codeOf(() => (text = table.record({ date: "2025-01-31T12:00:00Z", keepPrivate: true })));
  yield `record ${flat(text)}`;
  try {
    if (text === "none") throw new EngineError(0, "none");
    const { match, table: again } = engine.readRecord(text);
    yield* tellStanding(again, 0, again.stands().length, "en");
    again.close();
    match.close();
  } catch (e) {
    if (!(e instanceof EngineError)) throw e;
    yield `unread ${e.message}`;
  }
}

function* tellTable(match, seats) {
  const table = match.table(5);
  const random = { state: 5n };
  match.speak({ lang: "uk", names: ["Оля", "Bob", "Вася", "D", "E", "F", "G", "H"] });
  for (let i = 0; i < ENTRIES; i++) {
    const { length: from, asked } = table.stands();
    if (!asked.length) break;
    if (i % 6 === 5) yield `undo ${codeOf(() => table.undo(i % seats))}`;
    else if (i % 9 === 8) yield `back ${codeOf(() => table.takeBack(i % match.actors))}`;
    else if (i % 11 === 10) yield `force ${codeOf(() => table.force(asked[0].actor))}`;
    else yield* answer(table, asked[0], random, LANGS[i % 3]);
    yield* tellStanding(table, (i % (seats + 1)) - 1, from, LANGS[i % 3]);
  }
  yield* tellReplay(match, table, seats);
  yield* tellRecord(match.engine, table);
  table.close();
  match.speak({});
}

function* tellSetUp(engine, seats, settings) {
  const match = engine.open(seats, settings);
  yield `signature ${hex(match.signature()).padStart(16, "0")}`;
  yield `setup ${json(match.setup())}`;
  yield* tellTable(match, seats);
  const thinks = Object.keys(settings).length === 0 && seats % 3 === 2;
  for (let seed = 1; seed <= GAMES; seed++) yield* tellGame(engine, match, seats, seed, thinks);
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
  if (at < 0 || !/^(json|question|told|setup|stands|since|log|preview|film|\w+ thinks) /.test(line)) return line;
  return line.slice(0, at) + JSON.stringify(JSON.parse(line.slice(at)));
}

/** What the loader itself promises beside the games; Robotory's module. */
function checkLoader(engine, pack) {
  const faults = [];
  const must = (condition, what) => condition || faults.push(what);
  const refused = (what, reason, act) => {
    try {
      act();
      faults.push(`${what} is refused`);
    } catch (e) {
      must(e instanceof EngineError && reason.test(e.message), `why ${what} is refused: ${e}`);
    }
  };
  must(engine.game === "robotory", "the module's game");
  must(engine.about.bots.includes("random"), "random is among the bots");
  must(engine.about.most === 2, "robotory is for two");
  must(engine.about.switches.some((s) => s.key === "end"), "its switches are told");
  must(engine.string("en", "no.such.key") === "no.such.key", "an unknown string is its key");
  must(engine.rule("en", "RY-MOVE-1").text.length > 20, "a rule by its id");
  must(engine.rule("uk", "ry-move-1").text !== engine.rule("en", "RY-MOVE-1").text, "in Ukrainian");
  must(engine.rule("en", "RY-NOPE-1") === null, "no such rule");
  must(engine.rules("en").length > 10, "all rules");
  refused("a cut pack", /ends within/, () => engine.addPack(pack.subarray(0, pack.length - 1)));
  refused("something else", /neither/, () => engine.addPack(new Uint8Array([1, 2, 3, 10])));
  refused("another game's pack", /robotory/, () => engine.addPack(packs("template", ["en"])[0]));
  refused("nine seats", /2/, () => engine.open(9));
  const noBook = "one_colour_empty"; // there the bot thinks about its first answer too
  const match = engine.open(2, { first: "0", end: noBook }, { lang: "uk", names: ["Оля", "Петро"] });
  const state = match.start(1);
  const before = state.slice();
  must(match.count(state, 0) === 42n, "42 answers at the start");
  const answer = match.parseAction(state, 0, "+w12");
  must(match.actionText(state, answer) === "+w12", "an action reads back");
  const { state: next } = match.apply(state, answer);
  must(json([...before]) === json([...state]), "apply leaves the old state as it was");
  must(match.isLegal(state, answer) && !match.isLegal(next, answer), "legal once");
  refused("an action out of turn", /[а-я]/, () => match.apply(next, answer));
  must(json([...match.parseState(match.stateText(next))]) === json([...next]), "a state reads back");
  must(match.outcome(next).over === false, "not over");
  refused("a film of no events", /list of events/, () => match.film({}, [{ event: "danced" }]));
  let asked = 0;
  const why = match.think(next, 1, "alphabeta", { stop: () => ++asked > 3 });
  must(asked === 4 && match.isLegal(next, why.action), "a bot stops when it is told to");
  must(why.line[0] === match.actionText(next, why.action), "and says what it expects");
  match.close();
  return faults;
}

/** Without packs there are keys; with words alone the rules have their titles. */
async function checkPacks(bytes) {
  const engine = await load(bytes);
  const faults = [];
  const must = (condition, what) => condition || faults.push(what);
  must(engine.string("en", "robotory.title") === "robotory.title", "no words without a pack");
  must(engine.rules("en").length === 0, "no rules without a pack");
  engine.addPack(packs("robotory", ["ru"])[0]);
  must(/[а-я]/.test(engine.rule("ru", "RY-MOVE-1").title), "titles come with the words");
  must(engine.rule("ru", "RY-MOVE-1").text === "", "texts do not");
  return faults;
}

/** The module's own heap: blocks keep apart and are used again. */
function checkHeap(engine) {
  const faults = [];
  const held = [];
  const give = ({ at, size, mark }) => {
    if (at % 16) faults.push(`a block at ${at}`);
    if (engine.bytes(at, size).some((byte) => byte !== mark)) faults.push(`a block of ${size} changed`);
    engine.c.rd_api_free(at);
  };
  const round = () => {
    for (let i = 0; i < 600; i++) {
      const size = (i * i * 31) % (i % 20 ? 3000 : 300_000);
      const block = { at: engine.alloc(size), size, mark: i % 251 };
      engine.bytes(block.at, size).fill(block.mark);
      held.push(block);
      if (i % 3) give(held.splice((i * 7) % held.length, 1)[0]);
    }
    held.splice(0).forEach(give);
    return engine.c.memory.buffer.byteLength;
  };
  if (round() !== round()) faults.push("blocks that were given back are not used again");
  if (engine.c.rd_api_alloc(0x7fffffff) !== 0) faults.push("more than there can be");
  return faults;
}

/** A browser has the words of its own language alone: every prompt and option is said in them. */
async function checkOneLanguage(game) {
  const engine = await load(readFileSync(`${folder}/${game}.wasm`), { packs: packs(game, ["uk"], ["words"]) });
  const match = engine.open(2, {}, { lang: "uk", names: ["Оля", "Петро"] });
  const faults = new Set();
  const random = { state: 5n };
  let state = match.start(5n);
  for (let i = 0; i < 60 && match.pending(state).length; i++) {
    const [actor] = match.pending(state);
    const action = match.sample(state, actor, random);
    for (let n = 0; n < action.picks.length; n++) {
      const question = match.question(state, actor, action.picks.slice(0, n), "uk");
      if (!question.prompt) faults.add(`${question.ask}: no prompt`);
      for (const option of question.options)
        if (!option.words) faults.add(`${question.ask}, ${option.is} ${option.value}: no words`);
    }
    state = match.apply(state, action).state;
  }
  match.close();
  return [...faults];
}

/** Words and rules of a game. */
function packs(game, langs = LANGS, kinds = ["words", "rules"]) {
  return langs.flatMap((lang) => kinds.map((kind) => readFileSync(`${folder}/${kind}/${game}.${lang}`)));
}

/** What must travel to a page is small enough (bytes, compressed). */
function checkSizes(game) {
  const sizes = JSON.parse(readFileSync(`${folder}/sizes.json`, "utf8"));
  const faults = [];
  const most = (path, limit) => {
    if (!(sizes[path] <= limit)) faults.push(`${path}: ${sizes[path]} bytes compressed, limit ${limit}`);
  };
  most(`${game}.wasm`, MODULE_MOST);
  for (const lang of LANGS)
    for (const kind of ["words", "rules"]) most(`${kind}/${game}.${lang}`, PACK_MOST);
  return faults;
}

const [folder, native] = process.argv.slice(2);
if (!native) {
  console.error("usage: node twin.mjs BUILD-WASM NATIVE-TWIN");
  process.exit(2);
}
const games = readdirSync(folder).flatMap((file) => (file.endsWith(".wasm") ? [file.slice(0, -5)] : []));
const engines = {};
for (const game of games) engines[game] = await load(readFileSync(`${folder}/${game}.wasm`), { packs: packs(game) });
// A module has the bots that a page needs; the native half is asked about the same ones.
const bots = games.map((game) => `${game}:${engines[game].about.bots.join(",")},`);
const text = execFileSync(native, bots, { maxBuffer: 1 << 30, encoding: "utf8" });
let passed = 0;
let failed = 0;

function count(name, faults) {
  faults.forEach((what) => console.log(`FAIL ${name}: ${what}`));
  if (faults.length) failed++;
  else passed++;
}

for (const game of games) {
  count(`sizes of ${game}`, checkSizes(game));
  count(`${game} in one language`, await checkOneLanguage(game));
}
count("loader", checkLoader(engines.robotory, packs("robotory", ["en"])[0]));
count("heap", checkHeap(await load(readFileSync(`${folder}/robotory.wasm`))));
count("packs", await checkPacks(readFileSync(`${folder}/robotory.wasm`)));

for (const block of text.split(/^== /m).slice(1)) {
  const lines = block.split("\n").slice(0, -1);
  const [game, seats, setting] = lines[0].split(" ");
  const settings = setting ? Object.fromEntries([setting.split("=")]) : {};
  const found = difference(lines.slice(1), tellSetUp(engines[game], Number(seats), settings));
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
