// Names of robots, options and upgrades, and what they do: the engine's words, fetched once for the
// language in use.
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { lang } from "../../app/words";
import type { Fields, Setup, Table } from "../../engine/table";
import { type Race } from "./model";

export interface Nouns {
  robot(name: string): string;
  option(word: string): string;
  /** What an option or upgrade does; empty where nothing is said. */
  text(word: string): string;
  /** What a card does. */
  card(kind: string): string;
  /** The special rules of the course, a sentence each. */
  special: readonly string[];
  /** What a Haywire makes a robot do. */
  haywire(word: string): string;
}

function optionsOf(setup: Setup | null): string[] {
  const list = (setup?.options ?? setup?.upgrades ?? []) as Fields[];
  return Array.isArray(list) ? list.map((o) => String(o.option ?? o.upgrade)) : [];
}

function specialsOf(setup: Setup | null): string[] {
  const rules = ((setup?.course ?? {}) as Fields).rules;
  return Array.isArray(rules) ? rules.map((r) => String((r as Fields).rule)) : [];
}

/** A word as it stands in the vocabulary, readable until its name is there. */
function plain(word: string): string {
  return word.replace(/_/g, " ").replace(/^./, (c) => c.toUpperCase());
}

export function useNouns(table: Table, race: Race | null): Nouns {
  const names = useMemo(() => signal<Record<string, string>>({}), [table]);
  const setup = table.setup.value;
  const now = lang.value;
  const robots = race?.robots.map((r) => r.name).join() ?? "";
  useEffect(() => {
    const g = table.game;
    const card = g === "rally2005" ? "option_card" : "upgrade";
    const says = g === "rally2005" ? "option_text" : "upgrade_text";
    const keys = [
      ...robots.split(",").filter(Boolean).map((r) => `${g}.robot.${r}`),
      ...specialsOf(setup).map((rule) => `${g}.special.${rule}`),
      ...Object.keys((setup?.damage_cards ?? {}) as Fields).flatMap((c) => [`${g}.card.${c}`, `${g}.card_text.${c}`]),
      ...Object.keys((setup?.cards ?? {}) as Fields).map((c) => `${g}.card_text.${c}`),
      ...optionsOf(setup).flatMap((o) => [`${g}.${card}.${o}`, `${g}.${says}.${o}`]),
    ];
    let current = true;
    void table.strings(keys).then((found) => {
      if (!current) return;
      const byWord: Record<string, string> = {};
      for (const [key, text] of Object.entries(found)) {
        const [, kind = "", word = ""] = key.split(".");
        byWord[`${kind}.${word}`] = text;
      }
      names.value = byWord;
    });
    return () => {
      current = false;
    };
  }, [table, setup, robots, now]);
  const known = names.value;
  return useMemo(() => nounsOf(known, setup), [known, setup]);
}

function nounsOf(known: Record<string, string>, setup: Setup | null): Nouns {
  return {
    robot: (name) => known[`robot.${name}`] ?? plain(name),
    option: (word) => known[`option_card.${word}`] ?? known[`upgrade.${word}`] ?? plain(word),
    card: (kind) => known[`card_text.${kind}`] ?? /\((.*)\)/.exec(known[`card.${kind}`] ?? "")?.[1] ?? "",
    special: specialsOf(setup).flatMap((rule) => known[`special.${rule}`] ?? []),
    // The engine calls it "Haywire 1 (2 forward, turn right)"; the card shows what is in brackets.
    haywire: (word) => /\((.*)\)/.exec(known[`card.${word}`] ?? "")?.[1] ?? "",
    text: (word) => known[`option_text.${word}`] ?? known[`upgrade_text.${word}`] ?? "",
  };
}
