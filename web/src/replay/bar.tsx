// bar.tsx - the console of a replay: transport, steps, speed, what is said, and the scrubber with the
// game's rounds and marks.
import { useEffect, useRef } from "preact/hooks";
import { isRace } from "../app/games";
import { letterKeys } from "../app/settings";
import { t } from "../app/words";
import { RobotFace } from "../art/robot";
import type { Table } from "../engine/table";
import { Icon } from "../ui/icon";
import type { Mark, Moment } from "./moments";
import { type Replay, UNITS, WATCH_SPEEDS } from "./player";

export function momentWords(game: string, moment: Moment | undefined, end: boolean): string {
  if (!moment || (!end && moment.round === 0)) return t("web.replay.start");
  if (end) return t("web.replay.end");
  if (!isRace(game)) return t("web.replay.turn", moment.round, moment.step);
  return moment.step ? t("web.replay.register", moment.round, moment.step) : t("web.replay.round", moment.round);
}

interface Round {
  round: number;
  moments: { moment: Moment; i: number; until: number }[];
}

function roundsOf(moments: readonly Moment[], total: number): Round[] {
  const rounds: Round[] = [];
  moments.forEach((moment, i) => {
    if (rounds[rounds.length - 1]?.round !== moment.round) rounds.push({ round: moment.round, moments: [] });
    rounds[rounds.length - 1]?.moments.push({ moment, i, until: moments[i + 1]?.at ?? total + 1 });
  });
  return rounds;
}

const MARK_ICON = { flag: "flag", death: "x", end: "star" } as const;

function MarkSign({ mark, words }: { mark: Mark; words: string }) {
  return (
    <span class={`rp-mark rp-${mark.kind}`} title={words}>
      {mark.robot ? <RobotFace robot={mark.robot} size={18} /> : <Icon name={MARK_ICON[mark.kind]} size={14} />}
      {mark.robot && <Icon name={MARK_ICON[mark.kind]} size={12} />}
    </span>
  );
}

