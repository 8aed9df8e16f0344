// Events become beats: what happens at once is one picture with one caption.
import type { GameEvent, LogLine } from "../engine/table";

export type BeatKind =
  | "reveal"
  | "drive"
  | "turn"
  | "blocked"
  | "express"
  | "belts"
  | "pushers"
  | "gears"
  | "lasers"
  | "weapons"
  | "fall"
  | "touch"
  | "register"
  | "round"
  | "note";

export interface Beat {
  kind: BeatKind;
  /** Number of its first event in the match. */
  first: number;
  /** Which cut it is: some have nothing to show. */
  cut: number;
  events: GameEvent[];
  /** What is said while it is shown; the caption before it stays where there is nothing new. */
  lines: LogLine[];
  /** The robot whose card runs, if one does. */
  actor: string | null;
  /** 1 to 5 while registers run, 0 outside. */
  register: number;
  /** Milliseconds at normal speed. */
  ms: number;
}

/** Times of the design; a drive is one cell. */
export const BEAT_MS: Record<BeatKind, number> = {
  reveal: 280, drive: 220, turn: 180, blocked: 140, express: 240, belts: 240, pushers: 220, gears: 260,
  lasers: 320, weapons: 320, fall: 420, touch: 160, register: 120, round: 0, note: 0,
};
const HALF_TURN_MS = 260;
/** A register with many robots is shortened to this. */
export const REGISTER_LIMIT_MS = 6000;

const KIND_OF: Record<string, BeatKind> = {
  revealed: "reveal",
  moved: "drive", pushed: "drive", jumped: "drive",
  turned: "turn",
  blocked: "blocked",
  carried: "belts", flag_moved: "belts",
  shoved: "pushers",
  laser: "lasers", shot: "weapons", weapon: "weapons", rammed: "weapons", pricked: "weapons",
  damaged: "lasers", spam: "lasers", haywire: "lasers", prevented: "lasers", shielded: "lasers",
  fell: "fall", destroyed: "fall", rebooted: "fall", removed: "fall", out: "fall", left: "fall",
  flag: "touch", checkpoint: "touch", archived: "touch", repaired: "touch", energy: "touch",
  option_gained: "touch", flag_taken: "touch", flag_back: "touch", flag_lost: "touch",
  reentered: "touch", returned: "touch", placed: "touch", finished: "touch", board_turned: "gears",
  replaced: "reveal", scrambled: "reveal", option_used: "touch", used: "touch",
  register_end: "register",
  round: "round", round_end: "round", cleanup: "round", end: "round",
};

/** Of several kinds in one beat the one that names it. */
const STRENGTH: readonly BeatKind[] = [
  "note", "round", "register", "reveal", "touch", "turn", "blocked", "gears", "drive", "pushers", "belts",
  "express", "lasers", "weapons", "fall",
];

/** These begin a beat of their own, though the engine may number them like the one before. */
const OPENS = new Set(["card", "register_end", "round", "round_end", "cleanup", "end"]);

/** A beam that ends at a robot; the others are told too, and not drawn. */
export const isHit = (event: GameEvent) => event.event === "beam" && event.hit !== false;

/** These tell of what the beams before them hit. */
const OF_BEAMS = new Set(["laser", "shot"]);

/** Beats of the factory, not of a robot's card. */
const WITHOUT_ACTOR = new Set<BeatKind>([
  "reveal", "express", "belts", "pushers", "gears", "lasers", "weapons", "register", "round",
]);

function kindOf(event: GameEvent): BeatKind {
  const rule = typeof event.rule === "string" ? event.rule : "";
  if (event.event === "turned" && rule.includes("GEAR")) return "gears";
  if (event.event === "carried" && /BELT-1$|BLUE/.test(rule)) return "express";
  if (isHit(event)) return event.by === false ? "lasers" : "weapons";
  return KIND_OF[event.event] ?? "note";
}

function msOf(kind: BeatKind, events: readonly GameEvent[]): number {
  if (kind === "turn" && events.some((e) => e.event === "turned" && Math.abs(Number(e.quarters)) === 2))
    return HALF_TURN_MS;
  return BEAT_MS[kind];
}

interface Cut {
  first: number;
  events: GameEvent[];
}

