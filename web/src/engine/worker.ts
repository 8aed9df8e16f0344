// worker.ts - a local table's engine, away from the page: it holds the truth, plays the bots and
// tells the page what the person's seat may know.
import { load, type Engine, type Lang } from "../../../src/wasm/robodrome.mjs";
import { LocalGame } from "./game";
import type { Call, OpenLocal, Push, Reply } from "./protocol";

declare const self: DedicatedWorkerGlobalScope;

let game: LocalGame | null = null;
let engine: Engine | null = null;
let files: EngineFiles | null = null;
let known = new Set<Lang>(); // languages whose words the engine has
let playing = false; // the bots are at it

const push = (message: Push): void => self.postMessage(message);
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 0));

/** Bots answer one by one, and calls of the page come in between. */
async function letBotsPlay(): Promise<void> {
  if (playing) return;
  playing = true;
  try {
    for (;;) {
      await pause();
      const told = game?.letBotAnswer();
      if (!told) return;
      push({ push: "step", told });
    }
  } finally {
    playing = false;
  }
}

async function bytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`engine: ${response.status}`);
  return response.arrayBuffer();
}

async function learn(lang: Lang): Promise<void> {
  const address = files?.words[lang];
  if (!address || known.has(lang)) return;
  engine?.addPack(await bytes(address));
  known.add(lang);
}

async function open(args: OpenLocal) {
  game?.close();
  files = args.engine;
  known = new Set();
  engine = await load(await bytes(files.module));
  await learn(args.lang);
  game = new LocalGame(engine, args);
  void letBotsPlay();
  return game.shot();
}

async function answer(call: Call): Promise<unknown> {
  if (call.call === "open") return open(call.args);
  if (!game) throw new Error("no game is open");
  switch (call.call) {
    case "ask":
      return game.ask(call.args.actor, call.args.picks);
    case "submit": {
      const result = game.submit(call.args.actor, call.args.number, call.args.picks);
      if ("message" in result) return result;
      push({ push: "step", told: result });
      void letBotsPlay();
      return null;
    }
    case "undo": {
      const shot = game.undo();
      void letBotsPlay();
      return shot;
    }
    case "hint":
      return game.hint(call.args.actor);
    case "picture":
      return game.picture();
    case "words":
      await learn(call.args.lang);
      game.setLang(call.args.lang);
      return game.shot();
  }
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
