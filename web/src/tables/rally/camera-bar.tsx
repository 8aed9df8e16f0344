// For floors larger than the room: mini map, the way to the next flag, three views.
import { t } from "../../app/words";
import { cellName, type CellPlace } from "../../art/dirs";
import { drawFloor } from "../../art/draw-floor";
import type { Plan } from "../../art/plan";
import { robotColour } from "../../art/faces";
import { Icon } from "../../ui/icon";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type Camera, inSight, relative, type Room, type View } from "./camera";
import type { Race, Robot } from "./model";

export interface CameraBarProps {
  /** The floor as it lies on the board, turned like it. */
  plan: Plan;
  /** Where a place of the course is on it. */
  show: (place: CellPlace) => CellPlace;
  race: Race;
  my: Robot | null;
  flag: CellPlace | null;
  camera: Camera;
  room: Room;
  turn: number;
  /** A phone held upright: one low line, so that the board has the room. */
  low: boolean;
  /** What is said there in place of the way to the flag. */
  said: ComponentChildren;
  view: View | null;
  onView: (view: View) => void;
  onZoom: (factor: number) => void;
  /** To a place as it is shown. */
  onJump: (place: CellPlace) => void;
}

/** "behind you, left": which words fit a way that is so far ahead and so far to the right. */
export function wayWords(ahead: number, right: number): string {
  const parts: string[] = [];
  if (ahead) parts.push(t(ahead > 0 ? "web.rally.way.ahead" : "web.rally.way.behind"));
  if (right) parts.push(t(right > 0 ? "web.rally.way.right" : "web.rally.way.left"));
  return parts.length ? parts.join(", ") : t("web.rally.way.here");
}

/** "3 ahead, 5 to the left": how far a place is. */
export function farWords(ahead: number, right: number): string {
  const parts: string[] = [];
  if (ahead) parts.push(t(ahead > 0 ? "web.rally.way.ahead_by" : "web.rally.way.behind_by", Math.abs(ahead)));
  if (right) parts.push(t(right > 0 ? "web.rally.way.right_by" : "web.rally.way.left_by", Math.abs(right)));
  return parts.join(", ");
}

/** The next flag, or checkpoint, and where it is. */
export const goalWords = (edition: Race["edition"], number: number, where: string) =>
  t(edition === 2023 ? "web.rally.way.checkpoint" : "web.rally.way.flag", number, where);

/** The robot's next flag and the way there, in one line of a phone, or "" where it has none. */
export function goalOf(race: Race, robot: Robot | null): string {
  const from = robot?.cell ?? robot?.archive;
  const flag = robot && race.flags[robot.flags];
  if (!robot || !from || !flag) return "";
  const { ahead, right } = relative(from, robot.dir, flag);
  return `${goalWords(race.edition, robot.flags + 1, farWords(ahead, right) || wayWords(ahead, right))}, ${cellName(flag)}.`;
}

const middle = (p: CellPlace) => [p[0] * 64 + 32, p[1] * 64 + 32] as const;

function MiniMap({ plan, show, race, camera, room, onJump }: CameraBarProps) {
  const floor = useMemo(() => ({ __html: drawFloor(plan, "far") }), [plan]);
  const scale = 96 / Math.max(plan.cols, plan.rows);
  const frame = inSight(camera, room, plan);
  const jump = (e: MouseEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect();
    onJump([
      Math.floor(((e.clientX - box.left) / box.width) * plan.cols),
      Math.floor(((e.clientY - box.top) / box.height) * plan.rows),
    ]);
  };
  return (
    <button class="minimap" onClick={jump}>
      <span class="hidden">{t("web.rally.minimap")}</span>
      <svg width={plan.cols * scale} height={plan.rows * scale} viewBox={`0 0 ${plan.cols * 64} ${plan.rows * 64}`} aria-hidden="true">
        <g dangerouslySetInnerHTML={floor} />
        {race.flags.map((p, i) =>
          p ? (
            <g key={i} class="mini-flag" transform={`translate(${middle(show(p)).join(" ")})`}>
              <circle r="62" />
              <text class="num" y="34" font-size="96" text-anchor="middle">{i + 1}</text>
            </g>
          ) : null,
        )}
        {race.robots.map((r) => {
          if (!r.cell) return null;
          const [cx, cy] = middle(show(r.cell));
          return <circle key={r.name} class="mini-robot" cx={cx} cy={cy} r="48" fill={robotColour(r.name)} />;
        })}
        <rect class="mini-frame" x={frame.col * 64} y={frame.row * 64} width={frame.cols * 64} height={frame.rows * 64} />
      </svg>
    </button>
  );
}

function FlagArrow({ angle }: { angle: number }) {
  return <span class="camera-arrow" style={{ transform: `rotate(${angle}deg)` }}><Icon name="north" size={20} /></span>;
}

export function CameraBar(props: CameraBarProps) {
  const { my, flag, turn, low } = props;
  const here = my?.cell ?? my?.archive ?? null;
  const way = my && here && flag ? relative(here, my.dir, flag) : null;
  const angle = here && flag ? (Math.atan2(flag[0] - here[0], -(flag[1] - here[1])) * 180) / Math.PI + turn * 90 : 0;
  const flagWord = t(props.race.edition === 2023 ? "web.rally.view.checkpoint" : "web.rally.view.flag");
  const button = (id: View, words: string, picture: ComponentChildren) => (
    <button class="btn" aria-pressed={props.view === id} aria-label={words} data-view={id} onClick={() => props.onView(id)}>
      {picture} {!low && <span class="view-word">{words}</span>}
    </button>
  );
  const toMe = button("me", t("web.rally.view.me"), <Icon name="cam" />);
  const toAll = button("all", t("web.rally.view.all"), <Icon name="fit" />);
  const goal = way && flag && my && <strong>{goalWords(props.race.edition, my.flags + 1, wayWords(way.ahead, way.right))}</strong>;
  if (low) {
    const allColumns = props.plan.cols * props.camera.cell <= props.room.width + 1;
    return (
      <div class="camera-bar low">
        {!allColumns && <MiniMap {...props} />}
        {way && button("flag", flagWord, <FlagArrow angle={angle} />)}
        <div class="camera-way">{props.said ?? goal}</div>
        <div class="camera-views" role="group" aria-label={t("web.rally.view")}>{toMe}{toAll}</div>
      </div>
    );
  }
  return (
    <div class="camera-bar">
      <MiniMap {...props} />
      <div class="camera-side">
        {goal && way && flag && (
          <p class="camera-way">
            <FlagArrow angle={angle} />
            <span>
              {goal}
              <span class="mut">
                {[farWords(way.ahead, way.right), cellName(flag)].filter(Boolean).join(", ")}
              </span>
            </span>
          </p>
        )}
        <div class="camera-views" role="group" aria-label={t("web.rally.view")}>
          {toMe}
          {button("flag", flagWord, <Icon name="flag" />)}
          {toAll}
          <button class="btn icon-only" aria-label={t("web.rally.view.larger")} onClick={() => props.onZoom(1.25)}>
            <Icon name="plus" />
          </button>
        </div>
      </div>
    </div>
  );
}
