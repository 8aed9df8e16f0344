// table.ts - a table as a page sees it.  One interface, two makers: remote (the server deals and
// judges) and local (the engine in a worker does).  Replay and what-if are local tables.
//
// A page never computes a rule.  It shows `view`, `questions` and `log`, plays the film of
// `onStep`, and sends whole answers.  Values inside views, events and questions are those of the
// game's vocabulary (docs/fields); `null` is hidden, `false` is nothing there.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Coach } from "../learn/coach";
import type { ComponentType } from "preact";
import type { Film } from "../film/player";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

/** What never changes during a match: course, seats, who plays which robot. */
export interface Setup extends Fields {
  game: string;
  seats: number;
}

export interface Option {
  pick: number;
  words: string; // what it is called, in the reader's language
  is?: string; // type of `value` in the game's vocabulary
  value?: Json;
}

export interface Question {
  ask: string; // kind, a word of the game
  actor: number;
  number: number; // of the table; an answer names it, so that a late one cannot hit the next
  prompt: string;
  min: number;
  max: number;
  ordered: boolean;
  mayStop: boolean; // the picks so far are a whole answer
  picked: number[];
  options: Option[];
  about?: Json; // what the question is about, where its kind says so
  seconds?: number;
  who?: Json;
  late?: readonly number[]; // what is taken when time runs out, where a clock runs
  sent?: boolean; // my answer is on its way: nothing more is asked here
}

export interface GameEvent extends Fields {
  event: string;
  beat: number; // equal = at the same time
}

export interface LogLine {
  text: string;
  event: number; // number of the event in the match, counted from 0
  rule: string | null;
}

/** What happened between two questions: the film's material. */
export interface Step {
  first: number; // number of its first event
  events: GameEvent[];
  lines: LogLine[];
  before: Fields; // my view
  after: Fields;
}

/** A step with my view after each of its pictures (`cut` of film/beats). */
export interface Filmed extends Step {
  views: Fields[];
}

export type Level = "beginner" | "easy" | "normal" | "strong" | "expert";
export const LEVELS: readonly Level[] = ["beginner", "easy", "normal", "strong", "expert"];

export type Presence = "here" | "away" | "gone";

export interface Seat {
  seat: number;
  name: string;
  kind: "me" | "person" | "bot" | "free";
  level: Level | null; // of a bot, also one that plays for somebody
  presence: Presence;
  asked: boolean; // the table waits for this seat
  ready: boolean; // answered; the others have not
  clock: number | null; // ms left when `clockAt` was taken; null: no clock
  clockAt: number; // performance.now()
  clockRuns: boolean;
  gaveUp?: boolean;
}

export interface ChatLine {
  seat: number; // -1: somebody who watches
  name: string;
  text: string;
  at: number; // ms since 1970
  person?: number; // who wrote it, at a table of the server
  line?: number; // its number there
}

/** Somebody whom this person does not want to read: at this table, or at any. */
export interface Hushed {
  person: number;
  name: string;
  blocked: boolean;
}

/** What can be done about people who write. */
export interface Hush {
  readonly me: ReadonlySignal<number>; // my number at the table
  readonly list: ReadonlySignal<readonly Hushed[]>;
  mute(person: number, on: boolean): Promise<Refusal | null>;
  block(person: number, on: boolean): Promise<Refusal | null>;
  report(line: number): Promise<Refusal | null>;
}

/** Something the others are asked to agree to: undo, a pause, a rematch. */
export interface Vote {
  vote: number;
  kind: string;
  by: string; // name
  about: string; // whose seat or time it is about, if anybody's
  mine: boolean; // I asked for it
  open: boolean; // I have not said yet
}

export interface Outcome {
  places: number[]; // by seat, 1 = first; equal numbers share
  scores: number[];
}

export interface Hint {
  picks: number[];
  text: string; // the answer in the game's notation
  words: string; // the answer in words, pick by pick; "" = nothing is picked
  chance: number | null; // of winning, 0 to 1, for the one who asked
  reasons: string[]; // why, in at most three phrases
}

/** Why an answer was not taken, in words, with the rule where there is one. */
export interface Refusal {
  message: string;
  rule: string | null;
}

export interface Can {
  undo: boolean; // step back over finished answers
  takeBack: boolean; // until the last one is ready
  hint: boolean;
  chat: boolean;
  phrases: boolean; // quick phrases, also where there is no chat
  rematch: boolean;
  leave: boolean;
}

/** Something else that can be done at this table: a pause, giving up. */
export interface Deed {
  id: string;
  words: string;
  sure: boolean; // asked once more before it is done
  run: () => Promise<Refusal | null>;
}

export type Link =
  | { state: "loading" }
  | { state: "open" }
  | { state: "lost"; since: number; retryAt: number }
  | { state: "failed"; message: string };

/** A game that is watched again.  It has its own console and lends its steps to the screen's film. */
export interface Watching {
  readonly Console: ComponentType;
  readonly Tools: ComponentType; // in the rail
  readonly Plot?: ComponentType; // how far everybody was; a record alone knows it
  attach(film: Film): () => void;
  /** To where this many events have happened. */
  seek(event: number): Promise<void>;
}

/** Several people at one device: between two of them nothing is shown until the next one takes it. */
export interface Curtain {
  readonly next: ReadonlySignal<number | null>; // seat; null: no curtain
  name(seat: number): string;
  open(): Promise<void>;
}

