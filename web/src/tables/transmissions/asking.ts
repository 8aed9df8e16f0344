// asking.ts - an answer in the making.  Each pick leads to the next list of options; whatever stands
// on the table and is an option, of this list or of an earlier one, can be tapped.
import type { Json, Option, Question } from "../../engine/table";

export interface Made {
  options: readonly Option[]; // among which it was picked
  option: Option;
}

export interface Chain {
  made: readonly Made[];
  now: Question; // what may follow
  ahead: { act: Option; question: Question } | null; // what "act" would lead to
}

export const isWhole = (chain: Chain): boolean =>
  chain.made.length > 0 && chain.now.mayStop && chain.now.options.length === 0;

export const picksOf = (chain: Chain): number[] => chain.made.map((m) => m.option.pick);

const same = (a: Json | undefined, b: Json): boolean => a === b || (Array.isArray(a) && String(a) === String(b));

const among = (options: readonly Option[], is: string, value: Json): Option | undefined =>
  options.find((o) => o.is === is && same(o.value, value));

export type State = "open" | "chosen" | "other" | "none";

/** Is this thing offered, chosen, or could it have been chosen instead? */
export function stateOf(chain: Chain | null, is: string, value: Json): State {
  if (!chain) return "none";
  if (among(chain.now.options, is, value)) return "open";
  if (chain.ahead && among(chain.ahead.question.options, is, value)) return "open";
  if (chain.made.some((m) => m.option.is === is && same(m.option.value, value))) return "chosen";
  return chain.made.some((m) => among(m.options, is, value)) ? "other" : "none";
}

/** The picks after a tap on this thing: the next one, or an earlier one made again. */
export function tapped(chain: Chain, is: string, value: Json): Made[] | null {
  const next = among(chain.now.options, is, value);
  if (next) return [...chain.made, { options: chain.now.options, option: next }];
  const later = chain.ahead && among(chain.ahead.question.options, is, value);
  if (chain.ahead && later) {
    return [
      ...chain.made,
      { options: chain.now.options, option: chain.ahead.act },
      { options: chain.ahead.question.options, option: later },
    ];
  }
  for (let i = chain.made.length - 1; i >= 0; i--) {
    const made = chain.made[i];
    const other = made && among(made.options, is, value);
    if (made && other) return [...chain.made.slice(0, i), { options: made.options, option: other }];
  }
  return null;
}

/** The last value of a kind that was picked. */
export function lastOf(chain: Chain | null, is: string): Json | undefined {
  return chain?.made.filter((m) => m.option.is === is).pop()?.option.value;
}

/** Picks made otherwise: those before, and what was picked after, to be kept where it may be. */
export interface Change {
  made: Made[];
  wish: readonly Option[];
}

/** The next option in the place of the pick at a place of the answer. */
export function exchanged(chain: Chain, at: number, by: 1 | -1 = 1): Change | null {
  const made = chain.made[at];
  if (!made || made.options.length < 2) return null;
  const i = made.options.indexOf(made.option);
  const option = made.options[(i + by + made.options.length) % made.options.length];
  if (!option) return null;
  return {
    made: [...chain.made.slice(0, at), { options: made.options, option }],
    wish: chain.made.slice(at + 1).map((m) => m.option),
  };
}

/** A turned tile: the next offered turn in the place of the one picked. */
export function rotated(chain: Chain, by: 1 | -1): Change | null {
  return exchanged(chain, chain.made.findIndex((m) => m.option.is === "turn"), by);
}

/** The wished option where it is offered. */
export function granted(options: readonly Option[], wish: Option | undefined): Option | undefined {
  return wish && among(options, wish.is ?? "", wish.value ?? null);
}

/** The pick that needs no person: a single one, or the first way a tile can lie (it is turned after). */
export function forced(made: readonly Made[], now: Question): Option | undefined {
  if (!made.length || now.mayStop) return undefined;
  const [first] = now.options;
  return now.options.length === 1 || first?.is === "turn" ? first : undefined;
}

/** One step back over what was picked by a person. */
export function stepBack(made: readonly Made[]): Made[] {
  let n = made.length - 1;
  while (n > 0 && (made[n]?.options.length === 1 || made[n]?.option.is === "turn")) n--;
  return made.slice(0, Math.max(n, 0));
}

const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase());

/** An option in words, with a capital. */
export const wordsOf = (option: Option): string => capital(option.words);

/** A question to me: the name before it is left out. */
export const promptOf = (question: Question): string => capital(question.prompt.replace(/^[^:]*: /, ""));

export type Deed = "join" | "item" | "idea" | "face_down" | "card" | "cell";

/** What a whole answer does, where one verb says it. */
export function deedOf(made: readonly Made[]): Deed | null {
  const has = (is: string) => made.some((m) => m.option.is === is);
  if (has("spot")) return "join";
  if (has("item")) return "item";
  if (has("idea") && made[0]?.option.value === "act") return "idea";
  if (made.some((m) => m.option.value === "unused")) return "face_down";
  if (has("card")) return "card";
  return made.length === 1 && has("cell") ? "cell" : null;
}
