// The floor as SVG text: a handful of long paths for what repeats, sprites for the rest.  It is made
// once for a course; what moves (robots, flags, archives) lies above it.

import { drawBelts } from "./belts";
import { type CellPlace, type Dir, STEP, turned } from "./dirs";
import { type Cell, cellAt, type Laser, type Plan } from "./plan";

/** full: all of it.  plain: no joints and rivets, for thumbnails.  far: belts, pits and walls only,
 * for cells too small to show more. */
export type Detail = "full" | "plain" | "far";

const each = (plan: Plan, draw: (cell: Cell, x: number, y: number, col: number, row: number) => string) =>
  plan.cells
    .map((cell, i) => {
      const col = i % plan.cols;
      const row = Math.floor(i / plan.cols);
      return draw(cell, col * 64, row * 64, col, row);
    })
    .join("");

const path = (d: string, attributes: string) => (d ? `<path d="${d}" ${attributes}/>` : "");

function ground(plan: Plan): string {
  const tints: Record<string, string> = { floor: "", floor2: "", dock: "", dock2: "" };
  plan.cells.forEach((cell, i) => {
    if (cell.ground === "off") return;
    const col = i % plan.cols;
    const row = Math.floor(i / plan.cols);
    const tint = cell.ground + ((col + row) % 2 ? "2" : "");
    tints[tint] += `M${col * 64},${row * 64}h64v64h-64z`;
  });
  return Object.entries(tints)
    .map(([tint, d]) => path(d, `fill="var(--${tint})"`))
    .join("");
}

function joints(plan: Plan): string {
  let floor = "";
  let dock = "";
  each(plan, (cell, x, y) => {
    const d = `M${x + 64},${y}v64h-64`;
    if (cell.ground === "floor") floor += d;
    if (cell.ground === "dock") dock += d;
    return "";
  });
  return (
    path(floor, 'fill="none" stroke="var(--floorl)" stroke-width="1.5"') +
    path(dock, 'fill="none" stroke="var(--dockl)" stroke-width="1.5"')
  );
}

function isOpen(cell: Cell): boolean {
  return !cell.belt && !cell.pit && cell.ground !== "off";
}

function rivets(plan: Plan): string {
  let d = "";
  each(plan, (cell, x, y) => {
    if (isOpen(cell))
      for (const [rx, ry] of [[9, 9], [55, 9], [9, 55], [55, 55]] as const) d += `M${x + rx},${y + ry}h0`;
    return "";
  });
  return path(d, 'stroke="var(--rivet)" stroke-width="4" stroke-linecap="round"');
}

function use(sprite: string, x: number, y: number, more = ""): string {
  return `<use href="#${sprite}" x="${x}" y="${y}"${more}/>`;
}

function turnedUse(sprite: string, x: number, y: number, quarters: number): string {
  const spin = quarters ? ` rotate(${quarters * 90} 32 32)` : "";
  return `<use href="#${sprite}" transform="translate(${x} ${y})${spin}"/>`;
}

function number(x: number, y: number, text: string, size: number, colour: string): string {
  return (
    `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" text-anchor="middle" ` +
    `class="num" fill="var(--${colour})">${text}</text>`
  );
}

function gear(x: number, y: number, turn: number): string {
  const mirror = turn < 0 ? `translate(${x + 64} ${y}) scale(-1 1)` : `translate(${x} ${y})`;
  const colour = turn < 0 ? "gl" : "gr";
  return `<use href="#t-gear" transform="${mirror}" color="var(--${colour})"/>`;
}

function sites(plan: Plan): string {
  return each(plan, (cell, x, y, col, row) => {
    let out = "";
    if (cell.pit) out += use("t-pit", x, y);
    if (cell.gear) out += gear(x, y, cell.gear);
    if (cell.repair) out += use(cell.repair === 2 ? "t-wrenchhammer" : "t-wrench", x, y);
    if (cell.battery) out += use("t-batt", x, y);
    if (cell.start) {
      out += use("t-start", x, y) + number(x + 32, y + 32, String(cell.start), 24, "cellink");
      if (plan.closed.some((p) => p[0] === col && p[1] === row)) out += closedMark(x, y);
    }
    return out;
  });
}

function closedMark(x: number, y: number): string {
  return path(
    `M${x + 16},${y + 16}l32,32m0,-32l-32,32`,
    'stroke="var(--bad)" stroke-width="7" stroke-linecap="round"',
  );
}

function pushers(plan: Plan): string {
  return each(plan, (cell, x, y) => {
    if (!cell.pusher) return "";
    const { side, registers } = cell.pusher;
    const upside = side === 2 ? " rotate(180 32 21.5)" : "";
    return (
      `<g transform="translate(${x} ${y}) rotate(${side * 90} 32 32)"><use href="#t-pusher"/>` +
      `<g transform="${upside.trim()}">${number(32, 21.5, registers.join("·"), 13, "pitb")}</g></g>`
    );
  });
}

