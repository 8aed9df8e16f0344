// signs.tsx - the small drawings of Transmissions: engrams, electricity, animals, acorns, prices.
import { t, tr } from "../../app/words";
import { engramsOf, gainOf, type Effect, type Good, type Goods, type Worth } from "./model";

const PLACES: Record<string, string> = { junkyard: "junk", power_plant: "power", pipeline: "pipe" };

/** The drawing of a location. */
export const placeSprite = (location: string): string => `#place-${PLACES[location] ?? location}`;

const SHAPES: Record<Good, preact.JSX.Element> = {
  white: <circle cx="12" cy="12" r="8" class="tx-white" />,
  yellow: <rect x="4" y="4" width="16" height="16" rx="2" class="tx-yellow" />,
  blue: <path d="M12 2.5C16 8 19 11.5 19 15A7 7 0 0 1 5 15C5 11.5 8 8 12 2.5Z" class="tx-blue" />,
  green: <path d="M4 20C2.5 9 9 3.5 20.5 3.5C20.5 14 15.5 20.5 6.5 18M4 20L14 10" class="tx-green" />,
  any: (
    <g>
      <path d="M12 12V3A9 9 0 0 0 3 12Z" class="tx-white" />
      <path d="M12 12H21A9 9 0 0 0 12 3Z" class="tx-yellow" />
      <path d="M12 12V21A9 9 0 0 0 21 12Z" class="tx-blue" />
      <path d="M12 12H3A9 9 0 0 0 12 21Z" class="tx-green" />
    </g>
  ),
  half: (
    <g>
      <path d="M12 4A8 8 0 0 0 12 20Z" class="tx-white" />
      <path d="M12 4H20V20H12Z" class="tx-yellow" />
    </g>
  ),
  electricity: <path d="M14 2L5 13.5H11L9 22L19 9.5H13Z" class="tx-bolt" />,
};

export function Sign({ good, size = 18, label }: { good: Good; size?: number; label?: string }) {
  const told = label ? { role: "img" as const, "aria-label": label } : { "aria-hidden": true as const };
  return (
    <svg class="tx-sign" width={size} height={size} viewBox="0 0 24 24" {...told}>
      {SHAPES[good]}
    </svg>
  );
}

/** The engrams of a price as signs, the electricity with its number (`zero`: even none); one name for all. */
export function Price({ goods, size = 17, zero = false }: { goods: Goods; size?: number; zero?: boolean }) {
  const engrams = engramsOf(goods);
  const names = engrams.map((good) => tr(`web.tx.good.${good}`));
  const power = goods.electricity || zero;
  if (power) names.unshift(`${goods.electricity ?? 0} ${tr("web.tx.good.electricity")}`);
  return (
    <span class="tx-price" role="img" aria-label={names.join(", ")}>
      {power ? <><Sign good="electricity" size={size} /><b class="num">{goods.electricity ?? 0}</b></> : null}
      {zero && engrams.length > 0 && <span aria-hidden="true">+</span>}
      {engrams.map((good, i) => <Sign key={i} good={good} size={size} />)}
    </span>
  );
}

export const Bird = () => (
  <path d="M2 8C7 8 9 10 11 13L14 4C16 8 16 9 17 10C19 9 21 10 22 12L18.5 13C17.5 19 10 21 5 17C8 17 9 16 9 15C6 14 4 12 2 8Z" class="tx-bird" />
);
export const Butterfly = () => (
  <path d="M12 8C9 2 3 3 3 8C3 11 6 12 8 12C5 13 5 19 8 19C10 19 12 16 12 14C12 16 14 19 16 19C19 19 19 13 16 12C18 12 21 11 21 8C21 3 15 2 12 8V15" class="tx-butterfly" />
);

function Many({ n, what }: { n: number; what: "bird" | "butterfly" }) {
  return (
    <>
      {Array.from({ length: n }, (_, i) => (
        <svg key={i} class="tx-sign" width="17" height="17" viewBox="0 0 24 24" aria-hidden="true">
          {what === "bird" ? <Bird /> : <Butterfly />}
        </svg>
      ))}
    </>
  );
}

export function Animals({ worth }: { worth: Worth }) {
  const { birds = 0, butterflies = 0 } = worth;
  if (!birds && !butterflies) return null;
  const names = [birds && tr("web.tx.birds_of", birds), butterflies && tr("web.tx.butterflies_of", butterflies)];
  return (
    <span class="tx-animals" role="img" aria-label={names.filter(Boolean).join(", ")}>
      <Many n={birds} what="bird" />
      <Many n={butterflies} what="butterfly" />
    </span>
  );
}

/** What an idea or a forest card does, in signs where they say it, else in the engine's words. */
export function Does({ effect, says, size = 17 }: { effect: Effect | undefined; says: string; size?: number }) {
  const gain = effect && gainOf(effect);
  if (!effect || !gain) return <span class="tx-does">{says}</span>;
  const place = effect.after && effect.after !== "gathering" ? placeSprite(effect.after) : null;
  return (
    <span class="tx-does signs">
      <span class="hidden">{says}</span>
      <span class="tx-does-signs" aria-hidden="true">
        {effect.after === "gathering" && <span>{t("web.tx.after_gathering")}</span>}
        {place && <svg width={size} height={size} viewBox="0 0 44 44"><use href={place} width="40" height="40" /></svg>}
        {effect.pay ? <Price goods={effect.pay} size={size} /> : null}
        <span>{effect.pay ? "›" : "+"}</span>
        <Price goods={gain} size={size} />
      </span>
    </span>
  );
}
