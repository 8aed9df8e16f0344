// The keys of a race's screen.  Letters can be switched off (WCAG 2.1.4); arrows inside a row move
// the focus; Escape never commits, Enter only what the main button says.
import { useEffect } from "preact/hooks";
import { letterKeys } from "../../app/settings";
import { t } from "../../app/words";
import { isTyping, type KeyHelp } from "../../ui/keys";

/** The keys in words, for the help. */
export const keyList = (): KeyHelp[] => [
  ["1…9", t("web.keys.hand")],
  ["⇧1…5", t("web.keys.register")],
  ["Ctrl+Z Ctrl+Y", t("web.keys.undo")],
  ["⌫", t("web.keys.last")],
  ["A…F 1…9 Y N", t("web.keys.choices")],
  ["← ↑ ↓ →", t("web.keys.arrows")],
  ["Space , .", t("web.keys.film")],
  ["[ ] End", t("web.keys.speed")],
  ["B R F", t("web.keys.look")],
  ["G P", t("web.keys.ghost")],
  ["L C", t("web.keys.panels")],
  ["H", t("web.keys.hint")],
  ["+ - 0 T", t("web.keys.zoom")],
];

export interface KeyActions {
  hand(card: number): void;
  register(at: number): void;
  undo(): void;
  redo(): void;
  takeLast(): void;
  main(): void;
  choice(sign: string): boolean;
  film: { toggle(): void; back(): void; on(): void; registerBack(): void; registerOn(): void; slower(): void; faster(): void; now(): void };
  board(): void;
  ghost(): void;
  power(): void;
  nextRobot(): void;
  nextFlag(): void;
  zoom(by: number): void;
  fit(): void;
  turn(): void;
  /** Help about the card in focus; false = there is none. */
  help(): boolean;
  log(): void;
  hint(): void;
  chat(): void;
}

/** What a key does; false = it is not ours. */
export function press(e: KeyboardEvent, a: KeyActions): boolean {
  const digit = /^Digit([1-9])$/.exec(e.code)?.[1];
  if ((e.ctrlKey || e.metaKey) && !e.altKey) {
    if (e.key === "z" && !e.shiftKey) return a.undo(), true;
    if (e.key === "y" || (e.key.toLowerCase() === "z" && e.shiftKey)) return a.redo(), true;
    return false;
  }
  if (e.altKey) return false;
  if (digit) {
    if (!e.shiftKey && a.choice(digit)) return true;
    return e.shiftKey ? a.register(Number(digit) - 1) : a.hand(Number(digit) - 1), true;
  }
  switch (e.key) {
    case "Backspace": return a.takeLast(), true;
    case ",": return a.film.back(), true;
    case ".": return a.film.on(), true;
    case "<": return a.film.registerBack(), true;
    case ">": return a.film.registerOn(), true;
    case "[": return a.film.slower(), true;
    case "]": return a.film.faster(), true;
    case "+": case "=": return a.zoom(1.25), true;
    case "-": return a.zoom(0.8), true;
    case "0": return a.fit(), true;
    case "?": return a.help();
    case "End": return a.film.now(), true;
    default:
  }
  const pressing = e.target instanceof Element && e.target.closest("button, a, [role=gridcell]");
  if (e.key === "Enter" && !pressing) return a.main(), true;
  if (e.key === " " && !pressing) return a.film.toggle(), true;
  if (!letterKeys.peek() || e.shiftKey || !/^[a-z]$/i.test(e.key)) return false;
  if (a.choice(e.key.toUpperCase())) return true;
  switch (e.key.toLowerCase()) {
    case "b": return a.board(), true;
    case "r": return a.nextRobot(), true;
    case "f": return a.nextFlag(), true;
    case "t": return a.turn(), true;
    case "g": return a.ghost(), true;
    case "p": return a.power(), true;
    case "h": return a.hint(), true;
    case "l": return a.log(), true;
    case "c": return a.chat(), true;
    default: return false;
  }
}

/** Arrows go along a row of cards or choices. */
function moveInRow(e: KeyboardEvent): boolean {
  if (!(e.target instanceof HTMLElement) || !["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(e.key)) return false;
  const row = e.target.closest(".slots, .hand, .ask-list, .shop ol, .speeds, .tabs");
  if (!row) return false;
  const all = [...row.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const at = all.indexOf(e.target.closest("button") as HTMLElement);
  const next = all[at + (e.key === "ArrowLeft" || e.key === "ArrowUp" ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (isTyping(e.target) || e.defaultPrevented) return;
      if (moveInRow(e) || press(e, actions)) e.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
