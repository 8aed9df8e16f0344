// frame.tsx - the screen of a table: rail, robots, board, caption or decision, side panel, console.
// Every game fills these places; frame.css says where each stands at which size, unless the game's
// own style does.
// Nothing ever lies over the board.
import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { mode } from "../app/mode";
import { t } from "../app/words";
import { Corner } from "./corner";
import { Icon, Logo } from "./icon";
import { Unread, unread } from "./unread";

export interface FrameProps {
  title: string;
  sub?: string;
  phases?: ComponentChildren; // middle of the rail: phase lamps, whose turn
  clock?: ComponentChildren;
  menu?: ComponentChildren; // buttons at the right end of the rail
  roster: ComponentChildren; // plates of the players
  board: ComponentChildren;
  caption: ComponentChildren; // caption, decision or banner
  asked: boolean; // the caption is a decision: it wears the yellow
  side: ComponentChildren; // log, chat, program
  console: ComponentChildren;
  class?: string;
}

export function Frame(props: FrameProps) {
  const [open, setOpen] = useState(false); // the side panel in place of the console, where it has no column
  const [here, setHere] = useState(false); // a hand that wants the board too
  const corner = useContext(Corner);
  const hand = mode.value === "hand" && !here;
  return (
    <div class={`frame ${props.class ?? ""}${hand ? " as-hand" : mode.value === "screen" ? " as-screen" : ""}`}>
      <header class="frame-rail">
        <a class="frame-home" href="/" aria-label={t("web.home")}>
          <Logo size={40} />
        </a>
        <div class="frame-name">
          <h1>{props.title}</h1>
          {props.sub && <p>{props.sub}</p>}
        </div>
        <div class="frame-phases">{props.phases}</div>
        <div class="frame-tools">
          {props.clock}
          <button
            class="frame-log rail-button"
            aria-pressed={open}
            aria-label={unread.value ? t("web.table.log_unread", unread.value) : t("web.table.log")}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? "x" : "book"} />
            <Unread />
          </button>
          {props.menu}
        </div>
      </header>
      <section class="frame-roster" aria-label={t("web.table.players")}>
        {props.roster}
        {corner}
      </section>
      <main class="frame-board" aria-label={t("web.table.board")}>
        {hand ? (
          <div class="hand-bar">
            <span class="mut"><Icon name="tv" /> {t("web.screen.elsewhere")}</span>
            <button class="btn" data-board-here onClick={() => setHere(true)}><Icon name="fit" /> {t("web.screen.here")}</button>
          </div>
        ) : props.board}
      </main>
      <section
        class={`frame-caption${props.asked ? " asked" : ""}`}
        aria-label={t(props.asked ? "web.table.decision" : "web.table.caption")}
      >
        {props.caption}
      </section>
      <aside class={`frame-side${open ? " open" : ""}`} aria-label={t("web.table.side")}>
        {props.side}
      </aside>
      <section class={`frame-console${open ? " away" : ""}`} aria-label={t("web.table.console")}>
        {props.console}
      </section>
    </div>
  );
}
