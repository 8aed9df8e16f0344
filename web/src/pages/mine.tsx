// mine.tsx - my games: those that wait for me first, then the others, then what is over.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameId } from "../app/games";
import { ago } from "../app/ago";
import { notify } from "../app/settings";
import { localGames, type LocalNote } from "../app/locals";
import { seatNames } from "../app/names";
import { byNeed } from "../app/turn-order";
import { lang, t, tr } from "../app/words";
import { ApiError, guest, myFinished, myTables, othersOf, server } from "../link/api";
import type { TableLine } from "../link/messages";
import { clockText } from "../ui/clock";
import { Icon } from "../ui/icon";
import { allowNotify, canNotify } from "../ui/turn-sign";
import { Page } from "../ui/topbar";
import { CodeForm } from "./code-form";
import { courseOfNote, LinePicture, nameOf, useCourse } from "./line-picture";
import { MyFeed } from "./my-feed";

function place(line: TableLine): string {
  const mine = guest.value ? line.names.indexOf(guest.value.name) : -1;
  const at = mine >= 0 ? line.places?.[mine] : undefined;
  return at ? t("web.table.place", at) : t("web.table.over");
}

function MineLine({ line, now }: { line: TableLine; now: number }) {
  const course = useCourse(line.game as GameId, line.course);
  const name = nameOf(line.game, line.title, course);
  const game = tr(`web.game.${line.game}`);
  const others = seatNames(othersOf(line));
  const about = [name === game ? "" : game, others && t("web.home.with", others)].filter(Boolean).join(" • ");
  const over = line.state === "over";
  const what = line.your_turn
    ? t("web.home.your_turn")
    : over
      ? place(line)
      : t(line.state === "waiting" ? "web.home.still_open" : "web.home.others");
  const left = line.due === undefined ? "" : t("web.mine.left", clockText(Math.max(0, line.due - now)));
  return (
    <li class="mine-line">
      <LinePicture game={line.game as GameId} course={course} />
      <span class="mine-name">
        {over ? <a class="strong block" href={`/table/${line.table}`}>{name}</a> : <span class="strong block">{name}</span>}
        <span class="mut small">{about}</span>
      </span>
      <span class={`mine-what${line.your_turn ? " strong" : ""}`}>{what}</span>
      <span class="mut small mine-when">{left || ago(line.at, now, lang.value)}</span>
      {over ? (
        <a class="btn" href={`/replay/${line.table}`}>{t("web.mine.watch")}</a>
      ) : (
        <a class={`btn ${line.your_turn ? "act" : ""}`} href={`/table/${line.table}`}>
          {t(line.your_turn ? "web.table.your_turn" : "web.mine.open")}
        </a>
      )}
    </li>
  );
}

/** A game that runs in this browser alone. */
function LocalLine({ note, now }: { note: LocalNote; now: number }) {
  const course = useCourse(note.game as GameId, courseOfNote(note));
  const name = nameOf(note.game, undefined, course);
  const game = tr(`web.game.${note.game}`);
  return (
    <li class="mine-line" data-local={note.id}>
      <LinePicture game={note.game as GameId} course={course} />
      <span class="mine-name">
        <span class="strong block">{name}</span>
        <span class="mut small">{name === game ? "" : game}</span>
      </span>
      <span class="mine-what" />
      <span class="mut small mine-when">{ago(note.at, now, lang.value)}</span>
      <a class="btn" href={note.address}>{t("web.home.continue")}</a>
    </li>
  );
}

/** A notice of your turn, where the browser has any; else what there is in its place. */
function Notice() {
  if (!canNotify()) return <p class="mut small">{t("web.mine.no_notice")}</p>;
  return (
    <button class="btn mine-notice" data-notify aria-pressed={notify.value} onClick={() => void allowNotify(!notify.value)}>
      <Icon name={notify.value ? "check" : "bell"} /> {t("web.set.notify")}
    </button>
  );
}

/** Beside the lists: how to hear of a turn, and the ways to another table. */
function Aside() {
  return (
    <aside class="mine-aside">
      <section class="panel mine-panel">
        <h2 class="strong">{t("web.mine.notice")}</h2>
        <Notice />
        <MyFeed />
      </section>
      <section class="panel mine-panel">
        <h2 class="strong">{t("web.home.code")}</h2>
        <p class="mut small">{t("web.home.code_or")}</p>
        <CodeForm />
        <a class="btn" href="/create?friends"><Icon name="plus" /> {t("web.home.create")}</a>
      </section>
    </aside>
  );
}

function List({ title, about, children }: { title: string; about?: string; children: ComponentChildren }) {
  return (
    <section class="panel mine-list">
      <header class="row mine-head">
        <h2 class="strong grow">{title}</h2>
        {about && <span class="mut small">{about}</span>}
      </header>
      <ul>{children}</ul>
    </section>
  );
}

export default function Mine() {
  const [lines, setLines] = useState<TableLine[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    const look = () =>
      Promise.all([myTables(), myFinished()]).then(
        ([found, finished]) => {
          if (!current) return;
          setFailed(false);
          setLines([...found, ...finished]);
        },
        (error) => {
          if (!current) return;
          setFailed(!(error instanceof ApiError) || server.value !== "none");
          setLines((held) => held ?? []);
        },
      );
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), 15_000);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, []);
  const running = (lines ?? []).filter((l) => l.state !== "over").sort(byNeed);
  const over = (lines ?? []).filter((l) => l.state === "over").sort((a, b) => b.at - a.at);
  const yours = running.filter((l) => l.your_turn).length;
  const here = localGames.value;
  const any = running.length > 0 || over.length > 0 || here.length > 0;
  const now = Date.now();
  const tableLine = (line: TableLine) => <MineLine key={line.table} line={line} now={now} />;
  return (
    <Page class="my-games">
      <h1 class="disp page-title">
        {t("web.nav.mine")}
        <span class="mut small">{running.length ? t("web.mine.running", running.length, yours) : ""}</span>
      </h1>
      {failed && (
        <div class="banner row" role="alert"><Icon name="link" /> {t("web.home.lost")}</div>
      )}
      {lines === null && <p class="mut" role="status">{t("web.loading")}</p>}
      {any && (
        <div class="mine-columns">
          <div class="mine-lists">
            {running.length > 0 && <List title={t("web.mine.now")} about={t("web.mine.order")}>{running.map(tableLine)}</List>}
            {here.length > 0 && <List title={t("web.mine.here")}>{here.map((note) => <LocalLine key={note.id} note={note} now={now} />)}</List>}
            {over.length > 0 && <List title={t("web.mine.over")}>{over.map(tableLine)}</List>}
          </div>
          <Aside />
        </div>
      )}
      {lines !== null && !failed && !any && (
        <section class="panel mine-none">
          <Icon name="bot" size={40} />
          <p class="strong">{t("web.mine.none")}</p>
          <p class="mut">{t(server.value === "none" ? "web.home.no_server" : "web.mine.none_about")}</p>
          <div class="row">
            <a class="btn go" href="/">{t("web.nav.play")}</a>
            {server.value !== "none" && <a class="btn" href="/create?friends">{t("web.home.create")}</a>}
          </div>
        </section>
      )}
    </Page>
  );
}
