// turn-order.ts - running games in the order in which they need somebody.
import type { TableLine } from "../link/messages";

/** Mine first, then those whose time is up sooner, then the ones where something happened last. */
export function byNeed(a: TableLine, b: TableLine): number {
  const turn = Number(b.your_turn ?? false) - Number(a.your_turn ?? false);
  const due = (line: TableLine) => line.due ?? Number.MAX_SAFE_INTEGER;
  return turn || due(a) - due(b) || b.at - a.at;
}
