// Programming as a screen needs it: the slots, their preview, undo, the alternative answers.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../../app/words";
import type { Question, Table } from "../../engine/table";
import { type Ghost, NO_GHOST, readGhost } from "./ghost";
import type { CardValue, Robot } from "./model";
import { drafted, Picker } from "./picking";
import type { DragFrom, Extra } from "./program";
import {
  addSecond, chooseSlot, emptySlots, History, isUsed, type Laid, laidCards, lastFilled, layAgain, missing, nextSlot, placeCard, REGISTERS,
  type Slots, swapSlots, takeCard,
} from "./slots";

export interface Programming {
  slots: Slots;
  hand: readonly CardValue[];
  ghost: Ghost;
  extras: Extra[];
  extra: Extra | null;
  busy: boolean;
  refusal: string | null;
  canUndo: boolean;
  focusCard: number;
  focusRegister: number;
  setFocus(card: number): void;
  setExtra(extra: Extra | null): void;
  lay(card: number): void;
  slot(at: number): void;
  choose(at: number): void;
  drop(from: DragFrom, at: number): void;
  undo(): void;
  redo(): void;
  takeLast(): void;
  send(): Promise<void>;
  /** Lays a whole answer out, to be looked at and sent. */
  fill(picks: readonly number[]): Promise<void>;
  /** What the cards as they are now would do; `ghost` may still show those of a moment ago. */
  foresee(): Promise<Ghost>;
}

function extrasOf(question: Question): Extra[] {
  return question.options
    .filter((o) => o.is !== "card" && o.is !== "also")
    .map((o) => ({ pick: o.pick, words: o.words.charAt(0).toLocaleUpperCase() + o.words.slice(1), value: String(o.value) }));
}

/** An empty register ends the way; only a card whose effect nobody knows makes it unsure. */
function foreseen(ghost: Ghost, slots: Slots): Ghost {
  const at = ghost.unknownFrom - 1;
  const empty = at >= 0 && slots.free[at] === true && slots.main[at] === -1;
  return empty ? { ...ghost, unknownFrom: 0 } : ghost;
}

async function foresee(table: Table, question: Question, robot: Robot, picks: readonly number[], slots: Slots): Promise<Ghost> {
  const preview = await table.preview(question.actor, "program", picks);
  return preview ? foreseen(readGhost(preview, robot.name, robot), slots) : NO_GHOST;
}

