// protocol.ts - what a page and the worker of a table tell each other.  Only what the person's own
// seat may know crosses this line: the truth of a local table stays in the worker.
import type { FloorSetup } from "../art/read-plan";
import type { CourseFault, Lang } from "../../../src/wasm/robodrome.mjs";
import type { Progress } from "./progress";
import type { Fields, Filmed, GameEvent, Hint, Json, Level, LogLine, Outcome, Question, Refusal, Setup, Step } from "./table";

export interface OpenView {
  game: string;
  seats: number;
  settings: Record<string, string>;
  names: string[]; // of the seats, in the words
  lang: Lang;
  engine: EngineFiles;
}

/** Which rules an engine has, and in which words it speaks of them. */
export interface Rules {
  rules: Json;
  vocabulary: Json;
}

export interface OpenLocal extends OpenView {
  bots: (Level | null)[]; // by seat; null: the person
  seed: string; // decimal
  position?: string; // where to begin, as text; else at the start
  keep: string; // name under which the game is kept; one that is kept is gone on with
}

export interface OpenRecord {
  text: string;
  names: string[];
  lang: Lang;
  engine: EngineFiles;
}

/** A whole game as somebody saw it. */
export interface Retold {
  parts: number[]; // first event of each part, and at last the number of events
  events: GameEvent[];
  lines: LogLine[];
}

/** The table as the person's seat sees it now. */
export interface Shot {
  view: Fields;
  questions: Question[];
  decides: string[]; // what others are asked openly, in words
  status: string[];
  asked: number[]; // seats the table waits for
  outcome: Outcome | null;
  canUndo: boolean;
  told: number; // events so far
  next: number | null; // hot seat: whom the table waits for behind the curtain
}

export interface Told {
  step: Filmed;
  shot: Shot;
}

/** What a server told a seat: events, and the text of its view after them where it sent one. */
export interface Tell {
  seat: number;
  first: number;
  events: GameEvent[];
  position: string | null;
  since: number | null; // first event after the view that was told last; null: it is not one of this game
}

export interface RuleText {
  id: string;
  section: string;
  title: string;
  text: string;
}

/** A bot is to answer, knowing the view of its seat; without a view it only gets ready. */
export interface Think {
  module: string; // address of the game's module
  compiled?: WebAssembly.Module; // the same, for another worker
  seats: number;
  settings: Record<string, string>;
  view: Uint8Array | null;
  actor: number;
  level: string; // or the name of a bot
  random: string; // decimal
  nodes?: number; // how much it may search
  voice?: { pack: string; lang: Lang; names: string[] }; // in which it says why
}

export interface Thought {
  picks: number[];
  value: number | null;
  reasons: string[];
}

/** A custom course as the engine reads it. */
export interface CourseRead {
  name: Partial<Record<Lang, string>>;
  difficulty: string;
  length: string;
  players: number[];
  teams: Record<number, number[]>; // the team of each seat, for the numbers of players who form teams
  rules: string[];
  verified: boolean;
  floor: FloorSetup;
}

/** Calls of the page; each is answered once, by its id. */
export interface Calls {
  open(args: OpenLocal): { setup: Setup; shot: Shot; events: GameEvent[]; lines: LogLine[]; past: Step[] };
  openView(args: OpenView): Rules;
  openRecord(args: OpenRecord): { setup: Setup; answers: number; seats: number; outcome: Outcome | null };
  retell(args: { eye: number }): Retold;
  moment(args: { n: number }): Shot;
  part(args: { n: number }): Filmed;
  progress(args: null): Progress;
  film(args: Step): Filmed;
  tell(args: Tell): { lines: LogLine[]; shot: Shot | null; step: Filmed | null };
  fork(args: { n: number; seat: number }): string;
  record(args: null): string;
  position(args: { text: string; seat: number }): Shot;
  say(args: { events: GameEvent[]; first: number }): LogLine[];
  ask(args: { actor: number; picks: number[] }): Question;
  answers(args: { actor: number; most: number }): number[][];
  read(args: { actor: number; text: string }): number[];
  preview(args: { actor: number; kind: string; picks: number[] }): Json;
  submit(args: { actor: number; number: number; picks: number[] }): Refusal | null;
  undo(args: { event: number | null }): Shot | null;
  sit(args: { seat: number }): { shot: Shot; events: GameEvent[]; lines: LogLine[] };
  hint(args: { actor: number; text?: string }): Hint;
  picture(args: null): string;
  strings(args: { keys: string[] }): Record<string, string>;
  rule(args: { id: string }): RuleText | null;
  rules(args: { lang: Lang; engine: EngineFiles }): RuleText[];
  course(args: { engine: EngineFiles; lang: Lang; text: string }): CourseRead | { fault: CourseFault };
  think(args: Think): Promise<Thought>; // only to the worker of the bots
  words(args: { lang: Lang; names: string[] }): { shot: Shot; lines: LogLine[] };
}

export type Call = { [K in keyof Calls]: { id: number; call: K; args: Parameters<Calls[K]>[0] } }[keyof Calls];
export type Reply = { id: number; value: unknown } | { id: number; error: string };
export type Push = { push: "step"; told: Told };
