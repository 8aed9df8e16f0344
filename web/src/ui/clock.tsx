// clock.tsx - the time of my seat, or of the one the table waits for.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Seat, Table } from "../engine/table";
import { Icon } from "./icon";

/** Milliseconds left now, from what was told and when. */
export function left(seat: Seat, now: number): number | null {
  return seat.clock === null ? null : Math.max(0, seat.clock - (seat.clockRuns ? now - seat.clockAt : 0));
}

export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) return t("web.clock.d", Math.floor(seconds / 86_400));
  if (seconds >= 3600) return t("web.clock.h", Math.floor(seconds / 3600));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function Clock({ table }: { table: Table }) {
  const [now, setNow] = useState(performance.now());
  const seats = table.seats.value.filter((s) => s.clock !== null);
  const seat = seats.find((s) => s.kind === "me") ?? seats[0];
  useEffect(() => {
    if (!seat) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [seat === undefined]);
  if (!seat) return null;
  const ms = left(seat, now);
  if (ms === null) return null;
  const last = ms <= 10_000 && seat.kind === "me" && seat.asked;
  return (
    <span class={`rail-clock${last ? " last" : ""}`} role="timer" aria-label={t("web.clock")}>
      <Icon name={seat.clockRuns ? "clock" : "pause"} /> {clockText(ms)}
    </span>
  );
}
