// views.ts - the game of a table on the server, as each of this device's seats is told of it.  What a position
// means (view, questions, words) the engine in this browser's worker says.
import { batch, computed, signal } from "@preact/signals";
import { GAMES, isGame } from "../app/games";
import { lang, tr } from "../app/words";
import { Oracle, filesOf } from "../engine/oracle";
import type { Rules, Shot } from "../engine/protocol";
import { Seen } from "../engine/seen";
import type { Filmed, GameEvent, Question, Setup, Since } from "../engine/table";
import type { Company } from "./company";
import { Drafts } from "../engine/drafts";
import { HeldViews } from "./held";
import { findSeen, noteSeen } from "./last-seen";
import type * as msg from "./messages";

/** The questions of a position with the numbers under which the server asks them. */
function numbered(shot: Shot, asked: readonly msg.Asked[]): Question[] {
  return shot.questions.flatMap((q) => {
    const mine = asked.find((a) => a.actor === q.actor);
    if (!mine) return [];
    const { late, ...rest } = q;
    return [{ ...rest, number: mine.question, ...(mine.default && late ? { late } : {}) }];
  });
}

export class Views {
  readonly setup = signal<Setup | null>(null);
  readonly since = signal<Since | null>(null);
  readonly waiting = signal<readonly number[]>([]);
  /** The seat that the device is passed to, while nobody looks. */
  readonly curtained = signal<number | null>(null);
  readonly seen = new Seen(() => {
    this.drafts.clear();
    this.since.value = null;
  });
  readonly drafts: Drafts;
  match = 0; // the one that the engine knows
  private readonly holder = signal<number | null>(null); // of several people at this device, the one who looks
  private readonly held = new HeldViews();
  private readonly listeners = new Set<(step: Filmed) => void>();
  private oracle: Oracle | null = null;
  private rules: Rules | null = null; // of that engine
  private line = 0; // line of play of my view
  private upTo = 0; // events it was told, also those too many to be sent
  private filmed = 0; // events that this device has shown

  constructor(
    private readonly table: string,
    private readonly company: Company,
    private readonly tell: (message: msg.ClientMessage) => void,
  ) {
    this.drafts = new Drafts(table);
  }

  readonly actors = computed(() => ((this.setup.value?.actors ?? []) as { seat: number }[]).map((a) => a.seat));
  readonly seat = computed(() => this.holder.value ?? this.company.room.value?.me.seats[0] ?? -1);

  /** The engine that knows the game. */
  get engine(): Oracle {
    if (!this.oracle) throw new Error("the game has not begun");
    return this.oracle;
  }

  /** What each of my seats, or I who watch, was told last. */
  get told(): msg.Seen[] {
    if (!this.match) return [];
    const mine = this.company.mine;
    return (mine.length ? mine : [-1]).flatMap((which) => {
      const known = this.held.of(which);
      return known ? [{ ...(which >= 0 ? { seat: which } : {}), match: this.match, line: known.line, event: known.events.length }] : [];
    });
  }

  onStep(listener: (step: Filmed) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.oracle?.close();
  }

  // ---- matches ----

  /** Nothing of the match before is left. */
  forget(): void {
    this.filmed = 0;
    this.held.clear();
    batch(() => {
      this.holder.value = null;
      this.curtained.value = null;
      this.seen.forget();
    });
  }

  /** A page that stayed open while the server was renewed would misread what it is told. */
  compare(told: Setup): void {
    const own = this.rules;
    if (own && (told.vocabulary !== own.vocabulary || told.rules !== own.rules)) throw new Error(tr("web.refused.vocabulary"));
  }

  async open(told: Setup, match: number): Promise<void> {
    if (!this.company.room.value) return;
    this.oracle ??= new Oracle();
    this.rules = await this.oracle.openView({
      game: this.company.game,
      seats: told.seats,
      settings: told.settings as Record<string, string>,
      names: this.company.names,
      lang: lang.peek(),
      engine: filesOf(this.company.game),
    });
    this.compare(told);
    this.match = match;
    this.setup.value = told;
  }