/** One slider for keys and readers; each moment is also a place to tap. */
function Scrubber({ replay, game }: { replay: Replay; game: string }) {
  const box = useRef<HTMLDivElement>(null);
  const moments = replay.moments.value;
  const now = replay.now.value;
  const rounds = roundsOf(moments, replay.total.value);
  const here = moments[now];
  const lines = replay.story.value.lines;
  useEffect(() => {
    const cell = box.current?.querySelector<HTMLElement>(".now");
    const frame = box.current;
    if (!cell || !frame) return;
    const x = cell.offsetLeft - frame.scrollLeft;
    if (x < 40 || x > frame.clientWidth - 40) frame.scrollLeft = cell.offsetLeft - frame.clientWidth / 2;
  }, [now]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, Home: 0, End: moments.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const moment = moments[Math.max(0, Math.min(to, moments.length - 1))];
    if (moment) void replay.seek(moment.at);
  };
  return (
    <div class="rp-scrub" ref={box}>
      <div
        class="rp-track" role="slider" tabIndex={0} aria-label={t("web.replay.place")} aria-valuemin={0}
        aria-valuemax={moments.length - 1} aria-valuenow={now}
        aria-valuetext={momentWords(game, here, replay.at.value >= replay.total.value)} onKeyDown={onKeyDown}
      >
        {rounds.map((round) => (
          <div class="rp-round" key={round.round} style={{ flexGrow: round.moments.length }}>
            <span class="rp-number num" aria-hidden="true">{round.round || ""}</span>
            <span class="rp-cells">
              {round.moments.map(({ moment, i, until }) => {
                const marks = replay.marks.value.filter((m) => m.at >= moment.at && m.at < until);
                return (
                  <span
                    key={i} class={`rp-cell${i === now ? " now" : i < now ? " done" : ""}`} data-moment={`${moment.round}.${moment.step}`}
                    onClick={() => void replay.seek(moment.at)}
                  >
                    <i />
                    <span class="rp-marks">
                      {marks.map((mark) => (
                        <MarkSign key={mark.at} mark={mark} words={lines.find((l) => l.event === mark.at)?.text ?? ""} />
                      ))}
                    </span>
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Keys of the film, here for the whole game; before the screen's own. */
function useKeys(replay: Replay): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.altKey || e.metaKey || !(e.target instanceof Element) || e.target.closest("input, textarea, select")) return;
      const unit = e.ctrlKey ? "round" : e.shiftKey ? "register" : "event";
      const pressing = e.target.closest("button, a, [role=gridcell]");
      let done = true;
      if (e.key === " " && !pressing) replay.toggle();
      else if (e.code === "Comma") void replay.step(-1, unit);
      else if (e.code === "Period") void replay.step(1, unit);
      else if (e.key === "[" && letterKeys.peek()) replay.faster(-1);
      else if (e.key === "]" && letterKeys.peek()) replay.faster(1);
      else if (e.key === "Home") void replay.seek(0);
      else if (e.key === "End") void replay.seek(replay.total.peek());
      else done = false;
      if (done) e.preventDefault();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [replay]);
}

/** The last lines told up to here, at most two. */
function Caption({ replay, game }: { replay: Replay; game: string }) {
  const at = replay.at.value;
  const told = replay.story.value.lines.filter((line) => line.event < at + (isRace(game) ? 1 : 0));
  const last = told[told.length - 1];
  const place = momentWords(game, replay.moments.value[replay.now.value], at >= replay.total.value);
  return (
    <p class="rp-caption" aria-live="polite">
      <b class="num">{place}</b>
      <span>{last?.text.trim() ?? ""}</span>
    </p>
  );
}

export interface LiveLink {
  table: Table; // the game that goes on
  back: () => void;
}

/** The console of a replay; `live` leads back to a game that goes on. */
export function replayConsole(replay: Replay, game: string, live: LiveLink | null) {
  return function ReplayConsole() {
    useKeys(replay);
    const playing = replay.running.value;
    const mine = (live?.table.questions.value.length ?? 0) > 0;
    return (
      <div class="rp-bar">
        <div class="rp-transport">
          <div class="rp-row">
            <button class="btn console" aria-label={t("web.rally.step_back")} data-replay="back" onClick={() => void replay.step(-1)}><Icon name="stepb" /></button>
            <button class="btn console rp-play" aria-label={t(playing ? "web.rally.pause" : "web.rally.play")} data-replay="play" onClick={() => replay.toggle()}>
              <Icon name={playing ? "pause" : "play"} />
            </button>
            <button class="btn console" aria-label={t("web.rally.step_on")} data-replay="on" onClick={() => void replay.step(1)}><Icon name="stepf" /></button>
          </div>
          <div class="rp-seg" role="group" aria-label={t("web.replay.steps_by")}>
            {UNITS.filter((unit) => isRace(game) || unit !== "event").map((unit) => (
              <button key={unit} aria-pressed={replay.unit.value === unit || (!isRace(game) && unit === "register" && replay.unit.value === "event")} data-unit={unit} onClick={() => (replay.unit.value = unit)}>
                {t(isRace(game) ? `web.replay.by.${unit}` : unit === "round" ? "web.replay.by.turn" : "web.replay.by.answer")}
              </button>
            ))}
          </div>
          <div class="rp-seg" role="group" aria-label={t("web.rally.speed")}>
            {WATCH_SPEEDS.map((s) => (
              <button key={s} aria-pressed={replay.speed.value === s} data-speed={s} onClick={() => replay.setSpeed(s)}>{s === 0.5 ? "½" : `${s}×`}</button>
            ))}
          </div>
        </div>
        <div class="rp-middle">
          <div class="rp-head">
            <Caption replay={replay} game={game} />
            {live && (
              <button class={`btn ${mine ? "act" : "console"} rp-live`} data-live onClick={live.back}>
                <Icon name="ff" /> {t(mine ? "web.replay.live_asked" : "web.replay.live")}
              </button>
            )}
          </div>
          <Scrubber replay={replay} game={game} />
        </div>
      </div>
    );
  };
}
