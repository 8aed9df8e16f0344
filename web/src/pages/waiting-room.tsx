// waiting-room.tsx - before the start: seats, robots, and the way to begin.
import { useEffect, useState } from "preact/hooks";
import { type Course, teamName } from "../app/courses";
import { GAMES, isGame, robotsOfSeats } from "../app/games";
import { t, tr } from "../app/words";
import { RobotFace } from "../art/robot";
import { LEVELS, type Level, type Refusal } from "../engine/table";
import type { Deed } from "../link/connection";
import { guest, seatable } from "../link/api";
import type { Seat, WebBots } from "../link/messages";
import type { RemoteTable } from "../link/remote";
import { awaySeats, type Room } from "../link/room";
import { LinkBanner } from "../ui/banner";
import { Chat } from "../ui/parts";
import { Select } from "../ui/controls";
import { Icon, Logo } from "../ui/icon";
import { TableMenu } from "../ui/menu";
import { talks } from "../ui/side";
import { Votes } from "../ui/votes";
import { NameForm } from "./name-form";
import { Agreed, useCourse } from "./room-agreed";
import { Invite } from "./room-invite";

const LOOK_MS = 5000;

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

/** Who plays together, where the course has teams: one sits down beside a friend. */
function Team({ seat, room, course }: { seat: Seat; room: Room; course: Course | null }) {
  const team = course?.teams[room.seats.length]?.[seat.seat];
  return team === undefined ? null : <span class="tag info" data-team={team}>{teamName(team)}</span>;
}

function SeatRow(props: { seat: Seat; room: Room; course: Course | null; programs: WebBots } & Act) {
  const { seat, room, programs, act } = props;
  const person = room.people.find((p) => p.person === seat.person);
  const mine = room.me.seats.includes(seat.seat);
  const game = room.table.game;
  const isRace = ROBOTS[game] !== undefined;
  const face = robotsOfSeats(game, room.seats)[seat.seat] ?? "twonky";
  const robot = isRace ? tr(`web.robot.${game}.${face}`) : "";
  if (seat.kind === "open") {
    return (
      <li class="room-seat free">
        <span class="room-plus"><Icon name="plus" size={24} /></span>
        <span class="grow">
          <span class="block"><span class="strong">{t("web.seat.open")}</span> <Team {...props} /></span>
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
          <span class="strong">{isBot ? (seat.bot ?? t("web.seat.bot")) : (person?.name ?? t("web.guest"))}</span> <span class="mut">{robot}</span> <Team {...props} />
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
                <span>{isMine ? t("web.room.yours") : taken && person ? person.name : tr(`web.robot.${game}.${robot}`)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function WaitingRoom({ table, room: told }: Props) {
  // A table screen only looks on, whoever holds the key.
  const room = told.me.screen ? { ...told, me: { ...told.me, host: false } } : told;
  const course = useCourse(room);
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
    <p class="room-wait">{room.me.seats.length === 0 && `${t("web.room.full")} `}{t("web.room.host_starts")}</p>
  );
  return (
    <div class="room" data-host={room.me.host}>
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
            {room.seats.map((seat) => <SeatRow key={seat.seat} seat={seat} room={room} course={course} programs={programs} act={act} />)}
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
          {room.me.seats.length > 0 && !room.me.screen && (
            <NameForm onSaved={() => act({ t: "name", name: guest.peek()?.name ?? "" })} />
          )}
          <Robots table={table} room={room} />
          {talks(table) && <section class="panel room-chat" aria-labelledby="room-chat"><h2 class="strong" id="room-chat">{t("web.chat")}</h2><Chat table={table} /></section>}
        </div>
        <div class="room-right">
          <Invite room={room} />
          <Agreed room={room} course={course} act={act} />
          {refusal && <p class="code-fault" role="alert">{refusal.message}</p>}
          <div class="room-main">{main}</div>
        </div>
      </main>
    </div>
  );
}
