// game.ts - one game in the engine, played by one person and bots: the inside of the worker.  It
// has no worker in it, so that tests can play it in Node.
import type { Action, Engine, Lang, Match, Random, State } from "../../../src/wasm/robodrome.mjs";
import type { OpenLocal, Shot, Told } from "./protocol";
import type { Fields, GameEvent, Hint, Level, LogLine, Question, Refusal } from "./table";

// What each level thinks with: the place of the bot among those of the game (0 = strongest) and
// how many positions it may look at.
const THINKING: Record<Level, { rank: number; nodes: number }> = {
  beginner: { rank: Infinity, nodes: 1 },
  easy: { rank: 0, nodes: 20 },
  normal: { rank: 0, nodes: 200 },
  strong: { rank: 0, nodes: 1000 },
  expert: { rank: 0, nodes: 4000 },
};
const HINT = THINKING.expert;

interface EngineQuestion {
  ask: string;
  actor: number;
  prompt: string;
  min: number;
  max: number;
  ordered: boolean;
  may_stop: boolean;
  seconds: number;
  options: { pick: number; words: string }[];
}

export class LocalGame {
  private readonly match: Match;
  private readonly bots: readonly string[];
  private readonly random: Random;
  private readonly me: number; // the person's seat
  private state: State;
  private past: { state: State; told: number }[] = []; // before each of the person's answers
  private told = 0; // events so far
  private asked = 0; // number of the question

  constructor(
    engine: Engine,
    private readonly set: OpenLocal,
    private lang = set.lang,
  ) {
    this.match = engine.open(set.seats, set.settings, { lang });
    this.bots = engine.about.bots;
    this.me = set.bots.indexOf(null);
    this.state = this.match.start(BigInt(set.seed));
    this.random = { state: BigInt(set.seed) ^ 0x9e3779b97f4a7c15n };
  }

  close(): void {
    this.match.close();
  }

  setLang(lang: Lang): void {
    this.lang = lang;
    this.match.speak({ lang });
  }

  shot(): Shot {
    const pending = this.match.pending(this.state);
    const view = this.view();
    const { over, places, scores } = this.match.outcome(this.state);
    return {
      view: this.match.describe(view) as Fields,
      questions: pending.filter((a) => this.isMine(a)).map((a) => this.ask(a, [])),
      status: this.match.status(view, this.lang),
      asked: [...new Set(pending.map((a) => this.match.seatOf(a)))],
      outcome: over ? { places: [...places], scores: [...scores] } : null,
      canUndo: this.past.length > 0,
      told: this.told,
    };
  }

  ask(actor: number, picks: readonly number[]): Question {
    const q = this.match.question(this.view(), actor, picks, this.lang) as EngineQuestion;
    return {
      ask: q.ask,
      actor: q.actor,
      number: this.asked,
      prompt: q.prompt,
      min: q.min,
      max: q.max,
      ordered: q.ordered,
      mayStop: q.may_stop,
      picked: [...picks],
      options: q.options.map((o) => ({ pick: o.pick, words: o.words })),
      seconds: q.seconds,
    };
  }

  /** The person's answer; what it led to, up to the next question, or why it was not taken. */
  submit(actor: number, number: number, picks: readonly number[]): Refusal | Told {
    if (number !== this.asked) return { message: "", rule: null };
    if (!this.isMine(actor)) return { message: "", rule: null };
    const before = { state: this.state, told: this.told };
    try {
      const told = this.apply({ actor, picks });
      this.past.push(before);
      return told;
    } catch (error) {
      return { message: (error as Error).message, rule: null };
    }
  }

  /** One answer of a bot that is asked, or null when the table waits for the person. */
  letBotAnswer(): Told | null {
    const pending = this.match.pending(this.state);
    const mine = pending.some((a) => this.isMine(a));
    const actor = pending.find((a) => !this.isMine(a));
    if (actor === undefined) return null;
    const level = this.set.bots[this.match.seatOf(actor)] ?? "normal";
    const told = this.apply(this.think(actor, level).action);
    // The person's open question is still the same one: only what others have done changed.
    if (mine) this.asked--;
    if (mine) told.shot = this.shot();
    return told;
  }

  /** Back to before the person's last answer. */
  undo(): Shot | null {
    const last = this.past.pop();
    if (!last) return null;
    this.state = last.state;
    this.told = last.told;
    this.asked++;
    return this.shot();
  }

  hint(actor: number): Hint {
    const { action, value } = this.think(actor, "expert", HINT);
    const { events } = this.match.apply(this.state, action, { seat: this.me, lang: this.lang });
    return {
      picks: [...action.picks],
      text: this.match.actionText(this.state, action),
      words: (events as { words?: string }[]).map((e) => e.words ?? "").filter(Boolean).slice(0, 1),
      chance: Math.abs(value) <= 1_000_000 ? (value + 1_000_000) / 2_000_000 : null,
    };
  }

  picture(): string {
    return this.match.picture(this.view());
  }

  private view(): State {
    return this.match.view(this.state, this.me);
  }

  private isMine(actor: number): boolean {
    return this.match.seatOf(actor) === this.me;
  }

  private think(actor: number, level: Level, how = THINKING[level]): { action: Action; value: number } {
    const view = this.match.view(this.state, this.match.seatOf(actor));
    const bot = this.bots[Math.min(how.rank, this.bots.length - 1)] ?? "random";
    return this.match.think(view, actor, bot, { nodes: how.nodes, random: this.random });
  }

  private apply(action: Action): Told {
    const done = this.match.apply(this.state, action, { seat: this.me, lang: this.lang });
    const events = done.events as (GameEvent & { words?: string; rule?: string })[];
    const first = this.told;
    const lines: LogLine[] = [];
    events.forEach((event, i) => {
      if (event.words) lines.push({ text: event.words, event: first + i, rule: event.rule ?? null });
    });
    this.state = done.state;
    this.told += events.length;
    this.asked++;
    return { first, events, lines, shot: this.shot() };
  }
}
