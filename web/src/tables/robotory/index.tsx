// The table of Robotory: three actions in the console, the rest by tapping hexes.
import { useEffect, useMemo, useState } from "preact/hooks";
import { hints, letterKeys } from "../../app/settings";
import { t } from "../../app/words";
import type { Hint, Question, Refusal, Table } from "../../engine/table";
import { Frame } from "../../ui/frame";
import { LinkBanner } from "../../ui/banner";
import { isTyping, useKeyHelp } from "../../ui/keys";
import { TableMenu } from "../../ui/menu";
import { CoachCard, End, HintBox } from "../../ui/parts";
import { SideTabs } from "../../ui/side";
import { Votes } from "../../ui/votes";
import { ThingHelp } from "../../ui/thing-help";
import { Waiting } from "../../ui/waiting";
import { answerer, asSentences } from "../../ui/aloud";
import { Clock } from "../../ui/clock";
import { spokenHex, spokenWays, Board } from "./board";
import { Actions, type Action } from "./console";
import { spokenChoice, Decision, type Chosen } from "./decision";
import { Moves } from "./moves";
import { COLOURS, mostStock, PIECES, readHexes, readPosition, sortAnswers, type Answers, type Colour, type Piece } from "./model";
import { EvaluationBar, Roster } from "./parts";

const MOST_ANSWERS = 5000;

/** The answers to my question, sorted; null while they are fetched or when nothing is asked. */
function useAnswers(table: Table, question: Question | undefined): Answers | null {
  const [held, setHeld] = useState<{ number: number; answers: Answers } | null>(null);
  const number = question ? question.number : -1;
  useEffect(() => {
    if (!question) return;
    let current = true;
    table.answers(question.actor, MOST_ANSWERS).then(
      (all) => current && setHeld({ number, answers: sortAnswers(all) }),
      () => undefined, // the table has moved on: the next question brings its own
    );
    return () => {
      current = false;
    };
  }, [table, number]);
  return held?.number === number ? held.answers : null;
}

