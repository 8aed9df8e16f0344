// The board: floor, marks, ways, robots and what can be chosen on it.  Nothing lies over it.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { largeCells } from "../../app/settings";
import { type CellPlace, columnName, type Dir, dirOf, turned, withCellNames } from "../../art/dirs";
import { drawFloor } from "../../art/draw-floor";
import { type Plan, planNow, turnPlace, turnPlan } from "../../art/plan";
import type { Motion } from "../../film/player";
import { type Camera, fitAll, fitCell, fits, follow, type Grid, LARGER, LEAST_DESKTOP, LEAST_PHONE, lookAt, MOST, type Room, type View, wantsTurn, withoutEmptyDocks, zoom } from "./camera";
import { CameraBar } from "./camera-bar";
import { CellGrid, unshow } from "./cell-grid";
import type { Ghost } from "./ghost";
import type { Race, Robot } from "./model";
import { BeamLayer, Ghosts, type MomentPicture, Stamps, Tags } from "./overlays";
import { usePan } from "./pan";
import { Archives, Bot, Compass, FlagMark } from "./pieces";
import { spokenCell } from "./spoken";

/** A cell, robot or direction that may be chosen on the board. */
export interface BoardChoice {
  pick: number;
  place: CellPlace;
  /** An arrow instead of a letter. */
  dir: Dir | null;
  /** A register of the robot beside it. */
  beside: boolean; // something of a robot, not the cell itself
  letter: string;
  words: string;
  chosen: boolean;
}

export interface BoardProps {
  plan: Plan;
  race: Race;
  /** My robots; the first is followed by the camera. */
  me: readonly string[];
  /** Where my robot's camera rests while it is off the floor. */
  motion: Motion | null;
  moment: MomentPicture;
  ghost: Ghost | null;
  ghostRobot: string | null;
  focusRegister: number;
  choices: readonly BoardChoice[];
  onChoose: (choice: BoardChoice) => void;
  onCell: (words: string) => void;
  /** A few words that a phone shows beside the camera's buttons. */
  said: ComponentChildren;
  flash: CellPlace | null;
  nameOf: (robot: string) => string;
  filmPlace: CellPlace | null;
  control: { current: BoardControl | null };
  /** Told how the board lies: quarters to the right. */
  onTurn: (quarters: number) => void;
}

/** What keys do with the picture. */
export interface BoardControl {
  zoom(by: number): void;
  fit(): void;
  flag(): void;
  turn(): void;
}

/** Where the letters and numbers of cells stand, at the usual size of letters. */
const RIM = 18;
const LOW = 480; // pixels
const UPRIGHT = 600; // pixels: what is narrower is a phone held upright
const LABEL = 20; // pixels that two letters need
const NO_ROOM: Room = { width: 0, height: 0 };

