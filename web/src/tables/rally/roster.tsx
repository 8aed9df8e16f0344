// The plates: everyone's robot, damage or energy, next flag, cards, what they are doing.
import { useMemo } from "preact/hooks";
import { teamName } from "../../app/courses";
import { t } from "../../app/words";
import { PunchCard } from "../../art/card";
import { RobotFace } from "../../art/robot";
import type { Fields, Seat, Setup, Table } from "../../engine/table";
import { Icon } from "../../ui/icon";
import { PlateState, whoIs } from "../../ui/roster";
import { Badge } from "./badge";
import { cardWords, type Look } from "./cards";
import { hasTeams, nextFlag, type Phase, phaseOf, type Race, type Robot, rosterOrder } from "./model";
import type { Nouns } from "./nouns";

/** What a plate shows of the race around its robot: the same object until any of it changes, so that a
 * beat of the film draws only the plates of the robots that it changes. */
interface Around extends Pick<Race, "edition" | "register" | "first" | "superbot"> {
  phase: Phase;
  flags: number;
  teams: boolean;
  crowded: boolean;
}

/** Six plates and more have two lines each: what else there is to say stands in the first. */
const CROWD = 6;

function useAround(race: Race): Around {
  const { edition, register, first, superbot } = race;
  const phase = phaseOf(race.stage);
  const teams = hasTeams(race);
  const crowded = race.robots.length >= CROWD;
  const flags = race.flags.length;
  return useMemo(
    () => ({ edition, register, first, superbot, phase, teams, crowded, flags }),
    [edition, register, first, superbot, phase, teams, crowded, flags],
  );
}

function Pips({ damage, deadly, firstLock }: { damage: number; deadly: number; firstLock: number }) {
  const pips = Array.from({ length: deadly - 1 }, (_, i) => i + 1);
  return (
    <svg class="pips" viewBox={`0 0 ${pips.length * 11} 12`} role="img" aria-label={t("web.rally.damage", damage)}>
      {pips.map((n) => (
        <path
          key={n}
          class={n <= damage ? "pip full" : "pip"}
          transform={`translate(${(n - 1) * 11 + 1} 1)`}
          d={n < firstLock ? "M1,0H8V9H1Z" : "M1,0H8V5Q8,9 4.5,10Q1,9 1,5Z"}
        />
      ))}
    </svg>
  );
}

function Hearts({ lives, most }: { lives: number; most: number }) {
  return (
    <span class="hearts" role="img" aria-label={t("web.rally.lives", lives)}>
      {Array.from({ length: most }, (_, i) => (
        <svg key={i} class={i < lives ? "heart full" : "heart"} width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12,20C5,15 3,11.5 3,8.5A4.3,4.3 0 0 1 12,7A4.3,4.3 0 0 1 21,8.5C21,11.5 19,15 12,20Z" />
        </svg>
      ))}
    </span>
  );
}

function Next({ race, robot }: { race: Around; robot: Robot }) {
  const next = nextFlag(race.flags, robot);
  if (!next) return null;
  const shield = race.edition === 2023;
  return (
    <svg
      class="next-flag" width="26" height="26" viewBox="0 0 64 64" role="img"
      aria-label={t(shield ? "web.rally.next_checkpoint" : "web.rally.next_flag", next)}
    >
      <use href={shield ? "#t-check" : "#t-flag"} />
      <text class="num" x={shield ? 32 : 41} y={shield ? 44 : 29} font-size={shield ? 32 : 25} text-anchor="middle" fill={shield ? "var(--white)" : "var(--flagn)"}>
        {next}
      </text>
    </svg>
  );
}

export function temporaryOf(setup: Setup | null): Set<string> {
  const list = Array.isArray(setup?.upgrades) ? (setup.upgrades as Fields[]) : [];
  return new Set(list.filter((u) => u.kind === "temporary").map((u) => String(u.upgrade)));
}

function Upgrades({ robot, setup, nouns }: { robot: Robot; setup: Setup | null; nouns: Nouns }) {
  const temporary = temporaryOf(setup);
  const limit = Number(setup?.upgrade_limit ?? 3);
  const stay = robot.options.filter((u) => !temporary.has(u));
  const once = robot.options.filter((u) => temporary.has(u));
  const free = (used: number) => Array.from({ length: Math.max(0, limit - used) }, (_, i) => i);
  return (
    <span class="upgrades">
      {stay.map((u) => <Badge key={u} word={u} name={nouns.option(u)} once={false} held={robot.held.includes(u)} />)}
      {free(stay.length).map((i) => <span key={i} class="badge-place" />)}
      {once.map((u) => <Badge key={u} word={u} name={nouns.option(u)} once held={robot.held.includes(u)} />)}
      {free(once.length).map((i) => <span key={i} class="badge-place once" />)}
    </span>
  );
}

