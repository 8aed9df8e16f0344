// RoboRally 2005 and Robo Rally 2023 on one screen.
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { filmHolds, isStill, showPath, sound as soundOn, speed, volume } from "../../app/settings";
import { mode } from "../../app/mode";
import { t } from "../../app/words";
import { cellName, type CellPlace, withCellNames } from "../../art/dirs";
import { readPlan, type FloorSetup } from "../../art/read-plan";
import type { Plan } from "../../art/plan";
import { RobotFace } from "../../art/robot";
import type { GameEvent, Option, Question, Setup, Table } from "../../engine/table";
import type { Beat, Timeline } from "../../film/beats";
import { beamsOf, starsOf, tagsAt, trailsAt } from "../../film/picture";
import { Film, type Speed } from "../../film/player";
import { sound as playSound, wakeSound } from "../../film/sound";
import { answerer } from "../../ui/aloud";
import { LinkBanner } from "../../ui/banner";
import { Clock } from "../../ui/clock";
import { End, type EndWords } from "../../ui/end";
import { Frame } from "../../ui/frame";
import { HintBox, HintBusy, HintButton, useHints } from "../../ui/hint";
import { Icon } from "../../ui/icon";
import { useKeyHelp } from "../../ui/keys";
import { LookBack } from "../../ui/look-back";
import { TableMenu } from "../../ui/menu";
import { CoachCard } from "../../learn/coach-card";
import { Votes } from "../../ui/votes";
import { Waiting } from "../../ui/waiting";
import { offeredBy, type Order, type Orders, onBoard, ordered, signs } from "./asking";
import { Board, type BoardChoice, type BoardControl } from "./board";
import { relative } from "./camera";
import { goalWords, wayWords } from "./camera-bar";
import { lookOf } from "./cards";
import { Decision } from "./decision";
import { FilmBar, HeldBar } from "./filmbar";
import { NO_GHOST } from "./ghost";
import { keyList, useKeys } from "./keys";
import { type CardValue, mine, phaseOf, type Race, readRace, type Robot, robotOfActor } from "./model";
import { type Nouns, useNouns } from "./nouns";
import { type MomentPicture, placeOfBeat } from "./overlays";
import { type Extra, Program } from "./program";
import { ProgramCaption } from "./program-caption";
import { Plates } from "./roster";
import { Side, type Tab } from "./side";
import { Receipt, Shop } from "./upgrades";
import { tell } from "./told";
import { useAsking } from "./use-asking";
import { useProgram } from "./use-program";
import { useStanding } from "./use-standing";
import { Phases } from "./rail";
import { hitsIn, spokenCell, wayIn } from "./spoken";
import { useVolley, VolleyPrompt } from "./volley";

/** The film's speed as it is kept among the settings. */
const chosenSpeed = (): Speed => {
  const kept = isStill() ? "now" : speed.peek();
  return kept === "now" ? "now" : (Number(kept) as Speed);
};

function usePlan(setup: Setup | null): Plan | null {
  return useMemo(() => {
    const floor = setup?.floor as unknown as FloorSetup | undefined;
    return floor ? readPlan(floor, setup?.game === "rally2023") : null;
  }, [setup]);
}

/** The film of this table: it hears every step, and stands still where motion is not wanted. */
function useFilm(table: Table): Film {
  const film = useMemo(() => new Film(), [table]);
  useEffect(() => {
    if (!table.replay) film.setSpeed(mode.peek() === "hand" ? "now" : chosenSpeed());
    film.onBeat = (beat) => {
      if (soundOn.peek()) playSound(beat.kind, volume.peek() / 100);
    };
    const stop = table.replay ? table.replay.attach(film) : table.onStep((step) => film.add(step));
    if (table.replay) return () => (stop(), film.close());
    const unsubscribe = film.speed.subscribe((s) => {
      if (!isStill() && mode.peek() !== "hand") speed.value = String(s) as typeof speed.value;
    });
    return () => {
      stop();
      unsubscribe();
      film.close();
    };
  }, [film]);
  useEffect(() => {
    if (!table.replay) film.setLive(table.view.value);
  }, [table.view.value]);
  return film;
}

const PROGRAM = "program";
const SHOP = "upgrade";

