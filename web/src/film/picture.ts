// What a moment of the film shows beside the robots: trails, tags with cards, beams and stars.
import { type CellPlace, type Dir, dirOf, samePlace } from "../art/dirs";
import type { Fields, Json } from "../engine/table";
import { type Beat, isHit, type Timeline } from "./beats";

export interface Trail {
  robot: string;
  from: CellPlace;
  to: CellPlace;
  /** The floor carried it: dotted. */
  carried: boolean;
}

const asPlace = (v: Json | undefined): CellPlace | null =>
  Array.isArray(v) ? [Number(v[0]), Number(v[1])] : null;

/** The beats of the register that beat `at` belongs to, up to and with it. */
function sameRegister(line: Timeline, at: number): Beat[] {
  const register = line.beats[at]?.register ?? 0;
  const out: Beat[] = [];
  let i = at;
  for (; i >= 0; i--) {
    const beat = line.beats[i];
    if (!beat || beat.register !== register) break;
    out.unshift(beat);
  }
  return i < 0 ? [...line.before, ...out] : out;
}

/** Ways driven and carried in this register so far. */
export function trailsAt(line: Timeline, at: number): Trail[] {
  const out: Trail[] = [];
  for (const beat of sameRegister(line, at)) {
    for (const e of beat.events) {
      const from = asPlace(e.from);
      const to = asPlace(e.to);
      if (!from || !to || typeof e.robot !== "string") continue;
      if (e.event === "moved" || e.event === "carried" || e.event === "pushed" || e.event === "shoved")
        out.push({ robot: e.robot, from, to, carried: e.event === "carried" || e.event === "shoved" });
    }
  }
  return out;
}

export interface Tag {
  robot: string;
  card: Json;
}

/** Cards that were revealed in this register and have not run yet. */
export function tagsAt(line: Timeline, at: number): Tag[] {
  const tags = new Map<string, Json>();
  for (const beat of sameRegister(line, at)) {
    for (const e of beat.events) {
      const robot = String(e.robot);
      if (e.event === "revealed" || e.event === "replaced") tags.set(robot, e.card ?? null);
      if (e.event === "card" && beat !== line.beats[at]) tags.delete(robot);
    }
  }
  return [...tags].map(([robot, card]) => ({ robot, card }));
}

export interface BeamLine {
  from: CellPlace;
  to: CellPlace;
  /** Of a laser on a wall the way it shines: drawn from that edge of its first cell.  Else null: from the middle. */
  mounted: Dir | null;
}

function cellOf(view: Fields, robot: Json | undefined): CellPlace | null {
  const robots = view.robots as Record<string, Fields> | undefined;
  return asPlace(robots?.[String(robot)]?.cell);
}

/** Beams of a beat that hit a robot, as the engine tells them, and weapons to their targets.  Some beams go
 * through the robots they hit and end at none. */
export function beamsOf(beat: Beat, view: Fields): BeamLine[] {
  const out: BeamLine[] = [];
  const shooters = new Set(beat.events.map((e) => (e.event === "shot" ? e.by : undefined)));
  for (const e of beat.events) {
    const weapon = e.event === "weapon";
    if (!weapon && !isHit(e) && !(e.event === "beam" && shooters.has(e.by))) continue;
    const from = weapon ? cellOf(view, e.robot) : asPlace(e.from);
    const to = weapon ? cellOf(view, e.target) : asPlace(e.to);
    if (from && to) out.push({ from, to, mounted: weapon || e.by !== false ? null : dirOf(String(e.dir)) });
  }
  return out;
}

/** Where a star bursts: robots that are hit, rammed or damaged. */
export function starsOf(beat: Beat, view: Fields): CellPlace[] {
  const out: CellPlace[] = [];
  for (const e of beat.events) {
    if (!isHit(e) && !["laser", "shot", "rammed", "pricked", "damaged", "spam", "haywire"].includes(e.event)) continue;
    const place = isHit(e) ? asPlace(e.to) : cellOf(view, e.robot);
    if (place && !out.some((p) => samePlace(p, place))) out.push(place);
  }
  return out;
}

export interface Tick {
  kind: "card" | "machine";
  robot?: string;
  card?: Json;
  machine?: Beat["kind"];
  /** Index of the first beat of it. */
  at: number;
  done: boolean;
  now: boolean;
}

const MACHINES: readonly Beat["kind"][] = ["express", "belts", "pushers", "gears", "lasers", "weapons"];
/** What flags and sites do at the end of a register. */
const TOUCHES = new Set(["flag", "checkpoint", "archived", "repaired", "energy", "option_gained", "flag_taken", "flag_back", "flag_lost"]);

function machineOf(beat: Beat): Beat["kind"] | null {
  if (MACHINES.includes(beat.kind)) return beat.kind;
  return beat.kind === "touch" && !beat.actor && beat.events.some((e) => TOUCHES.has(e.event)) ? "touch" : null;
}

type Shown = Pick<Tick, "robot" | "card">;

/** Who has still to run what is revealed: by the numbers of the cards, else around the table from the last one that ran. */
function toCome(revealed: readonly Shown[], ran: readonly Tick[]): Shown[] {
  const last = revealed.findIndex(({ robot }) => robot === ran[ran.length - 1]?.robot);
  const around = typeof revealed[0]?.card === "number" ? [...revealed].sort((a, b) => Number(b.card) - Number(a.card)) : [...revealed.slice(last + 1), ...revealed.slice(0, last + 1)];
  return around.filter(({ robot }) => !ran.some((tick) => tick.robot === robot));
}

/** The ticks of the register being shown: robots with their cards in order, then the machines.  While somebody is asked
 * the film has not come to all of them. */
export function ticksAt(line: Timeline, at: number): Tick[] {
  const register = line.beats[Math.min(at, line.beats.length - 1)]?.register ?? 0;
  const ticks: Tick[] = [];
  const revealed: Shown[] = [];
  let ended = false;
  [...line.before, ...line.beats].forEach((beat, n) => {
    const i = n - line.before.length;
    ended ||= beat.register > register;
    if (beat.register !== register || !register) return;
    for (const e of beat.events) {
      if (e.event === "revealed") revealed.push({ robot: String(e.robot), card: e.card ?? null });
      if (e.event === "card")
        ticks.push({ kind: "card", robot: String(e.robot), card: e.card ?? null, at: i, done: false, now: false });
    }
    const machine = machineOf(beat);
    if (machine && !ticks.some((t) => t.machine === machine))
      ticks.push({ kind: "machine", machine, at: i, done: false, now: false });
  });
  if (!ended && !ticks.some((tick) => tick.machine))
    ticks.push(...toCome(revealed, ticks).map((one): Tick => ({ ...one, kind: "card", at: Infinity, done: false, now: false })));
  ticks.forEach((tick, i) => {
    const next = ticks[i + 1]?.at ?? Infinity;
    tick.now = at >= tick.at && at < next;
    tick.done = at >= next;
  });
  return ticks;
}