const along = (dir: Dir) => STEP[dir] as CellPlace;

/** From the mount to the middle of the last edge, one dashed line a beam. */
function beam(laser: Laser): string {
  const [dx, dy] = along(laser.dir);
  const x = laser.place[0] * 64 + 32 - dx * 32;
  const y = laser.place[1] * 64 + 32 - dy * 32;
  const reach = laser.length * 64 - 4;
  const line = (side: number) =>
    `M${x + dx * 19 - dy * side},${y + dy * 19 + dx * side}l${dx * (reach - 19)},${dy * (reach - 19)}`;
  const gaps = laser.beams === 1 ? [0] : laser.beams === 2 ? [-6, 6] : [-9, 0, 9];
  return (
    path(line(0), `stroke="var(--beam)" stroke-opacity=".2" stroke-width="${6 + 6 * laser.beams}" fill="none"`) +
    path(gaps.map(line).join(""), 'stroke="var(--beam)" stroke-width="4" stroke-dasharray="15 6" fill="none"')
  );
}

function beams(plan: Plan): string {
  return plan.lasers.map(beam).join("");
}

function mounts(plan: Plan): string {
  return plan.lasers
    .map((l) => turnedUse("t-mount", l.place[0] * 64, l.place[1] * 64, turned(l.dir, 2)))
    .join("");
}

/** Every walled edge once, though both cells beside it may know it. */
export function wallEdges(plan: Plan): { col: number; row: number; side: Dir }[] {
  const seen = new Set<string>();
  const out: { col: number; row: number; side: Dir }[] = [];
  plan.cells.forEach((cell, i) => {
    const col = i % plan.cols;
    const row = Math.floor(i / plan.cols);
    for (let d = 0; d < 4; d++) {
      if (!(cell.walls & (1 << d))) continue;
      const [dc, dr] = along(d as Dir);
      const key = `${2 * col + dc},${2 * row + dr}`;
      if (seen.has(key)) continue;
      seen.add(key);
      out.push({ col, row, side: d as Dir });
    }
  });
  return out;
}

function walls(plan: Plan): string {
  return wallEdges(plan)
    .map(({ col, row, side }) => turnedUse("t-wall", col * 64, row * 64, side))
    .join("");
}

function tokens(plan: Plan): string {
  return plan.tokens
    .map((t) => turnedUse("t-token", t.place[0] * 64, t.place[1] * 64, t.dir))
    .join("");
}

/** The rim of each piece, so that boards laid side by side can be told apart. */
function rims(plan: Plan): string {
  return plan.pieces
    .map(
      (p) =>
        `<rect x="${p.col * 64}" y="${p.row * 64}" width="${p.cols * 64}" height="${p.rows * 64}" ` +
        'fill="none" stroke="var(--steel2)" stroke-opacity=".45" stroke-width="2"/>',
    )
    .join("");
}

export function drawFloor(plan: Plan, detail: Detail = "full"): string {
  const far = detail === "far";
  return (
    ground(plan) +
    (detail === "full" ? joints(plan) + rivets(plan) : "") +
    drawBelts(plan, false, !far) +
    drawBelts(plan, true, !far) +
    sites(plan) +
    (far ? "" : pushers(plan) + beams(plan) + mounts(plan)) +
    rims(plan) +
    walls(plan) +
    tokens(plan)
  );
}

/** What a thumbnail shows beside the floor: the flags in order. */
export function drawMarks(flags: readonly (CellPlace | null)[], shields: boolean): string {
  return flags
    .map((place, i) =>
      place ? `<g transform="translate(${place[0] * 64} ${place[1] * 64})">${flagMark(i + 1, shields)}</g>` : "",
    )
    .join("");
}

export function flagMark(index: number, shields: boolean): string {
  return shields
    ? `<use href="#t-check"/>${number(32, 32, String(index), 30, "white")}`
    : `<use href="#t-flag"/>${number(41, 20.5, String(index), 22, "flagn")}`;
}

/** A thumbnail's whole picture: the same floor without joints and rivets. */
export function drawThumbnail(plan: Plan, flags: readonly (CellPlace | null)[]): string {
  return drawFloor(plan, "plain") + drawMarks(flags, plan.shields);
}

/** Parts of the floor as words for a spoken cell, in the order of the design. */
export function cellParts(plan: Plan, col: number, row: number): string[] {
  const cell = cellAt(plan, col, row);
  if (!cell || cell.ground === "off") return ["off"];
  const parts: string[] = [];
  if (cell.pit) parts.push("pit");
  if (cell.belt) parts.push(cell.belt.express ? "express" : "belt");
  if (cell.gear) parts.push(cell.gear < 0 ? "gear_left" : "gear_right");
  if (cell.repair) parts.push(cell.repair === 2 ? "option_site" : "repair");
  if (cell.battery) parts.push("battery");
  if (cell.start) parts.push("start");
  if (cell.pusher) parts.push("pusher");
  return parts.length ? parts : [cell.ground];
}
