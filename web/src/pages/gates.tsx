// gates.tsx - the pictures behind the four gates of the home page: a look into each factory.  They
// are drawings, not positions; the tables draw theirs from the engine's data.
import type { ComponentChildren } from "preact";
import type { GameId } from "../app/games";
import { Disc } from "../art/disc";
import { RobotDrawn } from "../art/robot";

const CELL = 64;

interface BeltProps {
  d: string; // through the middles of its cells
  chevrons: [number, number, number][]; // cell and direction, 0 = north, clockwise
}

/** An express belt: rails, rubber, slats, two chevrons a cell. */
function Express({ d, chevrons }: BeltProps) {
  return (
    <g fill="none">
      <path d={d} stroke="var(--xrail)" stroke-width="52" />
      <path d={d} stroke="var(--xbelt)" stroke-width="43" />
      <path d={d} stroke="var(--xslat)" stroke-width="43" stroke-dasharray="3.2 12.8" />
      <g stroke="var(--xchev)" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round">
        {chevrons.map(([x, y, turn]) => (
          <path
            key={`${x}.${y}`}
            d="M-11,0L0,-11L11,0M-11,14L0,3L11,14"
            transform={`translate(${x * CELL + 32} ${y * CELL + 30}) rotate(${turn * 90} 0 2)${turn % 1 ? " translate(0 2) scale(.9)" : ""}`}
          />
        ))}
      </g>
    </g>
  );
}

interface SpotProps {
  at: [number, number];
  turn?: number;
  children: ComponentChildren;
}

function Spot({ at, turn = 0, children }: SpotProps) {
  return (
    <g transform={`translate(${at[0] * CELL} ${at[1] * CELL}) rotate(${turn} 32 32)`}>{children}</g>
  );
}

const Gear = ({ at, left = false }: { at: [number, number]; left?: boolean }) => (
  <Spot at={at}>
    <use
      href="#t-gear"
      class={left ? "gear-left" : "gear-right"}
      transform={`translate(32 32) scale(${left ? -0.86 : 0.86} 0.86) translate(-32 -32)`}
    />
  </Spot>
);

const Robot = ({ at, id, turn = 0 }: { at: [number, number]; id: string; turn?: number }) => (
  <Spot at={at}>
    <g transform="translate(5 5) scale(.84)"><RobotDrawn robot={id} turn={turn} /></g>
  </Spot>
);

/** A wall on the north edge of a cell, turned to another. */
const Wall = ({ at, turn = 0 }: { at: [number, number]; turn?: number }) => (
  <Spot at={at} turn={turn}>
    <use href="#t-wall" />
  </Spot>
);

const Laser = ({ at, turn, d }: { at: [number, number]; turn: number; d: string }) => (
  <>
    <path d={d} stroke="var(--beam)" stroke-width="4" stroke-dasharray="12 5" fill="none" />
    <Spot at={at} turn={turn}>
      <use href="#t-mount" />
      <use href="#t-wall" />
    </Spot>
  </>
);

function Floor({ cols, rows }: { cols: number; rows: number }) {
  const cells = [];
  const rivets = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if ((x + y) % 2) {
        cells.push(`M${x * CELL},${y * CELL}h64v64h-64z`);
      }
      for (const [dx, dy] of [[7, 7], [57, 7], [7, 57], [57, 57]] as const) {
        rivets.push(`M${x * CELL + dx},${y * CELL + dy}h.01`);
      }
    }
  }
  return (
    <>
      <rect width={cols * CELL} height={rows * CELL} fill="var(--floor)" />
      <path d={cells.join("")} fill="var(--floor2)" />
      <path d={rivets.join("")} stroke="var(--rivet)" stroke-width="3.5" stroke-linecap="round" />
    </>
  );
}

/** The ring of an express loop around the cells x0..x1, y0..y1. */
function loop(x0: number, y0: number, x1: number, y1: number): string {
  const [l, t, r, b] = [x0 * CELL + 32, y0 * CELL + 32, x1 * CELL + 32, y1 * CELL + 32];
  return `M${l + 32},${t}H${r - 32}Q${r},${t} ${r},${t + 32}V${b - 32}Q${r},${b} ${r - 32},${b}H${l + 32}Q${l},${b} ${l},${b - 32}V${t + 32}Q${l},${t} ${l + 32},${t}Z`;
}

function Rally2005() {
  return (
    <>
      <Floor cols={8} rows={6} />
      <Express
        d="M26,-32V300Q26,332 -6,332"
        chevrons={[[-0.1, 0, 2], [-0.1, 1, 2], [-0.1, 2, 2], [-0.1, 3, 2]]}
      />
      <Express
        d={loop(3, 0, 6, 3)}
        chevrons={[
          [3, 0, 0.5], [4, 0, 1], [5, 0, 1], [6, 0, 1.5], [6, 1, 2], [6, 2, 2], [6, 3, 2.5],
          [5, 3, 3], [4, 3, 3], [3, 3, 3.5], [3, 2, 0], [3, 1, 0],
        ]}
      />
      <Gear at={[1, 1]} left />
      <Gear at={[4, 1]} />
      <Gear at={[5, 2]} />
      <Gear at={[2, 3]} left />
      <Gear at={[1.9, 5]} left />
      <Laser at={[2, 2]} turn={90} d="M66,160H168" />
      <Wall at={[1, 2]} turn={-90} />
      <Wall at={[4, 4]} />
      <Spot at={[1, 3]}>
        <use href="#t-flag" />
        <text x="41" y="27" class="gate-flag num" font-size="20">1</text>
      </Spot>
      <Robot at={[5, 1]} id="zoombot" turn={-90} />
      <Robot at={[4, 2]} id="hammerbot" />
      <Robot at={[1, 4.1]} id="twonky" turn={180} />
    </>
  );
}

