// Types of robodrome.mjs.  What a view, an event or a question of one game holds is generated from
// its schema; here they are type parameters.

export type Lang = "en" | "ru" | "uk";

/** A state or a view: bytes of one match, never changed. */
export type State = Uint8Array;

/** An answer: ids of options in the order of the question. */
export interface Action {
  readonly actor: number;
  readonly picks: readonly number[];
}

/** A generator of the caller's, seeded with any number; calls move it on. */
export interface Random {
  state: bigint;
}

export const SPECTATOR: -1;
/** Sees everything. */
export const REFEREE: -2;

export class EngineError extends Error {
  /** rd_err of core/game.h; 0 when the set-up or a pack was refused. */
  readonly code: number;
}

export interface About {
  readonly game: string;
  /** Version of the rules: records of another one cannot be replayed. */
  readonly rules: number;
  readonly fewest: number;
  readonly most: number;
  readonly hidden: boolean;
  readonly timed: boolean;
  /** No values: any text, such as a course. */
  readonly switches: readonly {
    readonly key: string;
    readonly fallback: string;
    readonly values: readonly string[];
  }[];
  /** The strongest first. */
  readonly bots: readonly string[];
  /** What a person may choose, and for how long each thinks by the clock. */
  readonly levels: readonly { readonly level: string; readonly ms: number }[];
}

export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

export interface Outcome {
  readonly over: boolean;
  /** For each seat: 1 = first, equal = shared, 0 = not placed. */
  readonly places: readonly number[];
  readonly scores: readonly number[];
}

export interface Thought {
  readonly action: Action;
  /** -1000 lost .. 1000 won. */
  readonly value: number;
  readonly exact: boolean;
  readonly nodes: number;
  readonly depth: number;
  /** Answers it expects, its own first. */
  readonly line: readonly string[];
  /** At most three, the weightiest first, in the language of `speak`. */
  readonly reasons: readonly Reason[];
}

export interface Reason {
  readonly key: string;
  readonly args: readonly number[];
  readonly words: string;
}

export interface Limits {
  nodes?: number;
  /** Asked now and then. */
  stop?: () => boolean;
  random?: Random;
}

/** Who hits a robot now, its way to the next flag, and its program, register by register, until it
 *  falls or a card is not known. */
export interface Preview<Event = unknown> {
  readonly hits: readonly Event[];
  /** Quarters clockwise, then steps; false where no way leads. */
  readonly way: readonly { readonly turn: number; readonly steps: number }[] | false;
  /** The first register that cannot be foreseen; 0 = all are. */
  readonly unknown_from: number;
  readonly registers: readonly {
    readonly register: number;
    readonly events: readonly Event[];
    readonly words: readonly string[];
  }[];
}

export function load(
  source: BufferSource | WebAssembly.Module,
  options?: { packs?: readonly (ArrayBuffer | Uint8Array)[] },
): Promise<Engine>;

export class Engine {
  readonly game: string;
  readonly about: About;
  addPack(pack: ArrayBuffer | Uint8Array): void;
  string(lang: Lang, key: string): string;
  rules(lang: Lang): Rule[];
  rule(lang: Lang, id: string): Rule | null;
  /** A game from its record; throws EngineError when it is damaged or of other rules. */
  readRecord(text: string): { match: Match; table: Table };
  courseFault(text: string): CourseFault | null;
  open<View = unknown, Question = unknown, Event = unknown, Setup = Record<string, unknown>>(
    seats: number,
    settings?: Readonly<Record<string, string | number>>,
    voice?: Voice,
  ): Match<View, Question, Event, Setup>;
}

/** Where a course's text is wrong, both from 1; 0 = as a whole. */
export interface CourseFault {
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

/** The language of refusals, and what the seats are called in words. */
export interface Voice {
  lang?: Lang;
  names?: readonly string[];
}

export class Match<View = unknown, Question = unknown, Event = unknown, Setup = Record<string, unknown>> {
  readonly seats: number;
  readonly actors: number;
  close(): void;
  seatOf(actor: number): number;
  speak(voice: Voice): void;

