// A question of the rules being answered: picks so far, what may follow, what is chosen but not yet
// sent.  Nothing is chosen beforehand.
import { type CellPlace, type Dir, dirOf, STEP } from "../../art/dirs";
import type { Json, Option, Question } from "../../engine/table";
import type { BoardChoice } from "./board";
import type { Grid } from "./camera";
import type { Race, Robot } from "./model";

export interface Asking {
  /** The question as it was put. */
  start: Question;
  /** The same after the picks. */
  now: Question;
  picks: Option[];
  /** Looked at, not sent: a second tap or the button sends it. */
  chosen: Option | null;
}

export function begin(start: Question): Asking {
  return { start, now: start, picks: [], chosen: null };
}

/** Yes and no, or two weapons: equal buttons, none of them first. */
export function isPair(asking: Asking): boolean {
  const { now, picks } = asking;
  return picks.length === 0 && now.max === 1 && now.options.length === 2 && now.options.every((o) => o.is === "choice");
}

/** The sign of each choice: Y and N, numbers of registers and cells, otherwise letters in order. */
export function signs(options: readonly Option[]): Map<number, string> {
  const out = new Map<number, string>();
  const digits = options.some((o) => o.is === "register" || o.is === "energy") ? 0 : 9;
  let next = 0;
  let cells = 0;
  for (const o of options) {
    if (o.is === "choice" && o.value === "yes") out.set(o.pick, "Y");
    else if (o.is === "choice" && (o.value === "no" || o.value === "not_again")) out.set(o.pick, o.value === "no" ? "N" : "");
    else if (o.is === "register" || o.is === "energy") out.set(o.pick, String(o.value));
    else if (o.is === "cell" && cells < digits) out.set(o.pick, String(++cells)); // letters are columns of the board
    else {
      // Y and N belong to yes and no.
      let letter = String.fromCharCode(65 + next++);
      while (letter === "N" || letter === "Y") letter = String.fromCharCode(65 + next++);
      out.set(o.pick, letter);
    }
  }
  return out;
}

const asPlace = (v: Json | undefined): CellPlace | null =>
  Array.isArray(v) && v.length === 2 ? [Number(v[0]), Number(v[1])] : null;

/** What a question is about, where that is of this type ("robot", "option"). */
export function aboutOf(question: Question, is: string): Json {
  const about = question.about;
  const typed = about && typeof about === "object" && !Array.isArray(about) ? about : null;
  return typed?.is === is ? (typed.value ?? null) : null;
}

/** The pick that is made when time runs out, as far as the picks so far agree with it. */
export function latePick(asking: Asking): number | null {
  const late = asking.start.late ?? [];
  const agrees = asking.picks.every((p, i) => p.pick === late[i]);
  return agrees ? (late[asking.picks.length] ?? null) : null;
}

/** What a direction is seen from: the cell just picked, the robot asked about, or my own. */
export function centre(asking: Asking, race: Race, me: Robot | null): CellPlace | null {
  for (const pick of [...asking.picks].reverse()) {
    const place = asPlace(pick.value);
    if (pick.is === "cell" && place) return place;
  }
  const cell = asPlace(aboutOf(asking.start, "cell") ?? undefined);
  if (cell) return cell;
  const name = aboutOf(asking.start, "robot");
  const robot = race.robots.find((r) => r.name === name);
  return robot?.cell ?? me?.cell ?? me?.archive ?? null;
}

const REGISTERS = 5;

/** Where something of a robot is chosen: registers in a row above it, options in rows below it; both on
 * the side where there is room. */
function besideRobot(n: number, row: number, robot: CellPlace, { cols, rows }: Grid): CellPlace {
  const first = Math.max(0, Math.min(cols - REGISTERS, robot[0] - 2));
  const at = robot[1] + row;
  return [first + (n % REGISTERS), at < 0 ? robot[1] + 1 - row : at >= rows ? robot[1] - 1 - row : at];
}

/** Choices that stand on the board itself: cells, robots, arrows around the cell they are about; registers
 * and options of the robot they are about, which is mine where the question names none. */
export function onBoard(asking: Asking, race: Race, me: Robot | null, grid: Grid): BoardChoice[] {
  const named = race.robots.find((r) => r.name === aboutOf(asking.start, "robot"));
  const target = (named ?? me)?.cell ?? null;
  const options = asking.now.options.filter((o) => o.is === "option");
  const letters = signs(asking.now.options);
  const out: BoardChoice[] = [];
  for (const o of asking.now.options) {
    let place: CellPlace | null = null;
    let dir: Dir | null = null;
    if (o.is === "cell") place = asPlace(o.value);
    else if (o.is === "register" && target) place = besideRobot(Number(o.value) - 1, -1, target, grid);
    else if (o.is === "option" && asking.start.ask !== "weapon" && named?.cell && named !== me) // weapons are mine
      place = besideRobot(options.indexOf(o), 1 + Math.floor(options.indexOf(o) / REGISTERS), named.cell, grid);
    else if (o.is === "robot") place = race.robots.find((r) => r.name === o.value)?.cell ?? null;
    else if (o.is === "dir" && typeof o.value === "string") {
      dir = dirOf(o.value);
      const from = centre(asking, race, me);
      const [dc, dr] = STEP[dir] as CellPlace;
      if (from) place = [from[0] + dc, from[1] + dr];
    }
    if (place)
      out.push({
        pick: o.pick, place, dir, beside: o.is === "register" || o.is === "option", letter: letters.get(o.pick) ?? "", words: o.words,
        chosen: asking.chosen?.pick === o.pick,
      });
  }
  return out;
}

/** Which option or upgrade a question offers to use, where it is about one alone. */
const OFFERS: Record<string, string> = {
  brake: "brakes", shield: "deflector_shield", convert: "energy_conversion", chassis: "modular_chassis",
  drill: "piercing_drill", follow: "magnetic", lucky: "lucky_booster",
  abort: "abort_switch", gyro: "gyroscopic_stabilizer", conditional: "conditional_program",
};

export type Order = "never" | "ask" | number;
export type Orders = Readonly<Record<string, Order>>;

function wanted(order: Order | undefined, register: number): boolean {
  return order === undefined || order === "ask" || order === register;
}

/** The option or upgrade that a question alone is about, with the answer that leaves it be. */
export function offeredBy(question: Question): { word: string; no: number } | null {
  const no = question.options.find((o) => o.is === "choice" && (o.value === "no" || o.value === "laser"));
  const others = question.options.filter((o) => o.is === "use" || o.is === "upgrade" || o.is === "option");
  const one = OFFERS[question.ask] ?? aboutOf(question, "option") ?? aboutOf(question, "upgrade") ?? (others.length === 1 ? others[0]?.value : null);
  return no && typeof one === "string" ? { word: one, no: no.pick } : null;
}

/** The answer that standing orders give, or null when the player is to be asked. */
export function ordered(question: Question, orders: Orders, register: number): number | null {
  if (question.ask === "use" || question.ask === "weapon") {
    const no = question.options.find((o) => o.is === "choice" && (o.value === "no" || o.value === "laser"));
    const offered = question.options.filter((o) => o.is !== "choice").map((o) => String(o.value));
    return no && offered.length && !offered.some((u) => wanted(orders[u], register)) ? no.pick : null;
  }
  const one = offeredBy(question);
  if (question.options.some((o) => o.is === "use" && wanted(orders[String(o.value)], register))) return null; // a slide may offer others too
  return one && !wanted(orders[one.word], register) ? one.no : null;
}
