// model.ts - what the Robotory screen reads out of the table: types, and the answers sorted by
// what a hand does.  Which answers there are is the engine's matter.
import type { Fields, Setup } from "../../engine/table";

export type Side = "light" | "dark";
export type Colour = "white" | "black";
export type Piece = "white" | "black" | "red";

export const PIECES: readonly Piece[] = ["white", "black", "red"];
export const COLOURS: readonly Colour[] = ["white", "black"];

export interface Camp {
  seat: number;
  stock: Record<Colour, number>;
  home: number;
}

export interface Position {
  turn: Side | "over";
  robots: Record<Piece, number>;
  discs: Record<Colour, number[]>;
  light: Camp;
  dark: Camp;
  box: Record<Colour, number>;
}

export interface Hex {
  q: number;
  r: number;
  camp: Side;
}

export const readPosition = (view: Fields): Position => view as unknown as Position;
export const mostStock = (setup: Setup): number => Number(setup.most_stock);
export const readHexes = (setup: Setup): Hex[] => setup.hexes as unknown as Hex[];

// Numbers of picks (docs/fields/robotory.md); hexes are their own numbers.
const PLACE: Record<Colour, number> = { white: 32, black: 33 };
const MOVE: Record<Piece, number> = { white: 34, black: 35, red: 36 };
const REFILL = 37;
const TAKE = 40; // and this many white discs

export interface Way {
  picks: number[];
  hexes: number[]; // entered, in order; the last is the goal
}

export interface Answers {
  place: Record<Colour, Map<number, number[]>>; // free hex -> picks
  move: Record<Piece, Map<number, Way[]>>; // goal -> ways that use different discs
  refill: { white: number; picks: number[] }[];
}

/** Whole answers of the engine, by what they do. */
export function sortAnswers(all: readonly (readonly number[])[]): Answers {
  const sorted: Answers = {
    place: { white: new Map(), black: new Map() },
    move: { white: new Map(), black: new Map(), red: new Map() },
    refill: [],
  };
  for (const answer of all) {
    const [kind, ...rest] = answer;
    const picks = [...answer];
    const goal = rest[rest.length - 1];
    if (kind === undefined || goal === undefined) continue;
    const colour = COLOURS.find((c) => PLACE[c] === kind);
    const piece = PIECES.find((p) => MOVE[p] === kind);
    if (colour) sorted.place[colour].set(goal, picks);
    else if (piece) {
      const ways = sorted.move[piece].get(goal) ?? [];
      ways.push({ picks, hexes: rest });
      ways.sort((a, b) => a.hexes.length - b.hexes.length);
      sorted.move[piece].set(goal, ways);
    } else if (kind === REFILL) {
      sorted.refill.push({ white: goal - TAKE, picks });
    }
  }
  return sorted;
}

/** What lies or stands on a hex. */
export function on(position: Position, hex: number): { piece?: Piece; disc?: Colour } {
  const piece = PIECES.find((p) => position.robots[p] === hex);
  if (piece) return { piece };
  const disc = COLOURS.find((c) => position.discs[c].includes(hex));
  return disc ? { disc } : {};
}

/** The discs of a way: those that lie on the hexes it enters. */
export function discsOf(position: Position, way: Way): number[] {
  return way.hexes.filter((hex) => on(position, hex).disc !== undefined);
}

/** Middle of a hex; the reader's own camp lies below. */
export function middle(hex: Hex, turned: boolean): { x: number; y: number } {
  const x = (hex.q - hex.r) / 2;
  const y = hex.q + hex.r;
  // The board's middle is between rows 2 and 3, and at -1.25 hexes.
  return turned ? { x: -2.5 - x, y: 5 - y } : { x, y };
}

/** The hex that lies in a direction from another, by their middles: beside it in its own row, or the
 * nearest one of the next row. */
export function next(from: number, key: string, hexes: readonly Hex[], turned: boolean): number | null {
  const here = hexes[from];
  if (!here) return null;
  const a = middle(here, turned);
  const lying = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best: number | null = null;
  let least = Infinity;
  hexes.forEach((hex, i) => {
    const b = middle(hex, turned);
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const along = sign * (lying ? dx : dy);
    if (along <= 0 || (lying ? dy !== 0 : along !== 1)) return;
    const far = Math.abs(dx);
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}
