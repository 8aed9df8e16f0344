// In the rail: the parts of a round and the lamps of the registers.
import { t } from "../../app/words";
import type { Beat } from "../../film/beats";
import { Icon } from "../../ui/icon";
import { type Phase, phaseOf, type Race } from "./model";

export function Phases({ race, beat, playing }: { race: Race; beat: Beat | null; playing: boolean }) {
  const phase = playing && beat?.register ? "registers" : phaseOf(race.stage);
  const first: Phase = race.edition === 2005 ? "deal" : "upgrade";
  const order: Phase[] = [first, "program", "registers", "repair"];
  const at = order.indexOf(phase);
  const pill = (id: Phase) => {
    const now = phase === id;
    const done = at > order.indexOf(id);
    return (
      <span class={`rail-pill${now ? " now" : ""}${done ? " done" : ""}`} aria-current={now ? "step" : undefined}>
        {done && <Icon name="check" size={16} />}
        {t(`web.rally.phase.${id as "deal" | "upgrade" | "program" | "repair"}`)}
      </span>
    );
  };
  const register = playing && beat?.register ? beat.register : race.register;
  return (
    <div class="rail-pills" data-phase={phase}>
      <span class={phase === first ? "" : "rail-other"}>{pill(first)}</span>
      <span class={phase === "program" ? "" : "rail-other"}>{pill("program")}</span>
      <span class="lamps" role="img" aria-label={t("web.rally.register", register)}>
        {[1, 2, 3, 4, 5].map((n) => (
          <span
            key={n}
            class={`lamp num${phase === "registers" ? (n === register ? " now" : n < register ? " done" : "") : phase === "repair" ? " done" : ""}`}
          >
            {n}
          </span>
        ))}
      </span>
      {race.edition === 2005 && <span class={phase === "repair" ? "" : "rail-other"}>{pill("repair")}</span>}
    </div>
  );
}
