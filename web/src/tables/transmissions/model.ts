// model.ts - what the table of Transmissions shows, and where it stands: ring, tiles and score lines
// from the set-up and the view.
import type { Fields, Setup } from "../../engine/table";
import type { Engram, Forest, Idea, Item, Location, Pipe, Robot, View } from "../../engine/types/transmissions";

export type { Engram, Location, Robot, View };
export type Player = View["players"][number];
export type Score = Player["score"];
export type Joint = "round" | "square" | false;
/** `half` is a white or yellow engram. */
export type Good = Engram | "any" | "half" | "electricity";
export type Goods = Partial<Record<Good, number>>;

export const ROBOTS: readonly Robot[] = ["yellow", "blue", "green", "red"];
export const ENGRAMS: readonly Engram[] = ["white", "yellow", "blue", "green"];
const GOODS: readonly Good[] = [...ENGRAMS, "any", "half"];

export interface Worth {
  points?: number;
  birds?: number;
  butterflies?: number;
}
export interface PipeTile extends Worth {
  pipe: Pipe;
  cost: Goods;
  joints: Joint[]; // north, east, south, west
}
export interface ItemTile extends Worth {
  item: Item;
  cost: Goods;
  collection?: number;
  rule?: string;
}
export interface Effect {
  effect: string;
  rule?: string;
  after?: string; // "gathering", or the location whose action comes first
  pay?: Goods;
  gain?: Goods;
  choose?: { number: number; of: Engram[] };
}
export interface IdeaTile extends Worth, Effect {
  idea: Idea;
  price?: number;
}
export interface ForestCard extends Worth, Effect {
  forest: Forest;
  acorns: number;
}
export interface Column {
  robot: Robot;
  move: number;
  slots: number;
  points: number;
}
export interface MoveCard {
  card: string;
  robot?: Robot;
  locations: Location[];
}

/** What never changes during a match, by its ids. */
export interface Box {
  solo: boolean;
  limit: number;
  unusedPoints: number;
  ring: Location[];
  columns: Column[];
  cards: Map<string, MoveCard>;
  pipes: Map<string, PipeTile>;
  items: Map<string, ItemTile>;
  ideas: Map<string, IdeaTile>;
  forest: Map<string, ForestCard>;
  startPipe: { joints: Joint[] };
  collections: number[][];
}

export function readBox(setup: Setup): Box {
  const list = <T>(name: string) => setup[name] as unknown as T[];
  return {
    solo: setup.solo === true,
    limit: Number(setup.engram_limit),
    unusedPoints: Number(setup.unused_pipe_points),
    ring: list<Location>("ring"),
    columns: list<Column>("robots"),
    cards: new Map(list<MoveCard>("cards").map((c) => [c.card, c])),
    pipes: new Map(list<PipeTile>("pipes").map((p) => [p.pipe, p])),
    items: new Map(list<ItemTile>("items").map((i) => [i.item, i])),
    ideas: new Map(list<IdeaTile>("ideas").map((i) => [i.idea, i])),
    forest: new Map(list<ForestCard>("forest").map((f) => [f.forest, f])),
    startPipe: setup.start_pipe as unknown as { joints: Joint[] },
    collections: list<number[]>("collections"),
  };
}

export const readView = (view: Fields): View => view as unknown as View;

/** Shop, stacks and forest are laid out when everybody has chosen how to begin. */
export const isLaidOut = (view: View): boolean => view.phase === "play" || view.phase === "over";

/** Each engram of a price, one by one. */
export function engramsOf(goods: Goods): Good[] {
  return GOODS.flatMap((good) => Array.from({ length: goods[good] ?? 0 }, () => good));
}

/** What an effect gives, where signs can say it; null where only words can. */
export function gainOf({ effect, gain, choose }: Effect): Goods | null {
  if (effect !== "trade") return null;
  if (!choose) return gain ?? null;
  const sign = choose.of.length === ENGRAMS.length ? "any" : String(choose.of) === "white,yellow" ? "half" : null;
  return sign ? { ...gain, [sign]: choose.number } : null;
}

/** What a player pays or loses between two views of the same goods. */
export function paidOf(before: Player, after: Player | undefined): Record<Engram, number> {
  const lost = (e: Engram) => Math.max(0, before.engrams[e] - (after?.engrams[e] ?? before.engrams[e]));
  return { white: lost("white"), yellow: lost("yellow"), blue: lost("blue"), green: lost("green") };
}

// ---- the ring: a box of 480, the first location at the top, clockwise ----

export const RING = { size: 480, outer: 236, inner: 118, stand: 193 };

export interface Sector {
  location: Location;
  cells: number[];
  middle: number; // degrees from north
  from: number;
  to: number;
}

