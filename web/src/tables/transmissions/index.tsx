// The table of Transmissions: ring, shop, pipes and boards.  Whatever is offered is tapped where it
// stands; the same options stand in words beside the question.
import { useEffect, useMemo, useState } from "preact/hooks";
import { letterKeys } from "../../app/settings";
import { t } from "../../app/words";
import type { Seat, Table } from "../../engine/table";
import { answerer, asSentences } from "../../ui/aloud";
import { Clock } from "../../ui/clock";
import { Frame } from "../../ui/frame";
import { LinkBanner } from "../../ui/banner";
import { isTyping, useKeyHelp } from "../../ui/keys";
import { TableMenu } from "../../ui/menu";
import { CoachCard, End } from "../../ui/parts";
import { useMedia } from "../../ui/media";
import { SideTabs } from "../../ui/side";
import { Tabs } from "../../ui/tabs";
import { Votes } from "../../ui/votes";
import { ThingHelp } from "../../ui/thing-help";
import { Waiting } from "../../ui/waiting";
import { whoIs } from "../../ui/roster";
import { isWhole, promptOf, wordsOf, type Chain } from "./asking";
import { Boards } from "./boards";
import { Console } from "./console";
import { Decision } from "./decision";
import { halves, isLaidOut, ROBOTS, readBox, readView, type Box, type View } from "./model";
import { useNouns, type Nouns } from "./nouns";
import { Network, Stacks } from "./pipes";
import { Ring } from "./ring";
import { Plates, ScoreSheet } from "./score";
import { Shop } from "./shop";
import { turnStart } from "./turn-back";
import { useAsking, type Asking } from "./use-asking";

type Tab = "shop" | "pipes" | "board" | "score";

/** The panel of a phone that the step needs; when it needs none, the one that shows what was chosen. */
function tabFor(view: View, asking: Asking): Tab | null {
  const chain = asking.chain;
  const offered = chain && !isWhole(chain) ? [...chain.now.options, ...(chain.ahead?.question.options ?? [])] : [];
  const has = (is: string) => offered.some((o) => o.is === is);
  if (has("stack") || has("spot") || has("turn")) return "pipes";
  if (has("item")) return "shop";
  if (view.move && view.move.location === "junkyard" && view.move.step === "act" && has("idea") && !chain?.made.length) return "shop";
  if (has("robot") || has("idea") || has("forest")) return "board";
  const made = (is: string) => chain?.made.some((m) => m.option.is === is);
  return made("stack") ? "pipes" : made("robot") ? "board" : null;
}

/** Something is to be chosen on the ring: it stays in sight, whatever else could be used. */
const isOnRing = (asking: Asking): boolean => asking.chain?.now.options.some((o) => o.is === "cell") ?? false;

/** Card, move, act; behind a step that is done, what it came to. */
function Steps({ view, nouns, over, asked }: { view: View; nouns: Nouns; over: boolean; asked: boolean }) {
  const step = view.move ? { move: 2, act: 3, after: 3 }[view.move.step] : 1;
  if (over || !asked || view.phase !== "play") {
    return <span class="rail-pill now">{t(over ? "web.table.over" : asked ? "web.table.your_turn" : "web.table.waiting")}</span>;
  }
  const done = view.move ? [nouns.robot(view.move.robot), nouns.location(view.move.location || "")] : [];
  return (
    <ol class="tx-steps rail-pills">
      {([[1, "web.tx.step_card"], [2, "web.tx.step_move"], [3, "web.tx.step_act"]] as const).map(([n, key]) => (
        <li key={n} class={n === step ? "now" : n < step ? "done" : ""} aria-current={n === step ? "step" : undefined}>
          <span class="num">{n}</span> <span class="tx-step-name">{t(key)}{n < step && <span class="tx-step-more">: {done[n - 1]}</span>}</span>
        </li>
      ))}
    </ol>
  );
}

