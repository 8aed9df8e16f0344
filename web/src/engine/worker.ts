// worker.ts - a table's engine, away from the page.  Of a local table it holds the truth, plays the
// bots and tells the page what the person's seat may know; of a remote one it reads what the server
// told.
import { load, type Engine, type Lang } from "../../../src/wasm/robodrome.mjs";
import { LocalGame } from "./game";
import { findKept, keep } from "./keep";
import { ReplayGame } from "./replay-game";
import { readCourse } from "./read-course";
import type { Call, OpenLocal, OpenView, Push, Reply, RuleText, Think, Thought } from "./protocol";
import type { Hint, Setup } from "./table";
import { startThinker, think, type Thinker } from "./thinker";
import { ViewGame } from "./view-game";

declare const self: DedicatedWorkerGlobalScope;

let game: LocalGame | ViewGame | ReplayGame | null = null;
let engine: Engine | null = null;
let files: EngineFiles | null = null;
let lang: Lang = "en";
const known = new Set<string>(); // packs the engine has
let playing: Promise<void> | null = null; // the bots, while they answer

let kept: { id: string; seed: string } | null = null; // how the local game is kept

const push = (message: Push): void => self.postMessage(message);

function keepGame(): void {
  if (kept && game instanceof LocalGame) void keep({ ...kept, actions: game.actions(), at: Date.now() });
}
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 0));

let thinker: Thinker | null = null; // where the bots think; null: here

/** One bot's answer, thought of elsewhere where that goes. */
async function thoughtOf(at: LocalGame | ViewGame | ReplayGame, wish: Think): Promise<Thought> {
  if (!thinker) return at.thinkHere(wish);
  try {
    return await thinker({ ...wish, compiled: await moduleAt(wish.module) });
  } catch {
    thinker = null;
    return at.thinkHere(wish);
  }
}

let table: { seats: number; settings: Record<string, string>; names: string[] } | null = null; // that is open

/** What the strongest bot would do, or the answer that is written so where it may be given. */
async function hintOf(at: LocalGame | ViewGame | ReplayGame, actor: number, text?: string): Promise<Hint> {
  await afterBots();
  const given = text === undefined ? null : at.legal(actor, text);
  if (given) return at.hint(actor, { picks: [...given.picks], value: null, reasons: [] });
  if (!files || !table) throw new Error("no game is open");
  thinker ??= startThinker(self.location.href);
  const { seats, settings, names } = table;
  const voice = { pack: files.words[lang] ?? "", lang, names };
  const thought = await thoughtOf(at, { ...at.hintWish(actor), module: files.module, seats, settings, voice });
  if (game !== at) throw new Error("the table has moved on");
  return at.hint(actor, thought);
}

/** Bots answer one by one, and calls of the page come in between. */
function letBotsPlay(): Promise<void> {
  playing ??= playBots().finally(() => (playing = null));
  return playing;
}

async function playBots(): Promise<void> {
  for (;;) {
    await pause();
    const local = game instanceof LocalGame ? game : null;
    const wish = local?.nextBot();
    if (!local || !wish) return;
    const asked = local.steppedBack;
    const thought = await thoughtOf(local, wish);
    const told = game === local ? local.takeThought(wish, thought, asked) : null;
    if (!told) continue; // the table has moved on meanwhile
    push({ push: "step", told });
    keepGame();
  }
}

/** Where all answer at once, the bots come first: what they and a hint think depends on who has answered,
 *  and a game is to go the same way however quick the machine and the person are. */
async function afterBots(): Promise<void> {
  while (game instanceof LocalGame && game.nextBot()) await letBotsPlay();
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`engine: ${response.status}`);
  return response;
}

const bytes = async (address: string): Promise<ArrayBuffer> => (await fetched(address)).arrayBuffer();

let compiled: { address: string; module: Promise<WebAssembly.Module> } | null = null;

/** A game's module, compiled once for this worker and the one in which the bots think. */
function moduleAt(address: string): Promise<WebAssembly.Module> {
  if (compiled?.address !== address) {
    const module = WebAssembly.compileStreaming(fetched(address));
    module.catch(() => (compiled = null)); // it may come the next time
    compiled = { address, module };
  }
  return compiled.module;
}

async function learn(kind: "words" | "rules", code: Lang): Promise<void> {
  const address = files?.[kind][code];
  if (!address || known.has(address)) return;
  engine?.addPack(await bytes(address));
  known.add(address);
}

async function loadEngine(args: Pick<OpenView, "engine" | "lang">): Promise<Engine> {
  game?.close();
  game = null;
  if (!engine || files?.module !== args.engine.module) {
    files = args.engine;
    known.clear();
    engine = await load(await moduleAt(files.module));
  }
  lang = args.lang;
  await learn("words", lang);
  return engine;
}

