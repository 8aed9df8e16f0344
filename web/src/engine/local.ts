// local.ts - a table in this browser: the engine in a worker, one person, bots.
import { effect, signal } from "@preact/signals";
import { lang, t, tr } from "../app/words";
import type { Calls, OpenLocal, Push, Reply, Shot, Told } from "./protocol";
import type {
  Can, ChatLine, Fields, Hint, Json, Level, Link, LogLine, Outcome, Question, Refusal, Seat, Setup, Step, Table,
} from "./table";

export interface LocalChoice {
  game: string;
  seats: number;
  settings?: Record<string, string>;
  level: Level;
  mySeat?: number;
  seed?: bigint;
}

function chance(): bigint {
  const two = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(two[0] ?? 1) << 32n) | BigInt(two[1] ?? 1);
}

function filesOf(game: string): EngineFiles {
  const files = ENGINE[game];
  if (!files) throw new Error(`no module for ${game}`);
  return files;
}

/** Calls to the worker, answered by their ids. */
class Caller {
  private readonly worker: Worker;
  private waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>();
  private last = 0;

  constructor(address: string, onPush: (push: Push) => void) {
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Reply | Push>) => {
      if ("push" in data) return onPush(data);
      const call = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) call?.fail(new Error(data.error));
      else call?.done(data.value as never);
    };
    this.worker.onerror = () => this.failAll(new Error(t("web.error.engine")));
  }

  call<K extends keyof Calls>(call: K, args: Parameters<Calls[K]>[0]): Promise<ReturnType<Calls[K]>> {
    const id = ++this.last;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.worker.postMessage({ id, call, args });
    });
  }

  close(): void {
    this.worker.terminate();
    this.failAll(new Error("closed"));
  }

  private failAll(error: Error): void {
    this.waiting.forEach((call) => call.fail(error));
    this.waiting.clear();
  }
}

const NOTHING: Can = { undo: false, takeBack: false, hint: true, chat: false, rematch: true, leave: true };

export function openLocal(choice: LocalChoice): Table {
  const me = choice.mySeat ?? 0;
  const set: OpenLocal = {
    game: choice.game,
    seats: choice.seats,
    settings: choice.settings ?? {},
    bots: Array.from({ length: choice.seats }, (_, seat) => (seat === me ? null : choice.level)),
    seed: String(choice.seed ?? chance()),
    lang: lang.peek(),
    engine: filesOf(choice.game),
  };
  const link = signal<Link>({ state: "loading" });
  const can = signal<Can>(NOTHING);
  const setup = signal<Setup | null>(null);
  const seats = signal<readonly Seat[]>([]);
  const view = signal<Fields | null>(null);
  const questions = signal<readonly Question[]>([]);
  const status = signal<readonly string[]>([]);
  const log = signal<readonly LogLine[]>([]);
  const outcome = signal<Outcome | null>(null);
  const listeners = new Set<(step: Step) => void>();
  const drafts = new Map<number, readonly number[]>(); // by actor, for the question of that number
  let draftNumber = -1;

  const seatOf = (seat: number, asked: readonly number[]): Seat => ({
    seat,
    name: seat === me ? t("web.you") : t("web.player", seat + 1),
    kind: seat === me ? "me" : "bot",
    level: seat === me ? null : choice.level,
    presence: "here",
    asked: asked.includes(seat),
    ready: asked.length > 0 && !asked.includes(seat),
    clock: null,
    clockAt: 0,
  });

  function show(shot: Shot): void {
    view.value = shot.view;
    questions.value = shot.questions;
    status.value = shot.status;
    outcome.value = shot.outcome;
    seats.value = set.bots.map((_, seat) => seatOf(seat, shot.asked));
    can.value = { ...NOTHING, undo: shot.canUndo };
  }

  function onTold(told: Told): void {
    const before = view.value ?? told.shot.view;
    log.value = [...log.value.filter((line) => line.event < told.first), ...told.lines];
    show(told.shot);
    const step = { first: told.first, events: told.events, lines: told.lines, before, after: told.shot.view };
    listeners.forEach((listener) => listener(step));
  }

  const caller = new Caller(WORKER, (push) => onTold(push.told));
  caller.call("open", set).then(
    (shot) => {
      setup.value = { game: set.game, seats: set.seats, settings: set.settings };
      show(shot);
      link.value = { state: "open" };
    },
    (error: Error) => (link.value = { state: "failed", message: error.message }),
  );
  const stopWords = effect(() => {
    const now = lang.value;
    if (link.peek().state === "open") void caller.call("words", { lang: now }).then(show);
  });

  return {
    kind: "local",
    game: choice.game,
    id: "",
    title: signal(tr(`web.game.${choice.game}`)),
    link,
    can,
    setup,
    seat: signal(me),
    seats,
    view,
    questions,
    status,
    log,
    chat: signal<readonly ChatLine[]>([]),
    outcome,
    onStep(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (actor, picks) => caller.call("ask", { actor, picks: [...picks] }),
    submit: (question, picks): Promise<Refusal | null> =>
      caller.call("submit", { actor: question.actor, number: question.number, picks: [...picks] }),
    draft(question, picks) {
      if (draftNumber !== question.number) drafts.clear();
      draftNumber = question.number;
      drafts.set(question.actor, [...picks]);
    },
    drafted: (question) => (draftNumber === question.number ? drafts.get(question.actor) : null) ?? [],
    takeBack: async () => null,
    async undo() {
      const shot = await caller.call("undo", null);
      if (shot) {
        show(shot);
        log.value = log.value.filter((line) => line.event < shot.told);
      }
      return null;
    },
    hint: (actor): Promise<Hint> => caller.call("hint", { actor }),
    preview: async (): Promise<Json> => null,
    picture: () => caller.call("picture", null),
    rule: async () => null,
    say: async () => null,
    rematch: async () => location.pathname + location.search,
    close() {
      stopWords();
      caller.close();
    },
  };
}
