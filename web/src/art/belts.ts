// Belts as a few long paths: all rails, then all rubber, then slats, then chevrons.

import { type Dir, STEP, turned } from "./dirs";
import type { Belt, Plan } from "./plan";

const HALF = 32;
/** A chevron that points north, around the middle of a cell. */
const CHEVRON: readonly [number, number][] = [[-12, 6], [0, -6], [12, 6]];

const n = (x: number) => String(Math.round(x * 100) / 100);

function sideMiddle(x: number, y: number, side: Dir): string {
  const [dx, dy] = STEP[side] as readonly [number, number];
  return `${n(x + HALF + dx * HALF)},${n(y + HALF + dy * HALF)}`;
}

/** The way of a belt through its cell, from a side to another: straight, or a quarter circle. */
function way(x: number, y: number, from: Dir, to: Dir): string {
  const start = `M${sideMiddle(x, y, from)}`;
  const end = sideMiddle(x, y, to);
  if (turned(from, 2) === to) return `${start}L${end}`;
  const clockwise = turned(to, -turned(from, 2)) === 1;
  return `${start}A32,32 0 0 ${clockwise ? 1 : 0} ${end}`;
}

function chevron(cx: number, cy: number, angle: number, forward: number): string {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return CHEVRON.map(([px, py], i) => {
    const qx = px;
    const qy = py - forward;
    return `${i ? "L" : "M"}${n(cx + qx * c - qy * s)},${n(cy + qx * s + qy * c)}`;
  }).join("");
}

/** One chevron for a belt, two for an express belt; in a lone curve it stands on the arc. */
function chevrons(x: number, y: number, belt: Belt): string {
  const single = belt.from.length === 1 ? belt.from[0] : undefined;
  const curved = single !== undefined && turned(single, 2) !== belt.to;
  let cx = x + HALF;
  let cy = y + HALF;
  let angle = (belt.to * Math.PI) / 2;
  if (curved && single !== undefined) {
    // On the arc around the corner between its two sides, nearer to the way out.
    const [ax, ay] = STEP[single] as readonly [number, number];
    const [bx, by] = STEP[belt.to] as readonly [number, number];
    const travelled = Math.PI / 3;
    const c = Math.cos(travelled);
    const s = Math.sin(travelled);
    cx += HALF * (ax + bx - bx * c - ax * s);
    cy += HALF * (ay + by - by * c - ay * s);
    const bend = turned(belt.to, -turned(single, 2)) === 1 ? 1 : -1;
    angle += bend * (travelled - Math.PI / 2);
  }
  if (!belt.express) return chevron(cx, cy, angle, 0);
  return chevron(cx, cy, angle, -8) + chevron(cx, cy, angle, 8);
}

export interface BeltPaths {
  ways: string;
  chevrons: string;
}

/** The drawing of all belts of one kind. */
export function beltPaths(plan: Plan, express: boolean): BeltPaths {
  let ways = "";
  let marks = "";
  plan.cells.forEach((cell, i) => {
    const belt = cell.belt;
    if (!belt || belt.express !== express) return;
    const x = (i % plan.cols) * 64;
    const y = Math.floor(i / plan.cols) * 64;
    for (const from of belt.from) ways += way(x, y, from, belt.to);
    marks += chevrons(x, y, belt);
  });
  return { ways, chevrons: marks };
}

export function drawBelts(plan: Plan, express: boolean, slats: boolean): string {
  const { ways, chevrons: marks } = beltPaths(plan, express);
  if (!ways) return "";
  const k = express ? "x" : "";
  const line = (width: number, colour: string, more = "") =>
    `<path d="${ways}" fill="none" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  return (
    `<g class="belts${express ? " express" : ""}">` +
    line(52, `${k}rail`) +
    line(43, `${k}belt`) +
    (slats ? line(43, `${k}slat`, ' stroke-dasharray="3.2 12.8"') : "") +
    `<path class="chev" d="${marks}" fill="none" stroke="var(--${k}chev)" stroke-width="6" ` +
    'stroke-linecap="round" stroke-linejoin="round"/></g>'
  );
}