async function open(args: OpenLocal) {
  table = args;
  thinker ??= startThinker(self.location.href);
  const { engine: at, seats, settings } = args;
  const ready = { module: at.module, seats, settings, view: null, actor: 0, level: "normal", random: "1" };
  void moduleAt(at.module).then((module) => thinker?.({ ...ready, compiled: module })).catch(() => (thinker = null));
  const loaded = await loadEngine(args);
  const old = await findKept(args.keep);
  kept = { id: args.keep, seed: old?.seed ?? args.seed };
  const opened = new LocalGame(loaded, { ...args, seed: kept.seed });
  const past = opened.replay(old?.actions ?? []);
  const events = past.flatMap((step) => step.events);
  game = opened;
  void letBotsPlay();
  return { setup: opened.setup() as Setup, shot: opened.shot(), events, lines: opened.retell(), past };
}

/** Those that there are: a key without words comes back as it is. */
function strings(keys: readonly string[]): Record<string, string> {
  const found = keys.map((key) => [key, engine?.string(lang, key) ?? key] as const);
  return Object.fromEntries(found.filter(([key, words]) => words && words !== key));
}

async function rule(id: string): Promise<RuleText | null> {
  await learn("rules", lang);
  return engine?.rule(lang, id) ?? null;
}

async function answer(call: Call): Promise<unknown> {
  if (call.call === "open") return open(call.args);
  if (call.call === "think") return think(call.args);
  if (call.call === "rules") {
    const loaded = await loadEngine(call.args);
    await learn("rules", call.args.lang);
    return loaded.rules(call.args.lang);
  }
  if (call.call === "course") return readCourse(await loadEngine(call.args), call.args.text);
  if (call.call === "openView") {
    table = call.args;
    const opened = new ViewGame(await loadEngine(call.args), call.args);
    game = opened;
    return opened.rules();
  }
  if (call.call === "openRecord") {
    const opened = new ReplayGame(await loadEngine(call.args), call.args);
    game = opened;
    return { setup: opened.setup(), ...opened.about() };
  }
  if (!game) throw new Error("no game is open");
  switch (call.call) {
    case "ask":
      return game.ask(call.args.actor, call.args.picks);
    case "answers":
      return game.answers(call.args.actor, call.args.most);
    case "read":
      return game.read(call.args.actor, call.args.text);
    case "preview":
      return game.preview(call.args.actor, call.args.kind, call.args.picks);
    case "hint":
      return hintOf(game, call.args.actor, call.args.text);
    case "film":
      return game.film(call.args);
    case "picture":
      return game.picture();
    case "strings":
      return strings(call.args.keys);
    case "rule":
      return rule(call.args.id);
    case "words":
      lang = call.args.lang;
      await learn("words", lang);
      game.setVoice(call.args);
      if (game instanceof LocalGame) return { shot: game.shot(), lines: game.retell() };
      if (game instanceof ReplayGame) return { shot: game.shot(), lines: game.lines() };
      return { shot: game.isOpen() ? game.shot() : null, lines: [] };
  }
  if (game instanceof ReplayGame) return answerReplay(game, call);
  return game instanceof LocalGame ? answerLocal(game, call) : answerView(game, call);
}

function answerReplay(replay: ReplayGame, call: Call): unknown {
  if (call.call === "retell") return replay.retell(call.args.eye);
  if (call.call === "moment") return replay.moment(call.args.n);
  if (call.call === "part") return replay.part(call.args.n);
  if (call.call === "progress") return replay.progress();
  if (call.call === "fork") return replay.fork(call.args.n, call.args.seat);
  throw new Error(`${call.call}: not in a replay`);
}

async function answerLocal(local: LocalGame, call: Call): Promise<unknown> {
  if (call.call === "submit") {
    await afterBots();
    if (game !== local) throw new Error("the table has moved on");
    const result = local.submit(call.args.actor, call.args.number, call.args.picks);
    if ("message" in result) return result;
    push({ push: "step", told: result });
    keepGame();
    void letBotsPlay();
    return null;
  }
  if (call.call === "sit") {
    const seen = local.sit(call.args.seat);
    void letBotsPlay();
    return seen;
  }
  if (call.call === "undo") {
    const shot = local.undo(call.args.event);
    keepGame();
    void letBotsPlay();
    return shot;
  }
  if (call.call === "record") return local.record();
  throw new Error(`${call.call}: not at a local table`);
}

function answerView(view: ViewGame, call: Call): unknown {
  if (call.call === "position") return view.position(call.args.text, call.args.seat);
  if (call.call === "tell") return view.tell(call.args);
  if (call.call === "say") return view.say(call.args.events, call.args.first);
  throw new Error(`${call.call}: not at a remote table`);
}

self.onmessage = async ({ data }: MessageEvent<Call>) => {
  let reply: Reply;
  try {
    reply = { id: data.id, value: await answer(data) };
  } catch (error) {
    reply = { id: data.id, error: (error as Error).message };
  }
  self.postMessage(reply);
};
