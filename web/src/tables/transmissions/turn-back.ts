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

const LONGEST = 5000; // ms that a server may take from its yes to what it tells

/** How many events there are once they are fewer than `left`, or null when that does not happen. */
function fewer(table: Table, left: number): Promise<number | null> {
  return new Promise((done) => {
    const end = setTimeout(() => finish(null), LONGEST);
    const stop = table.events.subscribe((events) => {
      if (events.length < left) queueMicrotask(() => finish(events.length)); // not before `stop` is there
    });
    function finish(n: number | null): void {
      clearTimeout(end);
      stop();
      done(n);
    }
  });
}

/** Answer by answer back to the turn's begin; stops where an answer cannot be taken back, or where others
 * are asked about it. */
export async function takeTurnBack(table: Table, start: number): Promise<void> {
  for (let left: number | null = table.events.peek().length; left !== null && left > start + 1; ) {
    if (await table.undo()) return;
    if (table.votes.peek().some((vote) => vote.mine)) return;
    left = await fewer(table, left);
  }
}