function stateWords(robot: Robot, seat: Seat | undefined, race: Around): string {
  if (robot.place > 0) return t("web.rally.state.finished", robot.place);
  if (robot.out) return t("web.rally.state.out");
  if (robot.fallen) return t(race.edition === 2005 ? "web.rally.state.destroyed" : "web.rally.state.rebooting");
  if (robot.down) return t(race.edition === 2005 ? "web.rally.state.down" : "web.rally.state.shut");
  if (robot.announced) return t("web.rally.state.announced");
  if (seat?.presence === "away") return t("web.state.away");
  if (race.phase === "program" || race.phase === "upgrade") {
    if (seat?.asked) return t(race.phase === "program" && robot.registers.includes(false) ? "web.rally.state.thinking" : "web.state.thinking");
    if (seat?.ready) return t("web.rally.state.ready");
  }
  return "";
}

/** What lasts longer than a thought, as a sign: on a small plate there is no room for its words. */
function NewsSign({ robot, words }: { robot: Robot; words: string }) {
  const name = robot.out ? "x" : robot.fallen ? "undo" : "power";
  return <span class="plate-news" title={words} data-news={name}><Icon name={name} size={16} label={words} /></span>;
}

interface PlateProps {
  robot: Robot;
  race: Around;
  seat: Seat | undefined;
  setup: Setup | null;
  mine: boolean;
  acting: boolean;
  nouns: Nouns;
  look: Look;
  onAbout: (words: string) => void;
}

const MOST_OPTIONS = 3;

function Facts2005({ robot, setup, race }: PlateProps) {
  const deadly = Number(setup?.deadly ?? 10);
  const most = Math.max(Number(setup?.lives ?? 3), robot.lives);
  return (
    <span class="plate-facts">
      <Pips damage={robot.damage} deadly={deadly} firstLock={Number(setup?.first_lock ?? 5)} />
      <Hearts lives={robot.lives} most={most} />
      <span class="plate-short num" aria-hidden="true">
        <span class="bar"><span style={{ transform: `scaleX(${robot.damage / (deadly - 1)})` }} /></span>
        {robot.locked.length > 0 && <><Icon name="lock" size={12} />{robot.locked.length}</>}
        <svg class="heart full" width="13" height="13" viewBox="0 0 24 24"><path d="M12,20C5,15 3,11.5 3,8.5A4.3,4.3 0 0 1 12,7A4.3,4.3 0 0 1 21,8.5C21,11.5 19,15 12,20Z" /></svg>
        {robot.lives}
      </span>
      <span class="plate-next"><Next race={race} robot={robot} /></span>
    </span>
  );
}

function Facts2023({ robot, race }: PlateProps) {
  return (
    <span class="plate-facts">
      <span class="energy num" role="img" aria-label={t("web.rally.energy", robot.energy)}><Icon name="bolt" size={15} />{robot.energy}</span>
      <span class="spam num" role="img" aria-label={t("web.rally.spam", robot.spam)}><Icon name="mail" size={15} />{robot.spam}</span>
      {race.first === robot.name && <span class="tag info tag-first"><Icon name="star" size={13} /><span>{t("web.rally.first")}</span></span>}
      <span class="plate-next"><Next race={race} robot={robot} /></span>
    </span>
  );
}

/** The options of 2005: a few by their signs, more as a number. */
function Options({ robot, nouns, most }: { robot: Robot; nouns: Nouns; most: number }) {
  const { options } = robot;
  if (!options.length) return null;
  const shown = options.length > most ? options.slice(0, Math.max(0, most - 1)) : options;
  const rest = options.slice(shown.length);
  return (
    <span class="upgrades at-end">
      {shown.map((o) => <Badge key={o} word={o} name={nouns.option(o)} once={false} />)}
      {rest.length > 0 && (
        <span class="badge more num" title={rest.map(nouns.option).join(", ")} role="img" aria-label={rest.map(nouns.option).join(", ")}>
          {shown.length ? "+" : ""}{rest.length}
        </span>
      )}
    </span>
  );
}

/** A robot in words, for the caption: what its plate shows by signs, and what its cards do. */
function aboutRobot(race: Around, robot: Robot, seat: Seat | undefined, nouns: Nouns): string {
  const next = nextFlag(race.flags, robot);
  const facts = race.edition === 2005
    ? [t("web.rally.damage", robot.damage), t("web.rally.lives", robot.lives)]
    : [t("web.rally.energy", robot.energy), t("web.rally.spam", robot.spam)];
  if (next) facts.push(t(race.edition === 2005 ? "web.rally.next_flag" : "web.rally.next_checkpoint", next));
  const words = stateWords(robot, seat, race);
  const held = robot.options.map((o) => `${nouns.option(o)}: ${nouns.text(o)}`);
  const head = `${nouns.robot(robot.name)}${seat ? ` (${whoIs(seat)})` : ""}: ${[...facts, ...(words ? [words] : [])].join(", ")}.`;
  return [head, ...held].join("\n");
}

