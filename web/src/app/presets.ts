// presets.ts - all that a kind of player would set, by one tap.
import { batch, type Signal } from "@preact/signals";
import * as set from "./settings";

/** What presets decide, as it is for somebody who chose none. */
const USUAL = {
  speed: "1" as set.Speed,
  motion: "system" as set.Motion,
  holds: "never" as set.Holds,
  aloud: "register" as set.Aloud,
  showPath: true,
  hints: true,
  confirmSend: false,
  largeCells: false,
  letterKeys: true,
};
type Wishes = typeof USUAL;
const KEYS = Object.keys(USUAL) as (keyof Wishes)[];

const KINDS = {
  family: { holds: "start", confirmSend: true, largeCells: true },
  reader: { motion: "none" },
  quick: { speed: "4", hints: false },
  strict: { showPath: false, hints: false },
} satisfies Record<string, Partial<Wishes>>;

export type Preset = keyof typeof KINDS;
export const PRESETS = Object.keys(KINDS) as Preset[];

const wishesOf = (preset: Preset | null): Wishes => ({ ...USUAL, ...(preset ? KINDS[preset] : {}) });
const signals = set as unknown as { [K in keyof Wishes]: Signal<Wishes[K]> };

/** The preset that the settings of now are; null: they are somebody's own. */
export function presetNow(): Preset | null {
  return PRESETS.find((preset) => KEYS.every((key) => signals[key].value === wishesOf(preset)[key])) ?? null;
}

/** Sets all that a preset decides; null: as at the first visit. */
export function choosePreset(preset: Preset | null): void {
  const wishes = wishesOf(preset);
  const apply = <K extends keyof Wishes>(key: K) => {
    signals[key].value = wishes[key];
  };
  batch(() => KEYS.forEach(apply));
}
