// Robots seen from above.  The body turns; the number on its plate stays upright.
import { robotNumber } from "./faces";
import type { Dir } from "./dirs";

const CONE = "M26,6L14,-15Q32,-21 50,-15L38,6Z";

interface BodyProps {
  robot: string;
  cone?: boolean;
}

function Body({ robot, cone }: BodyProps) {
  return (
    <svg class="bot-body" viewBox="-16 -16 96 96" aria-hidden="true">
      {cone && <path class="bot-cone" d={CONE} />}
      <use href={`#robot-${robot}`} width="64" height="64" transform="translate(32 32) scale(.86) translate(-32 -32)" />
      <circle class="bot-plate" cx="32" cy="42" r="9.5" />
    </svg>
  );
}

/** As it stands on the floor: fills its box, faces `dir`; `turn` is the same in degrees, any number
 * of full turns added, so that animations go the short way. */
export function RobotTop({ robot, dir, turn = dir * 90 }: { robot: string; dir: Dir; turn?: number }) {
  return (
    <span class="bot-turn" style={{ transform: `rotate(${turn}deg)` }}>
      <Body robot={robot} cone />
      <span class="bot-num" style={{ transform: `rotate(${-turn}deg)` }}>
        {robotNumber(robot)}
      </span>
    </span>
  );
}

/** In a drawing: a box of 64, turned by `turn` degrees, the number upright. */
export function RobotDrawn({ robot, turn = 0 }: { robot: string; turn?: number }) {
  return (
    <g transform={`rotate(${turn} 32 32)`}>
      <use href={`#robot-${robot}`} width="64" height="64" />
      <circle class="bot-plate" cx="32" cy="44" r="11" />
      <text class="num bot-number" x="32" y="50" font-size="17" text-anchor="middle" transform={`rotate(${-turn} 32 44)`}>
        {robotNumber(robot)}
      </text>
    </g>
  );
}

/** Beside a line of a long list: only its shape, which is a third of the nodes. */
export function RobotHead({ robot, size = 22 }: { robot: string; size?: number }) {
  return (
    <svg class="bot-face" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <use href={`#robot-${robot}`} width="64" height="64" />
    </svg>
  );
}

/** In a list: `size` pixels high. */
export function RobotFace({ robot, size = 44, turn = 0 }: { robot: string; size?: number; turn?: number }) {
  return (
    <svg class="bot-face" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <RobotDrawn robot={robot} turn={turn} />
    </svg>
  );
}
