// last-round.ts - what the round before this one brought, in the log's own lines.
import type { GameEvent, LogLine } from "../../engine/table";

const MOST = 4;
/** Of any robot. */
const NEWS = new Set(["flag", "checkpoint", "destroyed", "rebooted", "out", "finished", "option_gained", "flag_taken", "flag_back", "superbot"]);
/** Only of your own robots. */
const OWN = new Set(["damaged", "spam", "haywire", "option_lost"]);

export interface LastRound {
  round: number;
  lines: News[];
}

export interface News {
  robot: string;
  line: LogLine;
  times: number; // told so often in a row
}

/** What matters of the last whole round: where it is too much, other robots' news go first. */
export function lastRound(events: readonly GameEvent[], log: readonly LogLine[], own: string): LastRound | null {
  const begins = events.flatMap((event, i) => (event.event === "round" ? [i] : []));
  const from = begins[begins.length - 2];
  const to = begins[begins.length - 1];
  if (from === undefined || to === undefined) return null;
  const told: News[] = [];
  for (const line of log) {
    const event = events[line.event];
    if (line.event < from || line.event >= to || !event) continue;
    const robot = String(event.robot ?? "");
    if (!NEWS.has(event.event) && !(robot === own && OWN.has(event.event))) continue;
    const before = told[told.length - 1];
    if (before?.line.text === line.text) before.times++;
    else told.push({ robot, line, times: 1 });
  }
  const mine = told.filter(({ robot }) => robot === own).slice(-MOST);
  const others = told.filter(({ robot }) => robot !== own).reverse().slice(0, MOST - mine.length);
  const lines = told.filter((one) => mine.includes(one) || others.includes(one));
  return { round: Number(events[from]?.round), lines };
}