  start(seed: bigint | number): State;
  pending(state: State): number[];
  count(state: State, actor: number): bigint;
  nth(state: State, actor: number, index: bigint | number): Action;
  sample(state: State, actor: number, random: Random, whole?: boolean): Action;
  fallback(state: State, actor: number): Action;
  /** Throws EngineError with the broken rule in words. */
  check(state: State, action: Action): void;
  isLegal(state: State, action: Action): boolean;
  apply(
    state: State,
    action: Action,
    options?: { seat?: number; lang?: Lang },
  ): { state: State; events: Event[] };
  outcome(state: State): Outcome;
  hash(state: State): bigint;
  signature(): bigint;

  view(state: State, seat: number): State;
  determinize(view: State, seat: number, random: Random): State;

  stateText(state: State): string;
  /** From the text of a position or of a view. */
  parseState(text: string): State;
  actionText(state: State, action: Action): string;
  parseAction(state: State, actor: number, text: string): Action;
  /** What never changes during the match. */
  setup(): Setup;
  /** The lines of the log for events that came as JSON; "" for those only for animation. */
  say(events: readonly { event: string }[], lang?: Lang): string[];
  describe(state: State): View;
  /** The fields of a view after events that its seat was told. */
  film(fields: View, events: readonly Event[]): View;
  question(state: State, actor: number, picks?: readonly number[], lang?: Lang): Question;
  /** What an answer would do if nobody got in the way; null in games that cannot say. */
  preview(
    view: State,
    actor: number,
    picks?: readonly (number | null)[],
    lang?: Lang,
  ): Preview<Event> | null;
  picture(state: State, unicode?: boolean): string;
  status(state: State, lang?: Lang): string[];

  /** `who` is a bot or a level; a level has its own limit when none is given. */
  think(view: State, actor: number, who: string, limits?: Limits): Thought;

  table(seed: bigint | number): Table<Question, Event>;
  tableAt(state: State, seed?: bigint | number): Table<Question, Event>;
}

/** How a table stands, for a seat. */
export interface Stands {
  /** Entries of the log. */
  readonly length: number;
  /** Steps of the journal, which also holds what was taken back. */
  readonly steps: number;
  readonly asked: readonly {
    readonly actor: number;
    readonly seat: number;
    readonly number: number;
  }[];
  /** Actors of the seat whose stored answer can still be withdrawn. */
  readonly may_take_back: readonly number[];
  readonly may_undo: boolean;
  readonly over: boolean;
  readonly places: readonly number[];
  readonly scores: readonly number[];
}

/** The set-up (n = 0), or entry n - 1 of the log. */
export interface Part<Event = unknown> {
  readonly n: number;
  readonly actor?: number;
  readonly origin?: string;
  /** As it is written, where the seat knows it. */
  readonly action?: string;
  readonly events: readonly Event[];
}

export interface Line {
  readonly part: number;
  readonly kind: "answer" | "event" | "mark";
  readonly text: string;
  readonly event?: string;
  readonly rule?: string;
  readonly beat?: number;
}

export class Table<Question = unknown, Event = unknown> {
  readonly match: Match;
  close(): void;

  stands(seat?: number): Stands;
  /** What a seat may know now, or after the first n entries. */
  view(seat: number, n?: number | null): State;
  question(actor: number, picks?: readonly number[], lang?: Lang): Question;
  /** Throws EngineError with the broken rule in words. */
  check(seat: number, action: Action): void;
  words(action: Action, lang?: Lang): string;

  /** Each throws EngineError when it cannot be done; the table is then as before. */
  submit(seat: number, number: number, action: Action): void;
  force(actor: number): void;
  timeUp(actor: number, draft?: readonly (number | null)[]): void;
  takeBack(actor: number): void;
  undo(seat: number): void;
  rewind(n: number): void;
  go(step: number): void;
  order(actor: number, ask: string, picks: readonly number[] | null): void;

  since(seat: number, i?: number): Part<Event>[];
  log(seat: number, i?: number, lang?: Lang): Line[];
  /** Of a game that is not over only with `keepPrivate`: it holds the key of all chance. */
  record(options?: { date?: string; keepPrivate?: boolean }): string;
}
