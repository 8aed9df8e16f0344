// The program while it is being made: which card of the hand lies in which register.  A model of
// its own, changed by taps and keys at once; pictures follow it, so that two quick taps never break
// a register.  What may lie where is the engine's affair.
import type { CardValue } from "./model";

export interface Slots {
  /** Registers 1 to 5 that take a card of the hand; the others are locked or covered. */
  readonly free: readonly boolean[];
  /** Index into the hand, or -1. */
  readonly main: readonly number[];
  /** A second card in the same register, or -1. */
  readonly second: readonly number[];
  /** The register that was chosen or just emptied: the next card goes there; -1 = leftmost free. */
  readonly target: number;
}

export const REGISTERS = 5;

const fill = (x: number) => Array.from({ length: REGISTERS }, () => x);

export function emptySlots(registers: readonly CardValue[]): Slots {
  const free = Array.from({ length: REGISTERS }, (_, i) => registers[i] === false || registers[i] === undefined);
  return { free, main: fill(-1), second: fill(-1), target: -1 };
}

/** No register takes a card: the program was sent. */
export const NO_SLOTS: Slots = emptySlots(Array.from({ length: REGISTERS }, () => null));

const put = (list: readonly number[], at: number, x: number) => list.map((old, i) => (i === at ? x : old));

export function isUsed(slots: Slots, card: number): boolean {
  return slots.main.includes(card) || slots.second.includes(card);
}

/** Where the next card goes: the chosen register if it is empty, else the leftmost empty one. */
export function nextSlot(slots: Slots): number {
  const empty = (i: number) => slots.free[i] === true && slots.main[i] === -1;
  if (slots.target >= 0 && empty(slots.target)) return slots.target;
  for (let i = 0; i < REGISTERS; i++) if (empty(i)) return i;
  return -1;
}

export function missing(slots: Slots): number {
  return slots.free.filter((free, i) => free && slots.main[i] === -1).length;
}

/** A card of the hand goes to the next register, or to `at`; what lay there goes back. */
export function placeCard(slots: Slots, card: number, at = nextSlot(slots)): Slots {
  if (at < 0 || !slots.free[at] || isUsed(slots, card)) return slots;
  return { ...slots, main: put(slots.main, at, card), second: put(slots.second, at, -1), target: -1 };
}

/** A second card beside the one that lies there. */
export function addSecond(slots: Slots, card: number, at: number): Slots {
  if (slots.main[at] === -1 || isUsed(slots, card)) return slots;
  return { ...slots, second: put(slots.second, at, card), target: -1 };
}

/** The card of a register goes back to its socket; the register waits for the next one. */
export function takeCard(slots: Slots, at: number): Slots {
  if (!slots.free[at] || slots.main[at] === -1) return slots;
  if (slots.second[at] !== -1) return { ...slots, second: put(slots.second, at, -1) };
  return { ...slots, main: put(slots.main, at, -1), target: at };
}

export function swapSlots(slots: Slots, a: number, b: number): Slots {
  if (!slots.free[a] || !slots.free[b] || a === b) return slots;
  const swap = (list: readonly number[]) => put(put(list, a, list[b] ?? -1), b, list[a] ?? -1);
  return { ...slots, main: swap(slots.main), second: swap(slots.second), target: -1 };
}

export function chooseSlot(slots: Slots, at: number): Slots {
  return slots.free[at] ? { ...slots, target: at } : slots;
}

/** The register filled last from the right; Backspace empties it. */
export function lastFilled(slots: Slots): number {
  for (let i = REGISTERS - 1; i >= 0; i--) if (slots.free[i] && slots.main[i] !== -1) return i;
  return -1;
}

/** Cards in the order of an answer: register by register, a second one after the first. */
export interface Laid {
  card: CardValue;
  register: number;
  second: boolean;
}

/** The filled registers up to the first empty one: as far as an answer can be spelled. */
export function laidCards(slots: Slots, hand: readonly CardValue[], through = REGISTERS): Laid[] {
  const laid: Laid[] = [];
  for (let i = 0; i < through; i++) {
    if (!slots.free[i]) continue;
    const card = slots.main[i] ?? -1;
    if (card === -1) break;
    laid.push({ card: hand[card] ?? null, register: i, second: false });
    const second = slots.second[i] ?? -1;
    if (second !== -1) laid.push({ card: hand[second] ?? null, register: i, second: true });
  }
  return laid;
}

/** Lays the cards of a kept draft again: values in the order of an answer. */
export function layAgain(
  slots: Slots, hand: readonly CardValue[], draft: readonly { card: CardValue; second: boolean }[],
): Slots {
  let now = slots;
  let at = -1;
  for (const { card, second } of draft) {
    const index = hand.findIndex((c, i) => c === card && !isUsed(now, i));
    if (index < 0) return now;
    if (second) {
      now = addSecond(now, index, at);
    } else {
      at = nextSlot(now);
      now = placeCard(now, index, at);
    }
  }
  return now;
}

/** Own changes, to step back through and forth again. */
export class History {
  private past: Slots[] = [];
  private future: Slots[] = [];

  constructor(public now: Slots) {}

  change(next: Slots): boolean {
    if (next === this.now) return false;
    this.past.push(this.now);
    this.future = [];
    this.now = next;
    return true;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  undo(): boolean {
    const last = this.past.pop();
    if (!last) return false;
    this.future.push(this.now);
    this.now = last;
    return true;
  }

  redo(): boolean {
    const next = this.future.pop();
    if (!next) return false;
    this.past.push(this.now);
    this.now = next;
    return true;
  }
}