function Rally2023() {
  return (
    <>
      <Floor cols={8} rows={6} />
      <Express
        d="M22,400V72Q22,40 54,40H282Q314,40 314,72V400"
        chevrons={[
          [-0.15, 1.1, 2], [-0.15, 2.1, 2], [-0.15, 3.1, 2], [1, 0.12, 3], [2, 0.12, 3],
          [3, 0.12, 3], [4.4, 0.15, 3.5], [4.4, 1.2, 0], [4.4, 2.2, 0], [4.4, 3.2, 0],
        ]}
      />
      <Laser at={[6, 0.12]} turn={90} d="M24,40H420" />
      <Gear at={[0.9, 1.1]} left />
      <Gear at={[3.2, 1.1]} />
      <Spot at={[0.9, 2.1]}>
        <use href="#t-pit" />
      </Spot>
      <Spot at={[3.1, 3.1]}>
        <use href="#t-pit" />
      </Spot>
      <Spot at={[1.6, 3.2]}>
        <use href="#t-check" />
        <text x="32" y="42" class="gate-check num" font-size="26">2</text>
      </Spot>
      <Spot at={[5.7, 1.5]}>
        <use href="#t-batt" />
      </Spot>
      <Wall at={[5.7, 2.9]} />
      <Robot at={[-0.2, 0.1]} id="twonky" turn={90} />
      <Robot at={[2.4, 2.1]} id="zoombot" turn={-90} />
      <Robot at={[4.4, 1.15]} id="hulk" turn={-90} />
    </>
  );
}

/** A piece of the ring between two angles, in degrees from north. */
function slice(from: number, to: number, inner: number, outer: number): string {
  const point = (r: number, a: number) =>
    `${(r * Math.sin((a * Math.PI) / 180)).toFixed(1)},${(-r * Math.cos((a * Math.PI) / 180)).toFixed(1)}`;
  return `M${point(outer, from)}A${outer},${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner},${inner} 0 0 0 ${point(inner, from)}Z`;
}

function Transmissions() {
  const places: [number, number, string][] = [
    [-77, -27, "forest"], [-25, 25, "lake"], [27, 77, "town"], [-130, -79, "junk"], [79, 130, "meadow"],
  ];
  return (
    <g class="gate-ring">
      <rect width="436" height="330" class="gate-sky" />
      <g transform="translate(218 232)">
        {places.map(([from, to, name]) => (
          <path key={name} d={slice(from, to, 128, 262)} class={`gate-${name}`} />
        ))}
        <circle r="128" class="gate-hub" />
        <g transform="rotate(-66)"><rect x="-22" y="-226" width="44" height="44" rx="8" class="gate-stand" transform="rotate(66 0 -204)" /></g>
        <circle cx="-118" cy="-178" r="30" class="gate-stand" />
        <rect x="-222" y="-118" width="56" height="56" rx="10" class="gate-stand" />
        <use href="#transmissions-red" x="-142" y="-204" width="48" height="48" />
        <use href="#transmissions-blue" x="-216" y="-112" width="44" height="44" />
        <use href="#place-forest" x="-142" y="-128" width="34" height="34" />
        <use href="#place-lake" x="-16" y="-176" width="34" height="34" />
        <rect x="-70" y="-236" width="52" height="52" rx="8" class="gate-stand" />
        <circle cx="52" cy="-214" r="28" class="gate-stand" />
        <use href="#transmissions-yellow" x="30" y="-237" width="44" height="44" />
        <rect x="136" y="-170" width="50" height="50" rx="8" class="gate-stand" />
        <use href="#place-town" x="176" y="-96" width="40" height="40" />
      </g>
    </g>
  );
}

function hexes(): [number, number, boolean][] {
  const found: [number, number, boolean][] = [];
  for (let row = 0; row < 5; row++) {
    for (let col = -1; col < 6; col++) {
      found.push([col * 92 + (row % 2 ? 46 : 0), row * 80 - 36, row < 2]);
    }
  }
  return found;
}

function Robotory() {
  return (
    <>
      <rect width="436" height="330" class="gate-sky" />
      {hexes().map(([x, y, dark]) => (
        <g key={`${x}.${y}`} transform={`translate(${x + 46} ${y + 53})`}>
          <path d="M0,-52L45,-26V26L0,52L-45,26V-26Z" class={dark ? "hex-dark-edge" : "hex-light-edge"} />
          <path d="M0,-48L42,-24V21L0,45L-42,21V-24Z" class={dark ? "hex-dark" : "hex-light"} />
        </g>
      ))}
      <use href="#robotory-white" x="132" y="66" width="54" height="54" />
      <use href="#robotory-black" x="238" y="66" width="56" height="56" />
      <use href="#robotory-red" x="290" y="146" width="60" height="60" />
      <g transform="translate(100 177)">
        <Disc kind="white" />
      </g>
      <g transform="translate(146 256)">
        <Disc kind="white" />
      </g>
      <g transform="translate(284 16)">
        <Disc kind="black" />
      </g>
    </>
  );
}

const scenes: Record<GameId, () => ComponentChildren> = {
  rally2005: Rally2005,
  rally2023: Rally2023,
  transmissions: Transmissions,
  robotory: Robotory,
};

export function GatePicture({ game }: { game: GameId }) {
  return (
    <div class="gate-picture">
      <svg viewBox="0 0 436 218" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        {scenes[game]()}
      </svg>
      <span class="gate-shutter" />
    </div>
  );
}
