// Which part of the floor is seen, at what size.  Sizes are in CSS pixels, places in cells.
import type { CellPlace } from "../../art/dirs";

export interface Room {
  width: number;
  height: number;
}

export interface Grid {
  cols: number;
  rows: number;
}

export const LEAST_PHONE = 28;
export const LEAST_DESKTOP = 34;
export const LARGER = 1.5; // where the player wants larger cells
export const MOST = 96; // at the usual size of letters

/** Cells as large as the room allows, whole pixels. */
export function fitCell(room: Room, grid: Grid, most = MOST): number {
  return Math.min(most, Math.floor(Math.min(room.width / grid.cols, room.height / grid.rows)));
}

/** A quarter turn is worth it when cells become at least 15% larger. */
export function wantsTurn(room: Room, grid: Grid): boolean {
  const plain = Math.min(room.width / grid.cols, room.height / grid.rows);
  const turned = Math.min(room.width / grid.rows, room.height / grid.cols);
  return turned >= plain * 1.15;
}

/** A part of the floor, in cells. */
export interface Part extends Grid {
  col: number;
  row: number;
}

export type View = "me" | "flag" | "all";

export interface Camera {
  cell: number;
  /** Pixels that the floor is moved by: its upper left corner, seen from the room's. */
  x: number;
  y: number;
}

/** All of a part, in the middle of the room. */
export function fitAll(room: Room, part: Grid & Partial<Part>, cell = fitCell(room, part)): Camera {
  return {
    cell,
    x: Math.round((room.width - part.cols * cell) / 2) - (part.col ?? 0) * cell,
    y: Math.round((room.height - part.rows * cell) / 2) - (part.row ?? 0) * cell,
  };
}

interface Block extends Part {
  dock: boolean;
}

/** What a small screen shows of the floor: without docking bays in which nothing stands or lies. */
export function withoutEmptyDocks(grid: Grid, pieces: readonly Block[], used: readonly CellPlace[]): Part {
  const inside = (b: Block, p: CellPlace) =>
    p[0] >= b.col && p[1] >= b.row && p[0] < b.col + b.cols && p[1] < b.row + b.rows;
  const kept = pieces.filter((b) => !b.dock || used.some((p) => inside(b, p)));
  if (!kept.length || kept.length === pieces.length) return { col: 0, row: 0, ...size(grid) };
  const col = Math.min(...kept.map((b) => b.col));
  const row = Math.min(...kept.map((b) => b.row));
  return {
    col,
    row,
    cols: Math.max(...kept.map((b) => b.col + b.cols)) - col,
    rows: Math.max(...kept.map((b) => b.row + b.rows)) - row,
  };
}

const size = (grid: Grid): Grid => ({ cols: grid.cols, rows: grid.rows });

/** Does the whole floor fit with cells of that size? */
export function fits(room: Room, grid: Grid, cell: number): boolean {
  return grid.cols * cell <= room.width + 1 && grid.rows * cell <= room.height + 1;
}

function clamp(offset: number, size: number, room: number): number {
  if (size <= room) return Math.round((room - size) / 2);
  return Math.min(0, Math.max(room - size, Math.round(offset)));
}

/** A place in the middle, as far as the floor's edges allow. */
export function lookAt(room: Room, grid: Grid, cell: number, place: CellPlace): Camera {
  return {
    cell,
    x: clamp(room.width / 2 - (place[0] + 0.5) * cell, grid.cols * cell, room.width),
    y: clamp(room.height / 2 - (place[1] + 0.5) * cell, grid.rows * cell, room.height),
  };
}

export function pan(camera: Camera, room: Room, grid: Grid, dx: number, dy: number): Camera {
  return {
    cell: camera.cell,
    x: clamp(camera.x + dx, grid.cols * camera.cell, room.width),
    y: clamp(camera.y + dy, grid.rows * camera.cell, room.height),
  };
}

/** Another size around a point of the room. */
export function zoom(camera: Camera, room: Room, grid: Grid, cell: number, at: readonly [number, number]): Camera {
  const k = cell / camera.cell;
  return {
    cell,
    x: clamp(at[0] - (at[0] - camera.x) * k, grid.cols * cell, room.width),
    y: clamp(at[1] - (at[1] - camera.y) * k, grid.rows * cell, room.height),
  };
}

/** Moves the picture as little as needed for a place to be seen, two cells from the rim. */
export function follow(camera: Camera, room: Room, grid: Grid, place: CellPlace): Camera {
  const margin = 2 * camera.cell;
  const left = camera.x + place[0] * camera.cell;
  const top = camera.y + place[1] * camera.cell;
  const within = (at: number, size: number) =>
    at < margin ? margin - at : at + camera.cell > size - margin ? size - margin - at - camera.cell : 0;
  const dx = room.width > 5 * camera.cell ? within(left, room.width) : room.width / 2 - left;
  const dy = room.height > 5 * camera.cell ? within(top, room.height) : room.height / 2 - top;
  return dx || dy ? pan(camera, room, grid, dx, dy) : camera;
}

/** The part of the floor that is seen. */
export function inSight(camera: Camera, room: Room, grid: Grid): Part {
  const col = Math.max(0, -camera.x / camera.cell);
  const row = Math.max(0, -camera.y / camera.cell);
  return {
    col,
    row,
    cols: Math.max(0, Math.min(grid.cols - col, room.width / camera.cell)),
    rows: Math.max(0, Math.min(grid.rows - row, room.height / camera.cell)),
  };
}

/** Where a flag lies as seen by the robot: columns and rows ahead and to its right. */
export function relative(from: CellPlace, dir: number, to: CellPlace): { ahead: number; right: number } {
  const dc = to[0] - from[0];
  const dr = to[1] - from[1];
  const turns: [number, number][] = [[-dr, dc], [dc, dr], [dr, -dc], [-dc, -dr]];
  const [ahead, right] = turns[dir] ?? [0, 0];
  return { ahead: ahead + 0, right: right + 0 };
}
