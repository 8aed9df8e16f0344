// waiting-room.tsx - before the start: seats, robots, how to get in, what was agreed.
import { useEffect, useState } from "preact/hooks";
import { GAMES, isGame, robotsOfSeats } from "../app/games";
import { CLOCKS, clockOf, clockOptions, type ClockChoice } from "../app/clocks";
import { courseName, loadCourses, type Course } from "../app/courses";
import { readCourse } from "../app/own-courses";
import { lang, t, tr } from "../app/words";
import { RobotFace } from "../art/robot";
import { LEVELS, type Level, type Refusal } from "../engine/table";
import type { Deed } from "../link/connection";
import { seatable } from "../link/api";
import type { House, Seat, WebBots } from "../link/messages";
import { isLoopback, lan, lookLan, openLan, originForOthers } from "../link/lan";
import type { RemoteTable } from "../link/remote";
import { awaySeats, type Room } from "../link/room";
import { secretOf } from "../link/secrets";
import { LinkBanner } from "../ui/banner";
import { Chat, talks } from "../ui/chat";
import { Line, Select, Switch } from "../ui/controls";
import { Icon, Logo } from "../ui/icon";
import { TableMenu } from "../ui/menu";
import { Votes } from "../ui/votes";
import { Qr } from "../ui/qr";
import { CoursePicture } from "../ui/thumb";
import { SpecialRules } from "./special-rules";
import { inWords, useVariants } from "./variants";

const LOOK_MS = 5000;

/** The link that invites; its secret stands behind the #, which no server sees. */
export function invitation(id: string, hand = false): string {
  const secret = secretOf(id);
  return `${originForOthers()}/table/${id}${hand ? "?hand" : ""}${secret ? `#${secret}` : ""}`;
}

interface Props {
  table: RemoteTable;
  room: Room;
}

interface Act {
  act: (deed: Deed) => void;
}

/** Bots of ours and programs, for a seat; "" = it is a program that is not in the lists. */
function BotSelect({ seat, programs, act }: { seat: Seat; programs: WebBots } & Act) {
  const known = programs.programs.includes(seat.bot ?? "") ? `host-${seat.bot}` : `program-${programs.bots.find((b) => b.name === seat.bot)?.bot ?? ""}`;
  function choose(value: string) {
    const [kind, ...rest] = value.split("-");
    const id = rest.join("-");
    if (kind === "host") act({ t: "fill", seat: seat.seat, program: id });
    else if (kind === "program") act({ t: "fill", seat: seat.seat, bot: Number(id) });
    else act({ t: "fill", seat: seat.seat, level: value as Level });
  }
  return (
    <Select
      label={t("web.seat.who", seat.seat + 1)}
      value={seat.kind === "program" ? known : (seat.level ?? "normal")}
      options={[
        ...LEVELS.map((l) => [l, tr(`web.level.${l}`)] as const),
        ...programs.programs.map((name) => [`host-${name}`, t("web.bots.host", name)] as const),
        ...programs.bots.map((b) => [`program-${b.bot}`, `${b.name}, ${t(b.online ? "web.bots.online" : "web.bots.away")}`] as const),
        ...(known === "program-" && seat.kind === "program" ? [[known, seat.bot ?? t("web.bots.program")] as const] : []),
      ]}
      onChange={choose}
    />
  );
}

