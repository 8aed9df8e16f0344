// What stands and lies on the floor and moves: robots, flags, archives.  Positions are transforms
// only, so that the film never makes the browser lay anything out.
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../app/words";
import { cellName, type CellPlace, type Dir, quartersBetween, samePlace, STEP } from "../../art/dirs";
import { robotColour, robotNumber } from "../../art/faces";
import { RobotTop } from "../../art/robot";
import { flagMark } from "../../art/draw-floor";
import type { Motion } from "../../film/player";
import { Icon } from "../../ui/icon";
import type { Robot } from "./model";

const EASE: Record<string, string> = {
  drive: "cubic-bezier(.3,0,.3,1)",
  express: "linear",
  belts: "linear",
  fall: "cubic-bezier(.5,0,.8,.4)",
};

export const at = (place: CellPlace, cell: number) => `translate(${place[0] * cell}px, ${place[1] * cell}px)`;

/** What moves an element now.  Where the one of the beat before has a moment left, two at once would both be
 * drawn by the main thread instead of the compositor. */
const moving = new WeakMap<Element, Animation>();

/** Runs an animation and hears of its end in no way: state, not animation, decides where things are. */
function animate(el: Element | null, frames: Keyframe[], ms: number, easing = "linear"): void {
  if (!el || ms <= 0 || typeof el.animate !== "function") return;
  moving.get(el)?.cancel();
  moving.set(el, el.animate(frames, { duration: ms, easing }));
}

interface BotProps {
  robot: Robot;
  place: CellPlace;
  dir: Dir;
  cell: number;
  mine: boolean;
  motion: Motion | null;
  /** Pushes against something in this beat, towards this side. */
  bump: Dir | null;
  falling: boolean;
  name: string;
}

export function Bot({ robot, place, dir, cell, mine, motion, bump, falling, name }: BotProps) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef({ place, dir, turn: dir * 90 });
  const { place: was, dir: wasDir } = last.current;
  const turn = last.current.turn + quartersBetween(wasDir, dir) * 90;
  useLayoutEffect(() => {
    const el = body.current;
    const from = last.current;
    last.current = { place, dir, turn };
    if (!el || !motion) return;
    const easing = EASE[motion.beat.kind] ?? "cubic-bezier(.3,0,.3,1)";
    if (!samePlace(from.place, place))
      animate(el, [{ transform: at(from.place, cell) }, { transform: at(place, cell) }], motion.ms, easing);
    if (from.turn !== turn) {
      const spin = el.querySelector(".bot-turn");
      const plate = el.querySelector(".bot-num");
      const ms = motion.ms;
      animate(spin, [{ transform: `rotate(${from.turn}deg)` }, { transform: `rotate(${turn}deg)` }], ms, easing);
      animate(plate, [{ transform: `rotate(${-from.turn}deg)` }, { transform: `rotate(${-turn}deg)` }], ms, easing);
    }
  }, [place[0], place[1], turn]);
  useLayoutEffect(() => {
    if (!motion || bump === null) return;
    const [dx, dy] = STEP[bump] as CellPlace;
    const here = at(place, cell);
    animate(body.current, [
      { transform: here },
      { transform: `${here} translate(${dx * 6}px, ${dy * 6}px)` },
      { transform: here },
    ], motion.ms);
  }, [motion, bump]);
  useLayoutEffect(() => {
    if (!motion || !falling) return;
    const el = body.current?.firstElementChild ?? null;
    animate(el, [
      { transform: "none", opacity: 1 },
      { transform: "rotate(90deg) scale(.05)", opacity: 0 },
    ], motion.ms, EASE.fall);
  }, [motion, falling]);
  const state = `bot${mine ? " mine" : ""}${robot.down ? " down" : ""}${samePlace(was, place) ? "" : " moving"}`;
  return (
    <div class={state} ref={body} style={{ transform: at(place, cell) }} data-robot={robot.name} data-place={robot.cell ? cellName(robot.cell) : ""} title={name} aria-hidden="true">
      <div class="bot-in">
        {mine && <span class="bot-ring" />}
        <RobotTop robot={robot.name} dir={dir} turn={turn} />
        {robot.down && <span class="bot-z num">z</span>}
        {robot.carries > 0 && <span class="bot-carries num">{robot.carries}</span>}
      </div>
    </div>
  );
}

export function FlagMark({ index, place, cell, shield }: { index: number; place: CellPlace; cell: number; shield: boolean }) {
  const drawing = { __html: flagMark(index, shield) };
  return (
    <svg class="mark" viewBox="0 0 64 64" aria-hidden="true" style={{ transform: at(place, cell) }} dangerouslySetInnerHTML={drawing} />
  );
}

/** Chests in the lower edge of a cell, side by side where several lie there. */
export function Archives({ robots, show, cell }: { robots: readonly Robot[]; show: (p: CellPlace) => CellPlace; cell: number }) {
  const lying = robots.filter((r) => r.archive && !r.out);
  return (
    <>
      {lying.map((r) => {
        const here = lying.filter((o) => samePlace(o.archive, r.archive));
        const i = here.indexOf(r);
        const place = show(r.archive as CellPlace);
        const off = (i - (here.length - 1) / 2) * 25;
        return (
          <svg key={r.name} class="mark archive" viewBox="0 0 64 64" aria-hidden="true" style={{ transform: at(place, cell) }}>
            <g transform={`translate(${20 + off} 41)`}>
              <path d="M1,7Q1,1 7,1H17Q23,1 23,7V18Q23,21 20,21H4Q1,21 1,18Z" fill={robotColour(r.name)} />
              <path d="M1,8H23" />
              <text class="num" x="12" y="18" font-size="11" text-anchor="middle">
                {robotNumber(r.name)}
              </text>
            </g>
          </svg>
        );
      })}
    </>
  );
}

export function Compass({ quarters, left, top }: { quarters: number; left: number; top: number }) {
  return (
    <span class="compass" style={{ left: `${left}px`, top: `${top}px` }}>
      <span style={{ transform: `rotate(${quarters * 90}deg)` }}><Icon name="north" size={12} /></span>
      <b>{t("web.rally.compass")}</b>
    </span>
  );
}
