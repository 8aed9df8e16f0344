// protocol.ts - what a page and the worker of a local table tell each other.  Only what the
// person's own seat may know crosses this line: the truth stays in the worker.
import type { Lang } from "../../../src/wasm/robodrome.mjs";
import type { Fields, GameEvent, Hint, Level, LogLine, Outcome, Question, Refusal } from "./table";

export interface OpenLocal {
  game: string;
  seats: number;
  settings: Record<string, string>;
  bots: (Level | null)[]; // by seat; null: the person
  seed: string; // decimal
  lang: Lang;
  engine: EngineFiles;
}

/** The table as the person's seat sees it now. */
export interface Shot {
  view: Fields;
  questions: Question[];
  status: string[];
  asked: number[]; // seats the table waits for
  outcome: Outcome | null;
  canUndo: boolean;
  told: number; // events so far
}

export interface Told {
  first: number;
  events: GameEvent[];
  lines: LogLine[];
  shot: Shot;
}

/** Calls of the page; each is answered once, by its id. */
export interface Calls {
  open(args: OpenLocal): Shot;
  ask(args: { actor: number; picks: number[] }): Question;
  submit(args: { actor: number; number: number; picks: number[] }): Refusal | null;
  undo(args: null): Shot | null;
  hint(args: { actor: number }): Hint;
  picture(args: null): string;
  words(args: { lang: Lang }): Shot;
}

export type Call = { [K in keyof Calls]: { id: number; call: K; args: Parameters<Calls[K]>[0] } }[keyof Calls];
export type Reply = { id: number; value: unknown } | { id: number; error: string };
export type Push = { push: "step"; told: Told };
