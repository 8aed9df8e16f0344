// settings.ts - what a person set on this device.
import { effect } from "@preact/signals";
import { stored } from "./stored";

export type Speed = "0.5" | "1" | "2" | "4" | "now";
export type Motion = "system" | "full" | "none";
export type Holds = "never" | "start" | "always"; // the film after each register, at the start of a race or always

export const speed = stored<Speed>("speed", "1");
export const motion = stored<Motion>("motion", "system");
export const holds = stored<Holds>("holds", "never");
export const sound = stored<boolean>("sound", false);
export const volume = stored<number>("volume", 60); // percent
export const showPath = stored<boolean>("path", true);
export const hints = stored<boolean>("hints", true); // offered where the table allows them
export const confirmSend = stored<boolean>("confirm", false);
export const patterns = stored<boolean>("patterns", false);
export const largeCells = stored<boolean>("cells", false);
export const notify = stored<boolean>("notify", false); // when it is my turn and the page is not in sight
export const letterKeys = stored<boolean>("letters", true);
/** How much of the film is read aloud. */
export type Aloud = "event" | "register" | "round";
export const aloud = stored<Aloud>("aloud", "register");
export const textSize = stored<"100" | "125" | "150" | "200">("text", "100");

const reduced = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether things should move at all: the person's wish, else the system's. */
export function isStill(): boolean {
  if (motion.value !== "system") return motion.value === "none";
  return reduced?.matches ?? false;
}

/** Whether the film of a round waits after each register. */
export function filmHolds(round: number): boolean {
  return holds.value === "always" || (holds.value === "start" && round <= 2);
}

export function startSettings(): void {
  effect(() => {
    const root = document.documentElement;
    root.dataset.motion = motion.value;
    root.dataset.text = textSize.value;
    root.dataset.patterns = patterns.value ? "on" : "off";
  });
}