export function useProgram(
  table: Table, question: Question | null, robot: Robot | null, onExtra: (question: Question, extra: Extra) => void,
): Programming | null {
  const key = question && robot ? `${question.number}.${question.actor}` : "";
  const history = useRef<History>(new History(emptySlots([])));
  const [, repaint] = useState(0);
  const [focusCard, setFocus] = useState(-1);
  const [extra, setExtra] = useState<Extra | null>(null);
  const [sending, setBusy] = useState(false);
  const busy = sending || question?.sent === true;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [ghost, setGhost] = useState<Ghost>(NO_GHOST);
  const picker = useMemo(() => (question ? new Picker(table, question) : null), [table, key]);
  const hand = useMemo(() => robot?.hand ?? [], [key]);
  const sent = useRef({ of: "", cards: [] as readonly Laid[] }); // to be laid again when it is taken back
  const program = `${table.view.value?.round} ${robot?.name}`;

  useEffect(() => {
    if (!picker || !question || !robot) return;
    const free = emptySlots(robot.registers);
    history.current = new History(sent.current.of === program ? layAgain(free, hand, sent.current.cards) : free);
    setExtra(null);
    setRefusal(null);
    repaint((n) => n + 1);
    const kept = table.drafted(question);
    if (!kept.length) return;
    let current = true;
    void drafted(picker, kept).then((cards) => {
      if (!current || history.current.canUndo) return;
      history.current = new History(layAgain(free, hand, cards));
      repaint((n) => n + 1);
    });
    return () => {
      current = false;
    };
  }, [picker]);

  const slots = history.current.now;
  // The card in focus is previewed in the register it would go to.
  const target = nextSlot(slots);
  const trying = focusCard >= 0 && target >= 0 && !isUsed(slots, focusCard) ? placeCard(slots, focusCard) : slots;
  const spelled = JSON.stringify(laidCards(trying, hand));
  // A card that goes into a register leaves without a farewell of the mouse.
  useEffect(() => {
    if (focusCard >= 0 && isUsed(slots, focusCard)) setFocus(-1);
  }, [slots]);

  useEffect(() => {
    if (!picker || !question || !robot) return;
    let current = true;
    const cards = laidCards(trying, hand);
    void picker.spell(cards).then(async ({ picks, stuck }) => {
      const next = await foresee(table, question, robot, picks, trying);
      if (!current) return;
      setGhost(next);
      if (trying === slots) {
        table.draft(question, picks);
        setRefusal(stuck < 0 ? null : t("web.rally.not_there", (cards[stuck]?.register ?? 0) + 1));
      }
    }).catch(() => {});
    return () => {
      current = false;
    };
  }, [picker, spelled]);

  if (!question || !robot || !picker) return null;

  const change = (next: Slots) => {
    setRefusal(null);
    setExtra(null);
    if (history.current.change(next)) repaint((n) => n + 1);
  };

  const place = (card: number, at: number) => {
    const now = history.current.now;
    const taken = now.main[at] !== -1 && now.second[at] === -1;
    if (!taken) return change(placeCard(now, card, at));
    void picker.takesSecond(laidCards(now, hand, at + 1), hand[card] ?? null).then((may) => {
      const then = history.current.now;
      change(may ? addSecond(then, card, at) : placeCard(then, card, at));
    });
  };

  return {
    slots, hand, ghost, extra, busy, refusal, focusCard,
    extras: extrasOf(question),
    canUndo: history.current.canUndo,
    focusRegister: trying === slots ? 0 : target + 1,
    setFocus,
    setExtra,
    lay: (card) => {
      const now = history.current.now;
      if (isUsed(now, card)) return;
      if (now.target >= 0 && now.main[now.target] !== -1) place(card, now.target);
      else change(placeCard(now, card));
    },
    slot: (at) => {
      const now = history.current.now;
      if (!now.free[at]) setRefusal(t("web.rally.locked_register", at + 1));
      else change(now.main[at] === -1 ? chooseSlot(now, at) : takeCard(now, at));
    },
    choose: (at) => change(chooseSlot(history.current.now, at)),
    drop: (from, at) => {
      const now = history.current.now;
      if ("slot" in from) change(at < 0 || at >= REGISTERS ? takeCard(now, from.slot) : swapSlots(now, from.slot, at));
      else if (at >= 0) place(from.hand, at);
    },
    async foresee() {
      const now = history.current.now;
      const { picks } = await picker.spell(laidCards(now, hand));
      return foresee(table, question, robot, picks, now);
    },
    undo: () => history.current.undo() && repaint((n) => n + 1),
    redo: () => history.current.redo() && repaint((n) => n + 1),
    takeLast: () => {
      const at = lastFilled(history.current.now);
      if (at >= 0) change(takeCard(history.current.now, at));
    },
    async fill(picks) {
      change(layAgain(emptySlots(robot.registers), hand, await drafted(picker, picks)));
    },
    async send() {
      if (busy) return;
      if (extra) return onExtra(question, extra);
      if (missing(history.current.now) > 0) return;
      setBusy(true);
      const cards = laidCards(history.current.now, hand);
      sent.current = { of: program, cards };
      const { picks, stuck } = await picker.spell(cards);
      if (stuck >= 0) setRefusal(t("web.rally.not_there", (cards[stuck]?.register ?? 0) + 1));
      else setRefusal((await table.submit(question, picks))?.message ?? null);
      setBusy(false);
    },
  };
}
