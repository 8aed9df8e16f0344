// What a register does to a robot, in a few words, from the events of the engine's preview.
import { t, tr } from "../../app/words";
import { cellName, type CellPlace } from "../../art/dirs";
import type { GameEvent, Json } from "../../engine/table";

export interface Told {
  words: string;
  /** It hurts: damage, a fall. */
  bad: string | null;
}

const place = (v: Json | undefined): CellPlace | null =>
  Array.isArray(v) && v.length === 2 ? [Number(v[0]), Number(v[1])] : null;
const named = (v: Json | undefined): string => {
  const p = place(v);
  return p ? cellName(p) : "";
};

/** Moves in a row are one: how many cells, and where they end. */
function driven(events: readonly GameEvent[]): string[] {
  const moves = events.filter((e) => e.event === "moved");
  const last = moves[moves.length - 1];
  return last ? [t("web.rally.told.move", moves.length, named(last.to))] : [];
}

function carried(events: readonly GameEvent[], kind: string, key: "web.rally.told.belt" | "web.rally.told.push"): string[] {
  const all = events.filter((e) => e.event === kind);
  const last = all[all.length - 1];
  return last ? [t(key, named(last.to))] : [];
}

const TURNS = ["", "turn_right", "turn_round", "turn_left"];

function turning(events: readonly GameEvent[]): string[] {
  const gear = events.find((e) => e.event === "turned" && String(e.rule).includes("GEAR"));
  return gear ? [t(Number(gear.quarters) < 0 ? "web.rally.told.gear_left" : "web.rally.told.gear_right")] : [];
}

/** How the card itself turns the robot: relative to it, so that it is true however the board lies. */
function steered(events: readonly GameEvent[]): string[] {
  const floor = events.findIndex((e) => e.event === "carried" || e.event === "shoved" || String(e.rule).includes("GEAR"));
  const turns = events.slice(0, floor < 0 ? undefined : floor).filter((e) => e.event === "turned");
  const quarters = turns.reduce((sum, e) => sum + Number(e.quarters), 0) & 3;
  return quarters ? [tr(`web.rally.told.${TURNS[quarters]}`)] : [];
}

function reached(events: readonly GameEvent[]): string[] {
  return events.flatMap((e) => {
    if (e.event === "flag") return [t("web.rally.say.flag", Number(e.flag))];
    if (e.event === "checkpoint") return [t("web.rally.say.checkpoint", Number(e.checkpoint))];
    if (e.event === "energy") return [t("web.rally.energy", Number(e.energy))];
    return [];
  });
}

export function tell(events: readonly GameEvent[]): Told {
  const parts = [
    ...driven(events),
    ...steered(events),
    ...(events.some((e) => e.event === "blocked") ? [t("web.rally.told.blocked")] : []),
    ...carried(events, "carried", "web.rally.told.belt"),
    ...carried(events, "shoved", "web.rally.told.push"),
    ...turning(events),
    ...reached(events),
  ];
  const fell = events.find((e) => e.event === "fell");
  const hits = events.filter((e) => e.event === "laser").length;
  const words = parts.length ? parts.join(", ") : fell ? "" : t("web.rally.told.stay");
  const said = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  const bad = fell ? t("web.rally.told.fall", named(fell.cell)) : hits ? t("web.rally.told.laser") : null;
  return { words: said ? `${said}.` : "", bad };
}

/** What the register did to my robot, and the rule of the last thing that happened to it. */
export function tellRegister(events: readonly GameEvent[], robot: string | undefined): { words: string; rule: string | null } {
  const mine = events.filter((e) => e.robot === robot);
  const { words, bad } = tell(mine);
  const rule = mine.filter((e) => e.event !== "revealed" && typeof e.rule === "string").pop()?.rule;
  return { words: [words, bad].filter(Boolean).join(" "), rule: typeof rule === "string" ? rule : null };
}
