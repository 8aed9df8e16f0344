// table.ts - a game that is watched again, as a table: the same screens show it.  It comes from a
// record, or from what this page saw of a game that goes on.
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { REFEREE, SPECTATOR } from "../../../src/wasm/robodrome.mjs";
import { lang, tr } from "../app/words";
import { Oracle, filesOf } from "../engine/oracle";
import type { Can, ChatLine, Deed, Fields, Filmed, Hint, Link, Outcome, Question, Refusal, Seat, Setup, Step, Table, Vote } from "../engine/table";
import { findMoment } from "./moments";
import type { Progress } from "../engine/progress";
import { Replay, type Scene, type Story } from "./player";
import { isFair, shuffleIn } from "../link/fair";

/** Where a replay is, besides what every table is. */
export interface Watched extends Table {
  readonly replay: Replay & NonNullable<Table["replay"]>;
  readonly kind: "replay";
}

const NOTHING: Can = { undo: false, takeBack: false, hint: false, chat: false, phrases: false, rematch: false, leave: true };
const refused: Promise<Refusal> = Promise.resolve({ message: "", rule: null });

interface Parts {
  game: string;
  title: ReadonlySignal<string>;
  replay: Replay & NonNullable<Table["replay"]>;
  link: ReadonlySignal<Link>;
  setup: ReadonlySignal<Setup | null>;
  seat: ReadonlySignal<number>;
  seats: ReadonlySignal<readonly Seat[]>;
  outcome: ReadonlySignal<Outcome | null>;
  oracle: Pick<Table, "film" | "strings" | "rule" | "picture" | "ask" | "answers" | "preview" | "hint">;
  close: () => void;
}

/** Whatever the source: views, log and events up to the place that is shown, and no questions. */
function tableOf(parts: Parts): Watched {
  const { replay } = parts;
  const shown = <T>(all: readonly T[], eventOf: (item: T, i: number) => number): readonly T[] =>
    all.filter((item, i) => eventOf(item, i) < replay.at.value);
  return {
    kind: "replay",
    game: parts.game,
    id: "",
    title: parts.title,
    link: parts.link,
    can: signal(NOTHING),
    setup: parts.setup,
    seat: parts.seat,
    seats: parts.seats,
    view: computed<Fields | null>(() => replay.scene.value?.view ?? null),
    questions: signal<readonly Question[]>([]),
    decides: signal<readonly string[]>([]),
    status: computed(() => replay.scene.value?.status ?? []),
    events: computed(() => shown(replay.story.value.events, (_, i) => i)),
    log: computed(() => shown(replay.story.value.lines, (line) => line.event)),
    chat: signal<readonly ChatLine[]>([]),
    deeds: signal<readonly Deed[]>([]),
    votes: signal<readonly Vote[]>([]),
    outcome: computed(() => (replay.at.value >= replay.total.value ? parts.outcome.value : null)),
    replay,
    past: () => [],
    onStep: () => () => undefined, // the film is given its steps by the replay
    read: () => Promise.resolve([]), // nothing is asked
    submit: () => refused,
    draft: () => undefined,
    drafted: () => [],
    takeBack: () => refused,
    undo: () => refused,
    shown: () => undefined,
    say: () => refused,
    phrase: () => refused,
    vote: () => refused,
    rematch: () => Promise.resolve("/"),
    ...parts.oracle,
    close() {
      replay.close();
      parts.close();
    },
  };
}

function seatOf(seat: number, name: string): Seat {
  return {
    seat, name, kind: "person", level: null, presence: "here", asked: false, ready: false, clock: null, clockAt: 0, clockRuns: false,
  };
}

/** What a record says of itself in its first line. */
export interface Header {
  game: string;
  names: string[];
  date: string;
  view: boolean; // of a game that was not over: it cannot be replayed
  fair: boolean | null; // was it dealt as the server had bound itself to; null: it says nothing of it
}

export function readHeader(text: string): Header | null {
  try {
    const head = JSON.parse(text.slice(0, text.indexOf("\n"))) as Record<string, unknown>;
    const format = String(head.record ?? "");
    if (!format.startsWith("robodrome")) return null;
    const shuffle = shuffleIn(String(head.fair ?? ""), String(head.key ?? ""));
    return {
      game: String(head.game), names: (head.names ?? []) as string[], date: String(head.date ?? ""),
      view: format.startsWith("robodrome-view"),
      fair: shuffle && isFair(shuffle),
    };
  } catch {
    return null;
  }
}

export interface RecordTable extends Watched {
  readonly header: Header;
  readonly eye: ReadonlySignal<number>;
  readonly checked: ReadonlySignal<number>; // this many answers were played again and checked
  readonly text: string;
  setEye(eye: number): Promise<void>;
  progress(): Promise<Progress>;
  /** The address of your own table that goes on from the place that is shown, in the seat of these eyes. */
  fork(): Promise<string>;
}

type Dressed = (replay: Replay) => Pick<NonNullable<Table["replay"]>, "Console" | "Tools" | "Plot">;

