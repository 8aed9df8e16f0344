// From the set-up that the engine tells (docs/fields/setup.md) to the plan that is drawn.

import { type CellPlace, dirOf, STEP, turned } from "./dirs";
import { type Cell, emptyCell, type Plan } from "./plan";

/** The part of a race's set-up that is drawn. */
export interface FloorSetup {
  cols: number;
  rows: number;
  pieces: { cell: CellPlace; cols: number; rows: number; dock: boolean }[];
  holes: CellPlace[];
  walls: Record<string, CellPlace[]>;
  pits: CellPlace[];
  belts: { cell: CellPlace; dir: string; speed: number; from: string[] }[];
  gears: { left: CellPlace[]; right: CellPlace[] };
  pushers: { cell: CellPlace; dir: string; registers: number[] }[];
  lasers: { cell: CellPlace; dir: string; beams: number; end: CellPlace }[];
  repair_sites: CellPlace[];
  option_sites: CellPlace[];
  batteries: CellPlace[];
  starts: { number: number; cell: CellPlace; dir: string }[];
  tokens: { cell: CellPlace; dir: string }[];
  flags: CellPlace[];
}

export function readPlan(setup: FloorSetup, shields: boolean): Plan {
  const { cols, rows } = setup;
  const cells: Cell[] = Array.from({ length: cols * rows }, () => emptyCell("off"));
  const pieces = setup.pieces.map((p) => ({
    col: p.cell[0], row: p.cell[1], cols: p.cols, rows: p.rows, dock: p.dock,
  }));
  for (const p of pieces) {
    for (let r = p.row; r < p.row + p.rows; r++)
      for (let c = p.col; c < p.col + p.cols; c++) cells[r * cols + c] = emptyCell(p.dock ? "dock" : "floor");
  }
  const at = ([c, r]: CellPlace, change: (cell: Cell) => void) => {
    const cell = cells[r * cols + c];
    if (cell) change(cell);
  };
  // An edge is listed once; the cell on its other side has the wall too.
  const beyond = (p: CellPlace, change: (cell: Cell) => void) => {
    if (p[0] >= 0 && p[0] < cols) at(p, change);
  };
  for (const p of setup.holes) at(p, (c) => (c.ground = "off"));
  for (const [side, places] of Object.entries(setup.walls)) {
    const dir = dirOf(side);
    const [dc, dr] = STEP[dir] as CellPlace;
    for (const p of places) {
      at(p, (c) => (c.walls |= 1 << dir));
      beyond([p[0] + dc, p[1] + dr], (c) => (c.walls |= 1 << turned(dir, 2)));
    }
  }
  for (const p of setup.pits) at(p, (c) => (c.pit = true));
  for (const b of setup.belts)
    at(b.cell, (c) => (c.belt = { to: dirOf(b.dir), from: b.from.map(dirOf), express: b.speed > 1 }));
  for (const p of setup.gears.left) at(p, (c) => (c.gear = -1));
  for (const p of setup.gears.right) at(p, (c) => (c.gear = 1));
  for (const p of setup.pushers)
    at(p.cell, (c) => (c.pusher = { side: turned(dirOf(p.dir), 2), registers: p.registers }));
  for (const p of setup.repair_sites) at(p, (c) => (c.repair = 1));
  for (const p of setup.option_sites) at(p, (c) => (c.repair = 2));
  for (const p of setup.batteries) at(p, (c) => (c.battery = true));
  for (const s of setup.starts) at(s.cell, (c) => (c.start = s.number));
  return {
    cols, rows, cells, pieces, shields, closed: [],
    lasers: setup.lasers.map(({ cell, dir, beams, end }) => ({
      place: cell, dir: dirOf(dir), beams, length: Math.abs(end[0] - cell[0]) + Math.abs(end[1] - cell[1]) + 1,
    })),
    tokens: setup.tokens.map((t) => ({ place: t.cell, dir: dirOf(t.dir) })),
  };
}
