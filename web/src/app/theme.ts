// theme.ts - day shift and night shift: the system's until the reader chooses.
import { computed, effect, signal } from "@preact/signals";
import { stored } from "./stored";

export type Theme = "day" | "night";

const night = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const system = signal<Theme>(night?.matches ? "night" : "day");
night?.addEventListener("change", () => (system.value = night.matches ? "night" : "day"));

/** null: as the system. */
export const themeChoice = stored<Theme | null>("theme", null);
export const theme = computed<Theme>(() => themeChoice.value ?? system.value);

export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

export function switchTheme(): void {
  themeChoice.value = theme.value === "day" ? "night" : "day";
}