/** A record, read and played again by the engine; `at` is a place like "5.3". */
export function openRecord(text: string, header: Header, start: { at: string; eye: number }, dress: (table: () => RecordTable) => Dressed): RecordTable {
  const oracle = new Oracle();
  const link = signal<Link>({ state: "loading" });
  const setup = signal<Setup | null>(null);
  const eye = signal(start.eye);
  const checked = signal(0);
  const outcome = signal<Outcome | null>(null);
  const scenes = new Map<number, Promise<Scene>>();
  const scene = (n: number): Promise<Scene> => {
    const held = scenes.get(n);
    if (held) return held;
    const asked = oracle.call("moment", { n });
    scenes.set(n, asked);
    return asked;
  };
  const base = new Replay(header.game, { scene, step: (n) => oracle.call("part", { n }) });
  const replay = Object.assign(base, dress(() => made)(base));

  /** The story of other eyes, at the same round and register. */
  async function look(next: number, place: () => number): Promise<void> {
    const story: Story = await oracle.call("retell", { eye: next });
    scenes.clear();
    eye.value = next;
    replay.story.value = story;
    await replay.seek(place());
  }
  const begin = async () => {
    const opened = await oracle.openRecord({ text, names: header.names, lang: lang.peek(), engine: filesOf(header.game) });
    setup.value = opened.setup;
    checked.value = opened.answers;
    outcome.value = opened.outcome;
    await look(start.eye < opened.seats ? start.eye : REFEREE, () => findMoment(replay.moments.peek(), start.at)?.at ?? 0);
    link.value = { state: "open" };
  };
  begin().catch((error: Error) => {
    link.value = { state: "failed", message: error.message };
  });
  const stopWords = effect(() => {
    const now = lang.value;
    if (link.peek().state !== "open") return;
    void oracle.speak(now, header.names).then(({ lines }) => {
      scenes.clear();
      replay.story.value = { ...replay.story.value, lines };
      return replay.seek(replay.at.peek());
    });
  });

  const made: RecordTable = Object.assign(
    tableOf({
      game: header.game,
      title: signal(tr(`web.game.${header.game}`)),
      replay, link, setup, outcome,
      seat: computed(() => (eye.value >= 0 ? eye.value : SPECTATOR)),
      seats: signal(header.names.map((name, seat) => seatOf(seat, name))),
      oracle: asksOf(oracle),
      close() {
        stopWords();
        oracle.close();
      },
    }),
    {
      header, eye, checked, text,
      progress: () => oracle.call("progress", null),
      async fork() {
        const seat = Math.max(0, eye.peek());
        const { settings, seats } = setup.peek() as Setup & { settings: Record<string, string> };
        const wish = new URLSearchParams({ seats: String(seats), seed: "1" });
        wish.set("bots", Array.from({ length: seats }, (_, i) => (i === seat ? "me" : "normal")).join("."));
        for (const [key, value] of Object.entries(settings)) wish.set(`set.${key}`, value);
        wish.set("position", await oracle.call("fork", { n: replay.done(), seat }));
        return `/local/${header.game}?${wish}`;
      },
      async setEye(next: number) {
        const here = replay.moments.peek()[replay.now.peek()];
        await look(next, () => (here ? (findMoment(replay.moments.peek(), `${here.round}.${here.step}`)?.at ?? 0) : 0));
      },
    },
  );
  return made;
}

function asksOf(oracle: Oracle): Parts["oracle"] {
  return {
    film: (step) => oracle.film(step),
    strings: (keys) => oracle.strings(keys),
    rule: (id) => oracle.rule(id),
    picture: () => oracle.picture(),
    ask: (actor, picks) => oracle.ask(actor, picks),
    answers: () => Promise.resolve([]),
    preview: () => Promise.resolve(null),
    hint: (): Promise<Hint> => Promise.reject(new Error("nothing is asked")),
  };
}

/** A game that goes on, seen again from what this page knows of it.  It keeps to its place while the
 * game moves on. */
export function openPast(live: Table, at: number, dress: Dressed): Watched {
  const steps: readonly Step[] = [...live.past()];
  const last = steps[steps.length - 1];
  const total = last ? last.first + last.events.length : live.events.peek().length;
  const first = steps[0]?.first ?? total;
  const parts = [first, ...steps.map((step) => step.first), total];
  // A page that was opened late may not have the first events: their places stay empty.
  const missing = Array.from({ length: Math.max(0, total - live.events.peek().length) }, () => ({ event: "", beat: 0 }));
  const status: readonly string[] = [];
  const scene = (n: number): Promise<Scene> => {
    const view = n === 0 ? (steps[0]?.before ?? live.view.peek()) : steps[n - 1]?.after;
    return Promise.resolve({ view: view ?? {}, status });
  };
  const step = (n: number): Promise<Filmed> => {
    const held = steps[n - 1];
    return held ? live.film(held) : Promise.reject(new Error(`part ${n} is not known here`));
  };
  const base = new Replay(live.game, { scene, step });
  const replay = Object.assign(base, dress(base));
  const lines = live.log.peek();
  batch(() => {
    replay.story.value = { parts, events: [...missing, ...live.events.peek()], lines };
  });
  void replay.seek(at);
  return tableOf({
    game: live.game,
    title: live.title,
    replay,
    link: live.link,
    setup: live.setup,
    seat: live.seat,
    seats: live.seats,
    outcome: signal(null),
    oracle: {
      film: (held) => live.film(held),
      strings: (keys) => live.strings(keys),
      rule: (id) => live.rule(id),
      picture: () => live.picture(),
      ask: (actor, picks) => live.ask(actor, picks),
      answers: () => Promise.resolve([]),
      preview: () => Promise.resolve(null),
      hint: () => Promise.reject(new Error("a look back")),
    },
    close: () => undefined,
  });
}
