// plot.tsx - beside a replay: how far everybody was in the course of the game, as lines and as a table.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import { robotColour } from "../art/faces";
import { RobotDrawn, RobotFace } from "../art/robot";
import { linesOf, type Line, type Progress } from "../engine/progress";
import type { RecordTable } from "./table";

const WIDE = 272;
const HIGH = 160;
const AREA = { left: 24, right: WIDE - 26, top: 10, bottom: HIGH - 20 };

const colourOf = ({ robot, seat }: Line): string => (robot ? robotColour(robot) : `var(--c${seat + 1})`);
const shown = (value: number): string => String(Math.round(10 * value) / 10);

function titleOf(game: string): string {
  if (game === "rally2005") return t("web.plot.flags");
  if (game === "rally2023") return t("web.plot.checkpoints");
  return t(game === "robotory" ? "web.plot.home" : "web.plot.points");
}

/** A few whole numbers from 0 to what the highest line needs. */
function ticksTo(most: number): number[] {
  const step = Math.max(1, Math.ceil(most / 4));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

function Sign({ line, x, y }: { line: Line; x: number; y: number }) {
  if (line.robot) return <g transform={`translate(${x} ${y - 9}) scale(.28)`}><RobotDrawn robot={line.robot} /></g>;
  return (
    <g transform={`translate(${x + 9} ${y})`}>
      <circle r="8" class="rp-dot" fill={colourOf(line)} />
      <text class="num" y="4" text-anchor="middle">{line.seat + 1}</text>
    </g>
  );
}

/** Ends that would lie over each other are moved apart. */
function apart(ys: readonly number[]): number[] {
  const order = ys.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  order.forEach((end, k) => (end.y = Math.max(end.y, (order[k - 1]?.y ?? -Infinity) + 17)));
  const over = Math.max(0, (order[order.length - 1]?.y ?? 0) - AREA.bottom);
  const placed: number[] = [];
  for (const { y, i } of order) placed[i] = y - over;
  return placed;
}

function Lines({ lines, now, words }: { lines: readonly Line[]; now: number; words: string }) {
  const count = Math.max(1, (lines[0]?.values.length ?? 1) - 1);
  const ticks = ticksTo(Math.max(1, ...lines.flatMap((line) => line.values)));
  const most = ticks[ticks.length - 1] ?? 1;
  const x = (i: number) => AREA.left + ((AREA.right - AREA.left) * i) / count;
  const y = (value: number) => AREA.bottom - ((AREA.bottom - AREA.top) * value) / most;
  const ends = apart(lines.map((line) => y(line.values[count] ?? 0)));
  return (
    <svg class="rp-plot" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={words}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path class="rp-grid" d={`M${AREA.left},${y(tick)}H${AREA.right}`} />
          <text class="num" x={AREA.left - 6} y={y(tick) + 4} text-anchor="end">{tick}</text>
        </g>
      ))}
      {[0, count].map((i) => <text key={i} class="num" x={x(i)} y={HIGH - 4} text-anchor="middle">{i + 1}</text>)}
      {lines.map((line) => {
        const d = line.values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)},${y(value).toFixed(1)}`).join("");
        return <g key={line.robot ?? line.seat}><path class="rp-edge" d={d} /><path class="rp-line" d={d} stroke={colourOf(line)} /></g>;
      })}
      <path class="rp-here" d={`M${x(now)},${AREA.top - 6}V${AREA.bottom}`} />
      {lines.map((line, i) => <Sign key={line.robot ?? line.seat} line={line} x={AREA.right + 5} y={ends[i] ?? 0} />)}
    </svg>
  );
}

export function replayPlot(find: () => RecordTable) {
  return function ReplayPlot() {
    const table = find();
    const [progress, setProgress] = useState<Progress | null>(null);
    useEffect(() => {
      let current = true;
      table.progress().then((found) => current && setProgress(found), () => undefined); // the replay was closed
      return () => {
        current = false;
      };
    }, [table]);
    if (!progress) return <p class="mut" role="status">{t("web.loading")}</p>;
    const lines = linesOf(progress);
    const { at } = table.replay;
    const now = Math.max(0, progress.standings.filter((standing) => standing.at <= at.value).length - 1);
    const nameOf = (line: Line) => table.header.names[line.seat] ?? "Harvey";
    const unit = progress.goals ? t("web.replay.by.round") : t("web.replay.by.turn");
    return (
      <section class="rp-course" data-plot>
        <h2 class="strong">{titleOf(table.game)}</h2>
        <p class="mut small">{t(progress.goals ? "web.plot.by_round" : "web.plot.by_turn")}</p>
        <Lines lines={lines} now={now} words={titleOf(table.game)} />
        <ul class="rp-legend">
          {lines.map((line) => (
            <li key={line.robot ?? line.seat}>
              {line.robot ? <RobotFace robot={line.robot} size={26} /> : <b class="rp-seat num" style={{ background: colourOf(line) }}>{line.seat + 1}</b>}
              <span class="grow">{nameOf(line)}</span>
              <b class="num">{shown(line.values[now] ?? 0)}</b>
            </li>
          ))}
        </ul>
        <details>
          <summary>{t("web.plot.table")}</summary>
          <table>
            <thead><tr><th scope="col">{unit}</th>{lines.map((line) => <th key={line.robot ?? line.seat} scope="col">{nameOf(line)}</th>)}</tr></thead>
            <tbody>
              {progress.standings.map((_, i) => (
                <tr key={i} class={i === now ? "now" : ""}>
                  <th scope="row">{i + 1}</th>
                  {lines.map((line) => <td key={line.robot ?? line.seat} class="num">{shown(line.values[i] ?? 0)}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    );
  };
}
