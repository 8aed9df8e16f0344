// thinker.ts - the bots of a local table think in a worker of their own, so that the table's worker
// answers the page at once.  A bot is given its seat's view and nothing else.
import { load, type Action, type Match } from "../../../src/wasm/robodrome.mjs";
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

let open: { key: string; match: Promise<Match> } | null = null; // the game it thought about last

async function matchOf(wish: Think): Promise<Match> {
  const { module, seats, settings } = wish;
  const key = JSON.stringify([module, seats, settings]);
  if (open?.key !== key) {
    const match = fetch(module)
      .then((response) => response.arrayBuffer())
      .then((bytes) => load(bytes))
      .then((engine) => engine.open(seats, settings));
    open = { key, match };
  }
  return open.match;
}

/** In the bots' worker: one answer. */
export async function think(wish: Think): Promise<Thought> {
  const match = await matchOf(wish);
  if (!wish.view) return { picks: [], random: wish.random }; // to be ready when it is needed
  const random = { state: BigInt(wish.random) };
  const { action }: { action: Action } = match.think(wish.view, wish.actor, wish.level, { random });
  return { picks: [...action.picks], random: String(random.state) };
}
