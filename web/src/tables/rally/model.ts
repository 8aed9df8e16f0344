// A race's view as the screen reads it, both editions in one shape.  Reading only: nothing is
// computed that the engine did not say.
import type { CellPlace, Dir } from "../../art/dirs";
import { dirOf } from "../../art/dirs";
import type { Fields, Json, Setup } from "../../engine/table";

/** A card of a register or hand: its word or priority; null = unknown to me, false = none. */
export type CardValue = string | number | null | false;

export interface Robot {
  name: string;
  seat: number;
  team: number;
  cell: CellPlace | null;
  dir: Dir;
  archive: CellPlace | null;
  /** Flags or checkpoints touched in order. */
  flags: number;
  damage: number;
  lives: number;
  energy: number;
  spam: number;
  registers: CardValue[];
  seconds: CardValue[];
  hand: CardValue[];
  kept: CardValue[];
  locked: number[];
  open: number[];
  /** Options (2005) or installed upgrades (2023). */
  options: string[];
  spare: string[];
  spares: number;
  held: string[];
  down: boolean;
  announced: boolean;
  /** Off the floor until it returns. */
  fallen: boolean;
  out: boolean;
  place: number;
  carries: number;
  master: string | null;
}

export interface Race {
  edition: 2005 | 2023;
  round: number;
  register: number;
  stage: string;
  robots: Robot[];
  flags: (CellPlace | null)[];
  closed: CellPlace[];
  turned: number[];
  first: string | null;
  superbot: string | null;
}

const place = (v: Json | undefined): CellPlace | null =>
  Array.isArray(v) && v.length === 2 ? [Number(v[0]), Number(v[1])] : null;
const num = (v: Json | undefined): number => (typeof v === "number" ? v : 0);
const text = (v: Json | undefined): string | null => (typeof v === "string" ? v : null);
const items = (v: Json | undefined): Json[] => (Array.isArray(v) ? v : []);
const words = (v: Json | undefined): string[] => items(v).filter((x): x is string => typeof x === "string");
const numbers = (v: Json | undefined): number[] => items(v).filter((x): x is number => typeof x === "number");

function card(v: Json | undefined): CardValue {
  return typeof v === "string" || typeof v === "number" ? v : v === false ? false : null;
}

const cards = (v: Json | undefined): CardValue[] => items(v).map(card);

/** Robots that were read: one that did not change between two views is the same object in both
 * (engine/share.ts), and what shows it need not be drawn again. */
const known = new WeakMap<Fields, Robot>();

function robotOf(name: string, r: Fields, edition: 2005 | 2023): Robot {
  const robot = known.get(r) ?? readRobot(name, r, edition);
  known.set(r, robot);
  return robot;
}

function readRobot(name: string, r: Fields, edition: 2005 | 2023): Robot {
  return {
    name,
    seat: num(r.seat),
    team: typeof r.team === "number" ? r.team : num(r.seat), // 2023 has no teams
    cell: place(r.cell),
    dir: dirOf(text(r.facing) ?? "north"),
    archive: place(r.archive),
    flags: num(edition === 2005 ? r.flags : r.checkpoints),
    damage: num(r.damage),
    lives: num(r.lives),
    energy: num(r.energy),
    spam: num(r.spam),
    registers: cards(r.registers),
    seconds: cards(r.seconds),
    hand: cards(r.hand),
    kept: cards(r.kept),
    locked: numbers(r.locked),
    open: numbers(r.open),
    options: words(edition === 2005 ? r.options : r.upgrades),
    spare: words(r.spare),
    spares: num(r.spares),
    held: words(r.held),
    down: r.powered_down === true || r.down === true,
    announced: r.announced === true,
    fallen: r.destroyed === true || r.fallen === true,
    out: r.out === true,
    place: num(r.place),
    carries: num(r.carries),
    master: text(r.controlled_by),
  };
}

export function readRace(view: Fields, game: string): Race {
  const edition = game === "rally2005" ? 2005 : 2023;
  const robots = Object.entries((view.robots ?? {}) as Record<string, Fields>);
  return {
    edition,
    round: num(view.round),
    register: num(view.register),
    stage: text(view.stage) ?? "",
    robots: robots.map(([name, r]) => robotOf(name, r, edition)),
    flags: items(edition === 2005 ? view.flags : view.checkpoints).map(place),
    closed: items(view.closed).map(place).filter((p): p is CellPlace => p !== null),
    turned: numbers(view.turned),
    first: text(view.first),
    superbot: text(view.superbot),
  };
}

/** The part of a round that the lamps of the rail show. */
export type Phase = "setup" | "deal" | "upgrade" | "program" | "registers" | "repair" | "over";

const PHASES: Record<string, Phase> = {
  setup: "setup", cubes: "setup", starts: "setup",
  deal: "deal", round: "upgrade", upgrade: "upgrade", draw: "program",
  program: "program", aside: "program", flywheel: "program", keep: "program",
  announce: "program", gyro: "program", close: "program",
  repair: "repair", wipe: "repair", stay_down: "repair", reenter: "repair", round_end: "repair",
  over: "over",
};

export function phaseOf(stage: string): Phase {
  return PHASES[stage] ?? "registers";
}

/** Robots of my seat, in the order of the view. */
export function mine(race: Race, seat: number): Robot[] {
  return race.robots.filter((r) => r.seat === seat);
}

/** The robot that an actor of the match is. */
export function robotOfActor(setup: Setup | null, race: Race, actor: number): string | null {
  const actors = items(setup?.actors);
  const said = (actors[actor] as Fields | undefined)?.robot;
  return text(said) ?? race.robots[actor]?.name ?? null;
}

/** The actor that a robot is. */
export function actorOf(setup: Setup | null, race: Race, robot: Robot): number {
  const at = race.robots.findIndex((_, i) => robotOfActor(setup, race, i) === robot.name);
  return Math.max(0, at);
}

/** The next flag of a robot, from 1, on a course of that many; 0 when it has them all or the course has none. */
export function nextFlag(flags: number, robot: Robot): number {
  return robot.flags < flags ? robot.flags + 1 : 0;
}

/** Who acts in which order is the engine's affair; the list beside the board keeps the seats'. */
export function rosterOrder(race: Race): Robot[] {
  return [...race.robots].sort((a, b) => a.seat - b.seat);
}

/** Are there teams of several players?  Two robots of one player are none. */
export function hasTeams(race: Race): boolean {
  const seats = new Map(race.robots.map((r) => [r.seat, r.team]));
  return new Set(seats.values()).size < seats.size;
}
