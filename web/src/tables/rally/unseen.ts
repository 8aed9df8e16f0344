// Cards that lie where I cannot see them, counted: all cards of the game less those in my sight.
import type { Fields, Json, Setup } from "../../engine/table";
import type { CardValue } from "./model";

export interface Unseen {
  /** One card of the kind, to be named by. */
  card: CardValue;
  count: number;
}

const cardsIn = (v: Json | undefined): Json[] => (Array.isArray(v) ? v : [v ?? false]);
const PLACES = ["hand", "registers", "seconds", "waiting", "aside", "flywheel", "kept", "stacked", "shown", "discard", "gone"];

function seenBy(robot: Fields): Json[] {
  return PLACES.flatMap((place) => cardsIn(robot[place])).filter((card) => typeof card === "string" || typeof card === "number");
}

/** 2005: one deck for all; what nobody showed me is in it or in other hands. */
function unseen2005(setup: Setup, robots: readonly Fields[]): Unseen[] {
  const seen = new Set(robots.flatMap(seenBy));
  return Object.values((setup.cards ?? {}) as Fields).flatMap((list) => {
    const left = cardsIn(list).filter((card) => !seen.has(card));
    return left.length ? [{ card: left[0] as number, count: left.length }] : [];
  });
}

/** 2023: everybody has a deck; mine holds my cards that lie nowhere else, and the rest of my SPAM. */
function unseen2023(setup: Setup, robot: Fields): Unseen[] {
  const seen = seenBy(robot);
  const counted = (card: string) => seen.filter((c) => c === card).length;
  const own = Object.entries((setup.cards ?? {}) as Fields).map(([card, n]) => ({ card, count: Number(n) - counted(card) }));
  const spam = { card: "spam", count: Number(robot.spam ?? 0) - counted("spam") };
  return [...own, spam].filter(({ count }) => count > 0);
}

/** What a robot's player cannot see, kind by kind. */
export function unseenBy(view: Fields, setup: Setup | null, robot: string): Unseen[] {
  const robots = (view.robots ?? {}) as Record<string, Fields>;
  const mine = robots[robot];
  if (!setup || !mine) return [];
  return setup.game === "rally2005" ? unseen2005(setup, Object.values(robots)) : unseen2023(setup, mine);
}
