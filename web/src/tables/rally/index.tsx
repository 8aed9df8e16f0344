// RoboRally 2005 and Robo Rally 2023 on one screen.
import { useCallback, useContext, useState } from "preact/hooks";
import { showPath, sound as soundOn } from "../../app/settings";
import { t } from "../../app/words";
import { withCellNames } from "../../art/dirs";
import type { Setup, Table } from "../../engine/table";
import type { Beat } from "../../film/beats";
import { wakeSound } from "../../film/sound";
import { LinkBanner } from "../../ui/banner";
import { Clock } from "../../ui/clock";
import { Frame } from "../../ui/frame";
import { HintBusy, HintButton } from "../../ui/hint";
import { Icon } from "../../ui/icon";
import { useKeyHelp } from "../../ui/keys";
import { LookBack } from "../../ui/look-back";
import { TableMenu } from "../../ui/menu";
import { CoachCard, HintBox } from "../../ui/parts";
import { Votes } from "../../ui/votes";
import { Board, type BoardChoice } from "./board";
import { goalOf } from "./camera-bar";
import { briefly, Caption } from "./caption";
import { Desk } from "./desk";
import { NO_GHOST } from "./ghost";
import { keyList } from "./keys";
import type { Race } from "./model";
import { placeOfBeat } from "./overlays";
import { Phases } from "./rail";
import { Plates } from "./roster";
import { useAnswers, useScreenKeys } from "./screen-keys";
import { Side, type Tab } from "./side";
import { tellRegister } from "./told";
import { type Screen, useScreen } from "./use-screen";

export default function RallyTable({ table }: { table: Table }) {
  const of = useScreen(table);
  const [tab, setTab] = useState<Tab | null>(null); // null: my program, and the log while the film runs
  useScreenKeys(of, setTab);
  useAnswers(of);
  const { race, truth, plan, film, playing, shops } = of;
  if (!race || !truth || !plan) return null;
  const beat = film.beat.value;
  const filming = playing || (!of.programs && !shops && !of.ready && film.line.value !== null);
  const bare = !race.round && !table.replay && !filming && !of.programs && !shops && !of.ready; // where one starts: no cards yet, no film
  return (
    <Frame
      class={`rally${bare ? " bare" : ""}${table.replay ? " watching" : ""} r${truth.edition}${shops && !playing ? " shopping" : ""}${filming ? " filming" : ""}`}
      title={courseName(of.setup) || table.title.value}
      sub={`${t(truth.edition === 2005 ? "web.game.rally2005" : "web.game.rally2023")} · ${race.round ? t("web.rally.round", race.round) : t("web.rally.setup")}`}
      phases={<Phases race={race} beat={beat} playing={playing} />}
      clock={<Clock table={table} />}
      menu={<>{table.replay && <table.replay.Tools />}<SoundButton /><TableMenu table={table} /></>}
      roster={<Plates table={table} race={running(race, beat)} acting={beat?.actor ?? null} nouns={of.nouns} look={of.look} onAbout={of.say} />}
      board={
        <Board
          plan={plan} race={race} me={of.myRobots.map((r) => r.name)} motion={film.motion.value} moment={of.moment}
          ghost={of.program && !playing && showPath.value ? of.program.ghost : NO_GHOST} ghostRobot={of.robot?.name ?? null}
          focusRegister={of.program?.focusRegister ?? 0}
          choices={of.choices} onChoose={(choice) => chooseOnBoard(of, choice)} onCell={of.say} said={briefly(of)} flash={of.flashed} nameOf={of.nouns.robot}
          control={of.control} onTurn={of.setTurned}
          filmPlace={beat ? placeOfBeat(beat.events) : null}
        />
      }
      asked={of.asked}
      caption={<Said of={of} />}
      side={<Beside of={of} tab={tab ?? (filming || of.over ? "log" : "program")} onTab={setTab} />}
      console={<Desk of={of} />}
    />
  );
}

/** A tap chooses, a second one sends. */
function chooseOnBoard({ decisions }: Screen, choice: BoardChoice): void {
  const option = decisions?.asking.now.options.find((o) => o.pick === choice.pick);
  if (!option || !decisions) return;
  if (choice.chosen) decisions.send();
  else decisions.choose(option);
}

/** All that is said under the board: connection, votes, the coach, the caption or prompt, hints. */
function Said({ of }: { of: Screen }) {
  const { table, question, program, programs, playing, held, hints } = of;
  const keyHelp = useKeyHelp(table, question, keyList);
  return (
    <>
      <LinkBanner table={table} />
      <Votes table={table} />
      {keyHelp}
      {table.coach && (!playing || held) && (
        <CoachCard
          table={table} held={held} onAgain={() => of.film.again()} brief={program !== null && program.slots.main.some((c) => c >= 0)}
          onShow={program ? (hint) => void program.fill(hint.picks) : undefined}
          told={held ? tellRegister(of.film.shownRegister(), of.robot?.name) : null}
        />
      )}
      {of.asked ? <div class="ask-part"><Caption of={of} /><HintButton hints={hints} class="btn small" /></div> : <Caption of={of} />}
      {!playing && <HintBusy hints={hints} />}
      {hints.now && question && !playing && (
        <HintBox
          hint={{ ...hints.now, words: withCellNames(hints.now.words), chance: null }} laid={programs} onHide={hints.hide}
          {...(programs ? {} : { onDo: () => void table.submit(question, hints.now?.picks ?? []) })}
        />
      )}
    </>
  );
}

function Beside({ of, tab, onTab }: { of: Screen; tab: Tab; onTab: (tab: Tab) => void }) {
  const { table, film, program, round } = of;
  const lookBack = useContext(LookBack);
  const beat = film.beat.value;
  const toMoment = useCallback(
    (event: number) => (table.replay ? void table.replay.seek(event) : void (film.seek(event) || lookBack?.(event))),
    [table, film, lookBack],
  );
  return (
    <Side
      table={table} tab={tab} onTab={onTab} robot={table.seat.value >= 0 ? of.robot : null} cards={of.cards} goal={of.programs && of.truth ? goalOf(of.truth, of.robot) : ""} ghost={program?.ghost ?? NO_GHOST}
      focus={program?.focusRegister ?? 0} look={of.look} nouns={of.nouns} orders={round.orders} standing={of.standing}
      now={beat?.lines[0]?.event ?? -1} until={beat ? beat.first + beat.events.length : Infinity}
      keepsOrders={round.keeps} onKeepOrders={round.keep} onOrder={round.give}
      onCell={of.flash} onMoment={toMoment}
    />
  );
}

/** The race as the plates show it: while a register is filmed, that register runs. */
function running(race: Race, beat: Beat | null): Race {
  return beat?.register ? { ...race, stage: "registers", register: beat.register } : race;
}

function courseName(setup: Setup | null): string {
  const course = setup?.course as { name?: Record<string, string> } | undefined;
  const names = course?.name ?? {};
  return names[document.documentElement.lang] ?? names.en ?? "";
}

function SoundButton() {
  const on = soundOn.value;
  return (
    <button
      class="rail-button" aria-pressed={on} aria-label={t(on ? "web.rally.sound_off" : "web.rally.sound_on")} data-sound
      onClick={() => {
        wakeSound();
        soundOn.value = !on;
      }}
    >
      <Icon name={on ? "sound" : "mute"} />
    </button>
  );
}
