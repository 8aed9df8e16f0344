// waiting.tsx - in the caption's place: who the table waits for.
import { mode } from "../app/mode";
import { t } from "../app/words";
import { withCellNames } from "../art/dirs";
import type { Table } from "../engine/table";

export function Waiting({ table }: { table: Table }) {
  const decides = table.decides.value.slice(0, 2);
  const names = table.seats.value.filter((s) => s.asked && s.kind !== "me").map((s) => s.name);
  const last = mode.value === "screen" ? table.log.value[table.log.value.length - 1]?.text : "";
  return (
    <div class="caption" aria-live="polite">
      {last && <p class="screen-last">{last}</p>}
      {names.length ? t("web.table.waiting_for", names.join(", ")) : t("web.table.waiting")}
      {decides.map((prompt) => <span key={prompt} class="mut waiting-about"> {withCellNames(prompt)}</span>)}
    </div>
  );
}
