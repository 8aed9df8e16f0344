// end.tsx - the end of a game: who won, everybody's place, what to do next.
import type { ComponentChildren } from "preact";
import { go } from "../app/router";
import { t } from "../app/words";
import type { Outcome, Seat, Table } from "../engine/table";
import { Icon } from "./icon";
import { whoIs } from "./roster";

/** Who won; `piece` is what the winner plays with, where that is what everybody looked at, `team` what the team of
 * a seat is called, where there are teams. */
export function winnerLine(outcome: Outcome, seats: readonly Seat[], piece?: string, team?: (seat: number) => string): string {
  const first = seats.filter((s) => outcome.places[s.seat] === 1);
  const [winners, ...others] = new Set(team ? first.map((s) => team(s.seat)) : []);
  if (winners && !others.length) {
    return first.some((s) => s.kind === "me") ? t("web.table.your_team_wins", winners) : t("web.table.wins", winners);
  }
  if (first.length !== 1) return t("web.table.shared");
  const winner = first[0] as Seat;
  return winner.kind === "me" ? t("web.table.you_win") : t("web.table.wins", piece ?? winner.name);
}

/** What a game says of a seat at the end, beside its place. */
export interface EndWords {
  picture: ComponentChildren;
  name: string; // of its piece
  about: string; // how far it came
}

function EndLine({ seat, outcome, words }: { seat: Seat; outcome: Outcome; words: EndWords | null }) {
  return (
    <li class="end-line">
      <span class="num end-place">{outcome.places[seat.seat]}</span>
      {words?.picture}
      <span class="grow">
        {words && <span class="strong block">{words.name}</span>}
        <span class={words ? "mut small" : ""}>{words ? whoIs(seat) : seat.name}</span>
      </span>
      <span class="mut">{seat.gaveUp ? t("web.table.gave_up") : words ? words.about : t("web.table.score", outcome.scores[seat.seat] ?? 0)}</span>
    </li>
  );
}

export function End({ table, of, team }: { table: Table; of?: (seat: number) => EndWords | null; team?: ((seat: number) => string) | undefined }) {
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
  const first = seats[0] && of?.(seats[0].seat);
  return (
    <div class="end" data-over>
      <header class="end-head">
        {first?.picture}
        <h2 class="disp">{winnerLine(outcome, seats, first?.name, team)}</h2>
      </header>
      <ol>
        {seats.map((s) => <EndLine key={s.seat} seat={s} outcome={outcome} words={of?.(s.seat) ?? null} />)}
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
