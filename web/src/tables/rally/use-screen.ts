// What the parts of a race's screen share: whose turn it is, what is asked, what is shown and what was said.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CellPlace } from "../../art/dirs";
import { t } from "../../app/words";
import { readPlan, type FloorSetup } from "../../art/read-plan";
import type { Option, Question, Seat, Setup, Table } from "../../engine/table";
import { useHints } from "../../ui/hint";
import { onBoard } from "./asking";
import type { BoardControl } from "./board";
import { sentence } from "./decision";
import { lookOf } from "./cards";
import { actorOf, type CardValue, mine, phaseOf, readRace, robotOfActor } from "./model";
import { useNouns } from "./nouns";
import type { Extra } from "./program";
import { useAsking } from "./use-asking";
import { useFilm, useHeld, useMoment } from "./use-film";
import { useOrders } from "./use-orders";
import { useProgram } from "./use-program";
import { useStanding } from "./use-standing";
import { useVolley } from "./volley";

const PROGRAM = "program";
const SHOP = "upgrade";
const FLASH_MS = 1200;

function usePlan(setup: Setup | null) {
  return useMemo(() => {
    const floor = setup?.floor as unknown as FloorSetup | undefined;
    return floor ? readPlan(floor, setup?.game === "rally2023") : null;
  }, [setup]);
}

/** A cell that flashes for a moment, because its name was tapped. */
function useFlash() {
  const [flashed, flash] = useState<CellPlace | null>(null);
  useEffect(() => {
    if (!flashed) return;
    const id = setTimeout(() => flash(null), FLASH_MS);
    return () => clearTimeout(id);
  }, [flashed]);
  return { flashed, flash };
}

/** The race as the film shows it and as it is, and the words for its things. */
function useRace(table: Table) {
  const film = useFilm(table);
  const setup = table.setup.value;
  const plan = usePlan(setup);
  const live = table.view.value;
  const shown = film.shown.value ?? live;
  const race = useMemo(() => (shown ? readRace(shown, table.game) : null), [shown]);
  const truth = useMemo(() => (live ? readRace(live, table.game) : null), [live]);
  const nouns = useNouns(table, truth);
  const look = useMemo(() => lookOf(setup, nouns.haywire), [setup, nouns]);
  const held = useHeld(table, film, race?.round ?? 0);
  return { table, film, setup, plan, race, truth, nouns, look, held, moment: useMoment(film, shown, plan, look), playing: film.active.value };
}

/** Of the questions to my robots the one that is looked at. */
function useQuestion({ table, setup, truth }: ReturnType<typeof useRace>) {
  const questions = table.questions.value;
  const [which, lookAt] = useState(-1); // the actor that was chosen
  const question = questions.find((q) => q.actor === which) ?? questions.find((q) => !q.sent) ?? questions[0] ?? null;
  const myName = question && truth ? robotOfActor(setup, truth, question.actor) : null;
  const myRobots = truth ? mine(truth, table.seat.value) : [];
  const robot = truth?.robots.find((r) => r.name === myName) ?? myRobots[0] ?? null;
  return { questions, question, lookAt, myRobots, robot, programs: question?.ask === PROGRAM, shops: question?.ask === SHOP };
}

/** Another answer than cards may have picks of its own: they are asked in place of the program. */
function useDetour(table: Table, question: Question | null) {
  const [at, setAt] = useState(-1); // number of the question
  const [following, setFollowing] = useState(false);
  return {
    onDetour: question?.ask === PROGRAM && at === question.number,
    following,
    endDetour: () => setAt(-1),
    take(q: Question, extra: Extra) {
      setFollowing(true);
      void table.ask(q.actor, [extra.pick]).then(async (next) => {
        if (next.options.length) setAt(q.number);
        else await table.submit(q, [extra.pick]);
        setFollowing(false);
      });
    },
  };
}

