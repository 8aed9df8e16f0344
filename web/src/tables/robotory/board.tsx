// board.tsx - hexes, discs and robots.  Every hex is a button of a grid: arrows walk, Enter chooses.
import { useRef } from "preact/hooks";
import { t, tr } from "../../app/words";
import { Disc } from "../../art/disc";
import { COLOURS, PIECES, middle, next, on, type Answers, type Colour, type Hex, type Piece, type Position, type Side, type Way } from "./model";

const SIZE = 68; // from the middle of a hex to a corner
const WIDE = SIZE * Math.sqrt(3);
const PITCH = SIZE * 1.5;

export interface BoardProps {
  hexes: readonly Hex[];
  position: Position;
  turned: boolean;
  offered: ReadonlySet<number>; // hexes that answer the question
  way: Way | null; // shown as a path
  mover: Piece | null; // the robot that goes it
  ghost: { hex: number; disc: Colour } | null; // a disc about to be placed
  focus: number;
  onFocus: (hex: number) => void;
  onHover: (hex: number | null) => void;
  onPick: (hex: number) => void;
}

function corners(size: number, dy = 0): string {
  const w = (size * Math.sqrt(3)) / 2;
  return `M0,${-size + dy}L${w},${-size / 2 + dy}V${size / 2 + dy}L0,${size + dy}L${-w},${size / 2 + dy}V${-size / 2 + dy}Z`;
}

export function spokenHex(hex: number, hexes: readonly Hex[], position: Position): string {
  const found = on(position, hex);
  const camp = t(hexes[hex]?.camp === "dark" ? "web.ry.dark_camp" : "web.ry.light_camp");
  const what = found.piece
    ? tr(`web.ry.robot.${found.piece}`)
    : found.disc
      ? tr(`web.ry.disc.${found.disc}`)
      : t("web.ry.empty");
  return `${t("web.ry.hex", hex)}, ${camp}: ${what}`;
}

/** Where each robot can go, and which of these hexes are in my camp. */
export function spokenWays(hexes: readonly Hex[], answers: Answers, mine: Side): string {
  return PIECES.map((piece) => {
    const goals = [...answers.move[piece].keys()].sort((a, b) => a - b);
    const home = goals.filter((hex) => hexes[hex]?.camp === mine);
    const robot = tr(`web.ry.robot.${piece}`);
    return goals.length ? t("web.ry.ways", robot, goals.join(", "), home.join(", ") || "–") : t("web.ry.no_way", robot);
  }).join(" ");
}

function spoken(hex: number, props: BoardProps): string {
  const offered = props.offered.has(hex) ? `, ${t("web.ry.offered")}` : "";
  return `${spokenHex(hex, props.hexes, props.position)}${offered}`;
}

function Path({ props, way }: { props: BoardProps; way: Way }) {
  const { mover } = props;
  if (!mover) return null;
  const at = (hex: number) => {
    const m = middle(props.hexes[hex] as Hex, props.turned);
    return { x: m.x * WIDE, y: m.y * PITCH };
  };
  const points = [props.position.robots[mover], ...way.hexes].map(at);
  const d = points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)},${p.y.toFixed(1)}`).join("");
  const end = points[points.length - 1] ?? { x: 0, y: 0 };
  return (
    <g class="ry-path">
      <path d={d} class="ry-path-under" />
      <path d={d} class="ry-path-over" />
      <use href={`#robotory-${mover}`} class="ry-ghost" x={end.x - 32} y={end.y - 34} width="64" height="64" />
      {points.slice(1).map((p, i) => (
        <g key={i} transform={`translate(${p.x + 34} ${p.y - 34})`}>
          <circle r="17" class="ry-step" />
          <text y="6.5" class="ry-step-number num" font-size="18">{i + 1}</text>
        </g>
      ))}
    </g>
  );
}

