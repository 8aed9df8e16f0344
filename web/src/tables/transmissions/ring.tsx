// ring.tsx - the ring: seven locations, two stands each, the four robots, and in the hub what is asked.
import { t } from "../../app/words";
import { Sprite } from "../../ui/icon";
import { aboutPlace } from "./about";
import { halves, ENGRAMS, isLaidOut, namePath, onRing, reachOf, RING, ROBOTS, sectorPath, sectorsOf, standOf, type Box, type View } from "./model";
import type { Nouns } from "./nouns";
import type { Asking } from "./use-asking";
import { placeSprite, Sign } from "./signs";
import { useGrid } from "./grid";

const HALF = 27; // of a stand

interface RingProps {
  box: Box;
  view: View;
  nouns: Nouns;
  asking: Asking;
}

export function Ring({ box, view, nouns, asking }: RingProps) {
  const sectors = sectorsOf(box.ring);
  const robotAt = (cell: number) => ROBOTS.find((r) => view.robots[r] === cell);
  const moving = view.move ? view.move.robot : null;
  const places = box.ring.map((_, cell) => ({ key: String(cell), x: cell, y: 0 }));
  const round = (from: string, key: string) =>
    places[(Number(from) + (key === "ArrowRight" || key === "ArrowDown" ? 1 : places.length - 1)) % places.length] ?? null;
  const { grid, cell: asCell } = useGrid(places, round);
  return (
    <div class="tx-ring">
      <svg viewBox={`0 0 ${RING.size} ${RING.size}`} {...grid} aria-label={t("web.tx.ring")}>
        {sectors.map((sector) => {
          const [x, y] = onRing(sector.middle, RING.inner + 36);
          return (
            <g key={sector.location}>
              <path d={sectorPath(sector)} class={`tx-sector tx-at-${sector.location}`} />
              <use href={placeSprite(sector.location)} x={x - 13} y={y - 13} width="26" height="26" />
              <path id={`tx-name-${sector.location}`} d={namePath(sector, RING.inner + 9)} fill="none" />
              <text class="tx-place-name" font-size="13" aria-hidden="true">
                <textPath href={`#tx-name-${sector.location}`} startOffset="50%">{nouns.location(sector.location)}</textPath>
              </text>
            </g>
          );
        })}
        <circle cx={RING.size / 2} cy={RING.size / 2} r={RING.inner - 7} class="tx-hub" />
        <g role="row">
        {box.ring.map((location, cell) => {
          const [x, y] = standOf(sectors, cell);
          const robot = robotAt(cell);
          const state = asking.state("cell", cell);
          const own = robot ? asking.state("robot", robot) : "none";
          const open = state !== "none" ? state : own;
          const name = `${cell}: ${nouns.location(location)}, ${robot ? nouns.robot(robot) : t("web.tx.free_stand")}`;
          const tap = () => (state !== "none" ? asking.tap("cell", cell) : robot && asking.tap("robot", robot));
          return (
            <g key={cell} class={`tx-cell is-${open}${robot && robot === moving ? " moving" : ""}`} data-cell={cell} data-about={aboutPlace(location)} {...asCell(String(cell), name, open, tap)}>
              <path d={reachOf(sectors, cell)} class="tx-reach" />
              {cell % 2 ? (
                <circle cx={x} cy={y} r={HALF} class="tx-stand" />
              ) : (
                <rect x={x - HALF} y={y - HALF} width={2 * HALF} height={2 * HALF} rx="9" class="tx-stand" />
              )}
              {robot && <use href={`#transmissions-${robot}`} x={x - 20} y={y - 20} width="40" height="40" />}
            </g>
          );
        })}
        </g>
      </svg>
      <Hub view={view} nouns={nouns} />
    </div>
  );
}

/** Where the robot of this move is, or what lies on the board of a solo game. */
function Hub({ view, nouns }: { view: View; nouns: Nouns }) {
  const move = view.move;
  return (
    <div class={view.board ? "tx-hub-text solo" : "tx-hub-text"}>
      {move && <Sprite id={`transmissions-${move.robot}`} size={44} />}
      {move && (
        <p class="strong">
          {move.location
            ? `${nouns.robot(move.robot)}: ${nouns.location(move.location)}`
            : t("web.tx.moves_up_to", nouns.robot(move.robot), move.range)}
        </p>
      )}
      {!move && !view.board && <p class="strong">{isLaidOut(view) ? t("web.tx.turn", view.turns) : t("web.tx.setup")}</p>}
      {view.board && (
        <>
          <p class="mut">{t("web.tx.on_board")}</p>
          <ul>
            {ENGRAMS.map((e) => <li key={e}><Sign good={e} label={nouns.engram(e)} /> <b class="num">{view.board?.[e]}</b></li>)}
            <li><Sign good="electricity" label={t("web.tx.good.electricity")} /> <b class="num">{view.board_electricity}</b></li>
          </ul>
          <p class="tx-hub-about mut" data-board-about>{t("web.tx.board_about", halves(Math.abs(view.players[0]?.score.penalty_halves ?? 0)))}</p>
        </>
      )}
    </div>
  );
}
