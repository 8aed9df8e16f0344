// about.ts - which rule tells what a thing of Transmissions is.
import type { Box, ItemTile, MoveCard } from "./model";

const PLACES: Record<string, string> = {
  lake: "TX-LAKE-1", meadow: "TX-MEADOW-1", power_plant: "TX-POWER-1", forest: "TX-FOREST-1",
  town: "TX-TOWN-1", junkyard: "TX-JUNK-1", pipeline: "TX-PIPE-1",
};

export const aboutPlace = (location: string): string | undefined => PLACES[location];
export const aboutCard = (card: MoveCard | undefined): string => (card?.robot ? "TX-CARD-1" : "TX-CARD-2");
export const aboutItem = (item: ItemTile | undefined): string => item?.rule ?? (item?.collection ? "TX-SCORE-7" : "TX-TOWN-2");
export const aboutIdea = (box: Box, idea: string): string | undefined => box.ideas.get(idea as never)?.rule;
export const aboutForest = (box: Box, card: string): string | undefined => box.forest.get(card as never)?.rule;

/** A name and what it does, as one line. */
export const saying = ({ name, says }: { name: string; says: string }): string => [name, says].filter(Boolean).join(": ");