/** What the decision is about besides its title, from the view. */
function contextOf(question: Question, race: Race, robot: Robot | null): string {
  if (!robot) return "";
  if (race.edition === 2005 && ["protect", "power_down", "stay_down"].includes(question.ask))
    return t("web.rally.context.damage", robot.damage);
  if (race.edition === 2023 && ["shield", "pay"].includes(question.ask)) return t("web.rally.context.energy", robot.energy);
  return "";
}

function handNote(race: Race, robot: Robot, setup: Setup | null): string {
  if (race.edition === 2023) return robot.spam ? t("web.rally.note.spam", robot.spam) : "";
  const base = Number(setup?.hand ?? 9);
  if (robot.hand.length >= base && !robot.locked.length) return "";
  const locked = robot.locked.length ? ` ${t("web.rally.note.locked", robot.locked.join(", "))}` : "";
  return t("web.rally.note.hand", base, robot.damage, robot.hand.length) + locked;
}

/** What was ordered for a round, also while one looks back in the game. */
const wishes = new WeakMap<Table, { round: number; orders: Orders; keeps: boolean; wantsDown: boolean }>();

export default function RallyTable({ table }: { table: Table }) {
  const film = useFilm(table);
  const setup = table.setup.value;
  const plan = usePlan(setup);
  const seat = table.seat.value;
  const live = table.view.value;
  const shown = film.shown.value ?? live;
  const race = useMemo(() => (shown ? readRace(shown, table.game) : null), [shown]);
  const truth = useMemo(() => (live ? readRace(live, table.game) : null), [live]);
  const nouns = useNouns(table, truth);
  const look = useMemo(() => lookOf(setup, nouns.haywire), [setup, nouns]);
  const [tab, setTab] = useState<Tab | null>(null); // null: my program, and the log while the film runs
  const [flash, setFlash] = useState<CellPlace | null>(null);
  const [said, setSaid] = useState("");
  const [turned, setTurned] = useState(0); // how the board lies
  const looked = useRef(""); // the robot that the key for the next one said last
  const control = useRef<BoardControl | null>(null);
  const kept = wishes.get(table);
  const [orders, setOrders] = useState<Orders>(kept?.orders ?? {});
  const [keepsOrders, setKeepsOrders] = useState(kept?.keeps ?? false);
  const [wantsDown, setWantsDown] = useState(kept?.wantsDown ?? false);
  const [shopping, setShopping] = useState<Option | null>(null);
  const [detour, setDetour] = useState<{ number: number; extra: Extra } | null>(null);
  const [following, setBusy] = useState(false);
  const lookBack = useContext(LookBack);

  // Orders end with the round unless they were made longer.
  const round = truth?.round ?? 0;
  useEffect(() => {
    if (wishes.get(table)?.round === round) return;
    if (!keepsOrders) setOrders({});
    setWantsDown(false);
  }, [round]);
  useEffect(() => {
    wishes.set(table, { round, orders, keeps: keepsOrders, wantsDown });
  }, [round, orders, keepsOrders, wantsDown]);

  const questions = table.questions.value;
  const [which, setWhich] = useState(-1); // of my robots, the one that is looked at
  const question = questions.find((q) => q.actor === which) ?? questions.find((q) => !q.sent) ?? questions[0] ?? null;
  const busy = following || question?.sent === true;
  const myName = question && truth ? robotOfActor(setup, truth, question.actor) : null;
  const myRobots = truth ? mine(truth, seat) : [];
  const robot = truth?.robots.find((r) => r.name === myName) ?? myRobots[0] ?? null;
  const standing = useStanding(table, truth, robot, robot && truth ? actorOf(setup, truth, robot) : 0, setup);
  const powersDown = standing ? standing.chosen.power_down === "yes" : wantsDown;
  const powerDown = (down: boolean) => (standing ? standing.choose("power_down", down ? "yes" : "ask") : setWantsDown(down));
  const programs = question?.ask === PROGRAM;
  const shops = question?.ask === SHOP;
  const onDetour = programs && detour?.number === question?.number;
  const plain = question && !shops && (!programs || onDetour) ? question : null;

  // A decision waits for the film, but not for long; programming waits for no film at all.
  film.setHurry(plain !== null && !onDetour);
  const playing = film.active.value;
  const told = table.events.value.length;
  useEffect(() => {
    if (!playing) table.shown(told);
  }, [playing, told]);

  // In a lesson, or where a person wants it, the film stops after each register, and the coach speaks of what was shown.
  const coach = table.coach && !table.coach.off.value ? table.coach : null;
  const holds = coach ? coach.lesson.hold === "register" : !table.replay && mode.value === "whole" && filmHolds(race?.round ?? 0);
  film.setHold(holds);
  const held = (coach !== null || holds) && playing && !film.running.value;
  const reached = film.at.value;
  useLayoutEffect(() => { // before it is painted: else a lesson that is done looks lost for a moment
    if (!table.coach) return;
    const last = film.line.peek()?.beats[reached - 1];
    if (!playing) table.coach.show(told, told);
    else if (held && last) table.coach.show(film.registerStart(), last.first + last.events.length);
  }, [playing, held, reached, told]);

  const program = useProgram(table, programs ? question : null, robot, (q, extra) => {
    setBusy(true);
    void table.ask(q.actor, [extra.pick]).then(async (next) => {
      if (next.options.length) setDetour({ number: q.number, extra });
      else await table.submit(q, [extra.pick]);
      setBusy(false);
    });
  });
  const hints = useHints(table, coach || table.replay ? null : question, (hint) => {
    const extra = program?.extras.find((x) => hint.picks.length === 1 && x.pick === hint.picks[0]);
    if (extra) program?.setExtra(extra);
    else if (programs) void program?.fill(hint.picks);
  });
  const { volley, following: volleying } = useVolley(table, plain);
  const decisions = useAsking(table, plain);
  useEffect(() => {
    setShopping(null);
  }, [question?.number]);
  useEffect(() => setSaid(""), [question?.number, program?.slots]); // what was asked about is read

  // Standing orders answer by themselves.
  useEffect(() => {
    if (!question || !truth) return;
    if (question.ask === "power_down" && wantsDown) {
      const yes = question.options.find((o) => o.value === "yes");
      if (yes) void table.submit(question, [yes.pick]);
      return;
    }
    const answer = ordered(question, orders, truth.register);
    if (answer !== null) void table.submit(question, [answer]);
  }, [question?.number, question?.actor]);

  useEffect(() => {
    if (!flash) return;
    const id = setTimeout(() => setFlash(null), 1200);
    return () => clearTimeout(id);
  }, [flash]);

  const line = film.line.value;
  const motion = film.motion.value;
  const beat = film.beat.value;
  const moment: MomentPicture = useMemo(() => {
    const none = { trails: [], tags: [], beams: [], stars: [], cards: look };
    if (!line || !playing || !shown || !plan) return none;
    const at = film.at.peek();
    return {
      trails: trailsAt(line, at),
      tags: tagsAt(line, at),
      beams: motion ? beamsOf(motion.beat, shown) : [],
      stars: motion ? starsOf(motion.beat, shown) : [],
      cards: look,
    };
  }, [line, playing, motion, shown, look]);

  const choices = plain && decisions && truth && !playing && !volley && !volleying ? onBoard(decisions.asking, truth, robot, plan ?? { cols: 0, rows: 0 }) : [];
  const send = async (option: Option) => {
    if (!question || busy) return;
    setBusy(true);
    await table.submit(question, [option.pick]);
    setShopping(null);
    setBusy(false);
  };
  const chooseOnBoard = (c: BoardChoice) => {
    const option = decisions?.asking.now.options.find((o) => o.pick === c.pick);
    if (!option || !decisions) return;
    if (c.chosen) decisions.send();
    else decisions.choose(option);
  };

  const explain = (card: CardValue) => {
    if (card === null || card === false) return;
    const { kind, label } = look(card);
    setSaid(`${label}. ${nouns.card(kind) || t("web.rally.help_none")}`);
  };
  const keyHelp = useKeyHelp(table, question, keyList());

  useKeys({
    hand: (card) => program && !playing && program.lay(card),
    register: (at) => program && !playing && program.slot(at),
    undo: () => program?.undo(),
    redo: () => program?.redo(),
    takeLast: () => program?.takeLast(),
    main: () => {
      if (playing) return;
      if (programs && !onDetour) document.querySelector<HTMLElement>("[data-ready]")?.click();
      else if (shops && shopping) void send(shopping);
      else if (volley) volley.send();
      else if (decisions?.asking.chosen) decisions.send();
    },
    choice: (sign) => {
      if (!decisions || playing || volley) return false;
      const letters = signs(decisions.asking.now.options);
      const option = decisions.asking.now.options.find((o) => letters.get(o.pick) === sign);
      if (!option) return false;
      decisions.choose(option);
      return true;
    },
    film: {
      toggle: () => film.toggle(), back: () => film.stepBack(), on: () => film.stepOn(),
      registerBack: () => film.registerBack(), registerOn: () => film.registerOn(),
      slower: () => film.slower(), faster: () => film.faster(), now: () => film.skip(),
    },
    board: () => document.getElementById("board-cell")?.focus(),
    ghost: () => (showPath.value = !showPath.value),
    power: () => powerDown(!powersDown),
    nextRobot: () => {
      if (!plan || !truth) return;
      const standing = truth.robots.filter((r) => r.cell);
      const at = standing.findIndex((r) => r.name === looked.current);
      const next = standing[(at + 1) % standing.length];
      looked.current = next?.name ?? "";
      if (!next?.cell) return;
      setFlash(next.cell);
      setSaid(spokenCell(plan, truth, next.cell, nouns.robot, turned));
    },
    nextFlag: () => control.current?.flag(),
    zoom: (by) => control.current?.zoom(by),
    fit: () => control.current?.fit(),
    turn: () => control.current?.turn(),
    help: () => {
      const at = document.activeElement?.closest<HTMLElement>("[data-hand]")?.dataset.hand;
      const card = at === undefined ? undefined : program?.hand[Number(at)];
      if (card === undefined || card === false) return false;
      explain(card);
      return true;
    },
    log: () => setTab("log"),
    chat: () => setTab("chat"),
    hint: () => !playing && hints.ask(),
  });

  useEffect(() => {
    const place = robot?.cell ?? robot?.archive ?? null;
    if (!robot || !place || !plan || !truth) return;
    const foreseen = () => table.preview(actorOf(setup, truth, robot), "program", []);
    const flag = truth.flags[robot.flags];
    const far = flag && relative(place, robot.dir, flag);
    const goal = flag && far && `${goalWords(truth.edition, robot.flags + 1, wayWords(far.ahead, far.right))}, ${cellName(flag)}.`;
    answerer.value = {
      where: () => spokenCell(plan, truth, place, nouns.robot, turned),
      hits: async () => hitsIn(await foreseen()),
      ...(goal ? { way: async () => wayIn(await foreseen(), goal) } : {}),
      program: async () =>
        ((await program?.foresee())?.told ?? []).map(({ register, events }) => {
          const { words, bad } = tell(events);
          return `${t("web.rally.register", register)}: ${[words, bad].filter(Boolean).join(" ")}`;
        }).join(" "),
    };
    return () => {
      answerer.value = {};
    };
  }, [truth, robot, plan, nouns, program?.ghost]);

  if (!race || !truth || !plan || !live) return null;
  const ghost = program && !playing && showPath.value ? program.ghost : NO_GHOST;
  const cards: (CardValue | undefined)[] = program
    ? [0, 1, 2, 3, 4].map((i) => {
        const at = program.slots.main[i] ?? -1;
        if (at >= 0) return program.hand[at];
        if (program.focusRegister === i + 1) return program.hand[program.focusCard];
        return program.slots.free[i] ? undefined : robot?.registers[i];
      })
    : (robot?.registers ?? []);
  const over = table.outcome.value !== null && !playing;
  const waitingFor = table.seats.value.filter((s) => s.asked && s.kind !== "me").map((s) => s.name);
  const ready = !question && phaseOf(truth.stage) === "program" && robot !== null && !over;
  const shop = shops && robot && question
    ? { question, robot, setup, nouns, chosen: shopping, busy, onChoose: setShopping, onSend: (o: Option) => void send(o) }
    : null;
  const asked = !playing && !over && !volleying && (plain !== null || shops);
  const offer = plain ? offeredBy(plain) : null;
  const filming = playing || (!programs && !shops && !ready && line !== null);

  const caption = over ? (
    !coach && <End table={table} of={(of) => endOf(truth, of, nouns)} />
  ) : held && !coach ? (
    <p class="caption" role="status">{tellRegister(film.shownRegister(), robot?.name).words || film.caption.value.map((l) => l.text).join(" ")}</p>
  ) : playing && (plain || !film.caption.value.length) ? null : asked && shop ? (
    <Receipt {...shop} />
  ) : asked && volley ? (
    <VolleyPrompt volley={volley} nouns={nouns} />
  ) : asked && decisions && robot ? (
    <Decision
      asking={decisions.asking} robot={myName ?? robot.name} robots={truth.robots} turned={turned} look={look} nouns={nouns} busy={decisions.busy} refusal={decisions.refusal}
      context={plain ? contextOf(plain, truth, robot) : ""}
      onChoose={decisions.choose} onSend={decisions.send} onDirect={decisions.direct}
      onBack={() => (onDetour && !decisions.asking.picks.length ? setDetour(null) : decisions.back())}
      onOrder={offer && plain ? () => {
        if (standing) standing.choose(offer.word, "never");
        else setOrders({ ...orders, [offer.word]: "never" });
        void table.submit(plain, [offer.no]);
      } : null}
    />
  ) : said ? (
    <p class="caption" aria-live="polite">{said}</p>
  ) : programs && hints.now ? null : programs && program && !playing && !coach ? (
    <ProgramCaption program={program} robot={robot} race={truth} onCell={setFlash} />
  ) : !question && !playing && (seat >= 0 || mode.value === "screen") && !table.replay ? (
    <Waiting table={table} />
  ) : null;

  const desk = table.replay ? (
    <table.replay.Console />
  ) : shop && !playing ? (
    <Shop {...shop} />
  ) : (programs || ready) && robot && !playing ? (
    <Program
      robot={robot}
      robots={myRobots.map((r) => {
        const asks = questions.find((q) => truth && robotOfActor(setup, truth, q.actor) === r.name);
        return { name: r.name, words: nouns.robot(r.name), now: r.name === robot.name, open: asks !== undefined && !asks.sent, choose: () => asks && setWhich(asks.actor) };
      })}
      slots={program?.slots ?? { free: [false, false, false, false, false], main: [-1, -1, -1, -1, -1], second: [-1, -1, -1, -1, -1], target: -1 }}
      look={look}
      hand={program?.hand ?? robot.hand}
      burnt={truth.edition === 2005 ? Math.max(0, Number(setup?.hand ?? 9) - (program?.hand ?? robot.hand).length - (ready ? 5 - robot.locked.length : 0)) : 0}
      note={handNote(truth, robot, setup)}
      ready={!program}
      busy={busy || (program?.busy ?? false)}
      refusal={program?.refusal ?? null}
      canUndo={program?.canUndo ?? false}
      extras={program?.extras ?? []}
      chosenExtra={program?.extra ?? null}
      powerDown={truth.edition === 2005 && robot.damage > 0 ? powersDown : null}
      waiting={program ? null : waitingFor.length ? t("web.table.waiting_for", waitingFor.join(", ")) : ""}
      canTakeBack={table.can.value.takeBack}
      energy={truth.edition === 2023 ? robot.energy : null}
      focusCard={program?.focusCard ?? -1}
      onHand={(c) => program?.lay(c)}
      onSlot={(i) => program?.slot(i)}
      onDrop={(from, at) => program?.drop(from, at)}
      onFocus={(c) => program?.setFocus(c)}
      onUndo={() => program?.undo()}
      onReady={() => void program?.send()}
      onTakeBack={() => question === null && void table.takeBack(actorOf(setup, truth, robot))}
      onExtra={(x) => program?.setExtra(x)}
      onPowerDown={powerDown}
      onHelp={explain}
      hint={<HintButton hints={hints} class="btn console" />}
    />
  ) : held ? (
    <HeldBar film={film} look={look} own={cardsOf(film.line.value, robot?.name)} running={film.heldAfter()} />
  ) : (
    <FilmBar film={film} look={look} lines={playing ? film.caption.value : []} newCards={programs} actor={beat?.actor ?? null} own={robot?.registers ?? []} running={phaseOf(truth.stage) === "registers" ? truth.register : 0} onCell={setFlash} />
  );

  const sub = `${t(truth.edition === 2005 ? "web.game.rally2005" : "web.game.rally2023")} · ${t("web.rally.round", race.round)}`;
  return (
    <Frame
      class={`rally${table.replay ? " watching" : ""} r${truth.edition}${shops && !playing ? " shopping" : ""}${filming ? " filming" : ""}`}
      title={courseName(setup) || table.title.value}
      sub={sub}
      phases={<Phases race={race} beat={beat} playing={playing} />}
      clock={<Clock table={table} />}
      menu={<>{table.replay && <table.replay.Tools />}<SoundButton /><TableMenu table={table} /></>}
      roster={<Plates table={table} race={running(race, beat)} acting={beat?.actor ?? null} nouns={nouns} look={look} onAbout={setSaid} />}
      board={
        <Board
          plan={plan} race={race} me={myRobots.map((r) => r.name)} motion={motion} moment={moment}
          ghost={ghost} ghostRobot={robot?.name ?? null} focusRegister={program?.focusRegister ?? 0}
          choices={choices} onChoose={chooseOnBoard} onCell={setSaid} flash={flash} nameOf={nouns.robot}
          control={control} onTurn={setTurned}
          filmPlace={beat ? placeOfBeat(beat.events) : null}
        />
      }
      asked={asked}
      caption={<><LinkBanner table={table} /><Votes table={table} />{keyHelp}
        {(!playing || held) && (
          <CoachCard
            table={table} held={held} onAgain={() => film.again()} brief={program !== null && program.slots.main.some((c) => c >= 0)}
            onShow={program ? (hint) => void program.fill(hint.picks) : undefined}
            told={held ? tellRegister(film.shownRegister(), robot?.name) : null}
          />
        )}
        {caption}
        {!playing && <HintBusy hints={hints} />}
        {hints.now && question && !playing && (
          <HintBox
            hint={{ ...hints.now, words: hints.now.words.map(withCellNames), chance: null }} laid={programs} onHide={hints.hide}
            {...(programs ? {} : { onDo: () => void table.submit(question, hints.now?.picks ?? []) })}
          />
        )}
        {asked && <HintButton hints={hints} class="btn small" />}</>}
      side={
        <Side
          table={table} tab={tab ?? (filming || over ? "log" : "program")} onTab={setTab} robot={seat >= 0 ? robot : null} cards={cards} ghost={program?.ghost ?? NO_GHOST}
          focus={program?.focusRegister ?? 0} look={look} nouns={nouns} orders={orders} standing={standing} now={beat?.lines[0]?.event ?? -1} until={beat ? beat.first + beat.events.length : Infinity}
          keepsOrders={keepsOrders} onKeepOrders={setKeepsOrders} onOrder={(word: string, o: Order) => setOrders({ ...orders, [word]: o })}
          onCell={setFlash} onMoment={(e) => (table.replay ? void table.replay.seek(e) : film.seek(e) || lookBack?.(e))}
        />
      }
      console={desk}
    />
  );
}

