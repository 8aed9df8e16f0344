// What was ordered with the program: options and upgrades that are never used, asked about, or used in a
// register, and the power-down.  Orders answer by themselves and end with the round unless they were made longer.
import { useEffect, useState } from "preact/hooks";
import type { Question, Table } from "../../engine/table";
import { type Order, ordered, type Orders } from "./asking";
import type { Race } from "./model";
import type { StandingOrders } from "./use-standing";

export interface RoundOrders {
  orders: Orders;
  keeps: boolean;
  powersDown: boolean;
  give(word: string, order: Order): void;
  keep(keeps: boolean): void;
  powerDown(down: boolean): void;
}

/** They stay also while one looks back in the game. */
const kept = new WeakMap<Table, { round: number; orders: Orders; keeps: boolean; wantsDown: boolean }>();

/** Where the server keeps orders (`standing`), they are given to it instead. */
export function useOrders(table: Table, race: Race | null, question: Question | null, standing: StandingOrders | null): RoundOrders {
  const before = kept.get(table);
  const [orders, setOrders] = useState<Orders>(before?.orders ?? {});
  const [keeps, setKeeps] = useState(before?.keeps ?? false);
  const [wantsDown, setWantsDown] = useState(before?.wantsDown ?? false);
  const round = race?.round ?? 0;
  useEffect(() => {
    if (kept.get(table)?.round === round) return;
    if (!keeps) setOrders({});
    setWantsDown(false);
  }, [round]);
  useEffect(() => {
    kept.set(table, { round, orders, keeps, wantsDown });
  }, [round, orders, keeps, wantsDown]);
  useEffect(() => {
    if (!question || !race) return;
    const down = question.ask === "power_down" && wantsDown ? question.options.find((o) => o.value === "yes")?.pick : undefined;
    const answer = down ?? ordered(question, orders, race.register);
    if (answer !== null) void table.submit(question, [answer]);
  }, [question?.number, question?.actor]);
  return {
    orders,
    keeps,
    powersDown: standing ? standing.chosen.power_down === "yes" : wantsDown,
    give: (word, order) => (standing ? standing.choose(word, String(order)) : setOrders({ ...orders, [word]: order })),
    keep: setKeeps,
    powerDown: (down) => (standing ? standing.choose("power_down", down ? "yes" : "ask") : setWantsDown(down)),
  };
}
