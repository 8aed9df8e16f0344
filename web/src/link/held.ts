// held.ts - what each of my seats at a table was told, so that one device can pass from hand to hand.
import type { GameEvent } from "../engine/table";
import type * as msg from "./messages";

export interface Held {
  line: number;
  events: GameEvent[];
  position: string | null;
  asked: msg.Asked[];
  waiting: number[];
}

export class HeldViews {
  private readonly by = new Map<number, Held>();

  clear(): void {
    this.by.clear();
  }

  /** Takes what a seat was told now. */
  keep(told: msg.View): void {
    const seat = told.seat ?? -1;
    const old = this.by.get(seat);
    this.by.set(seat, {
      line: told.line,
      events: [...(old?.events ?? []).slice(0, told.from), ...((told.events ?? []) as GameEvent[])],
      position: told.position ?? old?.position ?? null,
      asked: told.asked,
      waiting: told.waiting,
    });
  }

  of(seat: number): Held | undefined {
    return this.by.get(seat);
  }

  isAsked(seat: number): boolean {
    return (this.by.get(seat)?.asked.length ?? 0) > 0;
  }

  /** Who should have the device next: null while the one who has it is asked, or nobody is. */
  next(mine: readonly number[], now: number | null): number | null {
    if (now !== null && this.isAsked(now)) return null;
    return mine.find((seat) => seat !== now && this.isAsked(seat)) ?? (now === null ? (mine[0] ?? null) : null);
  }
}