function namesOf(view: View, seats: readonly Seat[]): string[] {
  return view.players.map((_, i) => {
    const seat = seats.find((s) => s.seat === i);
    if (!seat) return "Harvey";
    return seat.kind === "me" ? whoIs(seat) : seat.name;
  });
}

/** Where the robot that moves can go; before it is chosen, how far each one moves. */
function goesTo(box: Box, nouns: Nouns, chain: Chain | null): string {
  const cells = chain?.now.options.flatMap((o) => (o.is === "cell" && typeof o.value === "number" ? [o.value] : [])) ?? [];
  if (cells.length) return `${cells.map((cell) => `${cell}, ${nouns.location(box.ring[cell] ?? "")}`).join(". ")}.`;
  return `${box.columns.map(({ robot, move }) => t("web.tx.moves_up_to", nouns.robot(robot), move)).join(". ")}.`;
}

/** On a phone the panel that the step needs comes up whole; else the ring is there. */
function showPanel(wanted: boolean): void {
  const board = document.querySelector<HTMLElement>(".transmissions .frame-board");
  const tabs = board?.querySelector<HTMLElement>(".tx-phone-tabs");
  if (board && tabs) board.scrollTop = wanted ? tabs.getBoundingClientRect().top - board.getBoundingClientRect().top + board.scrollTop : 0;
}

