// waiting.tsx - in the caption's place: who the table waits for.
import { t } from "../app/words";
import type { Table } from "../engine/table";

export function Waiting({ table }: { table: Table }) {
  const names = table.seats.value.filter((s) => s.asked && s.kind !== "me").map((s) => s.name);
  return (
    <div class="caption" aria-live="polite">
      {names.length ? t("web.table.waiting_for", names.join(", ")) : t("web.table.waiting")}
    </div>
  );
}
