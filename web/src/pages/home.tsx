// home.tsx - the first page: continue, four gates, open tables, a code.
import { useEffect, useState } from "preact/hooks";
import { GAMES, GAME_IDS, robotOfSeat, type GameId } from "../app/games";
import { firstLesson, playAddress } from "../app/learned";
import { go } from "../app/router";
import { ago } from "../app/ago";
import { minutesOf } from "../app/minutes";
import { seatNames } from "../app/names";
import { localGames, type LocalNote } from "../app/locals";
import { lang, t, tr, type Key } from "../app/words";
import { guest, myTables, openTables, othersOf, server } from "../link/api";
import type { TableLine } from "../link/messages";
import { RobotFace } from "../art/robot";
import { Icon } from "../ui/icon";
import { Page } from "../ui/topbar";
import { CodeForm } from "./code-form";
import { GatePicture } from "./gates";
import { courseOfNote, LinePicture, nameOf, useCourse } from "./line-picture";

function Gate({ game, first }: { game: GameId; first: boolean }) {
  const facts = GAMES[game];
  const name = tr(`web.game.${game}`);
  const lesson = firstLesson(game);
  const minutes = minutesOf(game, facts.usualCourse ?? null, facts.usualSeats);
  const players = facts.fewest === facts.most ? String(facts.most) : `${facts.fewest}–${facts.most}`;
  return (
    <li class="gate">
      <GatePicture game={game} />
      {first && <span class="gate-first">{t("web.home.first")}</span>}
      <div class="gate-words">
        <h2 class="disp">{name}</h2>
        <p class="gate-about">{tr(`web.about.${game}`)}</p>
        <p class="gate-players mut">
          {t("web.home.players", players)} • {tr(`web.kind.${game}`)}
          {minutes !== null && ` • ${t("web.create.minutes", minutes)}`}
        </p>
        <div class="row gate-go">
          <a class="btn go grow" href={playAddress(game)} aria-label={`${t("web.home.play")}: ${name}`}>
            <Icon name="play" size={18} /> {t("web.home.play")}
          </a>
          <a
            class="btn icon-only"
            href={`/create?game=${game}`}
            aria-label={`${t("web.home.choose")}: ${name}`}
          >
            <Icon name="gear" size={22} />
          </a>
        </div>
        <p class="gate-how small">{lesson ? tr(`web.learn.now.${game}`) : tr(`web.now.${game}`)}</p>
      </div>
    </li>
  );
}

const riders: [string, number][] = [
  ["twonky", 8], ["hulk", 28], ["hammerbot", 34], ["zoombot", 61], ["spinbot", 82],
];

/** The belt under the gates; it stands still, as machines do. */
function Belt() {
  return (
    <div class="belt" aria-hidden="true">
      {riders.map(([robot, at]) => (
        <span key={robot} class="belt-rider" style={{ left: `${at}%` }}>
          <RobotFace robot={robot} size={56} turn={90} />
        </span>
      ))}
    </div>
  );
}

function OpenLine({ line }: { line: TableLine }) {
  const course = useCourse(line.game as GameId, line.course);
  const name = nameOf(line.game, line.title, course);
  return (
    <li class="open-line">
      <LinePicture game={line.game as GameId} course={course} />
      <span class="open-name">
        <span class="strong">{name}</span>
        <span class="mut small">{tr(`web.game.${line.game}`)}</span>
      </span>
      <span class="open-who mut">{seatNames(line.names)}</span>
      <span class="open-seats" aria-label={t("web.home.taken", line.taken, line.seats)} role="img">
        {line.names.map((name, i) =>
          name ? (
            <RobotFace key={i} robot={robotOfSeat(line.game, i)} size={28} />
          ) : (
            <span key={i} class="seat-free">+</span>
          ),
        )}
      </span>
      <span class="open-clock mut">{line.days ? t("web.clock.slow") : ""}</span>
      <a class="btn small" href={`/table/${line.table}`} aria-label={`${t("web.home.join")}: ${name}`}>
        {t("web.home.join")}
      </a>
    </li>
  );
}

interface Way {
  icon: string;
  to: string;
  words: Key;
  about: Key;
}

/** How to play with people. */
const ways: Way[] = [
  { icon: "heart", to: "/create?family&room", words: "web.home.family", about: "web.home.family_about" },
  { icon: "qr", to: "/create?room", words: "web.home.room", about: "web.home.room_about" },
  { icon: "plus", to: "/create?friends", words: "web.home.create", about: "web.home.create_about" },
];

