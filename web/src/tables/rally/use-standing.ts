// The orders that stand for a robot, as a screen needs them: what was chosen, and choosing.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Setup, Table } from "../../engine/table";
import type { Race, Robot } from "./model";
import type { Chosen, Picks, Wish } from "./standing";

type Speller = typeof import("./standing");

export interface StandingOrders {
  wishes: readonly Wish[];
  chosen: Chosen;
  refusal: string | null;
  choose(wish: string, choice: string): void;
}

/** Answers that were read: the engine reads them only while the robot is asked something. */
const known = new WeakMap<Table, Map<string, readonly number[]>>();

async function readAll(table: Table, actor: number, texts: readonly string[]): Promise<Picks> {
  const picks = new Map(known.get(table));
  for (const text of texts) if (!picks.has(text)) picks.set(text, await table.read(actor, text));
  known.set(table, picks);
  return picks;
}

/** What spells orders, fetched where a table keeps any. */
function useSpeller(wanted: boolean): Speller | null {
  const [speller, setSpeller] = useState<Speller | null>(null);
  useEffect(() => {
    if (wanted) import("./standing").then((module) => setSpeller(() => module), () => undefined); // then without orders
  }, [wanted]);
  return speller;
}

/** Null where the table keeps no orders, or the answers cannot be read yet. */
export function useStanding(table: Table, race: Race | null, robot: Robot | null, actor: number, setup: Setup | null): StandingOrders | null {
  const standing = table.standing;
  const speller = useSpeller(standing !== undefined);
  const wishes = useMemo(() => (speller && standing && race && robot ? speller.wishesOf(race, robot, setup) : []), [speller, standing, race, robot, setup]);
  const [picks, setPicks] = useState<Picks>(known.get(table) ?? new Map());
  const [refusal, setRefusal] = useState<string | null>(null);
  const texts = speller?.textsOf(wishes) ?? [];
  const needed = texts.join("\n");
  const asked = table.questions.value.some((q) => q.actor === actor && !q.sent);
  useEffect(() => {
    if (!texts.length || !asked) return;
    let current = true;
    void readAll(table, actor, texts).then((read) => current && setPicks(read)).catch(() => {}); // no longer asked
    return () => {
      current = false;
    };
  }, [table, actor, needed, asked]);
  if (!speller || !standing || !robot || !texts.every((text) => picks.has(text))) return null;
  const chosen = speller.readOrders(wishes, standing.of(actor), picks);
  return {
    wishes,
    chosen,
    refusal,
    choose(wish, choice) {
      const next = speller.ordersOf(wishes, { ...chosen, [wish]: choice }, picks);
      void standing.give(actor, next).then((no) => setRefusal(no?.message ?? null));
    },
  };
}
