// The desk while registers run: transport, speed, ticks, caption, and the way out of the film.
import { signal } from "@preact/signals";
import { t, tr } from "../../app/words";
import { cellName, cellOf, type CellPlace, splitCells } from "../../art/dirs";
import { CardBack, PunchCard } from "../../art/card";
import { RobotFace } from "../../art/robot";
import type { LogLine } from "../../engine/table";
import { STEP_SIZES, type StepSize } from "../../film/beats";
import { type Film, SPEEDS, type Speed } from "../../film/player";
import { type Tick, ticksAt } from "../../film/picture";
import { Icon } from "../../ui/icon";
import { cardWords, type Look } from "./cards";
import type { CardValue } from "./model";

/** Words and cells; a tap makes a cell flash.  What ends a sentence stays on the line of its cell. */
function WithCells({ parts, onCell }: { parts: readonly (string | CellPlace)[]; onCell: (p: CellPlace) => void }) {
  return (
    <>
      {parts.map((part, i) => {
        const stop = /^[.,;:)]+/;
        if (typeof part === "string") return i && typeof parts[i - 1] !== "string" ? part.replace(stop, "") : part;
        const next = parts[i + 1];
        return (
          <span key={i} class="cell-named">
            <button class="link cell-link" onClick={() => onCell(part)}>{cellName(part)}</button>
            {typeof next === "string" ? stop.exec(next)?.[0] : ""}
          </span>
        );
      })}
    </>
  );
}

/** A sentence of the engine with its cells by name. */
export function Sentence({ text, onCell }: { text: string; onCell: (p: CellPlace) => void }) {
  return <WithCells parts={splitCells(text.trim())} onCell={onCell} />;
}

/** Words of ours, in which cells stand by their names. */
export function NamedCells({ text, onCell }: { text: string; onCell: (p: CellPlace) => void }) {
  const parts = text.split(/\b([A-Z]{1,2}\d{1,2})\b/).map((part, i) => (i % 2 ? (cellOf(part) ?? part) : part));
  return <WithCells parts={parts} onCell={onCell} />;
}

const MACHINE_ART: Record<string, string> = {
  express: "m-express", belts: "m-belt", pushers: "m-pusher", gears: "m-gear", lasers: "m-laser", weapons: "m-weapon", touch: "m-touch",
};

function TickMark({ tick, look }: { tick: Tick; look: Look }) {
  const state = `tick${tick.now ? " now" : ""}${tick.done ? " done" : ""}`;
  if (tick.kind === "machine") {
    const words = tr(`web.rally.machine.${tick.machine}`);
    return (
      <li class={`${state} machine`}>
        <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><use href={`#${MACHINE_ART[tick.machine ?? ""]}`} /></svg>
        <span>{words}</span>
      </li>
    );
  }
  const card = tick.card as CardValue;
  return (
    <li class={state}>
      <RobotFace robot={tick.robot ?? ""} size={26} />
      {card !== null && card !== false && <span class="tick-card"><PunchCard {...look(card)} size="tiny" priority={undefined} /></span>}
    </li>
  );
}

export const speedWords = (s: Speed) => (s === "now" ? t("web.rally.now") : s === 0.5 ? "½" : `${s}×`);

/** My own registers, when no film runs: what is still to come. */
export function OwnRegisters({ cards, running, look }: { cards: readonly CardValue[]; running: number; look: Look }) {
  if (!cards.some((c) => c !== false)) return null;
  return (
    <ol class="own" aria-label={t("web.rally.registers")}>
      {cards.map((card, i) => (
        <li key={i} class={i + 1 === running ? "own-slot now" : i + 1 < running ? "own-slot done" : "own-slot"}>
          <span class="num own-number">{i + 1}</span>
          <span class="own-card" role="img" aria-label={card === null ? t("web.rally.slot.hidden") : card === false ? t("web.rally.slot.empty") : cardWords(look(card))}>
            {card === null ? <CardBack size="flat" /> : card !== false && <PunchCard {...look(card)} size="flat" />}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What the step buttons of the film go by, as long as the page is open. */
const stepSize = signal<StepSize>("event");

function StepMenu() {
  return (
    <label class="film-step">
      <span class="film-step-word">{t("web.replay.steps_by")}</span>
      <select class="select" aria-label={t("web.replay.steps_by")} data-film="step" value={stepSize.value} onChange={(e) => (stepSize.value = e.currentTarget.value as StepSize)}>
        {STEP_SIZES.map((size) => <option key={size} value={size}>{t(`web.replay.by.${size}`)}</option>)}
      </select>
    </label>
  );
}

export function FilmBar({ film, look, lines, newCards, actor, own, running, onCell }: {
  film: Film;
  look: Look;
  lines: readonly Pick<LogLine, "text">[];
  newCards: boolean;
  actor: string | null;
  own: readonly CardValue[];
  running: number;
  onCell: (p: CellPlace) => void;
}) {
  const line = film.line.value;
  const ticks = line && film.active.value ? ticksAt(line, film.at.value) : [];
  const playing = film.running.value;
  return (
    <div class="filmbar">
      <div class="transport">
        <div class="transport-row">
          <button class="btn console" aria-label={t("web.rally.step_back")} data-film="back" onClick={() => film.stepBack(stepSize.value)}><Icon name="stepb" /></button>
          <button class="btn console play" aria-label={t(playing ? "web.rally.pause" : "web.rally.play")} data-film="play" onClick={() => film.toggle()}>
            <Icon name={playing ? "pause" : "play"} />
          </button>
          <button class="btn console" aria-label={t("web.rally.step_on")} data-film="on" onClick={() => film.stepOn(stepSize.value)}><Icon name="stepf" /></button>
        </div>
        <div class="speeds" role="group" aria-label={t("web.rally.speed")}>
          {SPEEDS.map((s) => (
            <button key={s} aria-pressed={film.speed.value === s} data-speed={s} onClick={() => film.setSpeed(s)}>{speedWords(s)}</button>
          ))}
        </div>
      </div>
      <div class="film-middle">
        {!film.active.value && <OwnRegisters cards={own} running={running} look={look} />}
        <p class={film.active.value ? "film-caption" : "film-caption idle"}>
          {actor && <RobotFace robot={actor} size={34} />}
          <span>
            {film.beat.value?.kind === "reveal"
              ? t("web.rally.register", film.beat.value.register)
              : lines.slice(0, 3).map((l, i) => <span key={i}><Sentence text={l.text} onCell={onCell} /> </span>)}
          </span>
        </p>
        <ol class={film.active.value ? "ticks" : "ticks none"}>{ticks.map((tick, i) => <TickMark key={i} tick={tick} look={look} />)}</ol>
      </div>
      <div class={film.active.value ? "film-out" : "film-out idle"}>
        <StepMenu />
        <button class="btn console" data-film="register" onClick={() => film.registerOn()}><Icon name="ff" /> {t("web.rally.next_register")}</button>
        <button class="btn console" data-film="skip" onClick={() => film.skip()}>{t(newCards ? "web.rally.new_cards" : "web.rally.skip")}</button>
      </div>
    </div>
  );
}
