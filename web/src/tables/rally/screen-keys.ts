// What each key does on a race's screen, and what it answers when it is asked aloud.
import { useEffect, useRef } from "preact/hooks";
import { showPath } from "../../app/settings";
import { t } from "../../app/words";
import { cellName } from "../../art/dirs";
import { planNow } from "../../art/plan";
import { answerer } from "../../ui/aloud";
import { signs } from "./asking";
import { relative } from "./camera";
import { goalWords, wayWords } from "./camera-bar";
import { useKeys } from "./keys";
import { actorOf } from "./model";
import type { Tab } from "./side";
import { hitsIn, spokenCell, wayIn } from "./spoken";
import { tell } from "./told";
import type { Screen } from "./use-screen";

/** The main button of what is on the desk or in the prompt. */
function pressMain(of: Screen): void {
  if (of.playing) return;
  if (of.programs && !of.onDetour) document.querySelector<HTMLElement>("[data-ready]")?.click();
  else if (of.shops && of.shopping) void of.buy(of.shopping);
  else if (of.volley) of.volley.send();
  else if (of.decisions?.asking.chosen) of.decisions.send();
}

function chooseBySign(of: Screen, sign: string): boolean {
  if (!of.decisions || of.playing || of.volley) return false;
  const { options } = of.decisions.asking.now;
  const letters = signs(options);
  const option = options.find((o) => letters.get(o.pick) === sign);
  if (!option) return false;
  of.decisions.choose(option);
  return true;
}

function helpWithFocus(of: Screen): boolean {
  const at = document.activeElement?.closest<HTMLElement>("[data-hand]")?.dataset.hand;
  const card = at === undefined ? undefined : of.program?.hand[Number(at)];
  if (card === undefined || card === false) return false;
  of.explain(card);
  return true;
}

export function useScreenKeys(of: Screen, openTab: (tab: Tab) => void): void {
  const { film, program, playing, control, round } = of;
  const looked = useRef(""); // the robot that the key for the next one said last
  useKeys({
    hand: (card) => program && !playing && program.lay(card),
    register: (at) => program && !playing && program.slot(at),
    undo: () => program?.undo(),
    redo: () => program?.redo(),
    takeLast: () => program?.takeLast(),
    main: () => pressMain(of),
    choice: (sign) => chooseBySign(of, sign),
    film: {
      toggle: () => film.toggle(), back: () => film.stepBack(), on: () => film.stepOn(),
      registerBack: () => film.registerBack(), registerOn: () => film.registerOn(),
      slower: () => film.slower(), faster: () => film.faster(), now: () => film.skip(),
    },
    board: () => document.getElementById("board-cell")?.focus(),
    ghost: () => (showPath.value = !showPath.value),
    power: () => round.powerDown(!round.powersDown),
    nextRobot: () => {
      const standing = of.truth?.robots.filter((r) => r.cell) ?? [];
      const at = standing.findIndex((r) => r.name === looked.current);
      const next = standing[(at + 1) % standing.length];
      looked.current = next?.name ?? "";
      if (!next?.cell || !of.plan || !of.truth) return;
      of.flash(next.cell);
      of.say(spokenCell(planNow(of.plan, of.truth.turned, of.truth.closed), of.truth, next.cell, of.nouns.robot, of.turned));
    },
    nextFlag: () => control.current?.flag(),
    zoom: (by) => control.current?.zoom(by),
    fit: () => control.current?.fit(),
    turn: () => control.current?.turn(),
    help: () => helpWithFocus(of),
    log: () => openTab("log"),
    chat: () => openTab("chat"),
    hint: () => !playing && of.hints.ask(),
  });
}

/** Questions asked aloud, by key or command line: where am I, who hits me, the way, my program. */
export function useAnswers(of: Screen): void {
  const { table, setup, robot, plan, truth, nouns, program, turned } = of;
  useEffect(() => {
    const place = robot?.cell ?? robot?.archive ?? null;
    if (!robot || !place || !plan || !truth) return;
    const foreseen = () => table.preview(actorOf(setup, truth, robot), "program", []);
    const flag = truth.flags[robot.flags];
    const far = flag && relative(place, robot.dir, flag);
    const goal = flag && far && `${goalWords(truth.edition, robot.flags + 1, wayWords(far.ahead, far.right))}, ${cellName(flag)}.`;
    answerer.value = {
      where: () => spokenCell(planNow(plan, truth.turned, truth.closed), truth, place, nouns.robot, turned),
      ready: () => {
        const asked = table.seats.peek().filter((seat) => seat.asked).map(of.seatName);
        return asked.length ? t("web.table.waiting_for", asked.join(", ")) : "";
      },
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
}
