// receipt.tsx - what the answer in the making pays: electricity, each engram, and alone where it goes.
import { t } from "../../app/words";
import type { Json } from "../../engine/table";
import { deedOf, lastOf, type Chain } from "./asking";
import { engramsOf, paidOf, type Box, type Engram, type Good, type Goods, type Player, type View } from "./model";
import type { Nouns } from "./nouns";
import { Sign } from "./signs";
import type { Asking } from "./use-asking";

/** What is printed on the thing that is bought. */
export function priceOf(box: Box, view: View, chain: Chain | null): Goods | null {
  const deed = chain && deedOf(chain.made);
  const slotOf = (kind: "item" | "idea") => view.shop.find((slot) => slot[kind] === lastOf(chain, kind));
  if (deed === "item") {
    const slot = slotOf("item");
    return slot?.item ? { ...box.items.get(slot.item)?.cost, electricity: slot.price } : null;
  }
  if (deed === "idea") {
    const slot = slotOf("idea");
    return slot?.idea ? { electricity: box.ideas.get(slot.idea)?.price ?? 0, half: slot.surcharge ? 1 : 0 } : null;
  }
  const stack = Number(lastOf(chain, "stack") ?? 0);
  return box.pipes.get(view.stacks[stack - 1]?.[0] ?? "")?.cost ?? null;
}

/** The engrams that a purchase names one by one, by their place in the answer. */
export function namedIn(chain: Chain | null): { good: Engram; at: number; free: boolean }[] {
  if (!chain || chain.made[0]?.option.value !== "act") return [];
  if (!chain.made.some((m) => m.option.is === "item" || m.option.is === "idea" || m.option.is === "stack")) return [];
  return chain.made.flatMap(({ option, options }, at) =>
    option.is === "engram" ? [{ good: option.value as Engram, at, free: options.length > 1 }] : [],
  );
}

const isPlace = (value: Json | undefined): value is "board" | "box" => value === "board" || value === "box";

/** Board or box, where a payment of a solo game has to say it. */
export function placesOf(chain: Chain | null): ("board" | "box")[] {
  const lists = chain ? [chain.now.options, ...chain.made.map((m) => m.options)] : [];
  const list = lists.find((options) => options.some((o) => o.is === "choice" && isPlace(o.value)));
  return list?.flatMap((o) => (isPlace(o.value) ? [o.value] : [])) ?? [];
}

/** What is paid for sure once the answer is whole, else what is printed. */
function goodsOf(box: Box, view: View, player: Player, asking: Asking): { power: number; engrams: Good[] } {
  const then = asking.after?.players[view.players.indexOf(player)];
  if (then) {
    return { power: Math.max(0, player.electricity - then.electricity), engrams: engramsOf(paidOf(player, then)) };
  }
  const price = priceOf(box, view, asking.chain) ?? {};
  return { power: price.electricity ?? 0, engrams: engramsOf(price) };
}

interface ReceiptProps {
  box: Box;
  view: View;
  nouns: Nouns;
  player: Player;
  asking: Asking;
}

export function Receipt({ box, view, nouns, player, asking }: ReceiptProps) {
  const { chain } = asking;
  const places = placesOf(chain);
  if (!chain?.made.length) return null;
  const { power, engrams } = goodsOf(box, view, player, asking);
  const named = namedIn(chain);
  // What is named one by one stands for as many printed signs.
  const rest = named.length < engrams.length && !asking.after ? engrams.slice(named.length) : [];
  const plain = named.length ? rest : engrams;
  if (!power && !engrams.length && !named.length && !places.length) return null;
  return (
    <section class="tx-receipt" aria-label={t("web.tx.receipt")}>
      <div class="tx-receipt-row">
        <b>{t("web.tx.receipt")}</b>
        {power > 0 && <span class="tx-paid"><Sign good="electricity" size={22} label={t("web.tx.good.electricity")} /> <b class="num">{power}</b></span>}
        {named.map(({ good, at, free }) => (
          <button key={at} class="tx-paid" data-paid={good} disabled={!free || asking.busy} aria-label={t(free ? "web.tx.exchange" : "web.tx.pays", nouns.engram(good))} onClick={() => asking.exchange(at)}>
            <Sign good={good} size={22} />{free && <span aria-hidden="true">⇄</span>}
          </button>
        ))}
        {plain.map((good, i) => (
          <span key={i} class="tx-paid" data-paid={good}><Sign good={good} size={22} label={t(`web.tx.good.${good}`)} /></span>
        ))}
        {named.some((n) => n.free) && <small class="tx-receipt-about">{t("web.tx.exchange_about")}</small>}
      </div>
      {places.length > 0 && (
        <div class="tx-receipt-row" role="group" aria-label={t("web.tx.goes_to")}>
          <b>{t("web.tx.goes_to")}</b>
          {places.map((place) => (
            <button key={place} class="btn console" data-choice={place} disabled={asking.busy} aria-pressed={asking.state("choice", place) === "chosen"} onClick={() => asking.tap("choice", place)}>
              <span><b>{t(`web.tx.to_${place}`)}</b><small>{t(`web.tx.to_${place}_about`)}</small></span>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
