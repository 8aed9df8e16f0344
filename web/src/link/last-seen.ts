// last-seen.ts - what this device last showed of each table: the player's own view as text, and how many events
// led to it.  With it a person who comes back can watch what happened since.
import { stored } from "../app/stored";

export interface LastSeen {
  table: string;
  seat: number;
  match: number;
  line: number;
  event: number;
  position: string;
}

const MOST = 8;
const all = stored<LastSeen[]>("last-seen", []);

export function noteSeen(seen: LastSeen): void {
  all.value = [seen, ...all.peek().filter((s) => s.table !== seen.table)].slice(0, MOST);
}

export function findSeen(table: string, seat: number, match: number, line: number): LastSeen | null {
  return all.peek().find((s) => s.table === table && s.seat === seat && s.match === match && s.line === line) ?? null;
}