/** The rule about what is on a hex. */
function aboutHex(position: Position, hex: number): string {
  const piece = PIECES.find((p) => position.robots[p] === hex);
  if (piece) return piece === "red" ? "RY-MOVE-3" : "RY-MOVE-2";
  return COLOURS.some((c) => position.discs[c].includes(hex)) ? "RY-MOVE-5" : "RY-PLACE-2";
}

export function Board(props: BoardProps) {
  const { hexes, position, turned, offered, way } = props;
  const box = useRef<SVGSVGElement>(null);
  const shown = new Set(way ? way.hexes : props.ghost ? [props.ghost.hex] : []);
  const places = hexes.map((hex) => middle(hex, turned));
  const rows = [...new Set(places.map((p) => p.y))].sort((a, b) => a - b);

  function onKey(event: KeyboardEvent) {
    const to = next(props.focus, event.key, hexes, turned);
    if (event.key.startsWith("Arrow") && to !== null) {
      event.preventDefault();
      props.onFocus(to);
      box.current?.querySelector<SVGGElement>(`[data-hex="${to}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      props.onPick(props.focus);
    }
  }

  return (
    <svg
      ref={box}
      class="ry-board"
      viewBox={`${-4.05 * WIDE} ${-SIZE - 6} ${5.6 * WIDE} ${5 * PITCH + 2 * SIZE + 12}`}
      role="grid"
      aria-label={t("web.table.board")}
      onKeyDown={onKey}
      onPointerLeave={() => props.onHover(null)}
    >
      {rows.map((row) => (
        <g role="row" key={row}>
          {hexes.map((hex, i) => {
            const p = places[i] as { x: number; y: number };
            if (p.y !== row) return null;
            const kind = offered.has(i) ? " offered" : "";
            return (
              <g
                key={i}
                role="gridcell"
                class={`ry-hex ${hex.camp}${kind}${shown.has(i) ? " shown" : ""}`}
                data-hex={i}
                data-about={aboutHex(position, i)}
                tabindex={props.focus === i ? 0 : -1}
                aria-label={spoken(i, props)}
                transform={`translate(${(p.x * WIDE).toFixed(1)} ${(p.y * PITCH).toFixed(1)})`}
                onClick={() => props.onPick(i)}
                onFocus={() => {
                  props.onFocus(i);
                  props.onHover(i);
                }}
                onPointerEnter={(e) => e.pointerType === "mouse" && props.onHover(i)}
              >
                <path d={corners(SIZE - 1)} class="ry-edge" />
                <path d={corners(SIZE - 5, -2.5)} class="ry-face" />
                <path d={corners(SIZE - 4)} class="ry-ring" />
                <text x="-46" y="-22" class="ry-number num" font-size="17">{i}</text>
              </g>
            );
          })}
        </g>
      ))}
      <g class="ry-things">
        {COLOURS.flatMap((colour) =>
          position.discs[colour].map((hex) => {
            const p = places[hex] as { x: number; y: number };
            return (
              <g key={`${colour}${hex}`} transform={`translate(${p.x * WIDE} ${p.y * PITCH}) scale(1.16)`}>
                <Disc kind={colour} />
              </g>
            );
          }),
        )}
        {props.ghost && (
          <g
            class="ry-ghost"
            transform={`translate(${(places[props.ghost.hex]?.x ?? 0) * WIDE} ${(places[props.ghost.hex]?.y ?? 0) * PITCH}) scale(1.16)`}
          >
            <Disc kind={props.ghost.disc} />
          </g>
        )}
        {PIECES.map((piece) => {
          const p = places[position.robots[piece]] as { x: number; y: number };
          return (
            <g key={piece} class="ry-robot" style={{ transform: `translate(${p.x * WIDE}px, ${p.y * PITCH}px)` }}>
              {props.mover === piece && <circle r="50" class="ry-chosen" />}
              <use href={`#robotory-${piece}`} x="-33" y="-36" width="66" height="66" />
            </g>
          );
        })}
        {way && <Path props={props} way={way} />}
      </g>
    </svg>
  );
}