/** Locked registers, and while registers run the one that runs. */
function Cards({ robot, race, look }: PlateProps) {
  const running = race.phase === "registers";
  const seen = robot.registers
    .map((card, i) => ({ card, i: i + 1 }))
    .filter(({ i, card }) => card !== false && card !== null && (robot.locked.includes(i) || (running && i === race.register && robot.open.includes(i))));
  if (!seen.length) return null;
  return (
    <span class="plate-cards">
      {seen.map(({ card, i }) => (
        <span key={i} class="plate-card" role="img" aria-label={cardWords(look(card))}>
          <PunchCard size="tiny" face={look(card).face} label="" priority={look(card).priority} />
        </span>
      ))}
    </span>
  );
}

function Plate(props: PlateProps) {
  const { robot, race, seat, setup, mine, nouns, acting } = props;
  const words = stateWords(robot, seat, race);
  const off = robot.out || robot.fallen;
  const news = robot.fallen || robot.down || robot.out || robot.announced;
  const { crowded } = race;
  const cls = `plate${mine ? " mine" : ""}${off ? " off" : ""}${robot.down ? " down" : ""}${acting ? " acting" : ""}`;
  return (
    <li class={cls} data-plate={robot.name} aria-current={acting ? "true" : undefined}>
      <button class="plate-face" title={robot.options.map((o) => `${nouns.option(o)}: ${nouns.text(o)}`).join("\n") || undefined} onClick={() => props.onAbout(aboutRobot(race, robot, seat, nouns))}>
        <span class="hidden">{t("web.rally.about_robot", nouns.robot(robot.name))}</span>
        <RobotFace robot={robot.name} size={42} />
      </button>
      <span class="plate-body">
        <span class="plate-head">
          <strong>{nouns.robot(robot.name)}</strong>
          {seat && <span class={`mut plate-by by-${seat.kind}`}>{whoIs(seat)}</span>}
          {race.teams && <span class="tag info" data-team={robot.team}>{teamName(robot.team)}</span>}
          {race.superbot === robot.name && <span class="tag info">SuperBot</span>}
          {race.edition === 2023 && <Cards {...props} />}
          {crowded && race.edition === 2005 && robot.locked.length > 0 && (
            <span class="plate-locks num" role="img" aria-label={t("web.rally.note.locked", robot.locked.join(", "))}><Icon name="lock" size={13} />{robot.locked.length}</span>
          )}
          {crowded && race.edition === 2005 && <Options robot={robot} nouns={nouns} most={1} />}
          <span class="plate-state">{news && seat?.presence !== "away" ? <NewsSign robot={robot} words={words} /> : seat && <PlateState seat={seat} />}</span>
        </span>
        {race.edition === 2005 ? <Facts2005 {...props} /> : <Facts2023 {...props} />}
        {!(crowded && race.edition === 2005) && (
          <span class="plate-low">
            {race.edition === 2005 ? <Cards {...props} /> : <Upgrades robot={robot} setup={setup} nouns={nouns} />}
            {words && !(crowded && news) && <span class={`mut plate-words${news ? " news" : ""}`}>{words}</span>}
            {race.edition === 2005 && <Options robot={robot} nouns={nouns} most={MOST_OPTIONS} />}
          </span>
        )}
      </span>
    </li>
  );
}

export function Plates({ table, race, acting, nouns, look, onAbout }: {
  table: Table; race: Race; acting: string | null; nouns: Nouns; look: Look; onAbout: (words: string) => void;
}) {
  const setup = table.setup.value;
  const around = useAround(race);
  return (
    <>
      <p class="roster-head cap">
        <span>{t(race.edition === 2005 ? "web.rally.standings" : "web.rally.from_token")}</span>
        <span>{t(race.edition === 2005 ? "web.rally.head_flag" : "web.rally.head_next")}</span>
      </p>
      <ul class="plates" data-count={race.robots.length}>
        {rosterOrder(race).map((robot) => (
          <Plate
            key={robot.name}
            robot={robot}
            race={around}
            seat={table.seats.value[robot.seat]}
            setup={setup}
            mine={robot.seat === table.seat.value}
            acting={acting === robot.name}
            nouns={nouns}
            look={look}
            onAbout={onAbout}
          />
        ))}
      </ul>
    </>
  );
}
