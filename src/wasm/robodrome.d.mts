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
}

export interface Limits {
  nodes?: number;
  /** Asked now and then. */
  stop?: () => boolean;
  random?: Random;
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
  open<View = unknown, Question = unknown, Event = unknown>(
    seats: number,
    settings?: Readonly<Record<string, string | number>>,
    voice?: Voice,
  ): Match<View, Question, Event>;
}

/** The language of refusals, and what the seats are called in words. */
export interface Voice {
  lang?: Lang;
  names?: readonly string[];
}

export class Match<View = unknown, Question = unknown, Event = unknown> {
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
  setup(): Record<string, unknown>;
  /** The lines of the log for events that came as JSON; "" for those only for animation. */
  say(events: readonly { event: string }[], lang?: Lang): string[];
  describe(state: State): View;
  question(state: State, actor: number, picks?: readonly number[], lang?: Lang): Question;
  picture(state: State, unicode?: boolean): string;
  status(state: State, lang?: Lang): string[];

  /** `who` is a bot or a level; a level has its own limit when none is given. */
  think(view: State, actor: number, who: string, limits?: Limits): Thought;
}
