// roster.tsx - who sits at the table, for games that have no plates of their own.
import { t, tr } from "../app/words";
import type { Seat, Table } from "../engine/table";
import { Icon } from "./icon";

export function whoIs(seat: Seat): string {
  if (seat.level) return t("web.bot_of", tr(`web.level.${seat.level}`));
  return seat.kind === "me" ? t("web.you") : seat.name;
}

export function Roster({ table }: { table: Table }) {
  return (
    <ul class="roster">
      {table.seats.value.map((seat) => (
        <li key={seat.seat} class={`plate${seat.kind === "me" ? " mine" : ""}`}>
          <span class="plate-mark num">{seat.seat + 1}</span>
          <span class="grow">
            <span class="strong plate-name">{seat.name}</span>
            {seat.level && <span class="mut plate-who">{whoIs(seat)}</span>}
          </span>
          <PlateState seat={seat} />
        </li>
      ))}
    </ul>
  );
}

/** Thinking, ready or away, as a sign with words. */
export function PlateState({ seat }: { seat: Seat }) {
  if (seat.presence !== "here") return <Icon name="link" label={t("web.state.away")} />;
  if (seat.asked) return <span class="half-lamp" role="img" aria-label={t("web.state.thinking")} />;
  if (seat.ready) return <Icon name="check" label={t("web.state.ready")} />;
  return null;
}
