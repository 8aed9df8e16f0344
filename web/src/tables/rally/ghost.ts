// The way a program would take if nobody got in the way, from the engine's preview: legs to draw,
// stops with the numbers of their registers.
import { type CellPlace, type Dir, dirOf, samePlace } from "../../art/dirs";
import type { Fields, GameEvent, Json } from "../../engine/table";

export interface Leg {
  from: CellPlace;
  to: CellPlace;
  /** The floor carries: dotted. */
  carried: boolean;
  register: number;
}

export interface Stop {
  place: CellPlace;
  dir: Dir;
  registers: number[];
  /** Damage is foreseen there. */
  hurt: boolean;
  falls: boolean;
}

/** What happens in one register. */
export interface Told {
  register: number;
  events: GameEvent[];
}

export interface Ghost {
  legs: Leg[];
  stops: Stop[];
  told: Told[];
  /** From this register on nothing is sure: a card of the deck runs. 0 = all is foreseen. */
  unknownFrom: number;
}

export const NO_GHOST: Ghost = { legs: [], stops: [], told: [], unknownFrom: 0 };

const asPlace = (v: Json | undefined): CellPlace | null =>
  Array.isArray(v) && v.length === 2 ? [Number(v[0]), Number(v[1])] : null;

const CARRIED = new Set(["carried", "shoved", "pushed"]);
const HURT = new Set(["laser", "shot", "damaged", "spam", "haywire"]);

interface Walker {
  place: CellPlace | null;
  dir: Dir;
  /** Where it was last on the floor. */
  seen: CellPlace | null;
}

function follow(e: GameEvent, register: number, walker: Walker, legs: Leg[]): void {
  const fell = e.event === "fell";
  const to = asPlace(fell ? e.cell : e.to); // into a pit; over the edge it is the last cell
  const from = asPlace(e.from);
  if (from && to && !samePlace(from, to)) legs.push({ from, to, carried: CARRIED.has(e.event), register });
  if (from && to) walker.place = walker.seen = to;
  if (e.event === "turned" && typeof e.dir === "string") walker.dir = dirOf(e.dir);
  if (fell) walker.place = null;
}

function registersOf(preview: Json): Told[] {
  const list = (preview as Fields | null)?.registers;
  if (!Array.isArray(list)) return [];
  return list.map((r) => {
    const entry = r as Fields;
    return {
      register: Number(entry.register),
      events: (Array.isArray(entry.events) ? entry.events : []) as GameEvent[],
    };
  });
}

/** `start` is where the robot stands now. */
export function readGhost(preview: Json, robot: string, start: { cell: CellPlace | null; dir: Dir }): Ghost {
  const walker: Walker = { place: start.cell, dir: start.dir, seen: start.cell };
  const ghost: Ghost = { legs: [], stops: [], told: [], unknownFrom: Number((preview as Fields | null)?.unknown_from) || 0 };
  for (const { register, events } of registersOf(preview)) {
    const own = events.filter((e) => e.robot === robot);
    for (const e of own) follow(e, register, walker, ghost.legs);
    const hurt = own.some((e) => HURT.has(e.event));
    const falls = walker.place === null;
    const { seen: place, dir } = walker;
    const there = ghost.stops.findIndex((s) => samePlace(s.place, place)); // stopped there before: one stamp for both
    if (place) {
      const before = ghost.stops[there];
      if (before) ghost.stops.splice(there, 1);
      ghost.stops.push({ place, dir, registers: [...(before?.registers ?? []), register], hurt: hurt || before?.hurt === true, falls });
    }
    ghost.told.push({ register, events: own });
    if (!walker.place) break;
  }
  return ghost;
}