/** Events in order, those of one picture together. */
export function cut(events: readonly GameEvent[], first = 0): Cut[] {
  const cuts: Cut[] = [];
  let last: GameEvent | null = null;
  let onlyCard = false;
  events.forEach((event, i) => {
    const opens = OPENS.has(event.event) || (event.event === "revealed" && last?.event !== "revealed");
    // A card event belongs to what the card does first, beams to the first hit, whatever that is numbered.
    const joins = (onlyCard && !opens) || (last?.event === "beam" && OF_BEAMS.has(event.event));
    if (last && (joins || (event.beat === last.beat && !opens))) cuts[cuts.length - 1]?.events.push(event);
    else cuts.push({ first: first + i, events: [event] });
    onlyCard = event.event === "card" || (onlyCard && kindOf(event) === "note");
    last = event;
  });
  return cuts;
}

/** Beats in order; those without effect and without words are left out.  `register` is the one that
 * runs when they begin, 0 = none. */
export function toBeats(
  events: readonly GameEvent[], lines: readonly LogLine[], first: number, running = 0,
): Beat[] {
  const said = new Map<number, LogLine>();
  for (const line of lines) said.set(line.event, line);
  let register = running;
  let actor: string | null = null;
  const beats: Beat[] = [];
  for (const [n, part] of cut(events, first).entries()) {
    let kind = "note" as BeatKind;
    const told: LogLine[] = [];
    part.events.forEach((event, i) => {
      const k = kindOf(event);
      if (STRENGTH.indexOf(k) > STRENGTH.indexOf(kind)) kind = k;
      const line = said.get(part.first + i);
      if (line) told.push(line);
      if (event.event === "revealed") register = Number(event.register);
      if (event.event === "card") actor = String(event.robot);
    });
    if (WITHOUT_ACTOR.has(kind)) actor = null;
    if (kind === "note" && !told.length) continue;
    beats.push({
      kind, first: part.first, cut: n, events: part.events, lines: told, actor, register, ms: msOf(kind, part.events),
    });
    if (kind === "round") register = 0;
  }
  return beats;
}

/** The time line: when each beat begins, at normal speed, long registers shortened. */
export interface Timeline {
  beats: Beat[];
  starts: number[];
  /** The shown length of each beat. */
  lengths: number[];
  total: number;
  /** What the film showed of the same register before these beats: a question came between. */
  before: readonly Beat[];
}

export function timeline(beats: Beat[], shown: Timeline | null = null): Timeline {
  const sums = new Map<number, number>();
  const groups: number[] = [];
  let group = 0;
  beats.forEach((beat, i) => {
    if (beat.kind === "reveal" && beats[i - 1]?.kind !== "reveal") group++;
    groups.push(group);
    sums.set(group, (sums.get(group) ?? 0) + beat.ms);
  });
  const lengths = beats.map((beat, i) => {
    const sum = sums.get(groups[i] ?? 0) ?? 0;
    return sum > REGISTER_LIMIT_MS ? (beat.ms * REGISTER_LIMIT_MS) / sum : beat.ms;
  });
  const starts: number[] = [];
  let at = 0;
  for (const ms of lengths) {
    starts.push(at);
    at += ms;
  }
  return { beats, starts, lengths, total: at, before: shown ? unfinished(shown, beats[0]?.register ?? 0) : [] };
}

/** The beats of a register that had not ended when they had all been shown. */
function unfinished({ before, beats }: Timeline, register: number): readonly Beat[] {
  const last = beats[beats.length - 1];
  if (!register || last?.register !== register || last.kind === "register" || last.kind === "round") return [];
  return [...before, ...beats].filter((beat) => beat.register === register);
}

/** What one step of the film shows: one beat, what one card or machine does, or a register. */
export type StepSize = "event" | "stage" | "register";
export const STEP_SIZES: readonly StepSize[] = ["event", "stage", "register"];

const opensRegister = ({ beats }: Timeline, i: number): boolean => beats[i]?.kind === "reveal" && beats[i - 1]?.kind !== "reveal";

/** A card that runs, or a machine that was not at work in the beat before. */
function opensStage({ beats }: Timeline, i: number): boolean {
  const [beat, before] = [beats[i], beats[i - 1]];
  if (!beat) return false;
  return beat.events.some((e) => e.event === "card") || (WITHOUT_ACTOR.has(beat.kind) && beat.kind !== before?.kind);
}

const opens = (line: Timeline, i: number, size: StepSize): boolean =>
  size === "event" || opensRegister(line, i) || (size === "stage" && opensStage(line, i));

/** The beat that the next step, or the one before, begins with. */
export function stepFrom(line: Timeline, at: number, by: 1 | -1, size: StepSize): number {
  let i = at + by;
  while (i > 0 && i < line.beats.length && !opens(line, i, size)) i += by;
  return Math.max(0, Math.min(i, line.beats.length));
}
