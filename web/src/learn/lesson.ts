// lesson.ts - lessons as the page gets them: how a game begins, its goals, and what the coach says
// when.  They are made from data/lessons by tools/gen/gen_lessons.py; the engine alone knows the rules.
import type { GameEvent, Json, Level } from "../engine/table";
import type { Lang } from "../app/words";

export interface Pattern {
  event: string;
  args: Record<string, Json>;
  rule?: string;
}

export type Goal = { name: string } & (Pattern | { over: true });
export type Say = { name: string } & (Pattern | { asked: string; times?: number });

export interface Lesson {
  id: string;
  seats: number;
  seed: string;
  settings: Record<string, string>;
  position: string;
  bots: Level[];
  hold: "" | "register"; // the film stops after each
  answers: Record<string, string>; // questions that the lesson leaves out, and their answers
  goals: Goal[];
  says: Say[];
  model: string[]; // answers of the person that reach the goals, in the game's notation
  words: Record<Lang, Record<string, string>>;
}

const held = new Map<string, Promise<Lesson[]>>();

export function loadLessons(game: string): Promise<Lesson[]> {
  const address = LESSONS[game]?.file;
  if (!address) return Promise.resolve([]);
  let lessons = held.get(game);
  if (!lessons) {
    lessons = fetch(address).then((r) => r.json() as Promise<Lesson[]>);
    lessons.catch(() => held.delete(game));
    held.set(game, lessons);
  }
  return lessons;
}

/** Whether an event is what a goal or a saying waits for. */
export function fits(pattern: Pattern, event: GameEvent): boolean {
  if (event.event !== pattern.event) return false;
  if (pattern.rule !== undefined && event.rule !== pattern.rule) return false;
  return Object.entries(pattern.args).every(([name, value]) => event[name] === value);
}

/** The first saying of the list that one of the events calls for. */
export function sayingOf(says: readonly Say[], events: readonly GameEvent[]): { say: Say; event: GameEvent } | null {
  for (const say of says) {
    if (!("event" in say)) continue;
    const event = events.find((e) => fits(say, e));
    if (event) return { say, event };
  }
  return null;
}

/** What to do at the n-th question of a kind, n from 1. */
export function advice(says: readonly Say[], ask: string, n: number): Say | null {
  const mine = says.filter((s) => "asked" in s && s.asked === ask);
  return mine.find((s) => "times" in s && s.times === n) ?? mine.find((s) => !("times" in s)) ?? null;
}
