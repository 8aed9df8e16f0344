// reader.ts - what a seat's own view says: fields, questions, words, previews.  A view is a state of
// the engine, so that everything here works on it as on the truth, and knows no more than it.
import type { Action, Lang, Match, State } from "../../../src/wasm/robodrome.mjs";
import { cut } from "../film/beats";
import type { OpenView, Shot, Think, Thought } from "./protocol";
import { share } from "./share";
import { thinkIn } from "./thinker";
import type { Fields, Filmed, GameEvent, Hint, Json, LogLine, Option, Question, Step } from "./table";

const HINT_NODES = 4000;
const SURE = 1000; // what a bot calls a won game

interface WireQuestion {
  ask: string;
  actor: number;
  who?: Json;
  prompt: string;
  min: number;
  max: number;
  ordered: boolean;
  may_stop: boolean;
  secret: boolean;
  seconds: number;
  about?: Json;
  options: Option[];
}

export type TellingMatch = Match<Fields, WireQuestion, GameEvent & { words?: string; rule?: string }>;

export const chanceOf = (value: number): number => Math.min(1, Math.max(0, (value + SURE) / (2 * SURE)));

/** The engine's words as a sentence: those that end with a card's name have no stop. */
const sentence = (words: string): string => words.trim().replace(/[^.!?]$/, "$&.");

/** Well stirred bits of a seed and two numbers. */
export function stirred(seed: bigint, a: number, b: number): bigint {
  let x = seed ^ 0x9e3779b97f4a7c15n ^ (BigInt(a + 1) << 40n) ^ BigInt(b + 1);
  for (const by of [0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn]) x = BigInt.asUintN(64, (x ^ (x >> 29n)) * by);
  return x ^ (x >> 32n);
}

export abstract class Reader {
  constructor(
    protected readonly match: TellingMatch,
    protected readonly bot: string, // the strongest of the game
    protected lang: Lang,
    private readonly seed: bigint,
  ) {}

  /** The seed of what an actor thinks next: it depends on how often that one has answered, not on whether
   *  a bot or a person was quicker, so that a game goes the same way on every machine. */
  protected seedFor(actor: number): bigint {
    return stirred(this.seed, actor, this.answersOf(actor));
  }

  /** How often an actor has answered so far, as far as that is known here. */
  protected answersOf(_actor: number): number {
    return 0;
  }

  /** What the person's seat may know now. */
  protected abstract view(): State;
  protected abstract seat(): number;
  protected abstract number(): number;

  close(): void {
    this.match.close();
  }

  setVoice(set: Pick<OpenView, "lang" | "names">): void {
    this.lang = set.lang;
    this.match.speak({ lang: set.lang, names: set.names });
  }

  /** What never changes during the match. */
  setup(): Fields {
    return this.match.setup() as Fields;
  }

  shot(): Shot {
    const view = this.view();
    const pending = this.match.pending(view);
    const { over, places, scores } = this.match.outcome(view);
    return {
      view: this.match.describe(view),
      questions: pending.filter((a) => this.isMine(a)).map((a) => this.ask(a, [])),
      decides: pending.filter((a) => !this.isMine(a)).flatMap((a) => this.openly(view, a)),
      status: this.match.status(view, this.lang),
      asked: [...new Set(pending.map((a) => this.match.seatOf(a)))],
      outcome: over ? { places: [...places], scores: [...scores] } : null,
      canUndo: false,
      told: 0,
      next: null,
    };
  }

  /** A step with my view after each of its pictures, as far as its events explain it. */
  film(step: Step): Filmed {
    let view = step.before;
    const views = cut(step.events).map(({ events }) => (view = share(view, this.match.film(view, events))));
    return { ...step, views };
  }

  ask(actor: number, picks: readonly number[]): Question {
    const q = this.match.question(this.view(), actor, picks, this.lang);
    return {
      ask: q.ask,
      actor: q.actor,
      number: this.number(),
      prompt: q.prompt,
      min: q.min,
      max: q.max,
      ordered: q.ordered,
      mayStop: q.may_stop,
      picked: [...picks],
      options: q.options,
      about: q.about ?? null,
      seconds: q.seconds,
      who: q.who ?? null,
    };
  }

