// end.tsx - the end of a game: who won, everybody's place, what to do next.
import { go } from "../app/router";
import { t } from "../app/words";
import type { Outcome, Seat, Table } from "../engine/table";
import { Icon } from "./icon";

export function winnerLine(outcome: Outcome, seats: readonly Seat[]): string {
  const first = seats.filter((s) => outcome.places[s.seat] === 1);
  if (first.length !== 1) return t("web.table.shared");
  const winner = first[0] as Seat;
  return winner.kind === "me" ? t("web.table.you_win") : t("web.table.wins", winner.name);
}

export function End({ table }: { table: Table }) {
  const outcome = table.outcome.value;
  if (!outcome) return null;
  const seats = [...table.seats.value].sort(
    (a, b) => (outcome.places[a.seat] ?? 0) - (outcome.places[b.seat] ?? 0),
  );
  const again = async (change = false) => {
    const to = await table.rematch(change);
    go(to, "replace");
  };
  const watch = async () => {
    const [text, { keepRecord }] = await Promise.all([table.record?.() ?? "", import("../app/records")]);
    go(`/replay/${await keepRecord(text)}`);
  };
  return (
    <div class="end" data-over>
      <h2 class="end-head disp">{winnerLine(outcome, seats)}</h2>
      <ol>
        {seats.map((s) => (
          <li key={s.seat} class="end-line">
            <span class="num end-place">{outcome.places[s.seat]}</span>
            <span class="grow">{s.name}</span>
            <span class="mut">{t("web.table.score", outcome.scores[s.seat] ?? 0)}</span>
          </li>
        ))}
      </ol>
      {table.fair?.value != null && (
        <p class={table.fair.value ? "end-fair" : "end-fair bad"} role="status" data-fair={String(table.fair.value)}>
          <Icon name={table.fair.value ? "check" : "x"} size={18} /> {t(table.fair.value ? "web.fair.good" : "web.fair.bad")}
        </p>
      )}
      <div class="end-next row">
        {table.can.value.rematch && (
          <button class="btn go grow" onClick={() => void again()}>{t("web.table.new_game")}</button>
        )}
        {table.can.value.rematch && table.kind === "remote" && (
          <button class="btn" data-change onClick={() => void again(true)}>{t("web.table.change")}</button>
        )}
        {table.record && <button class="btn" data-watch onClick={watch}>{t("web.mine.watch")}</button>}
        {table.kind === "remote" && <a class="btn" data-watch href={`/replay/${table.id}`}>{t("web.mine.watch")}</a>}
        <a class="btn" href="/">{t("web.home")}</a>
      </div>
    </div>
  );
}
