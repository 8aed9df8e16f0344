// shop.tsx - four pairs of an item and an idea, with what they cost.
import { t } from "../../app/words";
import { ItemArt } from "../../art/items";
import { Icon } from "../../ui/icon";
import { aboutIdea, aboutItem, saying } from "./about";
import { isLaidOut, type Box, type View } from "./model";
import type { Nouns } from "./nouns";
import { Animals, Does, Price } from "./signs";
import type { Asking } from "./use-asking";

interface ShopProps {
  box: Box;
  view: View;
  nouns: Nouns;
  asking: Asking;
}

/** Points of an item: those printed, or those of each piece of its collection. */
export function worthOf(box: Box, id: string): string {
  const item = box.items.get(id);
  if (!item) return "";
  if (item.collection) return (box.collections[item.collection - 1] ?? []).join("·");
  return item.points ? String(item.points) : "";
}

export function Shop({ box, view, nouns, asking }: ShopProps) {
  const none = isLaidOut(view) ? t("web.tx.empty") : ""; // a place without a tile
  return (
    <section class="tx-panel tx-shop" aria-label={t("web.tx.shop")}>
      <header><h2>{t("web.tx.shop")}</h2><p class="mut">{isLaidOut(view) ? t("web.tx.pairs_left", view.pile_size) : t("web.tx.later")}</p></header>
      <ul>
        {view.shop.map((slot, i) => {
          const item = slot.item ? box.items.get(slot.item) : undefined;
          const idea = slot.idea ? box.ideas.get(slot.idea) : undefined;
          const named = slot.item ? nouns.tile("item", slot.item) : null;
          const says = slot.idea ? nouns.tile("idea", slot.idea).says : "";
          const itemState = slot.item ? asking.state("item", slot.item) : "none";
          const ideaState = slot.idea ? asking.state("idea", slot.idea) : "none";
          return (
            <li key={i}>
              <span class="tx-slot-price"><Price goods={{ electricity: slot.price }} /></span>
              {item && named && slot.item ? (
                <button class={`tx-tile tx-item is-${itemState}`} data-item={slot.item} data-about={aboutItem(item)} data-says={saying(named)} aria-pressed={itemState === "chosen"} aria-disabled={itemState === "none"} onClick={() => slot.item && asking.tap("item", slot.item)}>
                  <span class="hidden">{named.name} {named.says}</span>
                  <Animals worth={item} />
                  <ItemArt item={slot.item} size={56} />
                  <span class="tx-tile-foot">
                    <Price goods={item.cost} />
                    <b class="num">{worthOf(box, slot.item)}</b>
                  </span>
                </button>
              ) : (
                <span class="tx-tile tx-item tx-none">{none}</span>
              )}
              {idea && slot.idea ? (
                <button class={`tx-tile tx-idea is-${ideaState}`} data-idea={slot.idea} data-about={aboutIdea(box, slot.idea)} aria-pressed={ideaState === "chosen"} aria-disabled={ideaState === "none"} onClick={() => slot.idea && asking.tap("idea", slot.idea)}>
                  <Icon name="bulb" size={16} />
                  <Does effect={idea} says={says} />
                  <Price goods={{ electricity: idea.price ?? 0, half: slot.surcharge ? 1 : 0 }} zero />
                </button>
              ) : (
                <span class="tx-tile tx-idea tx-none">{none}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
