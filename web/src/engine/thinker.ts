// thinker.ts - the bots of a local table think in a worker of their own, so that the table's worker
// answers the page at once.  A bot is given its seat's view and nothing else.
import { load, type Engine, type Match } from "../../../src/wasm/robodrome.mjs";
import type { Reply, Think, Thought } from "./protocol";

export type Thinker = (wish: Think) => Promise<Thought>;

interface Waiting {
  done: (thought: Thought) => void;
  fail: (error: Error) => void;
}

/** A worker of the same script; null where workers cannot start others: then bots think here. */
export function startThinker(script: string): Thinker | null {
  let worker: Worker;
  try {
    worker = new Worker(script, { type: "module" });
  } catch {
    return null;
  }
  const waiting = new Map<number, Waiting>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) call?.fail(new Error(data.error));
    else call?.done(data.value as Thought);
  };
  worker.onerror = () => {
    waiting.forEach((call) => call.fail(new Error("the bots' worker stopped")));
    waiting.clear();
  };
  return (wish) =>
    new Promise((done, fail) => {
      const id = ++last;
      waiting.set(id, { done, fail });
      worker.postMessage({ id, call: "think", args: wish });
    });
}

interface Opened {
  engine: Engine;
  match: Match;
  packs: Set<string>; // words it knows
}

let open: { key: string; opened: Promise<Opened> } | null = null; // the game it thought about last

const bytesOf = (address: string): Promise<ArrayBuffer> => fetch(address).then((response) => response.arrayBuffer());

async function matchOf({ module, compiled, seats, settings, voice }: Think): Promise<Match> {
  const key = JSON.stringify([module, seats, settings]);
  if (open?.key !== key) {
    if (!compiled) throw new Error("a game without its module");
    const opened = load(compiled).then((engine) => ({ engine, match: engine.open(seats, settings), packs: new Set<string>() }));
    open = { key, opened };
  }
  const { engine, match, packs } = await open.opened;
  if (voice) {
    if (!packs.has(voice.pack)) engine.addPack(await bytesOf(voice.pack));
    packs.add(voice.pack);
    match.speak({ lang: voice.lang, names: voice.names });
  }
  return match;
}

/** One answer in a match, and why. */
export function thinkIn(match: Pick<Match, "think">, wish: Think): Thought {
  if (!wish.view) return { picks: [], value: null, reasons: [] }; // to be ready when it is needed
  const random = { state: BigInt(wish.random) };
  const { action, value, reasons } = match.think(wish.view, wish.actor, wish.level, { random, ...(wish.nodes ? { nodes: wish.nodes } : {}) });
  return { picks: [...action.picks], value: value ?? null, reasons: reasons.map((reason) => reason.words) };
}

/** In the bots' worker: one answer. */
export async function think(wish: Think): Promise<Thought> {
  return thinkIn(await matchOf(wish), wish);
}
