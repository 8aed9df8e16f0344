// local.ts - a table in this browser: the engine in a worker, one person, bots.
import { batch, effect, signal } from "@preact/signals";
import { GAMES, isGame } from "../app/games";
import { has, lang, t, tr } from "../app/words";
import { Drafts } from "./drafts";
import { Oracle, filesOf } from "./oracle";
import { Seen } from "./seen";
import { sendingOf } from "./sending";
import type { OpenLocal, Shot, Told } from "./protocol";
import type {
  Can, ChatLine, Deed, Filmed, Level, Link, Outcome, Seat, Setup, Table, Vote,
} from "./table";

export interface LocalChoice {
  game: string;
  seats: number;
  settings?: Record<string, string>;
  levels: (Level | null)[]; // by seat; null: the person
  seed?: bigint;
  position?: string; // where to begin, as text
  keep: string; // name under which the game is kept
}

export function chance(): bigint {
  const two = crypto.getRandomValues(new Uint32Array(2));
  return (BigInt(two[0] ?? 1) << 32n) | BigInt(two[1] ?? 1);
}

const ABLE: Can = { undo: false, takeBack: false, hint: true, chat: false, phrases: false, rematch: true, leave: true };

export function openLocal(choice: LocalChoice): Table {
  const me = signal(choice.levels.indexOf(null));
  const people = choice.levels.filter((level) => level === null).length;
  const nameOf = (seat: number) =>
    choice.levels[seat] !== null ? t("web.bot_n", seat + 1) : people > 1 ? t("web.player", seat + 1) : t("web.you");
  // The engine's sentences say what somebody does: there even the only person needs a name.
  const names = () => choice.levels.map((level, seat) => t(level === null ? "web.player" : "web.bot_n", seat + 1));
  const set = (name: string): OpenLocal => ({
    game: choice.game,
    seats: choice.seats,
    settings: choice.settings ?? {},
    bots: choice.levels,
    seed: String(choice.seed ?? chance()),
    ...(choice.position ? { position: choice.position } : {}),
    names: names(),
    lang: lang.peek(),
    engine: filesOf(choice.game),
    keep: name,
  });
  const link = signal<Link>({ state: "loading" });
  const able = { ...ABLE, hint: people === 1 };
  const can = signal<Can>(able);
  const setup = signal<Setup | null>(null);
  const seats = signal<readonly Seat[]>([]);
  const drafts = new Drafts(choice.keep);
  let match = people > 1 ? null : 0; // a tab that several people share keeps nothing
  let draftNumber = -1; // of the question that was drafted last, here and not before a reload
  const seen = new Seen(() => drafts.clear());
  const sending = sendingOf(seen.questions);
  const outcome = signal<Outcome | null>(null);
  const listeners = new Set<(step: Filmed) => void>();

  const seatOf = (seat: number, asked: readonly number[]): Seat => ({
    seat,
    name: nameOf(seat),
    kind: seat === me.peek() ? "me" : choice.levels[seat] === null ? "person" : "bot",
    level: choice.levels[seat] ?? null,
    presence: "here",
    asked: asked.includes(seat),
    ready: asked.length > 0 && !asked.includes(seat),
    clock: null,
    clockAt: 0,
    clockRuns: false,
  });

  const next = signal<number | null>(null);

  /** The curtain between two people. */
  function draw(seat: number): void {
    if (isGame(choice.game) && GAMES[choice.game].open) return void sit(seat);
    batch(() => {
      next.value = seat;
      seen.forget();
    });
  }

  function show(shot: Shot): void {
    if (shot.next !== null) return draw(shot.next);
    batch(() => {
      seen.show(shot);
      outcome.value = shot.outcome;
      seats.value = choice.levels.map((_, seat) => seatOf(seat, shot.asked));
      can.value = { ...able, undo: shot.canUndo };
    });
  }

  function onTold(told: Told): void {
    if (told.shot.next !== null) return draw(told.shot.next);
    if (next.peek() !== null) return; // behind the curtain: who takes the device is told everything
    const { step } = told;
    batch(() => {
      seen.tell(step.first, step.events, step.lines, step);
      show(told.shot);
    });
    listeners.forEach((listener) => listener(step));
  }

  const oracle = new Oracle((push) => onTold(push.told));
  const start = (name: string) =>
    oracle.open(set(name)).then(
      (opened) =>
        batch(() => {
          seen.tell(0, opened.events, opened.lines, null);
          seen.past = opened.past;
          setup.value = opened.setup;
          show(opened.shot);
          link.value = { state: "open" };
        }),
      (error: Error) => {
        link.value = { state: "failed", message: error.message };
      },
    );
  void start(choice.keep);
  async function sit(seat = next.peek()): Promise<void> {
    if (seat === null) return;
    const { events, lines, shot } = await oracle.call("sit", { seat });
    batch(() => {
      me.value = seat;
      next.value = null;
      seen.tell(0, events, lines, null);
      show(shot);
    });
  }
  const stopWords = effect(() => {
    const now = lang.value;
    if (link.peek().state !== "open") return;
    void oracle.speak(now, names()).then(({ shot, lines }) =>
      batch(() => {
        show(shot);
        seen.log.value = lines;
      }),
    );
  });

  return {
    kind: "local",
    game: choice.game,
    id: "",
    title: signal(has(`web.game.${choice.game}`) ? tr(`web.game.${choice.game}`) : choice.game),
    link,
    can,
    setup,
    seat: me,
    seats,
    view: seen.view,
    questions: sending.questions,
    decides: seen.decides,
    status: seen.status,
    events: seen.events,
    log: seen.log,
    chat: signal<readonly ChatLine[]>([]),
    votes: signal<readonly Vote[]>([]),
    deeds: signal<readonly Deed[]>([]),
    outcome,
    past: () => seen.past,
    film: (step) => oracle.film(step),
    record: () => oracle.call("record", null),
    onStep(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (actor, picks) => oracle.ask(actor, picks),
    answers: (actor, most) => oracle.answers(actor, most),
    read: (actor, text) => oracle.read(actor, text),
    submit: (question, picks) =>
      sending.send(question, () =>
        oracle.call("submit", { actor: question.actor, number: question.number, picks: [...picks] }),
      ),
    draft(question, picks) {
      if (draftNumber !== question.number) drafts.clear();
      draftNumber = question.number;
      drafts.set(question.actor, question.number, picks, match);
    },
    drafted(question) {
      if (draftNumber < 0 && match !== null) drafts.meet(question.actor, question.number, undefined, match);
      return drafts.get(question.actor, question.number);
    },
    takeBack: () => Promise.resolve(null),
    async undo(event) {
      match = null; // questions have other numbers after a step back than after a reload
      drafts.forget();
      const shot = await oracle.call("undo", { event: event ?? null });
      if (!shot) return { message: t("web.refused.no_undo"), rule: null };
      batch(() => {
        show(shot);
        seen.tell(shot.told, [], [], null);
      });
      return null;
    },
    hint: (actor, text) => oracle.hint(actor, text),
    preview: (actor, kind, picks) => oracle.preview(actor, kind, picks),
    picture: () => oracle.picture(),
    strings: (keys) => oracle.strings(keys),
    rule: (id) => oracle.rule(id),
    shown: () => undefined, // no clock runs here
    say: () => Promise.resolve({ message: t("web.refused.chat_off"), rule: null }),
    phrase: () => Promise.resolve({ message: t("web.refused.chat_off"), rule: null }),
    vote: () => Promise.resolve({ message: t("web.refused.no_vote"), rule: null }),
    rematch: () => {
      // The page opens a new table where its address names no game that is kept.
      const wish = new URLSearchParams(location.search);
      wish.delete("id");
      wish.delete("seed");
      return Promise.resolve(`${location.pathname}?${wish}`);
    },
    ...(people > 1 ? { curtain: { next, name: nameOf, open: () => sit() } } : {}),
    close() {
      stopWords();
      oracle.close();
    },
  };
}