  /** In another language, or with other names. */
  async speak(now: "en" | "ru" | "uk"): Promise<void> {
    const { oracle, seen } = this;
    const shot = (await oracle?.speak(now, this.company.names))?.shot;
    const lines = (await oracle?.say(seen.events.value, 0)) ?? [];
    if (!shot) return;
    const questions = seen.questions.value.map((q) => {
      const again = shot.questions.find((s) => s.actor === q.actor);
      return again ? { ...again, number: q.number, ...(q.late ? { late: q.late } : {}) } : q;
    });
    batch(() => {
      seen.log.value = lines;
      seen.show(shot, questions);
    });
  }

  // ---- what is told ----

  /** The part of a message that is about one view; the step to it, from event `from` on. */
  async take(told: msg.View, film: boolean, from: number | null = null): Promise<Filmed | null> {
    this.held.keep(told);
    const seat = this.seat.value;
    const shared = this.company.mine.length > 1 && (this.holder.peek() === null || this.curtained.peek() !== null);
    if (!this.oracle || shared || (told.seat ?? -1) !== seat) return null;
    const fresh = (told.events ?? []) as GameEvent[];
    const first = told.from;
    const position = told.position ?? null;
    const goesOn = this.seen.view.peek() !== null && first === this.upTo; // nothing was taken back
    const { lines, shot, step } = await this.oracle.call("tell", {
      seat, first, events: fresh, position, since: from ?? (goesOn ? first : null),
    });
    batch(() => {
      this.line = told.line;
      this.upTo = told.to;
      this.waiting.value = told.waiting;
      told.asked.forEach((asked) => this.keepDraft(asked));
      this.seen.tell(first, fresh, lines, step);
      if (shot) this.seen.show(shot, numbered(shot, told.asked));
      else if (!told.asked.length) this.seen.questions.value = [];
    });
    if (position && seat >= 0 && document.visibilityState === "visible")
      noteSeen({ table: this.table, seat, match: this.match, line: this.line, event: first + fresh.length, position });
    if (film && step?.events.length) this.listeners.forEach((listener) => listener(step));
    return step;
  }

  /** The first view after opening the page: what this device did not show yet can be watched. */
  async comeBack(told: msg.View): Promise<void> {
    const seat = this.seat.value;
    const mine = (told.seat ?? -1) === seat && seat >= 0;
    const old = mine ? findSeen(this.table, seat, this.match, told.line) : null;
    const missed = old !== null && told.from <= old.event;
    if (missed) await this.oracle?.position(old.position, old.seat);
    const step = await this.take(told, false, missed ? old.event : null);
    if (step?.lines.length) this.since.value = step;
  }

  /** This device has shown the events before `event`. */
  shown(event: number): void {
    const seat = this.seat.peek();
    if (event <= this.filmed || seat < 0) return;
    this.filmed = event;
    this.tell({ t: "film", seat, event });
  }

  /** What the server missed while it was away is told again. */
  private keepDraft({ actor, question, draft }: msg.Asked): void {
    const picks = this.drafts.meet(actor, question, draft, this.match);
    if (picks) this.tell({ t: "draft", actor, question, picks: [...picks] });
  }

  // ---- several people at this device ----

  get isShared(): boolean {
    return this.company.mine.length > 1;
  }

  /** The device goes to the one who is asked, through a curtain where the game hides something. */
  async pass(): Promise<void> {
    if (!this.isShared || !this.match) return;
    const next = this.held.next(this.company.mine, this.curtained.peek() ?? this.holder.peek());
    if (next === null) return;
    const { game } = this.company;
    if (isGame(game) && GAMES[game].open) return this.sit(next);
    batch(() => {
      this.curtained.value = next;
      this.seen.forget();
    });
  }

  /** The one behind the curtain looks. */
  async unveil(): Promise<void> {
    const next = this.curtained.peek();
    if (next !== null) await this.sit(next);
  }

  private async sit(next: number): Promise<void> {
    const known = this.held.of(next);
    if (!known || !this.oracle) return;
    const lines = await this.oracle.say(known.events, 0);
    const shot = known.position ? await this.oracle.position(known.position, next) : null;
    batch(() => {
      this.seen.forget();
      this.holder.value = next;
      this.curtained.value = null;
      this.line = known.line;
      this.filmed = this.upTo = known.events.length;
      this.seen.tell(0, known.events, lines, null);
      this.waiting.value = known.waiting;
      known.asked.forEach((a) => a.draft && this.drafts.set(a.actor, a.question, a.draft));
      if (shot) this.seen.show(shot, numbered(shot, known.asked));
    });
  }
}
