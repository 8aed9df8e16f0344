// The panel beside the board: my program in words, the log with "why", orders for this round, chat.
import { useMemo, useState } from "preact/hooks";
import { t } from "../../app/words";
import type { CellPlace } from "../../art/dirs";
import { PunchCard } from "../../art/card";
import { robotColour } from "../../art/faces";
import { RobotHead } from "../../art/robot";
import { RuleText } from "../../ui/parts";
import type { GameEvent, LogLine, Table } from "../../engine/table";
import { SideTabs } from "../../ui/side";
import type { Order, Orders } from "./asking";
import type { Look } from "./cards";
import { NamedCells, Sentence } from "./filmbar";
import { tell } from "./told";
import type { Ghost } from "./ghost";
import { LastRound, OrderList, StandingList } from "./late";
import type { CardValue, Robot } from "./model";
import type { Nouns } from "./nouns";
import { unseenBy } from "./unseen";
import type { StandingOrders } from "./use-standing";

export type Tab = "program" | "log" | "chat";

/** What a register does, its cells to be tapped, what hurts as a tag. */
export function Foreseen({ events, onCell }: { events: readonly GameEvent[]; onCell: (p: CellPlace) => void }) {
  const { words, bad } = tell(events);
  return (
    <>
      <NamedCells text={words} onCell={onCell} /> {bad && <span class="tag bad">{bad}</span>}
    </>
  );
}

const isLaid = (card: CardValue | undefined) => card !== undefined && card !== false;

/** Before the first card: where to go, and how a program is made. */
function FirstCard({ goal, onCell }: { goal: string; onCell: (p: CellPlace) => void }) {
  return (
    <div class="first-card" data-first-card>
      <p class="strong"><NamedCells text={goal} onCell={onCell} /></p>
      <p class="mut">{t("web.rally.first_card")}</p>
    </div>
  );
}