/** While nobody waits there is room to say what each way is good for. */
function Ways() {
  return (
    <ul class="ways">
      {ways.map(({ icon, to, words, about }) => (
        <li key={to}>
          <a class="way-with" href={to}>
            <Icon name={icon} size={28} />
            <span>
              <span class="strong block">{t(words)}</span>
              <span class="mut small">{t(about)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function OpenTables() {
  const [lines, setLines] = useState<TableLine[] | null>(null);
  useEffect(() => {
    let current = true;
    const look = () =>
      openTables().then(
        (found) => current && setLines(found.filter((l) => l.state === "waiting")),
        () => current && setLines((held) => held ?? []),
      );
    void look();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), 10_000);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, []);
  const none = server.value === "there" ? "web.home.open_none" : server.value === "lost" ? "web.home.lost" : "web.home.no_server";
  return (
    <section class="panel open" aria-labelledby="open-head">
      <header class="open-head">
        <h2 class="strong" id="open-head">{t("web.home.open")}</h2>
        <span class="grow mut">{t(lines?.length ? "web.home.waiting" : lines ? none : "web.loading", lines?.length ?? 0)}</span>
        {lines && lines.length > 0 && ways.map(({ icon, to, words }) => (
          <a key={to} class="btn small" href={to}><Icon name={icon} size={18} /> {t(words)}</a>
        ))}
      </header>
      {lines?.length ? (
        <ul>{lines.map((line) => <OpenLine key={line.table} line={line} />)}</ul>
      ) : server.value !== "none" && <Ways />}
    </section>
  );
}

/** A game in this browser: it waits, but nobody waits for it. */
function ContinueLocal({ note }: { note: LocalNote }) {
  const course = useCourse(note.game as GameId, courseOfNote(note));
  return (
    <section class="continue" aria-label={t("web.home.continue")}>
      <LinePicture game={note.game as GameId} course={course} />
      <div class="grow">
        <p class="strong continue-name">{nameOf(note.game, undefined, course)}</p>
        <p class="mut">{t("web.home.local", ago(note.at, Date.now(), lang.value))}</p>
      </div>
      <a class="btn" href={note.address}>{t("web.home.continue")}</a>
    </section>
  );
}

function Continue() {
  const [mine, setMine] = useState<TableLine[]>([]);
  useEffect(() => {
    if (guest.value) void myTables().then(setMine, () => setMine([]));
  }, [guest.value?.key]);
  const running = mine.filter((l) => l.state !== "over");
  const first = running.find((l) => l.your_turn) ?? running[0];
  const local = localGames.value[0];
  if (!first) return local ? <ContinueLocal note={local} /> : null;
  return <ContinueTable line={first} />;
}

function ContinueTable({ line: first }: { line: TableLine }) {
  const course = useCourse(first.game as GameId, first.course);
  return (
    <section class={`continue${first.your_turn ? " yours" : ""}`} aria-label={t("web.home.continue")}>
      <LinePicture game={first.game as GameId} course={course} />
      <div class="grow">
        <p class="strong continue-name">
          {nameOf(first.game, first.title, course)}. {t(first.your_turn ? "web.home.your_turn" : first.state === "waiting" ? "web.home.still_open" : "web.home.others")}
        </p>
        <p class="mut">{t("web.home.with", seatNames(othersOf(first)))}</p>
      </div>
      <a class={`btn ${first.your_turn ? "act" : ""}`} href={`/table/${first.table}`}>
        {t("web.home.continue")}
      </a>
    </section>
  );
}

const promises: [string, Key][] = [
  ["user", "web.promise.account"], ["bot", "web.promise.bots"], ["link", "web.promise.friends"],
  ["help", "web.promise.why"], ["heart", "web.promise.free"],
];

export default function Home() {
  return (
    <Page class="home">
      <h1 class="hidden">{t("web.home.title")}</h1>
      <Continue />
      <ul class="gates">
        {GAME_IDS.map((id, i) => <Gate key={id} game={id} first={i === 0} />)}
      </ul>
      <div class="home-phone">
        <button class="btn" onClick={() => document.querySelector<HTMLInputElement>(".code input")?.focus()}>
          <Icon name="qr" /> {t("web.home.code")}
        </button>
        <button class="btn" onClick={() => go(server.value === "none" ? "/create" : "/create?friends")}>
          <Icon name="plus" /> {t("web.home.create")}
        </button>
      </div>
      <Belt />
      <div class="home-under">
        <OpenTables />
        <section class="panel code-panel">
          <h2 class="strong">{t("web.home.code")}</h2>
          <p class="mut small">{t("web.home.code_or")}</p>
          <CodeForm />
          <hr />
          <div class="row">
            <Icon name="book" size={24} />
            <span class="grow">
              <span class="strong">{t("web.home.never")}</span>
              <span class="mut small block">{t("web.home.never_do")}</span>
            </span>
            <a class="btn small" href="/learn">{t("web.learn")}</a>
          </div>
        </section>
      </div>
      <ul class="promises">
        {promises.map(([icon, words]) => (
          <li key={icon}><Icon name={icon} /> {t(words)}</li>
        ))}
      </ul>
      <p class="home-note mut small">{t("web.home.note")}</p>
    </Page>
  );
}