/** The upgrade phase: what is chosen there, to be sent with the button. */
function useShopping(table: Table, question: Question | null) {
  const [shopping, choose] = useState<Option | null>(null);
  const [sending, setSending] = useState(false);
  useEffect(() => choose(null), [question?.number]);
  return {
    shopping, sending, choose,
    async buy(option: Option) {
      if (!question || sending || question.sent) return;
      setSending(true);
      await table.submit(question, [option.pick]);
      choose(null);
      setSending(false);
    },
  };
}

/** The cards of my registers as they are laid now; the card in focus where it would go. */
function laid(program: ReturnType<typeof useProgram>, registers: readonly CardValue[]): readonly (CardValue | undefined)[] {
  if (!program) return registers;
  return [0, 1, 2, 3, 4].map((i) => {
    const at = program.slots.main[i] ?? -1;
    if (at >= 0) return program.hand[at];
    if (program.focusRegister === i + 1) return program.hand[program.focusCard];
    return program.slots.free[i] ? undefined : registers[i];
  });
}

export function useScreen(table: Table) {
  const now = useRace(table);
  const { film, setup, plan, truth, nouns, look, playing } = now;
  const asking = useQuestion(now);
  const { question, robot, programs, shops } = asking;
  const { flashed, flash } = useFlash();
  const [said, say] = useState("");
  const [turned, setTurned] = useState(0); // how the board lies
  const control = useRef<BoardControl | null>(null);
  const standing = useStanding(table, truth, robot, robot && truth ? actorOf(setup, truth, robot) : 0, setup);
  const round = useOrders(table, truth, question, standing);
  const detour = useDetour(table, question);
  const plain = question && !shops && (!programs || detour.onDetour) ? question : null;

  // A decision waits for the film, but not for long; programming waits for no film at all.
  film.setHurry(plain !== null && !detour.onDetour);
  const coach = table.coach && !table.coach.off.value ? table.coach : null;
  const program = useProgram(table, programs ? question : null, robot, detour.take);
  const hints = useHints(table, coach || table.replay ? null : question, (hint) => {
    const extra = program?.extras.find((x) => hint.picks.length === 1 && x.pick === hint.picks[0]);
    if (extra) program?.setExtra(extra);
    else if (programs) void program?.fill(hint.picks);
  });
  const { volley, following: volleying } = useVolley(table, plain);
  const decisions = useAsking(table, plain);
  const { shopping, sending, choose, buy } = useShopping(table, question);
  useEffect(() => say(""), [question?.number, program?.slots]); // what was asked about is read

  const over = table.outcome.value !== null && !playing;
  const busy = detour.following || sending || question?.sent === true;
  const asked = !playing && !over && !volleying && (plain !== null || shops);
  return {
    ...now, ...asking, ...detour,
    standing, round, plain, coach, program, hints, volley, decisions, busy, over, asked,
    flashed, flash, said, say, turned, setTurned, control, shopping, buy,
    cards: laid(program, robot?.registers ?? []),
    choices: plain && decisions && truth && !playing && !volley && !volleying ? onBoard(decisions.asking, truth, robot, plan ?? { cols: 0, rows: 0 }) : [],
    ready: !question && truth !== null && phaseOf(truth.stage) === "program" && robot !== null && !over,
    shop: shops && robot && question
      ? { question, robot, setup, nouns, chosen: shopping, busy, onChoose: choose, onSend: (o: Option) => void buy(o) }
      : null,
    /** A seat as its plate has it: a person by name, a bot by what it drives. */
    seatName: (seat: Seat) => (seat.kind === "bot" && truth ? mine(truth, seat.seat).map((r) => nouns.robot(r.name)).join(", ") : "") || seat.name,
    /** What a card does: while the mouse rests on it, and read aloud with it. */
    help: (card: CardValue) => nouns.card(look(card).kind),
    /** The same in the caption's place. */
    explain(card: CardValue) {
      if (card === null || card === false) return;
      const { kind, label } = look(card);
      say(`${label}. ${sentence(nouns.card(kind)) || t("web.rally.help_none")}`);
    },
  };
}

export type Screen = ReturnType<typeof useScreen>;