function ProgramList({ cards, ghost, look, robot, focus, onCell }: {
  cards: readonly (CardValue | undefined)[]; ghost: Ghost; look: Look; robot: Robot; focus: number; onCell: (p: CellPlace) => void;
}) {
  const foreseen = ghost.told.length > 0 || ghost.unknownFrom > 0;
  return (
    <div class="way-words">
      {foreseen && <h2 class="strong">{t("web.rally.if_nobody")}</h2>}
      <ol class="told-list">
        {cards.map((card, i) => {
          const n = i + 1;
          const told = ghost.told.find((x) => x.register === n);
          const sure = told && !(ghost.unknownFrom && n >= ghost.unknownFrom);
          if (card === undefined || card === false) return null;
          return (
            <li key={n} class={n === focus ? "told-line focus" : "told-line"}>
              {robot.locked.includes(n) ? (
                <span class="told-number num kept" title={t("web.rally.note.locked", String(n))}>{n}</span>
              ) : (
                <span class={sure ? "told-number num" : "told-number num open"} style={sure ? { background: robotColour(robot.name) } : {}}>{n}</span>
              )}
              <span class="told-card">{card !== null && <PunchCard {...look(card)} size="tiny" />}</span>
              <span class="told-words">
                {sure ? (
                  <Foreseen events={told.events} onCell={onCell} />
                ) : ghost.unknownFrom === n ? (
                  t("web.rally.unknown_from")
                ) : (
                  card === null ? t("web.rally.slot.hidden") : look(card).label
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {foreseen && <p class="mut small">{t("web.rally.others_unseen")}</p>}
    </div>
  );
}

export function Why({ table, id }: { table: Table; id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="link why" aria-expanded={open} data-why={id} onClick={() => setOpen(!open)}>{t("web.why")}</button>
      {open && <RuleText table={table} id={id} />}
    </>
  );
}

interface LogProps {
  table: Table;
  onCell: (p: CellPlace) => void;
  onMoment: (event: number) => void;
}

/** One line; as long as nothing of it changes it is not drawn again (the log is long, and every beat adds to it). */
function LogItem({ table, line, robot, now, onCell, onMoment }: LogProps & { line: LogLine; robot: string; now: boolean }) {
  return (
    <li class={now ? "now" : ""}>
      {robot ? <RobotHead robot={robot} /> : <span />}
      <span>
        <Sentence text={line.text} onCell={onCell} />{" "}
        {line.rule && <Why table={table} id={line.rule} />}
      </span>
      <button class="link moment" aria-label={t("web.rally.show_moment")} onClick={() => onMoment(line.event)}>↦</button>
    </li>
  );
}

function RaceLog({ table, now, until, onCell, onMoment }: LogProps & { now: number; until: number }) {
  // What the film has not shown yet is not told either.
  const lines = table.log.value.filter((line) => line.event < until);
  const from = Math.max(0, lines.length - 400);
  const robotOf = (line: LogLine) => String(table.events.value[line.event]?.robot ?? "");
  if (!lines.length) return <p class="log mut">{t("web.table.log_empty")}</p>;
  return (
    <div class="log log-room" role="region" tabIndex={0} aria-label={t("web.table.log")}>
      <ol class="race-log">
        {lines.slice(from).map((line: LogLine, i) => (
          <LogItem key={`${line.event}.${from + i}`} table={table} line={line} robot={robotOf(line)} now={line.event === now} onCell={onCell} onMoment={onMoment} />
        ))}
      </ol>
    </div>
  );
}

/** What this course does otherwise. */
function Specials({ nouns }: { nouns: Nouns }) {
  if (!nouns.special.length) return null;
  return (
    <div class="special" data-special>
      <h2 class="strong">{t("web.rally.special")}</h2>
      {nouns.special.map((rule) => <p key={rule}>{rule}</p>)}
    </div>
  );
}

function UnseenList({ table, robot, look }: { table: Table; robot: Robot; look: Look }) {
  const view = table.view.value;
  const setup = table.setup.value;
  const unseen = useMemo(() => (view ? unseenBy(view, setup, robot.name) : []), [view, setup, robot.name]);
  const all = unseen.reduce((sum, { count }) => sum + count, 0);
  if (!all) return null;
  return (
    <details class="unseen">
      <summary>{t(setup?.game === "rally2005" ? "web.rally.unseen.deck" : "web.rally.unseen.own", all)}</summary>
      <ul>
        {unseen.map(({ card, count }) => (
          <li key={String(card)}><span class="num">{count}</span> {look(card).label}</li>
        ))}
      </ul>
    </details>
  );
}

export interface SideProps {
  table: Table;
  tab: Tab;
  onTab: (tab: Tab) => void;
  robot: Robot | null;
  cards: readonly (CardValue | undefined)[];
  goal: string; // where my next flag is, while I am programming
  ghost: Ghost;
  focus: number;
  look: Look;
  nouns: Nouns;
  orders: Orders;
  standing: StandingOrders | null;
  now: number;
  until: number;
  keepsOrders: boolean;
  onOrder: (word: string, o: Order) => void;
  onKeepOrders: (keeps: boolean) => void;
  onCell: (p: CellPlace) => void;
  onMoment: (event: number) => void;
}

export function Side(props: SideProps) {
  const { table, tab, robot } = props;
  const program = robot && (
    <>
      <Specials nouns={props.nouns} />
      {props.cards.some(isLaid) ? (
        <ProgramList cards={props.cards} ghost={props.ghost} look={props.look} robot={robot} focus={props.focus} onCell={props.onCell} />
      ) : props.goal && !table.coach && <FirstCard goal={props.goal} onCell={props.onCell} />}
      {props.standing ? (
        <StandingList orders={props.standing} nouns={props.nouns} />
      ) : (
        robot.options.length > 0 && <OrderList robot={robot} table={table} orders={props.orders} nouns={props.nouns} keeps={props.keepsOrders} onOrder={props.onOrder} onKeep={props.onKeepOrders} />
      )}
      {!table.coach && <UnseenList table={table} robot={robot} look={props.look} />}
      {Number(table.view.value?.round) > 1 && <LastRound table={table} robot={robot.name} until={props.until} onCell={props.onCell} />}
    </>
  );
  return (
    <SideTabs
      table={table} now={tab} onTab={(id) => props.onTab(id as Tab)}
      own={program ? [{ id: "program", words: t("web.rally.tab.program"), body: program }] : []}
      log={<RaceLog table={table} now={props.now} until={props.until} onCell={props.onCell} onMoment={props.onMoment} />}
    />
  );
}