export default function RobotoryTable({ table }: { table: Table }) {
  const told = table.events.value.length;
  useEffect(() => table.shown(told), [told]); // there is no film here: what was told is shown
  const question = table.questions.value[0];
  const sorted = useAnswers(table, question);
  const answers = question?.sent ? null : sorted; // an answer on its way: nothing more can be chosen
  const [action, setAction] = useState<Action | null>(null);
  const [piece, setPiece] = useState<Piece | null>(null);
  const [colour, setColour] = useState<Colour | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [focus, setFocus] = useState(14);
  const [hint, setHint] = useState<Hint | null>(null);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tab, setTab] = useState("moves");

  function clear() {
    setAction(null);
    setPiece(null);
    setColour(null);
    setChosen(null);
    setRefusal(null);
  }
  useEffect(() => {
    clear();
    setHint(null);
  }, [question?.number]);

  const keyHelp = useKeyHelp(table, question ?? null, () => [["P M R", t("web.keys.ry")], ["H", t("web.keys.hint")], ["← ↑ ↓ →", t("web.keys.arrows")]]);
  const setup = table.setup.value;
  const view = table.view.value;
  const hexes = useMemo(() => (setup ? readHexes(setup) : []), [setup]);
  useEffect(() => {
    if (!view) return;
    const position = readPosition(view);
    answerer.value = {
      // Both sides and the box; the line after them explains signs of a board in letters.
      where: () => asSentences([...PIECES.map((p) => spokenHex(position.robots[p], hexes, position)), ...table.status.peek().slice(0, 3)]),
      ...(answers ? { way: () => spokenWays(hexes, answers, position.dark.seat === table.seat.peek() ? "dark" : "light") } : {}),
      ...(chosen ? { program: () => spokenChoice(position, chosen) } : {}),
    };
    return () => {
      answerer.value = {};
    };
  }, [view, hexes, chosen, answers]);
  if (!view || !setup) return null;
  const most = mostStock(setup);
  const position = readPosition(view);
  const me = table.seat.value;
  const mine = position.light.seat === me ? "light" : position.dark.seat === me ? "dark" : null;
  const over = table.outcome.value !== null;

  const offered = new Set<number>();
  if (answers && action === "move") {
    if (piece) answers.move[piece].forEach((_, goal) => offered.add(goal));
    else PIECES.forEach((p) => answers.move[p].size && offered.add(position.robots[p]));
  }
  if (answers && action === "place" && colour) answers.place[colour].forEach((_, hex) => offered.add(hex));

  function startMove(which: Piece) {
    setAction("move");
    setPiece(which);
    setColour(null);
    setChosen(null);
  }

  function onPick(hex: number) {
    if (!question || !answers) return;
    const robot = PIECES.find((p) => position.robots[p] === hex);
    if (robot && answers.move[robot].size) {
      startMove(robot);
      return;
    }
    const ways = action === "move" && piece ? answers.move[piece].get(hex) : undefined;
    const picks = action === "place" && colour ? answers.place[colour].get(hex) : undefined;
    if (chosen && (chosen.kind === "move" ? chosen.goal : chosen.kind === "place" ? chosen.hex : -1) === hex) void send();
    else if (piece && ways?.length) setChosen({ kind: "move", piece, goal: hex, ways, way: 0 });
    else if (colour && picks) setChosen({ kind: "place", colour, hex, picks });
    else setChosen(null);
  }

  async function send() {
    if (!question || !chosen || question.sent) return;
    const picks = chosen.kind === "move" ? chosen.ways[chosen.way]?.picks : chosen.picks;
    if (!picks) return;
    setRefusal(await table.submit(question, picks));
  }

  async function askHint() {
    if (!question || asking) return;
    setAsking(true);
    try {
      setHint(await table.hint(question.actor));
    } catch {
      setHint(null); // the table has moved on
    } finally {
      setAsking(false);
    }
  }

  function choose(next: Action) {
    clear();
    setAction(next);
    if (!answers) return;
    if (next === "place") {
      const colours = COLOURS.filter((c) => answers.place[c].size);
      if (colours.length === 1) setColour(colours[0] ?? null);
    }
  }

  const mayAsk = hints.value && table.can.value.hint;
  // Keys of the design: P, M, R choose an action, Enter the main button, Escape lets go.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (event.key === "Escape") clear();
      else if (!question || !answers || !letterKeys.value) return;
      else if (key === "p") choose("place");
      else if (key === "m") choose("move");
      else if (key === "r" && answers.refill.length) choose("refill");
      else if (key === "h" && mayAsk) void askHint();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const hovered = hover !== null && piece && !chosen ? answers?.move[piece].get(hover)?.[0] : undefined;
  const way = chosen?.kind === "move" ? (chosen.ways[chosen.way] ?? null) : (hovered ?? null);
  const placed = chosen?.kind === "place" ? chosen.hex : !chosen && hover !== null && offered.has(hover) ? hover : null;
  const ghost = placed !== null && colour ? { hex: placed, disc: colour } : null;
  const turned = mine === "dark";
  const rivals = table.seats.value.filter((s) => s.kind === "bot");
  const sub = rivals[0]?.level ? t("web.against_bot", t(`web.level.${rivals[0].level}`)) : "";

  return (
    <Frame
      class={table.replay ? "robotory watching" : "robotory"}
      title={table.title.value}
      sub={sub}
      phases={
        <span class="rail-pills">
          <span class={`rail-pill${question ? " now" : ""}`}>
            {question ? (
              <>
                <span class="ry-long">{t("web.ry.your_turn")}</span>
                <span class="ry-short">{t("web.table.your_turn")}</span>
              </>
            ) : (
              t(over ? "web.table.over" : table.replay ? "web.replay" : "web.table.waiting")
            )}
          </span>
        </span>
      }
      clock={<Clock table={table} />}
      menu={<>{table.replay && <table.replay.Tools />}<TableMenu table={table} /></>}
      roster={
        <Roster
          position={position}
          mine={mine}
          most={most}
          seats={table.seats.value}
          colour={action === "place" ? colour : null}
          canPlace={answers ? answers.place : null}
          onColour={(c) => {
            clear();
            setAction("place");
            setColour(c);
          }}
        />
      }
      board={
        <>
          {hint && hint.chance !== null && <EvaluationBar chance={hint.chance} turned={turned} />}
          <Board
            hexes={hexes}
            position={position}
            turned={turned}
            offered={offered}
            way={way}
            mover={piece}
            ghost={ghost}
            focus={focus}
            onFocus={setFocus}
            onHover={setHover}
            onPick={onPick}
          />
        </>
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
            <Decision
              table={table}
              question={question}
              position={position}
              mine={mine ?? "light"}
              most={most}
              action={action}
              piece={piece}
              colour={colour}
              answers={answers}
              chosen={chosen}
              refusal={refusal}
              evaluate={hint !== null}
              onColour={setColour}
              onChoose={setChosen}
              onSend={send}
              onCancel={clear}
            />
          ) : over ? (
            (!table.coach || table.coach.off.value) && <End table={table} />
          ) : (
            !table.replay && <Waiting table={table} />
          )}
          {hint && <HintBox hint={hint} onHide={() => setHint(null)} />}
        </>
      }
      side={
        <SideTabs table={table} now={tab} onTab={setTab} own={[{ id: "moves", words: t("web.ry.moves"), body: <Moves table={table} /> }]} />
      }
      console={
        table.replay ? <table.replay.Console /> : table.can.value.undo || (mine && !over) ? <Actions
          answers={answers}
          position={position}
          mine={mine ?? "light"}
          most={most}
          action={action}
          hint={mayAsk}
          undo={table.can.value.undo}
          thinking={asking}
          onAction={choose}
          onHint={askHint}
          onUndo={() => table.undo()}
        /> : null
      }
    />
  );
}
