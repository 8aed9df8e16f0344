// turn-back.ts - a whole turn taken back, as long as nothing hidden came to light in it.
import type { GameEvent } from "../../engine/table";

const SHOWN = new Set(["saw", "drew", "shop", "stack", "opened", "shuffled"]);
/** The last tile of a stack uncovers nothing. */
const shows = (event: GameEvent) => SHOWN.has(event.event) && event.pipe !== false;

/** Where my turn began among the events; null when it has no answer yet, or something was drawn in it. */
export function turnStart(events: readonly GameEvent[], seat: number): number | null {
  let answered = false;
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i];
    if (!event || shows(event)) return null;
    if (event.event === "turn") return answered && event.seat === seat ? i : null;
    answered ||= event.event !== "points"; // the score is told after the turn that begins
  }
  return null;
}
