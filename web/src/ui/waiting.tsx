// waiting.tsx - in the caption's place: who the table waits for.
import { mode } from "../app/mode";
import { t } from "../app/words";
import { withCellNames } from "../art/dirs";
import type { Seat, Table } from "../engine/table";

/** The names of those that the table waits for besides me; `nameOf`: as the game's screen calls a seat. */
export function waitedFor(seats: readonly Seat[], nameOf: (seat: Seat) => string = (seat) => seat.name): string {
  return seats.filter((s) => s.asked && s.kind !== "me").map(nameOf).join(", ");
}

/** What somebody else decides: the first sentence says it, the others speak to them. */
export const aboutOthers = (prompt: string): string => prompt.replace(/([.?])\s.*$/s, "$1");

export function Waiting({ table, nameOf }: { table: Table; nameOf?: (seat: Seat) => string }) {
  const decides = table.decides.value.slice(0, 2);
  const names = waitedFor(table.seats.value, nameOf);
  const watches = table.kind === "remote" && table.seat.value < 0 && mode.value !== "screen";
  const last = mode.value === "screen" ? table.log.value[table.log.value.length - 1]?.text : "";
  return (
    <div class="caption" aria-live="polite">
      {last && <p class="screen-last">{last}</p>}
      {watches && <strong class="strong" data-watching>{t("web.table.watching")} </strong>}
      {names ? t("web.table.waiting_for", names) : t("web.table.waiting")}
      {decides.map((prompt) => <span key={prompt} class="mut waiting-about"> {withCellNames(aboutOthers(prompt))}</span>)}
    </div>
  );
}
