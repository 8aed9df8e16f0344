// admin.tsx - for the operator: who is here, tables, bans, rules, a notice to everybody, figures.
import { useEffect, useState } from "preact/hooks";
import { lang, t } from "../app/words";
import * as admin from "../link/admin";
import type { AdminState, Rules } from "../link/admin";
import { ApiError } from "../link/api";
import { announced, lookAnnounced } from "../link/announced";
import { Line, Panel, Select, Switch } from "../ui/controls";
import { Icon } from "../ui/icon";
import { Page } from "../ui/topbar";
import { Bans, People, Reports, Tables } from "./admin-lists";

const EVERY = 5_000;

/** Does something and looks again; what went wrong is said. */
export type Attempt = (what: () => Promise<unknown>) => Promise<void>;

function Enter({ said, onEnter }: { said: string; onEnter: (token: string) => void }) {
  const [typed, setTyped] = useState("");
  return (
    <form
      class="panel set-panel admin-enter"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(typed.trim());
      }}
    >
      <label class="strong" for="admin-token">{t("web.admin.token")}</label>
      <div class="row">
        <input
          id="admin-token" class="field grow" type="password" autocomplete="off" spellcheck={false} value={typed}
          onInput={(e) => setTyped(e.currentTarget.value)}
        />
        <button class="btn go" type="submit" disabled={!typed.trim()}>{t("web.admin.open")}</button>
      </div>
      <p class="mut">{t("web.admin.token_about")}</p>
      <code class="set-address">robodrome admin token</code>
      <p role="alert">{said}</p>
    </form>
  );
}

function Health({ now }: { now: AdminState }) {
  const f = (name: string) => now.figures[name] ?? 0;
  const format = new Intl.NumberFormat(lang.value);
  const refused = Object.keys(now.figures).filter((name) => name.startsWith("refused_")).reduce((sum, name) => sum + f(name), 0);
  const failed = f("store_failed_batches_total");
  const waits = f("store_waiting");
  const trouble = failed ? t("web.admin.store_fails", failed) : waits > 1000 ? t("web.admin.store_waits", waits) : "";
  const lines: [string, string][] = [
    [t("web.admin.version"), now.server],
    [t("web.admin.since"), new Date(now.since).toLocaleString(lang.value, { dateStyle: "medium", timeStyle: "short" })],
    [t("web.admin.memory"), t("web.admin.megabytes", format.format(Math.round(now.memory / 1e6)))],
    [t("web.admin.in_memory"), format.format(f("tables"))],
    [t("web.admin.sockets"), format.format(f("sockets"))],
    [t("web.admin.messages"), `${format.format(f("messages_in_total"))}, ${format.format(f("messages_out_total"))}`],
    [t("web.admin.refused"), format.format(refused)],
    [t("web.admin.longest"), t("web.admin.milliseconds", format.format(Math.round(f("store_longest_batch_us") / 1000)))],
  ];
  return (
    <Panel title={t("web.admin.health")}>
      <p data-health><span class={`tag ${trouble ? "bad" : "good"}`}>{trouble || t("web.admin.well")}</span></p>
      <dl class="admin-figures">
        {lines.map(([name, value]) => <div key={name}><dt class="mut">{name}</dt><dd class="num">{value}</dd></div>)}
      </dl>
      <details>
        <summary>{t("web.admin.figures")}</summary>
        <dl class="admin-figures small">
          {Object.entries(now.figures).map(([name, value]) => (
            <div key={name}><dt class="mut">{name}</dt><dd class="num">{format.format(value)}</dd></div>
          ))}
        </dl>
      </details>
    </Panel>
  );
}

function Notice({ attempt }: { attempt: Attempt }) {
  const [text, setText] = useState("");
  const [minutes, setMinutes] = useState("0");
  const now = announced.value;
  const send = () =>
    attempt(async () => {
      await admin.announce({ text: text.trim(), ...(minutes === "0" ? {} : { minutes: Number(minutes) }) });
      setText("");
    });
  return (
    <Panel title={t("web.admin.notice")}>
      <p class="mut">{t("web.admin.notice_about")}</p>
      {now && (
        <div class="set-form" data-notice-now>
          <p class="strong">{now.text}</p>
          <button class="btn" data-notice-end onClick={() => void attempt(() => admin.announce({}))}><Icon name="x" /> {t("web.admin.notice_end")}</button>
        </div>
      )}
      <form class="set-form" onSubmit={(event) => { event.preventDefault(); void send(); }}>
        <label class="strong" for="notice-text">{t("web.admin.notice_text")}</label>
        <input id="notice-text" class="field" maxLength={140} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        <div class="row admin-wrap">
          <Select
            label={t("web.admin.notice_for")} value={minutes} onChange={setMinutes}
            options={[["0", t("web.admin.for_ever")], ["60", t("web.admin.for_hour")], ["1440", t("web.admin.for_day")]]}
          />
          <button class="btn go" type="submit" disabled={!text.trim()}>{t("web.admin.notice_send")}</button>
        </div>
      </form>
    </Panel>
  );
}