  /** What somebody else decides, as far as everybody may know. */
  private openly(view: State, actor: number): string[] {
    const { secret, prompt } = this.match.question(view, actor, [], this.lang);
    const isWhole = !/(^|\s)\?([\s,]|$)/.test(prompt); // "?" stands for a card that is hidden from me
    return secret || !isWhole ? [] : [prompt];
  }

  answers(actor: number, most: number): number[][] {
    const view = this.view();
    const count = this.match.count(view, actor);
    if (count > BigInt(most)) return [];
    return Array.from({ length: Number(count) }, (_, i) => [...this.match.nth(view, actor, i).picks]);
  }

  read(actor: number, text: string): number[] {
    return [...this.match.parseAction(this.view(), actor, text).picks];
  }

  /** What an answer leads to, as far as a view can tell: hidden things are drawn at random. */
  preview(actor: number, kind: string, picks: readonly number[]): Json {
    if (kind === "program") return this.match.preview(this.view(), actor, picks, this.lang) as unknown as Json;
    const random = { state: this.seedFor(actor) };
    const guess = this.match.determinize(this.view(), this.seat(), random);
    const { state } = this.match.apply(guess, { actor, picks }, { seat: this.seat() });
    const view = this.match.view(state, this.seat());
    if (kind === "after") return this.match.describe(view);
    if (kind !== "chance") return null;
    const { over, places } = this.match.outcome(state);
    if (over) return places[this.seat()] === 1 ? 1 : 0;
    const [next] = this.match.pending(state);
    if (next === undefined) return null;
    const eyes = this.match.view(state, this.match.seatOf(next));
    const { value } = this.match.think(eyes, next, this.bot, { nodes: HINT_NODES, random });
    return this.isMine(next) ? chanceOf(value) : 1 - chanceOf(value);
  }

  /** What the strongest bot is to be asked for a hint. */
  hintWish(actor: number): Pick<Think, "view" | "actor" | "level" | "random" | "nodes"> {
    return { view: this.view(), actor, level: this.bot, random: String(this.seedFor(actor)), nodes: HINT_NODES };
  }

  /** An answer of a bot that thinks here. */
  thinkHere(wish: Think): Thought {
    return thinkIn(this.match, wish);
  }

  /** An answer as a hint. */
  hint(actor: number, { picks, value, reasons }: Pick<Thought, "picks" | "value" | "reasons">): Hint {
    return {
      picks,
      text: this.match.actionText(this.view(), { actor, picks }),
      words: this.inWords(actor, picks),
      chance: value === null ? null : chanceOf(value),
      reasons,
    };
  }

  /** An answer by the words of its picks: what it leads to may begin with a price, or with what others do. */
  private inWords(actor: number, picks: readonly number[]): string {
    const said = picks.map((pick, i) => this.ask(actor, picks.slice(0, i)).options.find((option) => option.pick === pick)?.words ?? "");
    const words = said.filter(Boolean).join(", ");
    return words && sentence(words.charAt(0).toLocaleUpperCase(this.lang) + words.slice(1));
  }

  /** The answer that is written so, where it may be given. */
  legal(actor: number, text: string): Action | null {
    try {
      const action = this.match.parseAction(this.view(), actor, text);
      return this.match.isLegal(this.view(), action) ? action : null;
    } catch {
      return null; // not even an answer to this question
    }
  }

  picture(): string {
    return this.match.picture(this.view());
  }

  protected isMine(actor: number): boolean {
    return this.match.seatOf(actor) === this.seat();
  }

  /** The lines of the log that events make, each a sentence; those only for animation have no words. */
  protected linesOf(events: readonly { words?: string; rule?: string }[], first: number): LogLine[] {
    return events.flatMap((event, i) =>
      event.words ? [{ text: sentence(event.words), event: first + i, rule: event.rule ?? null }] : [],
    );
  }
}
