// names.ts - who sits at a table of a list: people by name, bots by the word of their level.
import { LEVELS } from "../engine/table";
import { t, tr } from "./words";

export function seatNames(names: readonly string[]): string {
  return names
    .filter(Boolean)
    .map((name) => (LEVELS.some((level) => level === name) ? t("web.bot_of", tr(`web.level.${name}`)) : name))
    .join("; ");
}