function NumberLine({ name, words, now, attempt }: { name: keyof Rules; words: string; now: number; attempt: Attempt }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Line title={words}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(async () => {
            await admin.setRules({ [name]: Number(typed) });
            setTyped(null);
          });
        }}
      >
        <input
          class="field admin-number" type="number" min="0" aria-label={words} value={typed ?? now}
          onInput={(e) => setTyped(e.currentTarget.value)}
        />
        <button class="btn" type="submit" disabled={!typed || Number(typed) === now}>{t("web.set.save")}</button>
      </form>
    </Line>
  );
}

function House({ rules, attempt }: { rules: Rules; attempt: Attempt }) {
  const set = (change: Partial<Rules>) => void attempt(() => admin.setRules(change));
  return (
    <Panel title={t("web.admin.rules")}>
      <Line title={t("web.admin.public")} about={t("web.admin.public_about")}>
        <Switch label={t("web.admin.public")} on={rules.public > 0} onChange={(on) => set({ public: Number(on) })} />
      </Line>
      <Line title={t("web.admin.chat")} about={t("web.admin.chat_about")}>
        <Switch label={t("web.admin.chat")} on={rules.chat > 0} onChange={(on) => set({ chat: Number(on) })} />
      </Line>
      <NumberLine name="guests" words={t("web.admin.guests")} now={rules.guests} attempt={attempt} />
      <NumberLine name="tables" words={t("web.admin.tables_hour")} now={rules.tables} attempt={attempt} />
      <NumberLine name="keep_days" words={t("web.admin.keep_days")} now={rules.keep_days} attempt={attempt} />
    </Panel>
  );
}

/** What is wrong, in the reader's words where the page has them. */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.error === "offline") return t("web.home.lost");
  if (error.error === "not_host") return t("web.admin.wrong");
  return error.error === "too_fast" ? t("web.admin.slow") : error.message;
}

export default function Admin() {
  const [now, setNow] = useState<AdminState | null>(null);
  const [said, setSaid] = useState("");
  const [again, setAgain] = useState(0); // looks again at once

  const attempt: Attempt = async (what) => {
    try {
      await what();
      setSaid("");
      setAgain((n) => n + 1);
    } catch (error) {
      setSaid(wordsOf(error));
    }
  };

  async function look() {
    try {
      const [state] = await Promise.all([admin.readState(), lookAnnounced()]);
      setNow(state);
      setSaid("");
    } catch (error) {
      setSaid(wordsOf(error));
      if (error instanceof ApiError && error.error === "not_host") leave();
    }
  }
  function leave() {
    admin.token.value = "";
    setNow(null);
  }
  const known = admin.token.value;
  useEffect(() => {
    if (!known) return;
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && void look(), EVERY);
    return () => clearInterval(timer);
  }, [known, again]);

  return (
    <Page class="settings admin">
      <h1 class="disp page-title">
        {t("web.admin")} <span class="mut small">{t("web.admin.about")}</span>
      </h1>
      {!now && <Enter said={said} onEnter={(typed) => (admin.token.value = typed)} />}
      {now && (
        <>
          <p role="alert" class={said ? "banner" : ""}>{said}</p>
          <div class="set-columns">
            <div><Health now={now} /><Notice attempt={attempt} /></div>
            <div><House rules={now.rules} attempt={attempt} /><Bans bans={now.bans} attempt={attempt} /><Reports reports={now.reports} attempt={attempt} /></div>
            <div><People now={now} attempt={attempt} /><Tables now={now} attempt={attempt} /></div>
          </div>
          <div><button class="btn" data-leave onClick={leave}><Icon name="lock" /> {t("web.admin.close")}</button></div>
        </>
      )}
    </Page>
  );
}
