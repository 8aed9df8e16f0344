// variants.ts - what a table can agree on besides the course, with the words of the game; built from the
// engine's own switches (build.mjs) and fetched where a table is made or its settings are read.
import type { Course } from "./courses";
import type { Lang } from "./words";

export interface VariantWords {
  title: string;
  about: string; // a sentence
  values: string[]; // in the order of the values
}

export interface Variant {
  key: string;
  fallback: string;
  values: string[];
  words: Record<Lang, VariantWords>;
}

/** The special rule that a course must have for a variant of it. */
const OF_RULE: Record<string, string> = {
  capture: "capture_the_flag", option_sites: "repair_gives_options", racer: "two_robots_racer_blocker", superbot: "superbot",
};
/** Only against Harvey. */
const ALONE = new Set(["harvey", "solo_engrams"]);
const SIX = 6; // from this many players on a robot may have four lives

/** May it be chosen for this course and this number of seats? */
export function isOffered({ key }: Pick<Variant, "key">, course: Pick<Course, "rules"> | null, seats: number): boolean {
  const rule = OF_RULE[key];
  if (rule) return course?.rules.includes(rule) ?? false;
  return ALONE.has(key) ? seats === 1 : key !== "lives" || seats >= SIX;
}

export const isSwitch = (variant: Variant): boolean => variant.values.length === 2 && variant.values.includes("yes") && variant.values.includes("no");

/** What a value is called. */
export function valueName(variant: Variant, value: string, lang: Lang): string {
  return variant.words[lang].values[variant.values.indexOf(value)] ?? value;
}

const held = new Map<string, Promise<Variant[]>>();

export function loadVariants(game: string): Promise<Variant[]> {
  const address = VARIANTS[game];
  if (!address) return Promise.resolve([]);
  let variants = held.get(game);
  if (!variants) {
    variants = fetch(address).then((r) => r.json() as Promise<Variant[]>);
    variants.catch(() => held.delete(game));
    held.set(game, variants);
  }
  return variants;
}