function SeatRow({ seat, room, programs, act }: { seat: Seat; room: Room; programs: WebBots } & Act) {
  const person = room.people.find((p) => p.person === seat.person);
  const mine = room.me.seats.includes(seat.seat);
  const game = room.table.game;
  const isRace = ROBOTS[game] !== undefined;
  const face = robotsOfSeats(game, room.seats)[seat.seat] ?? "twonky";
  const robot = isRace ? tr(`web.robot.${face}`) : "";
  if (seat.kind === "open") {
    return (
      <li class="room-seat free">
        <span class="room-plus"><Icon name="plus" size={24} /></span>
        <span class="grow">
          <span class="strong block">{t("web.seat.open")}</span>
          <span class="mut">{t("web.room.waiting")}</span>
        </span>
        {room.me.seats.length === 0 && !room.me.screen && (
          <button class="btn" data-sit onClick={() => act({ t: "sit", seat: seat.seat })}>{t("web.room.sit")}</button>
        )}
        {room.me.host && (
          <button class="btn small" onClick={() => act({ t: "fill", seat: seat.seat, level: "normal" })}>
            <Icon name="bot" size={18} /> {t("web.room.add_bot")}
          </button>
        )}
      </li>
    );
  }
  const isBot = seat.kind === "bot" || seat.kind === "program";
  const caller = programs.bots.find((b) => seat.kind === "program" && b.name === seat.bot);
  const about = seat.kind === "program"
    ? [t("web.bots.program"), caller ? t(caller.online ? "web.bots.online" : "web.bots.away") : ""].filter(Boolean).join(", ")
    : isBot
    ? tr(`web.level.${seat.level ?? "normal"}`)
    : [mine ? t("web.room.you") : "", person?.host ? t("web.seat.chip_host") : ""].filter(Boolean).join(", ") || t("web.room.guest");
  return (
    <li class="room-seat">
      <RobotFace robot={face} size={44} />
      <span class="grow">
        <span class="block">
          <span class="strong">{isBot ? (seat.bot ?? t("web.seat.bot")) : (person?.name ?? t("web.guest"))}</span> <span class="mut">{robot}</span>
        </span>
        <span class="mut">{about}</span>
      </span>
      {isBot && room.me.host ? (
        <span class="row">
          <BotSelect seat={seat} programs={programs} act={act} />
          <button class="btn small icon-only" aria-label={t("web.room.remove")} onClick={() => act({ t: "fill", seat: seat.seat })}>
            <Icon name="x" size={18} />
          </button>
        </span>
      ) : !isBot && !person?.online ? (
        <span class="mut">{t("web.state.away")}</span>
      ) : (
        <span class="room-ready"><Icon name="check" /> <span class="room-ready-word">{t("web.state.ready")}</span></span>
      )}
      {!isBot && !mine && room.me.host && person && (
        <button class="btn small" onClick={() => act({ t: "kick", person: person.person })}>{t("web.room.kick")}</button>
      )}
      {awaySeats(room).some((s) => s.seat === seat.seat) && person && (
        <button class="btn small" data-claim onClick={() => act({ t: "claim", seat: seat.seat })}>{t("web.deed.claim", person.name)}</button>
      )}
      {mine && !room.me.host && (
        <button class="btn small" onClick={() => act({ t: "leave", seat: seat.seat })}>{t("web.room.leave")}</button>
      )}
    </li>
  );
}

