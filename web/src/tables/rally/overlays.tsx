// What is drawn over the floor for a while: ways, ghosts, stamps, tags, beams.
import { useLayoutEffect, useRef } from "preact/hooks";
import { type CellPlace, type Dir, samePlace, STEP } from "../../art/dirs";
import { robotColour } from "../../art/faces";
import type { Face } from "../../art/faces";
import type { Plan } from "../../art/plan";
import type { BeamLine, Tag, Trail } from "../../film/picture";
import type { Ghost, Stop } from "./ghost";
import type { CardValue, Race } from "./model";
import { at } from "./pieces";

/** What a moment of the film shows beside the robots. */
export interface MomentPicture {
  trails: Trail[];
  tags: Tag[];
  beams: BeamLine[];
  stars: CellPlace[];
  cards: (card: CardValue) => { face: Face; priority?: number };
}

type Show = (p: CellPlace) => CellPlace;
const mid = (p: CellPlace): [number, number] => [p[0] * 64 + 32, p[1] * 64 + 32];
const box = (plan: Plan) => `0 0 ${plan.cols * 64} ${plan.rows * 64}`;

interface Line {
  from: CellPlace;
  to: CellPlace;
}

/** Lines that go on where the one before ended become one path. */
function pathOf(lines: readonly Line[], show: Show): string {
  let d = "";
  let end: CellPlace | null = null;
  for (const { from, to } of lines) {
    if (!samePlace(from, end)) d += `M${mid(show(from)).join(",")}`;
    d += `L${mid(show(to)).join(",")}`;
    end = to;
  }
  return d;
}

function Way({ lines, carried, colour, show }: { lines: readonly Line[]; carried: boolean; colour: string; show: Show }) {
  const d = pathOf(lines, show);
  if (!d) return null;
  return (
    <g class="way">
      <path d={d} class="way-under" />
      <path d={d} stroke={colour} class={carried ? "way-line carried" : "way-line"} />
    </g>
  );
}

export function Ghosts({ ghost, robot, trails, plan, show }: {
  ghost: Ghost | null; robot: string | null; trails: readonly Trail[]; plan: Plan; show: Show;
}) {
  const robots = [...new Set(trails.map((tr) => tr.robot))];
  return (
    <svg class="over" viewBox={box(plan)} aria-hidden="true">
      {robots.flatMap((name) => {
        const own = trails.filter((tr) => tr.robot === name);
        return [
          <Way key={name} lines={own.filter((l) => !l.carried)} carried={false} colour={robotColour(name)} show={show} />,
          <Way key={`${name}-c`} lines={own.filter((l) => l.carried)} carried colour={robotColour(name)} show={show} />,
        ];
      })}
      {ghost && robot && (
        <>
          <Way lines={ghost.legs.filter((l) => !l.carried)} carried={false} colour={robotColour(robot)} show={show} />
          <Way lines={ghost.legs.filter((l) => l.carried)} carried colour={robotColour(robot)} show={show} />
        </>
      )}
    </svg>
  );
}

function StampMark({ stop, robot, focus, show, showDir }: {
  stop: Stop; robot: string; focus: boolean; show: Show; showDir: (d: Dir) => Dir;
}) {
  const [x, y] = mid(show(stop.place));
  const [sx, sy] = [x + 20, y - 22];
  const label = stop.registers.join("·") + (focus ? "?" : "");
  const wide = Math.max(24, 13 * label.length);
  return (
    <g>
      <g class="ghost-bot" transform={`translate(${x} ${y}) rotate(${showDir(stop.dir) * 90}) scale(.74) translate(-32 -32)`}>
        <use href={`#robot-${robot}`} width="64" height="64" />
      </g>
      <g class={focus ? "stamp focus" : "stamp"}>
        <rect x={sx - wide / 2} y={sy - 12} width={wide} height="24" rx="12" fill={focus ? undefined : robotColour(robot)} />
        <text class="num" x={sx} y={sy + 5.5} font-size="15" text-anchor="middle">{label}</text>
      </g>
      {(stop.hurt || stop.falls) && (
        <g class="stamp hurt">
          <circle cx={x + 20} cy={y + 20} r="11" />
          <text class="num" x={x + 20} y={y + 26} font-size="16" text-anchor="middle">!</text>
        </g>
      )}
    </g>
  );
}

/** The cloud stands in a free cell beside the last stop, ahead of the robot if that is one. */
function cloudAt(ghost: Ghost, last: Stop, { cols, rows }: Plan, show: Show, showDir: (d: Dir) => Dir): CellPlace {
  const [x, y] = show(last.place);
  const beside = [0, 1, 3, 2].map((quarters): CellPlace => {
    const [dx, dy] = STEP[((showDir(last.dir) + quarters) % 4) as Dir] as CellPlace;
    return [x + dx, y + dy];
  });
  const used = ghost.legs.flatMap(({ from, to }) => [show(from), show(to)]);
  return beside.find((p) => p[0] >= 0 && p[1] >= 0 && p[0] < cols && p[1] < rows && !used.some((u) => samePlace(u, p))) ?? [x, y - 1];
}