/** Keys of the design: digits choose by the list, R turns, Enter confirms, Escape lets go. */
function useKeys(asking: Asking) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !asking.chain) return;
      const on = event.target instanceof HTMLElement || event.target instanceof SVGElement ? event.target : null;
      if (isTyping(event.target)) return;
      const option = /^[1-9]$/.test(event.key) ? asking.chain.now.options[Number(event.key) - 1] : undefined;
      if (event.key === "Escape") asking.clear();
      else if (event.key === "Enter" && !on?.closest("button, a, [role=button]")) asking.send();
      else if (!letterKeys.value) return;
      else if (option) asking.tap(option.is ?? "", option.value ?? null);
      else if (event.key.toLowerCase() === "r") asking.rotate(event.shiftKey ? -1 : 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

export default function TransmissionsTable({ table }: { table: Table }) {
  const question = table.questions.value[0];
  const setup = table.setup.value;
  const box = useMemo(() => (setup ? readBox(setup) : null), [setup]);
  const nouns = useNouns(table, box);
  const asking = useAsking(table, question);
  const [tab, setTab] = useState<Tab>("shop");
  const [side, setSide] = useState("score");
  const [picked, setPicked] = useState<number | null>(null);
  const seen = table.view.value;
  const view = seen ? readView(seen) : null;
  const needed = view ? tabFor(view, asking) : null;
  useEffect(() => {
    if (needed) setTab(needed);
  }, [needed, question?.number]);
  useKeys(asking);
  const narrow = useMedia("(max-width: 699px), (max-height: 499px) and (orientation: landscape)"); // room for one panel at a time only
  const steps = asking.chain?.made.length; // the console grows with them
  const panel = needed !== null && !isOnRing(asking);
  useEffect(() => showPanel(narrow && panel), [narrow, panel, tab, question?.number, steps]);
  const told = table.events.value.length;
  useEffect(() => table.shown(told), [told]); // there is no film here: what was told is shown
  const keyHelp = useKeyHelp(table, question ?? null, () => [["1…9", t("web.keys.digits")], ["R", t("web.keys.turn")]]);
  const chain = asking.chain;
  useEffect(() => {
    if (!view || !box) return;
    const standing = ROBOTS.map((robot) => `${nouns.robot(robot)}: ${view.robots[robot]}, ${nouns.location(box.ring[view.robots[robot]] ?? "")}`);
    const chosen = chain?.made.filter((m) => m.options.length > 1).map((m) => wordsOf(m.option)) ?? [];
    const points = table.seats.peek().map((seat, i) => `${t("web.plot.points")}, ${seat.name}: ${halves(view.players[i]?.score.total_halves ?? 0)}`);
    const mine = table.seat.peek();
    const gain = asking.after && mine >= 0 ? ((asking.after.players[mine]?.score.total_halves ?? 0) - (view.players[mine]?.score.total_halves ?? 0)) / 2 : null;
    answerer.value = {
      way: () => goesTo(box, nouns, chain),
      // Whose turn it is, the supply and the piles.  Shop, pipes and sheets stand in the page, and the last lines
      // explain signs of a board in letters.
      where: () => asSentences([...standing, ...table.status.peek().slice(0, 3), ...points]),
      ...(chosen.length ? { program: () => `${chosen.join(", ")}.${gain === null ? "" : ` ${t("web.tx.points_then", gain)}`}` } : {}),
    };
    return () => {
      answerer.value = {};
    };
  }, [seen, box, nouns, chain, asking.after]);
  if (!view || !box) return null;

  const me = table.seat.value;
  const player = view.players[me] ?? null;
  const over = table.outcome.value !== null;
  const names = namesOf(view, table.seats.value);
  const shared = { box, view, nouns, asking };
  const who = picked ?? Math.max(me, 0);
  const showScore = (seat: number) => {
    setPicked(seat);
    setSide("score");
    setTab("score");
  };
  const sheet = <ScoreSheet box={box} view={view} after={asking.after} who={who} names={names} nouns={nouns} onWho={setPicked} />;
  const begun = table.can.value.undo && !over ? turnStart(table.events.value, me) : null;
  const phoneTabs: [Tab, string][] = [
    ["shop", t("web.tx.shop")], ["pipes", t("web.tx.pipes")], ["board", t("web.tx.my_board")], ["score", t("web.tx.score")],
  ];
  return (
    <Frame
      class={table.replay ? "transmissions watching" : "transmissions"}
      title={table.title.value}
      sub={isLaidOut(view) ? t("web.tx.turn", view.turns) : t("web.tx.setup")}
      phases={table.replay ? <span class="rail-pill now">{t("web.replay")}</span> : <Steps view={view} nouns={nouns} over={over} asked={question !== undefined} />}
      clock={<Clock table={table} />}
      menu={<>{table.replay && <table.replay.Tools />}<TableMenu table={table} /></>}
      roster={<Plates view={view} names={names} seats={table.seats.value} me={me} who={who} onWho={showScore} />}
      board={
        <div class={`tx-table show-${tab}${panel ? "" : " on-ring"}`}>
          <Ring {...shared} />
          <Tabs class="tx-phone-tabs" label={t("web.table.board")} now={tab} onChange={(id) => setTab(id as Tab)} tabs={phoneTabs} />
          <Shop {...shared} />
          <Stacks box={box} view={view} asking={asking}>
            {narrow && player && <Network box={box} view={view} player={player} asking={asking} />}
          </Stacks>
          <Boards {...shared} names={names} me={me} apart={narrow} />
          <div class="tx-panel tx-phone-score">{sheet}</div>
        </div>
      }
      asked={question !== undefined}
      caption={
        <>
          <LinkBanner table={table} />
          <Votes table={table} />
          {keyHelp}
          {table.coach && <CoachCard table={table} />}
          <ThingHelp table={table} />
          {question ? (
            <Decision key={question.number} prompt={promptOf(asking.chain?.now ?? question)} asking={asking} />
          ) : over ? (
            (!table.coach || table.coach.off.value) && <End table={table} />
          ) : (
            !table.replay && <Waiting table={table} />
          )}
        </>
      }
      side={
        <SideTabs table={table} now={side} onTab={setSide} own={[{ id: "score", words: t("web.tx.score"), body: sheet }]} />
      }
      console={table.replay ? <table.replay.Console /> : !table.can.value.undo && (over || !player) ? null : <Console {...shared} player={player} undo={table.can.value.undo ? () => void table.undo() : null} undoTurn={begun === null ? null : () => void table.undo(begun)} />}
    />
  );
}
