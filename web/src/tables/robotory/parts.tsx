// parts.tsx - plates, box and evaluation bar.
import { t } from "../../app/words";
import type { Seat } from "../../engine/table";
import { PlateState, whoIs } from "../../ui/roster";
import { DiscIcon } from "./console";
import { COLOURS, type Answers, type Colour, type Position, type Side } from "./model";

interface RosterProps {
  position: Position;
  mine: Side | null;
  most: number; // discs a store holds
  seats: readonly Seat[];
  colour: Colour | null;
  canPlace: Answers["place"] | null;
  onColour: (colour: Colour) => void;
}

function Plate({ side, props }: { side: Side; props: RosterProps }) {
  const camp = props.position[side];
  const seat = props.seats.find((s) => s.seat === camp.seat);
  const isMine = side === props.mine;
  const stock = COLOURS.flatMap((c) => Array.from({ length: camp.stock[c] }, (_, i) => ({ c, i })));
  return (
    <section class={`ry-plate${isMine ? " mine" : ""}`} aria-label={t(`web.ry.side.${side}`)}>
      <div class="ry-plate-head">
        <span class={`ry-camp ${side}`} />
        <span class="grow">
          <span class="strong block">{t(`web.ry.side.${side}`)}</span>
          <span class="mut who">{seat ? whoIs(seat) : ""}</span>
        </span>
        {seat && !isMine && <PlateState seat={seat} />}
        <span class="ry-homes" role="img" data-about="RY-WIN-1" aria-label={t("web.ry.home", camp.home)}>
          {[0, 1, 2].map((i) => <span key={i} class={`ry-home${i < camp.home ? " full" : ""}`} />)}
        </span>
      </div>
      <div class="ry-stock" data-about="RY-SETUP-3">
        {stock.map(({ c, i }) =>
          isMine && props.canPlace?.[c].size ? (
            <button
              key={`${c}${i}`}
              aria-label={t("web.ry.place_disc", t(`web.ry.disc.${c}`))}
              aria-pressed={props.colour === c && i === 0}
              onClick={() => props.onColour(c)}
            >
              <DiscIcon colour={c} />
            </button>
          ) : (
            <DiscIcon key={`${c}${i}`} colour={c} />
          ),
        )}
        <span class="mut">{t("web.ry.store", stock.length, props.most)}</span>
      </div>
    </section>
  );
}

export function Roster(props: RosterProps) {
  const below: Side = props.mine ?? "light";
  const above: Side = below === "light" ? "dark" : "light";
  return (
    <div class="ry-roster">
      <Plate side={above} props={props} />
      <section class="ry-plate ry-box" data-about="RY-SETUP-4">
        <span class="strong">{t("web.ry.box")}</span>
        <p class="mut ry-box-about">{t("web.ry.box_about")}</p>
        <div class="ry-box-numbers num">
          {COLOURS.map((c) => (
            <span key={c}><DiscIcon colour={c} size={24} /> {props.position.box[c]}</span>
          ))}
        </div>
      </section>
      <span class="space" />
      <Plate side={below} props={props} />
    </div>
  );
}

/** My chance from below; the rest is the other's. */
export function EvaluationBar({ chance, turned }: { chance: number; turned: boolean }) {
  const mine = Math.round(100 * chance);
  return (
    <div class={`ry-bar${turned ? " turned" : ""}`} role="img" aria-label={t("web.ry.chance", mine)}>
      <span class="num mut">{100 - mine}</span>
      <div class="ry-bar-track">
        <div class="ry-bar-fill" style={{ inset: `${100 - mine}% 0 0 0` }} />
        <div class="ry-bar-fill lying" style={{ inset: `0 ${100 - mine}% 0 0` }} />
      </div>
      <span class="num ry-bar-mine">{mine}%</span>
    </div>
  );
}
