// turn-back.ts - a whole turn taken back, as long as nothing hidden came to light in it.
import type { GameEvent, Table } from "../../engine/table";

const SHOWN = new Set(["saw", "drew", "shop", "stack", "opened", "shuffled"]);
/** The last tile of a stack uncovers nothing. */
const shows = (event: GameEvent) => SHOWN.has(event.event) && event.pipe !== false;

/** Where my turn began among the events; null when it has no answer yet, or something was drawn in it. */
export function turnStart(events: readonly GameEvent[], seat: number): number | null {
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i];
    if (!event || shows(event)) return null;
    if (event.event === "turn") return event.seat === seat && i < events.length - 1 ? i : null;
  }
  return null;
}

/** Answer by answer back to the turn's begin; stops where an answer cannot be taken back. */
export async function takeTurnBack(table: Table, start: number): Promise<void> {
  for (let left = table.events.peek().length; left > start + 1; ) {
    if (await table.undo()) return;
    const now = table.events.peek().length;
    if (now >= left) return;
    left = now;
  }
}