/** How much larger letters are than usual: on very large screens, or as the reader has set. */
const scaleNow = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** Room for the floor now, and what there would be without the bar below it. */
function useRoom() {
  const wrap = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [rooms, setRooms] = useState({ room: NO_ROOM, whole: NO_ROOM, rim: RIM, most: MOST });
  useLayoutEffect(() => {
    const inner = box.current;
    const outer = wrap.current;
    if (!inner || !outer) return;
    const measure = () => {
      const scale = scaleNow();
      const rim = Math.round(RIM * scale);
      const roomIn = (el: Element) => ({ width: el.clientWidth - rim, height: el.clientHeight - rim });
      setRooms({ room: roomIn(inner), whole: roomIn(outer), rim, most: Math.round(MOST * scale) });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(inner);
    watch.observe(outer);
    return () => watch.disconnect();
  }, []);
  return { wrap, box, ...rooms };
}

const MARGIN = 6;
const WALL_OUT = 0.11; // of a cell: half a wall's width and its outline
/** Walls on the rim stand out of the floor by half their width. */
const withWalls = ({ cols, rows }: Grid): Grid => ({ cols: cols + 0.2, rows: rows + 0.2 });

/** Cells of a part of the floor: about eleven, or all columns where they fit, so that only rows are off the picture. */
function closeCell(room: Room, plan: Plan, least: number, most: number): number {
  const across = Math.floor(room.width / withWalls(plan).cols);
  return Math.max(least, Math.min(most, across >= least ? across : Math.floor(Math.min(room.width, room.height) / 11)));
}

export function Board(props: BoardProps) {
  const { plan, race, me, choices } = props;
  const { wrap, box, room, whole, rim, most } = useRoom();
  const lying = useMemo(() => planNow(plan, race.turned, race.closed), [plan, race.turned.join(), race.closed.join()]);
  const phone = room.width + rim < 600;
  const [otherWay, setOtherWay] = useState(false); // turned by hand
  const turn = (!phone && wantsTurn(whole, plan)) !== otherWay ? 1 : 0;
  useEffect(() => props.onTurn(turn), [turn]);
  const shownPlan = useMemo(() => turnPlan(lying, turn), [lying, turn]);
  const show = (p: CellPlace) => turnPlace(p, plan.cols, plan.rows, turn);
  const showDir = (d: Dir) => turned(d, turn);

  // A low screen shows the whole course with smaller cells rather than a part of it.
  const least = Math.round((phone || whole.height < LOW ? LEAST_PHONE : LEAST_DESKTOP) * (largeCells.value ? LARGER : 1));
  const used = race.robots.flatMap((r) => [r.cell, race.edition === 2005 || !r.cell ? r.archive : null]).flatMap((p) => (p ? [show(p)] : []));
  const part = phone ? withoutEmptyDocks(shownPlan, shownPlan.pieces, used) : { col: 0, row: 0, cols: shownPlan.cols, rows: shownPlan.rows };
  const low = phone && innerWidth < UPRIGHT;
  // There the camera's bar takes the caption in, whose room does not count: with it all might fit, without the bar nothing would.
  const lent = useRef(0); // the window's height at which it does
  const roomy = fitCell(whole, withWalls(part), most) >= least && !(low && props.said && lent.current === innerHeight);
  if (whole.height > 0) lent.current = roomy ? 0 : innerHeight;
  const fitting = fitCell(room, withWalls(part), most);
  const [view, setView] = useState<View>("me");
  const [size, setSize] = useState(0); // 0 = as the view wants
  const [camera, setCamera] = useState<Camera>({ cell: 40, x: 0, y: 0 });
  const my = race.robots.find((r) => r.name === me[0]) ?? null;
  const myPlace = my?.cell ?? my?.archive ?? null;
  const flag = my && race.flags[my.flags] ? race.flags[my.flags] : null;

  useLayoutEffect(() => {
    if (room.width <= 0) return;
    const close = closeCell(room, shownPlan, least, phone ? 34 : 56);
    if ((roomy && !size && view !== "flag") || view === "all") setCamera(view === "all" ? fitAll(room, shownPlan, Math.max(8, fitCell(room, withWalls(shownPlan), most))) : fitAll(room, part, fitting));
    else {
      const cell = size || close;
      const target = (view === "flag" && flag) || myPlace || [plan.cols / 2, plan.rows / 2];
      setCamera(fits(room, shownPlan, cell) ? fitAll(room, shownPlan, cell) : lookAt(room, shownPlan, cell, show(target)));
    }
  }, [room.width, room.height, view, size, turn, roomy, myPlace?.join(), flag?.join(), shownPlan.cols, part.col, part.row, part.cols, part.rows]);

  // The film leads the eye: what happens is brought into the picture.
  useEffect(() => {
    if (props.filmPlace && !(roomy && !size)) setCamera((c) => follow(c, room, shownPlan, show(props.filmPlace as CellPlace)));
  }, [props.filmPlace?.join()]);

  // What is asked must be seen: the choices are brought into the picture.
  const asked = choices.map((c) => c.place.join()).join(" ");
  useEffect(() => {
    if (!choices.length || (roomy && !size)) return;
    const sum = choices.reduce<[number, number]>((s, c) => [s[0] + c.place[0], s[1] + c.place[1]], [0, 0]);
    const middle: CellPlace = [sum[0] / choices.length, sum[1] / choices.length];
    setCamera((c) => lookAt(room, shownPlan, Math.max(c.cell, least), show(middle)));
  }, [asked, room.width, room.height]);

  const far = camera.cell < LEAST_PHONE;
  const floor = useMemo(() => ({ __html: drawFloor(shownPlan, far ? "far" : "full") }), [shownPlan, far]);
  const scroll = usePan(camera, room, shownPlan, setCamera, (cell, at) => {
    setSize(cell);
    setCamera(zoom(camera, room, shownPlan, cell, at));
  }, least, most, {
    once: ([x, y]) => {
      const seen: CellPlace = [Math.floor((x - camera.x) / camera.cell), Math.floor((y - camera.y) / camera.cell)];
      if (seen[0] < 0 || seen[1] < 0 || seen[0] >= shownPlan.cols || seen[1] >= shownPlan.rows) return;
      props.onCell(spokenCell(lying, race, unshow(seen, show, plan), props.nameOf, turn));
    },
    twice: () => {
      setSize(0);
      setView(view === "all" ? "me" : "all");
    },
  });

  const zoomBy = (by: number) => {
    const next = Math.max(least, Math.min(most, Math.round(camera.cell * by)));
    setSize(next);
    setCamera(zoom(camera, room, shownPlan, next, [room.width / 2, room.height / 2]));
  };
  props.control.current = {
    zoom: zoomBy,
    fit: () => {
      setSize(0);
      setView("all");
    },
    flag: () => setView(view === "flag" ? "me" : "flag"),
    turn: () => setOtherWay(!otherWay),
  };

  const rims = useMemo(() => <Rims plan={plan} turn={turn} camera={camera} room={room} rim={rim} />, [plan, turn, camera, room, rim]);
  const { cell } = camera;
  const w = shownPlan.cols * cell;
  const h = shownPlan.rows * cell;
  const place = { width: `${w}px`, height: `${h}px`, transform: `translate(${camera.x}px, ${camera.y}px)`, "--cell": `${cell}px` };
  const beat = props.motion?.beat ?? null;
  return (
    <div class="board-wrap" ref={wrap}>
      <div class="board" ref={box} data-cell={cell}>
        {rims}
        <div class="board-window" {...scroll} style={{ left: `${rim}px`, top: `${rim}px` }}>
          <div class="floor" style={place}>
            <svg
              class="floor-svg" viewBox={`0 0 ${shownPlan.cols * 64} ${shownPlan.rows * 64}`} width={w} height={h}
              aria-hidden="true" dangerouslySetInnerHTML={floor}
            />
            {race.flags.map((p, i) =>
              p ? <FlagMark key={i} index={i + 1} place={show(p)} cell={cell} shield={plan.shields} /> : null,
            )}
            <Ghosts ghost={props.ghost} robot={props.ghostRobot} trails={props.moment.trails} plan={shownPlan} show={show} />
            <Archives robots={race.edition === 2005 ? race.robots : []} show={show} cell={cell} />
            {standing(race, props.motion).map(({ robot, at }) => (
              <Bot
                key={robot.name}
                robot={robot}
                place={show(at)}
                dir={showDir(robot.dir)}
                cell={cell}
                mine={me.includes(robot.name)}
                motion={props.motion}
                bump={bumpOf(beat, robot.name, showDir)}
                falling={robot.cell === null}
                name={props.nameOf(robot.name)}
              />
            ))}
            <BeamLayer moment={props.moment} plan={shownPlan} show={show} showDir={showDir} ms={props.motion?.ms ?? 0} />
            <Stamps ghost={props.ghost} robot={props.ghostRobot} focus={props.focusRegister} plan={shownPlan} show={show} showDir={showDir} />
            <Tags tags={props.moment.tags} race={race} show={show} cell={cell} cards={props.moment.cards} />
            {props.flash && <span class="flash" style={{ transform: translate(show(props.flash), cell) }} />}
            <Choices choices={choices} cell={cell} show={show} showDir={showDir} onChoose={props.onChoose} />
            <CellGrid plan={lying} race={race} cell={cell} turn={turn} show={show} start={myPlace} nameOf={props.nameOf} onCell={props.onCell} choices={choices} onChoose={props.onChoose} />
          </div>
        </div>
      </div>
      {(!roomy || size > 0) && (
        <CameraBar
          plan={shownPlan} show={show} race={race} my={my} flag={flag ?? null} camera={camera} room={room} turn={turn}
          low={low} said={props.said} view={size ? null : view}
          onView={(v) => { setSize(0); setView(v); }}
          onZoom={zoomBy}
          onJump={(p) => setCamera(lookAt(room, shownPlan, camera.cell, p))}
        />
      )}
    </div>
  );
}

const translate = (p: CellPlace, cell: number) => `translate(${p[0] * cell}px, ${p[1] * cell}px)`;

/** Robots to draw: those on the floor, and those that fall just now where they fell. */
function standing(race: Race, motion: Motion | null): { robot: Robot; at: CellPlace }[] {
  const out: { robot: Robot; at: CellPlace }[] = [];
  for (const robot of race.robots) {
    if (robot.cell) {
      out.push({ robot, at: robot.cell });
      continue;
    }
    const fell = motion?.beat.events.find((e) => e.event === "fell" && e.robot === robot.name);
    const where = fell?.cell;
    if (Array.isArray(where)) out.push({ robot, at: [Number(where[0]), Number(where[1])] });
  }
  return out;
}

function bumpOf(beat: Motion["beat"] | null, robot: string, showDir: (d: Dir) => Dir): Dir | null {
  const e = beat?.events.find((x) => x.event === "blocked" && x.robot === robot);
  return typeof e?.dir === "string" ? showDir(dirOf(e.dir)) : null;
}

function Rims({ plan, turn, camera, room, rim }: { plan: Plan; turn: number; camera: Camera; room: Room; rim: number }) {
  const across = turn ? plan.rows : plan.cols;
  const down = turn ? plan.cols : plan.rows;
  const top = (i: number) => (turn ? String(plan.rows - i) : columnName(i));
  const left = (i: number) => (turn ? columnName(i) : String(i + 1));
  const { cell, x, y } = camera;
  const seenX = Array.from({ length: across }, (_, i) => i).filter((i) => inside(x + (i + 0.5) * cell, room.width));
  const seenY = Array.from({ length: down }, (_, i) => i).filter((i) => inside(y + (i + 0.5) * cell, room.height));
  const every = Math.max(1, Math.ceil(LABEL / cell));
  // Walls on the edge of very large cells stand out further than the letters are away.
  const off = Math.max(0, Math.round(cell * WALL_OUT - MARGIN));
  const clearOfCompass = (i: number) => !turn || x + (i + 0.5) * cell > Math.max(0, x) + LABEL;
  return (
    <div class="rims num" aria-hidden="true">
      {turn > 0 && <Compass quarters={turn} left={Math.max(0, x)} top={Math.max(0, y - off)} />}
      {seenX.filter((i) => i % every === 0 && clearOfCompass(i)).map((i) => (
        <span key={`x${i}`} class="above" style={{ left: `${rim + x + i * cell}px`, top: `${Math.max(0, y - off)}px`, width: `${cell}px`, height: `${rim}px` }}>
          {top(i)}
        </span>
      ))}
      {seenY.filter((i) => i % every === 0).map((i) => (
        <span key={`y${i}`} style={{ left: `${Math.max(0, x - off)}px`, top: `${rim + y + i * cell}px`, width: `${rim}px`, height: `${cell}px` }}>
          {left(i)}
        </span>
      ))}
    </div>
  );
}

const inside = (at: number, size: number) => at > 0 && at < size;

function Choices({ choices, cell, show, showDir, onChoose }: {
  choices: readonly BoardChoice[];
  cell: number;
  show: (p: CellPlace) => CellPlace;
  showDir: (d: Dir) => Dir;
  onChoose: (c: BoardChoice) => void;
}) {
  return (
    <>
      {choices.map((c) => (
        <button
          key={c.pick}
          class={`board-choice${c.chosen ? " chosen" : ""}${c.dir === null ? "" : " arrow"}${c.beside ? " register" : ""}`}
          style={{ transform: translate(show(c.place), cell) }}
          aria-label={`${c.dir === null && c.letter ? `${c.letter}: ` : ""}${withCellNames(c.words)}`}
          aria-pressed={c.chosen}
          data-pick={c.pick}
          onClick={() => onChoose(c)}
        >
          {c.dir === null ? (
            <span class="choice-letter num">{c.letter}</span>
          ) : (
            <svg viewBox="0 0 24 24" aria-hidden="true" style={{ transform: `rotate(${showDir(c.dir) * 90}deg)` }}>
              <path d="M12,4L21,19H3Z" />
            </svg>
          )}
        </button>
      ))}
    </>
  );
}
