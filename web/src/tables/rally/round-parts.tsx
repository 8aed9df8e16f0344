// What a program needs from the second round on or with options: what the last round brought, orders for this one.
import { useMemo } from "preact/hooks";
import { t } from "../../app/words";
import type { CellPlace } from "../../art/dirs";
import { RobotFace } from "../../art/robot";
import type { Table } from "../../engine/table";
import type { Order, Orders } from "./asking";
import { Badge } from "./badge";
import { Sentence } from "./filmbar";
import { lastRound } from "./last-round";
import type { Robot } from "./model";
import type { Nouns } from "./nouns";
import { temporaryOf } from "./roster";
import { Why } from "./side";

function OrderRow({ word, order, nouns, once, onOrder }: {
  word: string; order: Order; nouns: Nouns; once: boolean; onOrder: (o: Order) => void;
}) {
  const inNow = typeof order === "number";
  const next = inNow ? ((order as number) % 5) + 1 : 1;
  return (
    <li class="order">
      <Badge word={word} name={nouns.option(word)} once={once} />
      <span class="order-name" title={nouns.text(word)}>{nouns.option(word)}</span>
      <span class="order-choice" role="group" aria-label={nouns.option(word)}>
        <button aria-pressed={order === "never"} onClick={() => onOrder("never")}>{t("web.rally.order.never")}</button>
        <button aria-pressed={order === "ask"} onClick={() => onOrder("ask")}>{t("web.rally.order.ask")}</button>
        <button aria-pressed={inNow} onClick={() => onOrder(next)}>
          {inNow ? t("web.rally.order.in", order as number) : t("web.rally.order.in_some")}
        </button>
      </span>
    </li>
  );
}

export function OrderList({ robot, table, orders, nouns, keeps, onOrder, onKeep }: {
  robot: Robot; table: Table; orders: Orders; nouns: Nouns; keeps: boolean; onOrder: (word: string, o: Order) => void; onKeep: (keeps: boolean) => void;
}) {
  const once = temporaryOf(table.setup.value);
  return (
    <div class="orders">
      <h2 class="strong">{t("web.rally.orders")}<span class="mut small">{t("web.rally.orders_note")}</span></h2>
      <ul>
        {robot.options.map((word) => (
          <OrderRow
            key={word} word={word} order={orders[word] ?? "ask"} nouns={nouns} once={once.has(word)}
            onOrder={(o) => onOrder(word, o)}
          />
        ))}
      </ul>
      <label class="order-keep">
        <input type="checkbox" checked={keeps} data-keep-orders onChange={(e) => onKeep(e.currentTarget.checked)} /> {t("web.rally.orders_keep")}
      </label>
    </div>
  );
}

/** The same where the panel has no column: a row between registers and hand. */
export function OrderMenus({ robot, table, orders, nouns, onOrder }: {
  robot: Robot; table: Table; orders: Orders; nouns: Nouns; onOrder: (word: string, o: Order) => void;
}) {
  const once = temporaryOf(table.setup.value);
  return (
    <ul class="order-menus" aria-label={t("web.rally.orders")}>
      {robot.options.map((word) => (
        <li key={word}>
          <Badge word={word} name={nouns.option(word)} once={once.has(word)} />
          {robot.options.length < 3 && <span aria-hidden="true">{nouns.option(word)}</span>}
          <select
            class="select" aria-label={nouns.option(word)} data-order-of={word} value={String(orders[word] ?? "ask")}
            onChange={({ currentTarget: { value } }) => onOrder(word, value === "never" || value === "ask" ? value : Number(value))}
          >
            <option value="never">{t("web.rally.order.never")}</option>
            <option value="ask">{t("web.rally.order.ask")}</option>
            {[1, 2, 3, 4, 5].map((n) => <option key={n} value={n}>{t("web.rally.order.in", n)}</option>)}
          </select>
        </li>
      ))}
    </ul>
  );
}

/** What the round before this one brought, so that one need not have watched its film. */
export function LastRound({ table, robot, until, onCell }: { table: Table; robot: string; until: number; onCell: (p: CellPlace) => void }) {
  const events = table.events.value;
  const log = table.log.value;
  const last = useMemo(() => lastRound(events.slice(0, until), log, robot), [events, log, robot, until]);
  if (!last?.lines.length) return null;
  return (
    <section class="last-round" data-last-round>
      <h2 class="strong mut">{t("web.rally.last_round", last.round)}</h2>
      <ul>
        {last.lines.map(({ robot: who, line, times }) => (
          <li key={line.event}>
            {who ? <RobotFace robot={who} size={22} /> : <span />}
            <span><Sentence text={line.text} onCell={onCell} />{times > 1 && ` ×${times}`} {line.rule && <Why table={table} id={line.rule} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
