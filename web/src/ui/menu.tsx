// menu.tsx - the rail's menu of a table: rules, theme, language, settings, leave.
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { switchTheme, theme } from "../app/theme";
import { LANGS, LANG_NAMES, lang, setLang, t } from "../app/words";
import type { Table } from "../engine/table";
import { Icon } from "./icon";
import { LookBack } from "./look-back";
import { SecondDevice } from "./parts";

export function TableMenu({ table }: { table: Table }) {
  const [open, setOpen] = useState(false);
  const [sure, setSure] = useState(""); // the deed that is asked about once more
  const box = useRef<HTMLDivElement>(null);
  const look = useContext(LookBack);
  useEffect(() => {
    setSure("");
    if (!open) return;
    const away = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event.target instanceof Node && box.current?.contains(event.target) && event.type !== "keydown") return;
      setOpen(false);
    };
    addEventListener("pointerdown", away);
    addEventListener("keydown", away);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", away);
    };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button class="rail-button" aria-expanded={open} aria-label={t("web.menu")} onClick={() => setOpen(!open)}>
        <Icon name="gear" />
      </button>
      {open && (
        <div class="menu-list panel">
          <a href={`/rules/${table.game}`}><Icon name="book" /> {t("web.nav.rules")}</a>
          {look && (
            <button data-look-back onClick={() => { setOpen(false); look(Infinity); }}>
              <Icon name="rw" /> {t("web.replay.look_back")}
            </button>
          )}
          <button onClick={switchTheme}>
            <Icon name="moon" /> {t(theme.value === "night" ? "web.theme.to_day" : "web.theme.to_night")}
          </button>
          {LANGS.filter((code) => code !== lang.value).map((code) => (
            <button key={code} onClick={() => setLang(code)}><Icon name="chat" /> {LANG_NAMES[code]}</button>
          ))}
          {table.deeds.value.map((deed) => (
            <button
              key={deed.words}
              data-deed={deed.id}
              onClick={() => {
                if (deed.sure && sure !== deed.words) return setSure(deed.words);
                setOpen(false);
                void deed.run();
              }}
            >
              <Icon name={deed.id === "more_time" ? "clock" : deed.sure ? "flag" : "pause"} /> {sure === deed.words ? t("web.deed.sure", deed.words) : deed.words}
            </button>
          ))}
          {table.kind === "remote" && table.seat.value >= 0 && <SecondDevice table={table} />}
          <a href="/settings"><Icon name="gear" /> {t("web.nav.settings")}</a>
          <a href="/"><Icon name="x" /> {t("web.menu.leave")}</a>
        </div>
      )}
    </div>
  );
}
