// side.tsx - the panel beside a board: what the game has to show there, the log and the chat, by tabs.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { Log } from "./log";
import { useMedia } from "./media";
import { Chat } from "./parts";
import { Unread } from "./unread";

/** Whether people can say anything here. */
export const talks = (table: Table): boolean => table.can.value.chat || table.can.value.phrases;

export interface SidePart {
  id: string;
  words: string;
  body: ComponentChildren;
}

interface SideProps {
  table: Table;
  now: string;
  own: readonly SidePart[]; // of the game, before log and chat
  log?: ComponentChildren; // where a game draws its own
  onTab: (id: string) => void;
}

export function SideTabs({ table, now, own, log = <Log table={table} />, onTab }: SideProps) {
  const row = useRef<HTMLDivElement>(null);
  const wide = useMedia("(min-width: 2200px)"); // room for both
  const chats = talks(table);
  const both = wide && chats;
  const parts: SidePart[] = [
    ...own,
    ...(table.replay?.Plot ? [{ id: "plot", words: t("web.plot"), body: <table.replay.Plot /> }] : []),
    { id: "log", words: t(both ? "web.table.log_chat" : "web.table.log"), body: both ? <>{log}<Chat table={table} /></> : log },
    ...(chats && !both ? [{ id: "chat", words: t("web.chat"), body: <Chat table={table} /> }] : []),
  ];
  const shown = parts.find((part) => part.id === now) ?? parts.find((part) => part.id === "log");
  /** Arrows walk along the tabs, as everywhere. */
  function onKey(event: KeyboardEvent) {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = by && parts[(parts.findIndex((part) => part === shown) + by + parts.length) % parts.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onTab(next.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }
  return (
    <>
      {parts.length > 1 && (
        <div class="tabs side-tabs" role="tablist" aria-label={t("web.table.side")} ref={row} onKeyDown={onKey}>
          {parts.map(({ id, words }) => (
            <button key={id} role="tab" id={`side-${id}`} aria-selected={id === shown?.id} aria-controls="side-body" data-tab={id}
              tabIndex={id === shown?.id ? 0 : -1} onClick={() => onTab(id)}>
              {words}
              {id === "chat" && <Unread />}
            </button>
          ))}
        </div>
      )}
      <div class={`side-body${both && shown?.id === "log" ? " both" : ""}`} id="side-body" {...(parts.length > 1 ? { role: "tabpanel", "aria-labelledby": `side-${shown?.id}` } : {})}>
        {shown?.body}
      </div>
    </>
  );
}