function actorOf(setup: Setup | null, race: Race, robot: Robot): number {
  const at = race.robots.findIndex((_, i) => robotOfActor(setup, race, i) === robot.name);
  return Math.max(0, at);
}

/** My cards of the round that the film shows. */
function cardsOf(line: Timeline | null, robot: string | undefined): CardValue[] {
  const cards: CardValue[] = [false, false, false, false, false];
  for (const event of line?.beats.flatMap((b) => b.events) ?? [])
    if (event.event === "revealed" && event.robot === robot) cards[Number(event.register) - 1] = event.card as CardValue;
  return cards;
}

/** The race as the plates show it: while a register is filmed, that register runs. */
function running(race: Race, beat: Beat | null): Race {
  return beat?.register ? { ...race, stage: "registers", register: beat.register } : race;
}

/** What the register did to my robot, and the rule of the last thing that happened to it. */
function tellRegister(events: readonly GameEvent[], robot: string | undefined): { words: string; rule: string | null } {
  const mine = events.filter((e) => e.robot === robot);
  const { words, bad } = tell(mine);
  const rule = mine.filter((e) => e.event !== "revealed" && typeof e.rule === "string").pop()?.rule;
  return { words: [words, bad].filter(Boolean).join(" "), rule: typeof rule === "string" ? rule : null };
}

/** How far the robots of a seat came: the one with most flags speaks for them. */
function endOf(race: Race, seat: number, nouns: Nouns): EndWords | null {
  const [robot] = mine(race, seat).sort((a, b) => b.flags - a.flags);
  if (!robot) return null;
  const reached = t(race.edition === 2005 ? "web.create.flags" : "web.rally.checkpoints", robot.flags);
  const about = race.edition === 2005 ? `${reached}, ${t("web.rally.lives", robot.lives)}` : reached;
  return { picture: <RobotFace robot={robot.name} size={32} />, name: nouns.robot(robot.name), about };
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
