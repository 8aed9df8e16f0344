// nouns.ts - names of robots, places, cards and tiles: the engine's words for the language in use.
import { useEffect, useState } from "preact/hooks";
import { lang } from "../../app/words";
import type { Table } from "../../engine/table";
import { ENGRAMS, ROBOTS, splitName, type Box } from "./model";

export interface Nouns {
  robot(robot: string): string;
  location(location: string): string;
  card(card: string): string;
  engram(engram: string): string;
  why(word: string): string;
  /** What a tile or forest card is called and what it does. */
  tile(kind: "item" | "idea" | "forest", id: string): { name: string; says: string };
}

export function useNouns(table: Table, box: Box | null): Nouns {
  const [known, setKnown] = useState<Record<string, string>>({});
  const now = lang.value;
  useEffect(() => {
    if (!box) return;
    const of = (kind: string, words: Iterable<string>) =>
      [...words].map((word) => `transmissions.${kind}.${word.toLowerCase()}`);
    const keys = [
      ...of("robot", ROBOTS),
      ...of("engram", ENGRAMS),
      ...of("location", new Set(box.ring)),
      ...of("card", box.cards.keys()),
      ...of("item", box.items.keys()),
      ...of("idea", box.ideas.keys()),
      ...of("forest", box.forest.keys()),
      ...of("why", ["pipes", "shop", "robots"]),
    ];
    let current = true;
    void table.strings(keys).then((found) => current && setKnown(found));
    return () => {
      current = false;
    };
  }, [table, box, now]);
  const word = (kind: string, id: string) => known[`transmissions.${kind}.${id.toLowerCase()}`] ?? id;
  const capital = (text: string) => text.replace(/^./, (c) => c.toUpperCase());
  return {
    robot: (robot) => capital(word("robot", robot)),
    location: (location) => word("location", location),
    card: (card) => capital(word("card", card)),
    engram: (engram) => word("engram", engram),
    why: (why) => word("why", why),
    tile: (kind, id) => (kind === "item" ? splitName(word(kind, id)) : { name: "", says: word(kind, id) }),
  };
}
