// moments.ts - the places of a game one can jump to, and what is marked on the way, from its events.
// A place is a number of events that have happened.
import { isRace } from "../app/games";
import type { GameEvent } from "../engine/table";

export interface Moment {
  at: number; // this many events have happened
  round: number; // 0: the set-up
  step: number; // register of a race, answer of a turn; 0: the round's beginning
}

export type MarkKind = "flag" | "death" | "end";

export interface Mark {
  at: number;
  kind: MarkKind;
  robot: string | null;
}

/** Rounds, and in them the first card of each register. */
function racing(events: readonly GameEvent[]): Moment[] {
  const found: Moment[] = [{ at: 0, round: 0, step: 0 }];
  let round = 0;
  let step = 0;
  events.forEach((event, at) => {
    if (event.event === "round") {
      round = Number(event.round);
      step = 0;
      found.push({ at, round, step });
    } else if (event.event === "revealed" && Number(event.register) > step) {
      step = Number(event.register);
      found.push({ at, round, step });
    }
  });
  return found;
}

/** Every answer that showed something; a round is a turn of everybody (Robotory) or of one. */
function turning(game: string, events: readonly GameEvent[], parts: readonly number[]): Moment[] {
  const found: Moment[] = [{ at: parts[1] ?? 0, round: 0, step: 0 }];
  let round = 0;
  let step = 0;
  for (let n = 1; n + 1 < parts.length; n++) {
    const [from, to] = [parts[n] ?? 0, parts[n + 1] ?? 0];
    if (from === to) continue;
    step++;
    if (game === "robotory" ? step === 1 : round === 0) round++;
    found.push({ at: to, round, step });
    const begins = events.slice(from, to).some((event) => event.event === "turn");
    if (game === "robotory" ? step === 2 : begins) {
      step = 0;
      if (game !== "robotory") round++;
    }
  }
  return found;
}

/** `parts[n]` is the first event of part n (0 = the set-up); its last member is their number. */
export function momentsOf(game: string, events: readonly GameEvent[], parts: readonly number[]): Moment[] {
  const found = isRace(game) ? racing(events) : turning(game, events, parts);
  const last = found[found.length - 1];
  if (last && last.at < events.length) found.push({ at: events.length, round: last.round, step: last.step + 1 });
  const known = parts[0] ?? 0;
  return found.filter((moment) => moment.at >= known);
}

const MARKS: Record<string, MarkKind> = {
  flag: "flag", checkpoint: "flag", destroyed: "death", rebooted: "death", end: "end",
};

export function marksOf(events: readonly GameEvent[]): Mark[] {
  return events.flatMap((event, at) => {
    const kind = MARKS[event.event];
    return kind ? [{ at, kind, robot: typeof event.robot === "string" ? event.robot : null }] : [];
  });
}

export const nameOf = (moment: Moment): string => `${moment.round}.${moment.step}`;

/** The moment of an address: "5.3", or "5" for the round's beginning. */
export function findMoment(moments: readonly Moment[], name: string): Moment | null {
  const [round, step = 0] = name.split(".").map(Number);
  return moments.find((m) => m.round === round && m.step >= step) ?? null;
}

/** The last moment that is not after `at`. */
export function momentAt(moments: readonly Moment[], at: number): number {
  let found = 0;
  moments.forEach((moment, i) => {
    if (moment.at <= at) found = i;
  });
  return found;
}
