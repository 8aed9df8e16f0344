// The floor as the page draws it: cells, edges, lasers, marks.  Nothing here decides anything.

import { type CellPlace, type Dir, STEP, turned } from "./dirs";

export interface Belt {
  to: Dir;
  /** The sides from which it is drawn to come in. */
  from: Dir[];
  express: boolean;
}

export interface Pusher {
  /** The side of the cell that it stands on. */
  side: Dir;
  registers: number[];
}

export interface Cell {
  ground: "floor" | "dock" | "off";
  pit: boolean;
  belt: Belt | null;
  /** Quarters that a gear turns: 1 right, -1 left, 0 none. */
  gear: -1 | 0 | 1;
  /** 1 wrench, 2 wrench and hammer. */
  repair: 0 | 1 | 2;
  battery: boolean;
  /** The number printed on a start, 0 = none. */
  start: number;
  /** Bit d = a wall on side d. */
  walls: number;
  pusher: Pusher | null;
}

export interface Laser {
  /** The first cell of its beam; it stands on the wall behind it. */
  place: CellPlace;
  dir: Dir;
  beams: number;
  /** Cells that the beam crosses on an empty floor, as the set-up says. */
  length: number;
}

export interface Piece {
  col: number;
  row: number;
  cols: number;
  rows: number;
  dock: boolean;
}

export interface Token {
  place: CellPlace;
  dir: Dir;
}

export interface Plan {
  cols: number;
  rows: number;
  /** Row by row. */
  cells: Cell[];
  lasers: Laser[];
  pieces: Piece[];
  /** Where returning robots stand (2023). */
  tokens: Token[];
  /** Starts that stay free. */
  closed: CellPlace[];
  /** 2023 calls its flags checkpoints and draws them as shields. */
  shields: boolean;
}

export function emptyCell(ground: Cell["ground"]): Cell {
  return {
    ground, pit: false, belt: null, gear: 0, repair: 0, battery: false, start: 0, walls: 0, pusher: null,
  };
}

export function cellAt(plan: Plan, col: number, row: number): Cell | null {
  if (col < 0 || row < 0 || col >= plan.cols || row >= plan.rows) return null;
  return plan.cells[row * plan.cols + col] ?? null;
}

function turnedSides(bits: number, quarters: number): number {
  let out = 0;
  for (let d = 0; d < 4; d++) if (bits & (1 << d)) out |= 1 << turned(d as Dir, quarters);
  return out;
}

export function turnCell(cell: Cell, quarters: number): Cell {
  return {
    ...cell,
    walls: turnedSides(cell.walls, quarters),
    belt: cell.belt && {
      ...cell.belt,
      to: turned(cell.belt.to, quarters),
      from: cell.belt.from.map((d) => turned(d, quarters)),
    },
    pusher: cell.pusher && { ...cell.pusher, side: turned(cell.pusher.side, quarters) },
  };
}

/** Where a place of a rectangle comes to lie when the rectangle is turned clockwise. */
export function turnPlace(place: CellPlace, cols: number, rows: number, quarters: number): CellPlace {
  let [x, y] = place;
  let w = cols;
  let h = rows;
  for (let q = turned(0, quarters); q > 0; q--) {
    [x, y] = [h - 1 - y, x];
    [w, h] = [h, w];
  }
  return [x, y];
}

/** The whole course turned clockwise, as a wide screen may want to show it. */
export function turnPlan(plan: Plan, quarters: number): Plan {
  if (turned(0, quarters) === 0) return plan;
  const odd = quarters % 2 !== 0;
  const move = (p: CellPlace) => turnPlace(p, plan.cols, plan.rows, quarters);
  const out: Plan = {
    ...plan,
    cols: odd ? plan.rows : plan.cols,
    rows: odd ? plan.cols : plan.rows,
    cells: [],
    lasers: plan.lasers.map((l) => ({ ...l, place: move(l.place), dir: turned(l.dir, quarters) })),
    tokens: plan.tokens.map((t) => ({ place: move(t.place), dir: turned(t.dir, quarters) })),
    closed: plan.closed.map(move),
    pieces: plan.pieces.map((p) => {
      const a = move([p.col, p.row]);
      const b = move([p.col + p.cols - 1, p.row + p.rows - 1]);
      return {
        ...p,
        col: Math.min(a[0], b[0]),
        row: Math.min(a[1], b[1]),
        cols: odd ? p.rows : p.cols,
        rows: odd ? p.cols : p.rows,
      };
    }),
  };
  for (let row = 0; row < plan.rows; row++) {
    for (let col = 0; col < plan.cols; col++) {
      const [x, y] = move([col, row]);
      const cell = cellAt(plan, col, row);
      if (cell) out.cells[y * out.cols + x] = turnCell(cell, quarters);
    }
  }
  return out;
}

/** One square piece turned where it lies (Frenetic Factory turns boards in play).  Walls that stand
 * on its rim go with it; those of its neighbours stay. */
export function turnPiece(plan: Plan, index: number, quarters: number): Plan {
  const piece = plan.pieces[index];
  if (!piece || turned(0, quarters) === 0) return plan;
  const inside = ([c, r]: CellPlace) =>
    c >= piece.col && r >= piece.row && c < piece.col + piece.cols && r < piece.row + piece.rows;
  const move = ([c, r]: CellPlace): CellPlace => {
    const [x, y] = turnPlace([c - piece.col, r - piece.row], piece.cols, piece.rows, quarters);
    return [x + piece.col, y + piece.row];
  };
  const cells = plan.cells.slice();
  for (let r = piece.row; r < piece.row + piece.rows; r++) {
    for (let c = piece.col; c < piece.col + piece.cols; c++) {
      const [x, y] = move([c, r]);
      const cell = cellAt(plan, c, r);
      if (cell) cells[y * plan.cols + x] = turnCell(cell, quarters);
    }
  }
  const turnedLasers = plan.lasers.map((l) =>
    inside(l.place) ? { ...l, place: move(l.place), dir: turned(l.dir, quarters) } : l,
  );
  const out = { ...plan, cells, lasers: turnedLasers };
  return { ...out, lasers: out.lasers.map((l) => ({ ...l, length: beamLength(out, l) })) };
}

/** The plan as it lies now: pieces turned in play, by that many quarters each, and starts that were closed. */
export function planNow(plan: Plan, turned: readonly number[], closed: CellPlace[]): Plan {
  return turned.reduce((now, quarters, i) => turnPiece(now, i, quarters), { ...plan, closed });
}

/** How far a beam is drawn after a piece was turned, where the set-up's word no longer holds: to the first
 * wall or the end of the floor.  Whom it hits the engine tells. */
export function beamLength(plan: Plan, laser: Pick<Laser, "place" | "dir">): number {
  let [c, r] = laser.place;
  const [dc, dr] = STEP[laser.dir] as CellPlace;
  let n = 0;
  for (;;) {
    const cell = cellAt(plan, c, r);
    if (!cell || cell.ground === "off") return n;
    n++;
    const next = cellAt(plan, c + dc, r + dr);
    if (cell.walls & (1 << laser.dir)) return n;
    if (next && next.walls & (1 << turned(laser.dir, 2))) return n;
    c += dc;
    r += dr;
  }
}