/** What happened while I was away. */
export interface Since {
  first: number; // the first event I have not seen
  events: readonly GameEvent[];
  lines: readonly LogLine[];
}

/** An answer given beforehand: to a kind of question, if wanted only about one thing or in one register. */
export interface Order {
  ask: string;
  kind: "always" | "when";
  about?: number; // the vocabulary's number of the thing
  register?: number;
  picks: number[];
}

/** Orders that the table carries out while nobody of us is there. */
export interface Standing {
  of(actor: number): readonly Order[];
  /** They replace those that stood. */
  give(actor: number, orders: readonly Order[]): Promise<Refusal | null>;
}

export interface Table {
  readonly kind: "local" | "remote" | "replay";
  readonly game: string;
  readonly id: string;
  readonly title: ReadonlySignal<string>; // name of the course or the game
  readonly link: ReadonlySignal<Link>;
  readonly can: ReadonlySignal<Can>;
  readonly setup: ReadonlySignal<Setup | null>;
  readonly seat: ReadonlySignal<number>; // mine; -1 when I watch
  readonly seats: ReadonlySignal<readonly Seat[]>;
  readonly view: ReadonlySignal<Fields | null>;
  readonly questions: ReadonlySignal<readonly Question[]>; // to my actors, with no picks made
  readonly decides: ReadonlySignal<readonly string[]>; // what others are asked openly now, in words
  readonly status: ReadonlySignal<readonly string[]>; // beside the board, in words
  readonly events: ReadonlySignal<readonly GameEvent[]>; // all that my seat saw so far
  readonly log: ReadonlySignal<readonly LogLine[]>;
  readonly chat: ReadonlySignal<readonly ChatLine[]>;
  readonly deeds: ReadonlySignal<readonly Deed[]>;
  readonly votes: ReadonlySignal<readonly Vote[]>;
  readonly paused?: ReadonlySignal<boolean>; // at tables of the server, by agreement
  readonly news?: ReadonlySignal<string>; // what happened beside the game; "" after a while
  readonly outcome: ReadonlySignal<Outcome | null>; // null until the game is over
  readonly coach?: Coach; // of a lesson
  readonly curtain?: Curtain | undefined; // of a hot seat
  readonly since?: Signal<Since | null>; // set to null when it was read
  readonly hush?: Hush; // at tables of the server
  readonly standing?: Standing | undefined; // where a move may take days
  readonly replay?: Watching; // kind "replay" only

  /** The steps this page knows, from which one can look back. */
  past(): readonly Step[];
  /** One of them with its views: what the events change, the engine says. */
  film(step: Step): Promise<Filmed>;
  /** The record of the game, where this table has it. */
  record?(): Promise<string>;
  /** Told of each step after it happened; `view` is already the one after it. */
  onStep(listener: (step: Filmed) => void): () => void;
  /** The question to one of my actors after some picks: what may follow, in words. */
  ask(actor: number, picks: readonly number[]): Promise<Question>;
  /** Every whole answer, where there are at most `most` of them; else none. */
  answers(actor: number, most: number): Promise<number[][]>;
  /** The picks of an answer in the game's one-line text; rejects with what is wrong with it. */
  read(actor: number, text: string): Promise<number[]>;
  /** A whole answer.  Resolves when it is safe, or with the reason why it was not taken. */
  submit(question: Question, picks: readonly number[]): Promise<Refusal | null>;
  /** What I chose so far: kept for a reload, and used when time runs out. */
  draft(question: Question, picks: readonly number[]): void;
  /** The last draft of a question, to go on with. */
  drafted(question: Question): readonly number[];
  takeBack(actor: number): Promise<Refusal | null>;
  /** Back over my last answer, or at once over all since an event: it stays, with what its answer led to. */
  undo(event?: number): Promise<Refusal | null>;
  /** What the strongest bot would do, or this answer where it may be given. */
  hint(actor: number, text?: string): Promise<Hint>;
  /** What the engine says of an answer: "after" is my view then, "chance" mine of winning (0 to 1),
   * "program" the way of a robot register by register if nobody gets in its way, as far as that can
   * be known; null where it cannot. */
  preview(actor: number, kind: string, picks: readonly number[]): Promise<Json>;
  /** The board as lines of text, for the generic table and for readers. */
  picture(): Promise<string>;
  /** Words of the game by their keys ("rally2005.robot.hulk"); keys without words are left out. */
  strings(keys: readonly string[]): Promise<Record<string, string>>;
  /** The text of a rule, for "why?". */
  rule(id: string): Promise<{ title: string; text: string } | null>;
  /** The film has been shown up to this event: a clock that waited for it may run. */
  shown(event: number): void;
  say(text: string): Promise<Refusal | null>;
  /** A quick phrase, which everybody reads in their own language. */
  phrase(phrase: string): Promise<Refusal | null>;
  vote(vote: number, yes: boolean): Promise<Refusal | null>;
  /** After a game at a server: was it dealt as the server had bound itself to before? */
  readonly fair?: ReadonlySignal<boolean | null>;
  /** The same game once more, or the waiting room first, to change something; resolves with its address. */
  rematch(change?: boolean): Promise<string>;
  close(): void;
}
