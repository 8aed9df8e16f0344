// admin-lists.tsx - the operator's lists: people, tables, bans, complaints.
import { useState } from "preact/hooks";
import { lang, t, tr } from "../app/words";
import * as admin from "../link/admin";
import type { AdminState, Ban, Here, Report } from "../link/admin";
import type { TableLine } from "../link/messages";
import { Panel, Select } from "../ui/controls";
import { Icon } from "../ui/icon";
import type { Attempt } from "./admin";

const DAYS = [1, 7, 30, 365];

/** How many of how many are listed, when not all are. */
function More({ listed, all }: { listed: number; all: number }) {
  return listed < all ? <p class="mut small">{t("web.admin.first", listed, all)}</p> : null;
}

function BanForm({ who, attempt, onDone }: { who: Here; attempt: Attempt; onDone: () => void }) {
  const [what, setWhat] = useState(`person ${who.person}`);
  const [days, setDays] = useState("7");
  return (
    <form
      class="row admin-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async () => {
          await admin.ban(what, Number(days));
          onDone();
        });
      }}
    >
      <Select
        label={t("web.admin.ban_who")} value={what} onChange={setWhat}
        options={[[`person ${who.person}`, t("web.admin.ban_person")], [`address ${who.address}`, t("web.admin.ban_address", who.address)]]}
      />
      <Select
        label={t("web.admin.ban_for")} value={days} onChange={setDays}
        options={DAYS.map((n) => [String(n), t("web.admin.days", n)] as const)}
      />
      <button class="btn set-delete" type="submit" data-ban-yes>{t("web.admin.ban")}</button>
      <button class="btn" type="button" onClick={onDone}>{t("web.cancel")}</button>
    </form>
  );
}

export function People({ now, attempt }: { now: AdminState; attempt: Attempt }) {
  const [open, setOpen] = useState("");
  const keyOf = (p: Here) => `${p.person} ${p.table}`;
  const people = [...now.people].sort((a, b) => a.person - b.person || a.table.localeCompare(b.table));
  return (
    <Panel title={t("web.admin.people")}>
      {!people.length && <p class="mut">{t("web.admin.nobody")}</p>}
      <ul class="admin-list">
        {people.map((p, i) => (
          <li key={`${keyOf(p)} ${i}`}>
            <div class="row">
              <span class="grow admin-words">
                <span class="strong block">{p.name}</span>
                <span class="mut small">{t("web.admin.guest_n", p.person)} • {p.address} • {p.table}</span>
              </span>
              {open !== keyOf(p) && (
                <button class="btn small" data-ban={p.person} aria-label={`${t("web.admin.ban")}: ${p.name}`} onClick={() => setOpen(keyOf(p))}>
                  {t("web.admin.ban")}
                </button>
              )}
            </div>
            {open === keyOf(p) && <BanForm who={p} attempt={attempt} onDone={() => setOpen("")} />}
          </li>
        ))}
      </ul>
      <More listed={people.length} all={now.figures.sockets ?? 0} />
    </Panel>
  );
}

function TableRow({ line, attempt }: { line: TableLine; attempt: Attempt }) {
  const [sure, setSure] = useState(false);
  const name = line.title || tr(`web.game.${line.game}`);
  return (
    <li>
      <div class="row">
        <span class="grow admin-words">
          <span class="strong block">{name}</span>
          <span class="mut small">{[line.table, t(`web.admin.state.${line.state}`), line.names.filter(Boolean).join(", ") || line.host].join(" • ")}</span>
        </span>
        {!sure && (
          <button class="btn small" data-close={line.table} aria-label={`${t("web.admin.close_table")}: ${name} ${line.table}`} onClick={() => setSure(true)}>
            <Icon name="trash" size={18} />
          </button>
        )}
      </div>
      {sure && (
        <div class="row admin-wrap">
          <p class="grow">{t("web.admin.close_sure")}</p>
          <button class="btn set-delete" data-close-yes onClick={() => void attempt(() => admin.closeTable(line.table))}>{t("web.admin.close_table")}</button>
          <button class="btn" onClick={() => setSure(false)}>{t("web.cancel")}</button>
        </div>
      )}
    </li>
  );
}

export function Tables({ now, attempt }: { now: AdminState; attempt: Attempt }) {
  const lines = [...now.tables].sort((a, b) => a.table.localeCompare(b.table));
  return (
    <Panel title={t("web.admin.tables")}>
      {!lines.length && <p class="mut">{t("web.admin.no_tables")}</p>}
      <ul class="admin-list">{lines.map((line) => <TableRow key={line.table} line={line} attempt={attempt} />)}</ul>
      <More listed={lines.length} all={now.figures.tables ?? 0} />
    </Panel>
  );
}

function banned(what: string): string {
  const [kind, rest = ""] = what.split(" ");
  return t(kind === "person" ? "web.admin.guest_n" : "web.admin.address_n", rest);
}

export function Bans({ bans, attempt }: { bans: Ban[]; attempt: Attempt }) {
  return (
    <Panel title={t("web.admin.bans")}>
      {!bans.length && <p class="mut">{t("web.admin.no_bans")}</p>}
      <ul class="admin-list">
        {bans.map((b) => (
          <li key={b.what} class="row admin-wrap">
            <span class="grow admin-words">
              <span class="strong block">{banned(b.what)}</span>
              <span class="mut small">{t("web.admin.until", new Date(b.until).toLocaleDateString(lang.value, { dateStyle: "medium" }))}</span>
            </span>
            <button class="btn small" data-unban={b.what} aria-label={`${t("web.admin.unban")}: ${banned(b.what)}`} onClick={() => void attempt(() => admin.ban(b.what, 0))}>
              {t("web.admin.unban")}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Reports({ reports, attempt }: { reports: Report[]; attempt: Attempt }) {
  if (!reports.length) return null;
  return (
    <Panel title={t("web.admin.reports")}>
      <ul class="admin-list">
        {reports.map((r) => (
          <li key={r.report} class="row admin-wrap">
            <span class="grow admin-words">
              <span class="strong block">{r.text}</span>
              <span class="mut small">{t("web.admin.guest_n", String(r.person))}, {new Date(r.made).toLocaleDateString(lang.value, { dateStyle: "medium" })}</span>
            </span>
            <button class="btn small" data-dismiss={r.report} onClick={() => void attempt(() => admin.dismiss(r.report))}>{t("web.admin.dismiss")}</button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