/** Cells that follow each other at the same location are one sector. */
export function sectorsOf(ring: readonly Location[]): Sector[] {
  const found: { location: Location; cells: number[] }[] = [];
  ring.forEach((location, cell) => {
    const last = found[found.length - 1];
    if (last?.location === location) last.cells.push(cell);
    else found.push({ location, cells: [cell] });
  });
  const wide = 360 / found.length;
  return found.map((s, i) => ({ ...s, middle: i * wide, from: (i - 0.5) * wide, to: (i + 0.5) * wide }));
}

export function onRing(angle: number, radius: number): [number, number] {
  const turn = (angle * Math.PI) / 180;
  return [RING.size / 2 + radius * Math.sin(turn), RING.size / 2 - radius * Math.cos(turn)];
}

/** Where a cell's stand is. */
export function standOf(sectors: readonly Sector[], cell: number): [number, number] {
  const sector = sectors.find((s) => s.cells.includes(cell));
  if (!sector) return [RING.size / 2, RING.size / 2];
  const share = (sector.cells.indexOf(cell) + 0.5) / sector.cells.length - 0.5;
  return onRing(sector.middle + share * (sector.to - sector.from) * 0.94, RING.stand);
}

/** The outline of a sector with a small gap to its neighbours. */
export function sectorPath({ from, to }: Sector, inner = RING.inner, outer = RING.outer): string {
  const gap = (r: number) => (3 / r) * (180 / Math.PI);
  const at = (r: number, a: number) => onRing(a, r).map((n) => n.toFixed(1)).join(",");
  return (
    `M${at(outer, from + gap(outer))}A${outer},${outer} 0 0 1 ${at(outer, to - gap(outer))}` +
    `L${at(inner, to - gap(inner))}A${inner},${inner} 0 0 0 ${at(inner, from + gap(inner))}Z`
  );
}

/** The part of its sector that belongs to a stand: a thumb need not hit the drawn place itself. */
export function reachOf(sectors: readonly Sector[], cell: number): string {
  const sector = sectors.find((s) => s.cells.includes(cell));
  if (!sector) return "";
  const width = (sector.to - sector.from) / sector.cells.length;
  const from = sector.from + sector.cells.indexOf(cell) * width;
  return sectorPath({ ...sector, from, to: from + width });
}

/** The arc that a location's name stands on: it reads from outside below the middle. */
export function namePath({ from, to, middle }: Sector, radius: number): string {
  const below = middle > 90 && middle < 270;
  const at = (a: number, r: number) => onRing(a, r).map((n) => n.toFixed(1)).join(",");
  return below
    ? `M${at(to, radius + 12)}A${radius + 12},${radius + 12} 0 0 0 ${at(from, radius + 12)}`
    : `M${at(from, radius)}A${radius},${radius} 0 0 1 ${at(to, radius)}`;
}

// ---- pipes ----

/** The joints of a tile that was turned by quarters clockwise. */
export function turned(joints: readonly Joint[], quarters: number): Joint[] {
  return joints.map((_, i) => joints[(i - quarters + 4 * joints.length) % joints.length] ?? false);
}

export interface Laid {
  x: number;
  y: number;
}

/** The rectangle that holds all places, never empty. */
export function bounds(places: readonly Laid[]): { x: number; y: number; cols: number; rows: number } {
  if (!places.length) return { x: 0, y: 0, cols: 1, rows: 1 };
  const xs = places.map((p) => p.x);
  const ys = places.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, cols: Math.max(...xs) - x + 1, rows: Math.max(...ys) - y + 1 };
}

// ---- tiles ----

/** The engine calls an item "toaster (7 points)": what it is and what it does. */
export function splitName(words: string): { name: string; says: string } {
  const found = /^(.*?) \((.*)\)$/.exec(words);
  return found ? { name: found[1] ?? "", says: found[2] ?? "" } : { name: words, says: "" };
}


// ---- score ----

export interface ScoreLine {
  key: string;
  points: number;
}

/** The lines of the score sheet, in their order; what a solo game alone has comes last. */
export function scoreLines(score: Score, solo: boolean): ScoreLine[] {
  const lines: ScoreLine[] = [
    { key: "animals", points: score.animals },
    { key: "pipes", points: score.pipes + score.unused },
    { key: "chain", points: score.chain },
    { key: "items", points: score.items + score.specials },
    { key: "collections", points: score.collections },
    { key: "ideas", points: score.ideas },
    { key: "robots", points: score.robots },
    { key: "forest", points: score.forest + score.cards },
    { key: "acorns", points: score.acorn_bonus },
  ];
  if (solo) lines.push({ key: "penalty", points: -Math.abs(score.penalty_halves) / 2 });
  return lines;
}

/** A number of half points as people write it: 6½. */
export function halves(n: number): string {
  const whole = Math.trunc(Math.abs(n) / 2);
  const text = n % 2 ? `${whole || ""}½` : String(whole);
  return n < 0 ? `−${text}` : text;
}