/** Every robot of the game; those of other people are taken, a bot takes another one. */
function Robots({ table, room }: Props) {
  const game = room.table.game;
  const all = ROBOTS[game];
  const mine = room.me.seats[0];
  if (!all || mine === undefined) return null;
  const robots = robotsOfSeats(game, room.seats);
  return (
    <section>
      <header class="row room-head">
        <h2 class="disp grow">{t("web.room.robot")}</h2>
        <span class="mut">{t("web.room.robot_about")}</span>
      </header>
      <ul class="room-robots">
        {all.map((robot) => {
          const seat = room.seats[robots.indexOf(robot)];
          const isMine = seat?.seat === mine;
          const person = room.people.find((p) => p.person === seat?.person);
          const taken = seat !== undefined && !isMine && (seat.kind === "person" || seat.robot === robot);
          return (
            <li key={robot}>
              <button
                class={`room-robot${taken ? " taken" : ""}`}
                disabled={taken}
                aria-pressed={isMine}
                onClick={() => !isMine && table.act({ t: "robot", seat: mine, robot })}
              >
                <RobotFace robot={robot} size={56} />
                <span>{isMine ? t("web.room.yours") : taken && person ? person.name : tr(`web.robot.${robot}`)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** On the server's own machine: phones of the network are let in when somebody says so. */
function LetIn() {
  const [failed, setFailed] = useState(false);
  if (!isLoopback(location.hostname) || lan.value === null || lan.value.open) return null;
  return (
    <div class="room-lan">
      <p class="mut small">{t(failed ? "web.room.lan_failed" : "web.room.lan_about")}</p>
      <button class="btn wide" onClick={() => openLan().catch(() => setFailed(true))}>
        <Icon name="phone" size={18} /> {t("web.room.lan_open")}
      </button>
    </div>
  );
}

/** On a table screen: how to join, or to take a seat that was lost. */
export function JoinCard({ room }: { room: Room }) {
  const code = room.table.code ?? "";
  useEffect(() => void lookLan(), []);
  return (
    <section class="join-card">
      <Qr text={invitation(room.table.table, true)} label={t("web.room.qr")} />
      <p>
        {t("web.screen.hands")}
        <span class="strong block">{originForOthers().replace(/^https?:\/\//, "")}</span>
        {code && <span class="num block join-code">{code.slice(0, 3)} {code.slice(3)}</span>}
      </p>
    </section>
  );
}

function Invite({ room }: { room: Room }) {
  const screen = room.me.screen;
  const link = invitation(room.table.table, screen);
  useEffect(() => void lookLan(), []);
  const [copied, setCopied] = useState(false);
  const code = room.table.code ?? "";
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Plain http: the link is selected, the reader copies it.
      const box = document.querySelector<HTMLInputElement>("#room-link");
      box?.focus();
      box?.select();
    }
  }
  return (
    <section class="panel room-invite">
      <Qr text={link} label={t("web.room.qr")} />
      <div class="room-invite-words">
        <h2 class="strong">{t("web.room.join")}</h2>
        <p class="mut">{t("web.room.join_about")}</p>
        <p class="strong room-host">{originForOthers().replace(/^https?:\/\//, "")}</p>
        {code && (
          <>
            <p class="mut">{t("web.room.type")}</p>
            <p class="num room-code" data-code={code}>{code.slice(0, 3)} {code.slice(3)}</p>
          </>
        )}
      </div>
      {room.me.host && <LetIn />}
      <div class="room-link row">
        <label class="grow">
          <span class="hidden">{t("web.room.link")}</span>
          <input id="room-link" class="field" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
        </label>
        <button class="btn" onClick={copy}>
          <Icon name="link" size={18} /> {t(copied ? "web.room.copied" : "web.room.copy")}
        </button>
      </div>
      {!screen && (
        <a class="btn room-screen" data-screen href={`/table/${room.table.table}?screen`}><Icon name="tv" size={18} /> {t("web.screen.open")}</a>
      )}
    </section>
  );
}

function clockWords(room: Room): string {
  const { clock } = room.table.house;
  if (clock.kind === "none") return t("web.room.clock_none");
  if (clock.kind === "days") return t("web.clock.days");
  return t("web.room.clock_s", clock.seconds);
}

/** The host changes what is played, also between two games. */
function Change({ room, act }: { room: Room } & Act) {
  const { table } = room;
  const [courses, setCourses] = useState<readonly Course[]>([]);
  useEffect(() => {
    let current = true;
    void loadCourses(table.game).then((all) => current && setCourses(all), () => {});
    return () => {
      current = false;
    };
  }, [table.game]);
  const chosen = table.settings.find((s) => s.key === "course")?.value ?? "";
  const fitting = courses.filter((c) => c.id === chosen || c.players.includes(table.seats));
  const clock = clockOf(table.house.clock);
  const setCourse = (id: string) =>
    act({ t: "settings", settings: [...table.settings.filter((s) => s.key !== "course" && s.key !== "robots"), { key: "course", value: id }] });
  const setHouse = (change: Partial<House>) => act({ t: "settings", house: { ...table.house, ...change } });
  return (
    <details class="room-change">
      <summary>{t("web.table.change")}</summary>
      {fitting.length > 0 && (
        <Line title={t("web.room.course")}>
          <Select
            label={t("web.room.course")}
            value={chosen}
            options={[
              ...(fitting.some((c) => c.id === chosen) ? [] : [[chosen, t(chosen ? "web.create.own_title" : "web.room.usual")] as const]),
              ...fitting.map((c) => [c.id, courseName(c, lang.value)] as const),
            ]}
            onChange={setCourse}
          />
        </Line>
      )}
      <Line title={t("web.create.clock")}>
        <Select
          label={t("web.create.clock")}
          value={clock ?? ""}
          options={[...(clock ? [] : [["", clockWords(room)] as const]), ...clockOptions(table.game)]}
          onChange={(c) => c && setHouse({ clock: CLOCKS[c as ClockChoice] })}
        />
      </Line>
      <Line title={t("web.chat")}>
        <Switch label={t("web.chat")} on={table.house.chat} onChange={(chat) => setHouse({ chat })} />
      </Line>
    </details>
  );
}

function Agreed({ room, act }: { room: Room } & Act) {
  const { table } = room;
  const id = table.settings.find((s) => s.key === "course")?.value;
  const [course, setCourse] = useState<Course | null>(null);
  useEffect(() => {
    let current = true;
    const show = (found: Course | undefined) => current && setCourse(found ?? null);
    // A course of somebody's own is told as its whole text.
    if (id?.includes("\n")) void readCourse(table.game, "", id).then((read) => show("course" in read ? read.course : undefined));
    else void loadCourses(table.game).then((all) => show(all.find((c) => c.id === id)));
    return () => {
      current = false;
    };
  }, [table.game, id]);
  const house = table.house;
  const agreed = inWords(useVariants(table.game), table.settings);
  const lines: [string, string][] = [
    ...(agreed ? [[t("web.create.variants"), agreed] as [string, string]] : []),
    [t("web.room.time"), clockWords(room)],
    [t("web.room.bots"), t("web.room.bots_fill")],
    [t("web.room.away"), t(`web.room.away_${house.stand_in}`)],
    [t("web.create.access"), t(`web.create.access_${house.access}`)],
  ];
  return (
    <section class="panel room-agreed">
      <div class="room-course">
        {course && <span class="room-picture"><CoursePicture course={course} shields={table.game === "rally2023"} /></span>}
        <div>
          <h2 class="disp">{course ? courseName(course, lang.value) || t("web.create.own_title") : tr(`web.game.${table.game}`)}</h2>
          <p class="mut">{course ? tr(`web.game.${table.game}`) : tr(`web.about.${table.game}`)}</p>
        </div>
      </div>
      <SpecialRules course={course} />
      <dl>
        {lines.map(([key, words]) => (
          <div key={key}><dt class="mut">{key}</dt><dd>{words}</dd></div>
        ))}
      </dl>
      {room.me.host && <Change room={room} act={act} />}
    </section>
  );
}

export function WaitingRoom({ table, room: told }: Props) {
  // A table screen only looks on, whoever holds the key.
  const room = told.me.screen ? { ...told, me: { ...told.me, host: false } } : told;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [programs, setPrograms] = useState<WebBots>({ bots: [], programs: [] });
  useEffect(() => {
    if (!room.me.host) return;
    // A bot that is started now is soon shown as connected.
    const look = () => void seatable().then(setPrograms, () => {});
    look();
    const often = setInterval(look, LOOK_MS);
    return () => clearInterval(often);
  }, [room.me.host]);
  const act = async (deed: Deed) => {
    setBusy(true);
    setRefusal(await table.act(deed));
    setBusy(false);
  };
  const open = room.seats.filter((s) => s.kind === "open").length;
  const taken = room.seats.length - open;
  const facts = isGame(room.table.game) ? GAMES[room.table.game] : { fewest: 1, most: 8 };
  async function start() {
    setBusy(true);
    if (open) {
      const filled = await table.act({ t: "fill", level: room.table.house.level });
      if (filled) {
        setRefusal(filled);
        setBusy(false);
        return;
      }
    }
    setRefusal(await table.act({ t: "start" }));
    setBusy(false);
  }
  const canSit = room.me.seats.length === 0 && open > 0;
  const firstOpen = room.seats.find((s) => s.kind === "open");
  const main = room.me.screen ? (
    <p class="room-wait">{t("web.screen.hands")}</p>
  ) : room.me.host ? (
    <button class="btn go wide room-start" data-start disabled={busy} onClick={start}>
      {open ? t("web.room.start_bots", open) : t("web.room.start")}
    </button>
  ) : canSit && firstOpen ? (
    <button class="btn act wide room-start" disabled={busy} onClick={() => act({ t: "sit", seat: firstOpen.seat })}>
      {t("web.room.sit")}
    </button>
  ) : (
    <p class="room-wait">{t("web.room.host_starts")}</p>
  );
  return (
    <div class="room">
      <header class="frame-rail room-rail">
        <a class="frame-home" href="/" aria-label={t("web.home")}><Logo size={40} /></a>
        <div class="frame-name">
          <h1>{t("web.room.title")}</h1>
          <p>{tr(`web.game.${room.table.game}`)}</p>
        </div>
        <TableMenu table={table} />
      </header>
      <main class="room-body">
        <div class="room-left">
          <LinkBanner table={table} />
          <Votes table={table} />
          <header class="row room-head">
            <h2 class="disp grow">{t("web.create.seats")}</h2>
            <span class="mut">{t("web.room.taken", taken, room.seats.length)}</span>
          </header>
          <ul class="room-seats">
            {room.seats.map((seat) => <SeatRow key={seat.seat} seat={seat} room={room} programs={programs} act={act} />)}
          </ul>
          {room.me.host && (
            <div class="row room-tools">
              {room.seats.length < facts.most && (
                <button class="btn small" onClick={() => act({ t: "settings", seats: room.seats.length + 1 })}>
                  <Icon name="plus" size={18} /> {t("web.create.add_seat")}
                </button>
              )}
              {room.seats.length > facts.fewest && open > 0 && (
                <button class="btn small" onClick={() => act({ t: "settings", seats: room.seats.length - 1 })}>
                  <Icon name="minus" size={18} /> {t("web.create.less_seat")}
                </button>
              )}
            </div>
          )}
          <Robots table={table} room={room} />
          {talks(table) && <section class="panel room-chat" aria-label={t("web.chat")}><Chat table={table} /></section>}
        </div>
        <div class="room-right">
          <Invite room={room} />
          <Agreed room={room} act={act} />
          {refusal && <p class="code-fault" role="alert">{refusal.message}</p>}
          <div class="room-main">{main}</div>
        </div>
      </main>
    </div>
  );
}