export function Stamps({ ghost, robot, focus, plan, show, showDir }: {
  ghost: Ghost | null; robot: string | null; focus: number; plan: Plan; show: Show; showDir: (d: Dir) => Dir;
}) {
  if (!ghost || !robot || !ghost.stops.length) return null;
  const last = ghost.stops[ghost.stops.length - 1] as Stop;
  const [cx, cy] = mid(cloudAt(ghost, last, plan, show, showDir));
  return (
    <svg class="over" viewBox={box(plan)} aria-hidden="true">
      {ghost.stops.map((stop) => (
        <StampMark
          key={stop.registers.join()}
          stop={stop}
          robot={robot}
          focus={focus > 0 && stop.registers.includes(focus)}
          show={show}
          showDir={showDir}
        />
      ))}
      {ghost.unknownFrom > 0 && (
        <g class="cloud" transform={`translate(${cx - 32} ${cy - 27})`}>
          <path d="M16,44Q4,44 4,33Q4,23 14,22Q17,10 30,10Q42,10 45,20Q58,19 60,31Q61,44 48,44Z" />
          <text class="num" x="32" y="37" font-size="17" text-anchor="middle">{ghost.unknownFrom}</text>
        </g>
      )}
    </svg>
  );
}

const TO_MOUNT = 30; // from the middle of a cell

/** From the mount's edge, or the middle of the shooter's cell, to the middle of the target's. */
function beamPath(beam: BeamLine, show: Show, showDir: (d: Dir) => Dir): string {
  const [x, y] = mid(show(beam.from));
  const [dx, dy] = beam.mounted === null ? [0, 0] : (STEP[showDir(beam.mounted)] as CellPlace);
  return `M${x - dx * TO_MOUNT},${y - dy * TO_MOUNT}L${mid(show(beam.to)).join()}`;
}

const STAR = "M0,-30L8,-12L27,-16L16,0L27,16L8,12L0,30L-8,12L-27,16L-16,0L-27,-16L-8,-12Z";

export function BeamLayer({ moment, plan, show, showDir, ms }: {
  moment: MomentPicture; plan: Plan; show: Show; showDir: (d: Dir) => Dir; ms: number;
}) {
  const layer = useRef<SVGSVGElement>(null);
  const some = moment.beams.length + moment.stars.length > 0;
  useLayoutEffect(() => {
    if (!some || ms <= 0) return;
    layer.current?.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], ms);
  }, [moment.beams, moment.stars, ms]);
  if (!some) return null;
  return (
    <svg class="over beams" viewBox={box(plan)} ref={layer} aria-hidden="true">
      {moment.beams.map((b, i) => (
        <g key={i}>
          <path class="beam-wide" d={beamPath(b, show, showDir)} />
          <path class="beam-core" d={beamPath(b, show, showDir)} />
        </g>
      ))}
      {moment.stars.map((p) => (
        <g key={p.join()} class="star" transform={`translate(${mid(show(p)).join(" ")})`}>
          <path d={STAR} />
          <path class="star-mark" d="M0,-13V3M0,11v1" />
        </g>
      ))}
    </svg>
  );
}

/** The card of each robot that has still to run it, beside the robot. */
export function Tags({ tags, race, show, cell, cards }: {
  tags: readonly Tag[]; race: Race; show: Show; cell: number; cards: MomentPicture["cards"];
}) {
  return (
    <>
      {tags.map(({ robot, card }) => {
        const place = race.robots.find((r) => r.name === robot)?.cell;
        if (!place || (typeof card !== "string" && typeof card !== "number")) return null;
        const { face, priority } = cards(card);
        const seen = show(place);
        return ( // above its robot, but for the first row, where the board ends
          <span key={robot} class={`tag-card band-${face.band}${seen[1] === 0 ? " below" : ""}`} style={{ transform: at(seen, cell) }}>
            <svg viewBox="0 0 64 64" aria-hidden="true"><use href={`#card-${face.glyph}`} /></svg>
            {priority && <span class="num">{priority}</span>}
          </span>
        );
      })}
    </>
  );
}

/** Where the film looks now: the robot that moves, or the first that is hit. */
export function placeOfBeat(events: readonly { event: string; to?: unknown; cell?: unknown }[]): CellPlace | null {
  for (const e of events) {
    const where = e.to ?? e.cell;
    if (Array.isArray(where) && where.length === 2) return [Number(where[0]), Number(where[1])];
  }
  return null;
}

