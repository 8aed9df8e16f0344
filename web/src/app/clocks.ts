// clocks.ts - the clocks that a table of the server can have, as the page offers them.
import type { ClockRule } from "../link/messages";
import { t } from "./words";

export type ClockChoice = "none" | "30" | "60" | "120" | "glass" | "bank" | "day" | "days3" | "week";

export const DAY = 86_400; // seconds

export const CLOCKS: Record<ClockChoice, ClockRule> = {
  none: { kind: "none", seconds: 0, add: 0, short: 0 },
  "30": { kind: "decision", seconds: 30, add: 0, short: 20 },
  "60": { kind: "decision", seconds: 60, add: 0, short: 30 },
  "120": { kind: "decision", seconds: 120, add: 0, short: 45 },
  glass: { kind: "glass", seconds: 30, add: 0, short: 20 },
  bank: { kind: "bank", seconds: 900, add: 5, short: 0 },
  day: { kind: "days", seconds: DAY, add: 0, short: DAY / 6 },
  days3: { kind: "days", seconds: 3 * DAY, add: 0, short: DAY / 2 },
  week: { kind: "days", seconds: 7 * DAY, add: 0, short: DAY },
};

/** The rulebook's own sand timer belongs to the races. */
export function clockOptions(game: string): (readonly [ClockChoice, string])[] {
  return [
    ["none", t("web.create.clock_none")],
    ["30", t("web.create.s", 30)],
    ["60", t("web.create.s", 60)],
    ["120", t("web.create.s", 120)],
    ...(game.startsWith("rally") ? [["glass", t("web.create.clock_glass")] as const] : []),
    ["bank", t("web.create.clock_bank")],
    ["day", t("web.create.clock_day")],
    ["days3", t("web.create.clock_days3")],
    ["week", t("web.create.clock_week")],
  ];
}

/** Which of them a table has; null: one that another page made. */
export function clockOf(rule: ClockRule): ClockChoice | null {
  const found = Object.entries(CLOCKS).find(([, c]) => c.kind === rule.kind && c.seconds === rule.seconds);
  return (found?.[0] as ClockChoice | undefined) ?? null;
}
