// From a card of the vocabulary to what is drawn and said of it.
import { t, tr } from "../../app/words";
import { type Face, faceOf } from "../../art/faces";
import type { Fields, Setup } from "../../engine/table";
import type { CardValue } from "./model";

export interface CardLook {
  kind: string;
  face: Face;
  label: string;
  priority?: number;
  detail?: string;
}

export type Look = (card: CardValue) => CardLook;

/** In 2005 a card is its priority; the set-up says which kind has which. */
export function kindsByPriority(setup: Setup | null): Map<number, string> {
  const kinds = new Map<number, string>();
  const cards = (setup?.cards ?? {}) as Fields;
  for (const [kind, priorities] of Object.entries(cards))
    if (Array.isArray(priorities)) for (const p of priorities) kinds.set(Number(p), kind);
  return kinds;
}

export function lookOf(setup: Setup | null, haywire: (word: string) => string): Look {
  const kinds = kindsByPriority(setup);
  return (card) => {
    const kind = typeof card === "number" ? (kinds.get(card) ?? "move_1") : String(card);
    const face = faceOf(kind);
    const look: CardLook = { kind, face, label: tr(`web.rally.card.${face.label}`) };
    if (typeof card === "number") look.priority = card;
    if (face.band === "haywire") look.detail = haywire(kind);
    return look;
  };
}

/** A card in one line, for readers. */
export function cardWords(look: CardLook): string {
  return look.priority === undefined ? look.label : t("web.rally.card_words", look.label, look.priority);
}
