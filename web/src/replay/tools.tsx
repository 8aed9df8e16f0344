// tools.tsx - in the rail of a replay: whose eyes, your own game from here, a link to this place, the
// record, the shuffle.
import { useState } from "preact/hooks";
import { REFEREE, SPECTATOR } from "../../../src/wasm/robodrome.mjs";
import { go } from "../app/router";
import { t } from "../app/words";
import { Icon } from "../ui/icon";
import { nameOf } from "./moments";
import type { RecordTable } from "./table";

/** The address of this place: round, register and eyes. */
export function addressOf(table: RecordTable): string {
  const place = table.replay.moments.value[table.replay.now.value];
  const wish = new URLSearchParams(location.search);
  if (place) wish.set("at", nameOf(place));
  if (table.eye.value === REFEREE) wish.delete("eye");
  else wish.set("eye", String(table.eye.value));
  return `${location.pathname}?${wish}`;
}

function save(table: RecordTable): void {
  const file = URL.createObjectURL(new Blob([table.text], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `${table.game}-${table.header.date.slice(0, 10)}.rdr`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

function Eyes({ table }: { table: RecordTable }) {
  const names = table.header.names;
  return (
    <label class="rp-eyes">
      <Icon name="eye" />
      <span class="hidden">{t("web.replay.eyes")}</span>
      <select value={String(table.eye.value)} data-eyes onChange={(e) => void table.setEye(Number(e.currentTarget.value))}>
        <option value={String(REFEREE)}>{t("web.replay.all_hands")}</option>
        {names.map((name, seat) => <option key={seat} value={String(seat)}>{name}</option>)}
        <option value={String(SPECTATOR)}>{t("web.replay.no_hands")}</option>
      </select>
    </label>
  );
}

/** A button of the rail; its words are beside it where there is room. */
function Deed({ id, icon, words, expanded, onClick }: { id: string; icon: string; words: string; expanded?: boolean; onClick: () => void }) {
  return (
    <button class="rail-button" aria-label={words} title={words} data-replay={id} aria-expanded={expanded} onClick={onClick}>
      <Icon name={icon} /> <span class="rp-word">{words}</span>
    </button>
  );
}

export function replayTools(find: () => RecordTable, shared: boolean) {
  return function ReplayTools() {
    const table = find();
    const [open, setOpen] = useState<"link" | "shuffle" | null>(null);
    const [more, setMore] = useState(false); // on a phone: what can be done, in place of a row of buttons
    const [copied, setCopied] = useState(false);
    const link = location.origin + addressOf(table);
    const toggle = (what: "link" | "shuffle") => () => {
      setCopied(false);
      setMore(false);
      setOpen(open === what ? null : what);
    };
    // Plain http is not a secure context: there the text is selected to be copied by hand.
    const copy = async (field: HTMLInputElement | null) => {
      field?.select();
      try {
        await navigator.clipboard.writeText(link);
        setCopied(true);
      } catch {
        setCopied(false);
      }
    };
    return (
      <div class="rp-tools">
        <Eyes table={table} />
        <button class="rail-button rp-more" aria-label={t("web.replay.more")} aria-expanded={more} data-replay="more" onClick={() => setMore(!more)}>
          <Icon name={more ? "x" : "menu"} />
        </button>
        <div class={more ? "rp-deeds open" : "rp-deeds"}>
          <Deed id="fork" icon="fork" words={t("web.replay.fork")} onClick={() => void table.fork().then((to) => go(to))} />
          {shared && <Deed id="link" icon="link" words={t("web.replay.link")} expanded={open === "link"} onClick={toggle("link")} />}
          <Deed id="save" icon="dl" words={t("web.replay.save")} onClick={() => save(table)} />
          <Deed id="verify" icon="check" words={t("web.replay.verified")} expanded={open === "shuffle"} onClick={toggle("shuffle")} />
        </div>
        {open === "link" && (
          <div class="rp-note panel" role="group" aria-label={t("web.replay.link")}>
            <input readOnly value={link} aria-label={t("web.replay.link")} onFocus={(e) => e.currentTarget.select()} />
            <button class="btn" onClick={(e) => void copy(e.currentTarget.parentElement?.querySelector("input") ?? null)}>
              {t(copied ? "web.replay.copied" : "web.replay.copy")}
            </button>
          </div>
        )}
        {open === "shuffle" && (
          <p class="rp-note panel" role="status">
            <b class="strong block">{t("web.replay.verified")}</b>
            {t("web.replay.verified_about", table.checked.value)}
            {table.header.fair !== null && (
              <span class="block" data-fair={String(table.header.fair)}>{t(table.header.fair ? "web.fair.good" : "web.fair.bad")}</span>
            )}
          </p>
        )}
      </div>
    );
  };
}
