// create.tsx - a new table: game, course, seats, what the table allows.  Alone with bots it starts
// in this browser; with others it is made on the server and leads to its waiting room.
import { useEffect, useMemo, useState } from "preact/hooks";
import { GAMES, GAME_IDS, isGame, isRace, robotOfSeat, type GameId } from "../app/games";
import { CLOCKS, clockOptions, type ClockChoice } from "../app/clocks";
import { courseName, type Course } from "../app/courses";
import { minutesOf, paceOf } from "../app/minutes";
import { courseSetting } from "../app/own-courses";
import { go, query } from "../app/router";
import { lang, t, tr } from "../app/words";
import { LEVELS, type Level } from "../engine/table";
import { ApiError, guest, makeTable, newId, seatable, server } from "../link/api";
import type { House, NewSeat, Setting, WebBots } from "../link/messages";
import { keepSecret } from "../link/secrets";
import { RobotFace } from "../art/robot";
import { Choice, Line, Select, Switch } from "../ui/controls";
import { Icon, Logo } from "../ui/icon";
import { CourseGrid, playersOf } from "./course-grid";
import { SpecialRules } from "./special-rules";
import { settingsOf, useVariants, Variants } from "./variants";

type Program = `program-${number}` | `host-${string}`; // one of my own bots by its number, or of the server's
type SeatChoice = "me" | "here" | "open" | Level | Program; // here: somebody else at this device
type Access = House["access"];
type Preset = "own" | "family";

const isProgram = (s: SeatChoice): s is Program => s.startsWith("program-") || s.startsWith("host-");

const programSeat = (s: Program): NewSeat =>
  s.startsWith("host-") ? { kind: "program", program: s.slice("host-".length) } : { kind: "program", bot: Number(s.slice("program-".length)) };

/** Levels that plan their own way and pay no heed to others, so that they push nobody on purpose. */
const GENTLE: readonly Level[] = ["beginner", "easy"];

function SeatLine({ game, index, choice, family, bots, onChange }: {
  game: GameId;
  family: boolean;
  index: number;
  choice: SeatChoice;
  bots: WebBots;
  onChange: (choice: SeatChoice) => void;
}) {
  const alone = server.value === "none";
  const program = bots.bots.find((b) => choice === `program-${b.bot}`);
  const hosted = choice.startsWith("host-") ? choice.slice("host-".length) : null;
  const name =
    choice === "me" ? t("web.you") : choice === "open" ? t("web.seat.open") : choice === "here" ? t("web.seat.here") : (program?.name ?? hosted ?? t("web.seat.bot"));
  const about =
    choice === "me"
      ? t("web.seat.host")
      : choice === "open"
        ? t("web.seat.open_about")
        : choice === "here"
          ? t("web.seat.here_about")
        : isProgram(choice)
          ? t(hosted ? "web.bots.hosted" : program?.online ? "web.bots.online" : "web.bots.away")
          : tr(`web.level_about.${choice}`);
  return (
    <li class="seat-line">
      <RobotFace robot={robotOfSeat(game, index)} size={40} />
      <span class="grow">
        <span class="strong block">{name}</span>
        <span class="mut small">{about}</span>
      </span>
      {choice === "me" ? (
        <span class="chip">{t("web.seat.chip_host")}</span>
      ) : (
        <Select
          label={t("web.seat.who", index + 1)}
          value={choice}
          options={[
            ...(alone ? [] : [["open", t("web.seat.open")] as const]),
            ["here", t("web.seat.here")] as const,
            ...(family ? GENTLE : LEVELS).map((l) => [l, t("web.bot_of", tr(`web.level.${l}`))] as const),
            ...(family ? [] : bots.programs).map((name) => [`host-${name}`, t("web.bots.host", name)] as const),
            ...(family ? [] : bots.bots).map((b) => [`program-${b.bot}`, t("web.bots.seat", b.name)] as const),
          ]}
          onChange={(value) => onChange(value as SeatChoice)}
        />
      )}
    </li>
  );
}

/** "RoboRally 2005", on a phone "2005". */
function GameName({ name }: { name: string }) {
  const [, long = "", short = name] = /^(.* )(\d+)$/.exec(name) ?? [];
  return <span><span class="pill-long">{long}</span>{short}</span>;
}

export default function Create({ game: asked }: { game: string | null }) {
  const game: GameId = asked && isGame(asked) ? asked : "rally2005";
  const facts = GAMES[game];
  const inRoom = query.value.has("room");
  const friends = query.value.has("friends");
  const family = query.value.has("family");
  const usual = (): SeatChoice[] => [
    "me",
    ...Array.from({ length: facts.usualSeats - 1 }, () => (inRoom || friends ? "open" : family ? "beginner" : facts.usualLevel) as SeatChoice),
  ];
  const [course, setCourse] = useState<Course | null>(null);
  const [seats, setSeats] = useState<SeatChoice[]>(usual);
  const [clock, setClock] = useState<ClockChoice>("none");
  const [access, setAccess] = useState<Access>("code");
  const variants = useVariants(game);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [path, setPath] = useState(true);
  const [hints, setHints] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const [bots, setBots] = useState<WebBots>({ bots: [], programs: [] });
  useEffect(() => {
    if (guest.value && server.value !== "none") seatable().then(setBots, () => {}); // then without them
  }, []);
  const [step, setStep] = useState(0); // on phones: course, seats, rules
  useEffect(() => {
    setCourse(null);
    setSeats(usual());
    setChosen({});
    setStep(0);
  }, [game]);
  const hasCourse = COURSES[game] !== undefined;
  const steps = useMemo(() => (hasCourse ? ["course", "seats", "rules"] : ["seats", "rules"]), [hasCourse]);
  const alone = seats.every((s) => s !== "open" && !isProgram(s));
  const company = `${inRoom ? "&room" : ""}${friends ? "&friends" : ""}`;
  const rest = `${company}${family ? "&family" : ""}`; // of the address, from game to game
  // The family's table: no clock, paths and undo, phrases in place of chat, bots that race and do not hunt.
  useEffect(() => {
    if (!family) return;
    setClock("none");
    setPath(true);
    setSeats((held) => held.map((s) => (s === "me" || s === "here" || s === "open" ? s : "beginner")));
    setAccess((held) => (held === "public" ? "code" : held));
  }, [family]);
  /** As many seats as that: new ones like the last one. */
  function setCount(n: number) {
    setSeats((held) => {
      const last = held[held.length - 1] ?? "easy";
      return Array.from({ length: n }, (_, i) => held[i] ?? (last === "me" ? "easy" : last));
    });
  }

  /** A course that is not for that many takes the nearest number that it is for. */
  function choose(next: Course | null) {
    setCourse(next);
    if (!next || next.players.includes(seats.length)) return;
    const far = (n: number) => Math.abs(n - seats.length);
    setCount([...next.players].sort((a, b) => far(a) - far(b))[0] ?? seats.length);
  }

  /** A custom course is known by its name in this browser alone; others are sent its text. */
  function settings(forOthers: boolean): Setting[] {
    const list: Setting[] = [];
    if (course) list.push({ key: "course", value: (forOthers ? courseSetting(course.id) : null) ?? course.id });
    return [...list, ...settingsOf(variants, chosen, course, seats.length)];
  }

  function startHere() {
    const level = seats.find((s) => s !== "me" && s !== "here") ?? "easy";
    const asks = settings(false).map((s) => `&set.${s.key}=${encodeURIComponent(s.value)}`).join("");
    const levels = seats.map((s) => (s === "me" ? "me" : s)).join(".");
    go(`/local/${game}?seats=${seats.length}&level=${level}&bots=${levels}${asks}`);
  }

  async function create() {
    setBusy(true);
    setFault("");
    const house: House = {
      access,
      clock: CLOCKS[clock],
      stand_in: "late",
      level: family ? "beginner" : "normal",
      chat: access !== "public" && !family,
      hints,
      previews: path,
      undo: true,
      watch: true,
    };
    const list: NewSeat[] = seats.map((s) =>
      s === "me" || s === "here"
        ? { kind: "person" }
        : s === "open"
          ? { kind: "open" }
          : isProgram(s)
            ? programSeat(s)
            : { kind: "bot", level: s },
    );
    try {
      const made = await makeTable({ id: newId(), game, seats: list, settings: settings(true), house });
      if (made.secret) keepSecret(made.table, made.secret);
      go(`/table/${made.table}`);
    } catch (error) {
      const known = error instanceof ApiError && error.error !== "offline";
      setFault(known ? error.message || tr(`web.refused.${error.error}`) : t("web.home.lost"));
      setBusy(false);
    }
  }

  const seatsPanel = (
    <section class={`create-part${steps[step] === "seats" ? " now" : ""}`}>
      <header class="row">
        <h2 class="disp grow">{t("web.create.seats")}</h2>
        <span class="mut">{facts.fewest === facts.most ? facts.most : t("web.create.range", facts.fewest, facts.most)}</span>
      </header>
      <ul>
        {seats.map((s, i) => (
          <SeatLine key={i} game={game} family={family} index={i} choice={s} bots={bots} onChange={(c) => setSeats(seats.map((x, j) => (j === i ? c : x)))} />
        ))}
      </ul>
      <div class="row create-seat-tools">
        {seats.length < facts.most && (
          <button class="btn small" onClick={() => setSeats([...seats, server.value === "none" ? "easy" : "open"])}>
            <Icon name="plus" size={18} /> {t("web.create.add_seat")}
          </button>
        )}
        {seats.length > facts.fewest && (
          <button class="btn small" onClick={() => setSeats(seats.slice(0, -1))}>
            <Icon name="minus" size={18} /> {t("web.create.less_seat")}
          </button>
        )}
        {seats.includes("open") && (
          <button class="btn small" onClick={() => setSeats(seats.map((s) => (s === "open" ? (family ? "beginner" : "normal") : s)))}>
            <Icon name="bot" size={18} /> {t("web.create.fill")}
          </button>
        )}
      </div>
    </section>
  );

  const rulesPanel = (
    <section class={`create-part${steps[step] === "rules" ? " now" : ""}`}>
      <Line title={t("web.create.preset")} about={family ? t("web.create.family_about") : ""}>
        <Choice<Preset>
          label={t("web.create.preset")}
          value={family ? "family" : "own"}
          options={[["own", t("web.create.preset_own")], ["family", t("web.create.preset_family")]]}
          onChange={(p) => go(`/create?game=${game}${company}${p === "family" ? "&family" : ""}`, "replace")}
        />
      </Line>
      <Variants
        key={game} variants={variants} chosen={chosen} course={course} seats={seats.length}
        onChange={(key, value) => setChosen((held) => ({ ...held, [key]: value }))}
      />
      {!alone && (
        <>
          {!family && <Line title={t("web.create.clock")} about={t("web.create.clock_about")} below>
            <Choice
              label={t("web.create.clock")}
              value={clock}
              options={clockOptions(game)}
              onChange={setClock}
            />
          </Line>}
          <Line title={t("web.create.access")} about={t("web.create.access_about")} below>
            <Choice
              label={t("web.create.access")}
              value={access}
              options={[
                ["link", t("web.create.access_link")], ["code", t("web.create.access_code")],
                ...(family ? [] : [["public", t("web.create.access_public")] as const]),
              ]}
              onChange={setAccess}
            />
          </Line>
          {!family && isRace(game) && <Line title={t("web.create.path")} about={t("web.create.path_about")}>
            <Switch label={t("web.create.path")} on={path} onChange={setPath} />
          </Line>}
          <Line title={t("web.create.hints")} about={t("web.create.hints_about")}>
            <Switch label={t("web.create.hints")} on={hints} onChange={setHints} />
          </Line>
        </>
      )}
    </section>
  );

  const last = step === steps.length - 1;
  const minutes = minutesOf(game, hasCourse ? (course?.id ?? "") : null, seats.length);
  const misfit = course !== null && !course.players.includes(seats.length);
  return (
    <div class="create">
      <header class="frame-rail create-rail">
        <a class="frame-home" href="/" aria-label={t("web.home")}><Logo size={40} /></a>
        <h1 class="disp create-title">{t("web.home.create")}</h1>
        <nav class="rail-pills" aria-label={t("web.create.game")}>
          {GAME_IDS.map((id) => (
            <a
              key={id}
              class={`rail-pill${id === game ? " now" : ""}`}
              aria-current={id === game ? "true" : undefined}
              href={`/create?game=${id}${rest}`}
              aria-label={tr(`web.game.${id}`)}
            >
              <GameName name={tr(`web.game.${id}`)} />
            </a>
          ))}
        </nav>
        <a class="rail-button create-close" href="/" aria-label={t("web.cancel")}><Icon name="x" /></a>
      </header>
      <main class="create-body" data-step={steps[step]}>
        {hasCourse && (
          <div class={`create-courses${steps[step] === "course" ? " now" : ""}`}>
            <CourseGrid game={game} seats={seats.length} chosen={course} onChoose={choose} onPlayers={setCount} />
          </div>
        )}
        <div class={`create-side${hasCourse ? "" : " alone"}`}>
          <h2 class="disp create-name">{course ? courseName(course, lang.value) : tr(`web.game.${game}`)}</h2>
          {course?.verified && (
            <p class="create-checked"><Icon name="check" size={18} /> {t("web.create.verified")}</p>
          )}
          {minutes !== null && (
            <p class="create-minutes mut">
              <Icon name="clock" size={18} /> {t(hasCourse ? "web.create.minutes_round" : "web.create.minutes_answer", minutes, paceOf(game))}
            </p>
          )}
          {!hasCourse && <p class="mut">{tr(`web.about.${game}`)}</p>}
          <SpecialRules course={course} />
          {rulesPanel}
          {seatsPanel}
          {misfit && course && <p class="code-fault" role="alert">{t("web.create.misfit", playersOf(course))}</p>}
          {fault && <p class="code-fault" role="alert">{fault}</p>}
          <div class="create-foot">
            <button
              class="btn go wide create-go"
              data-create
              disabled={busy || misfit || (hasCourse && !course)}
              onClick={alone ? startHere : create}
            >
              {t(alone ? "web.create.start_here" : "web.create.make")}
            </button>
            {alone && <p class="mut small">{t("web.create.here_about")}</p>}
          </div>
        </div>
      </main>
      <footer class="create-steps">
        {step > 0 && <button class="btn console" onClick={() => setStep(step - 1)}>{t("web.back")}</button>}
        {last ? (
          <button class="btn go grow" disabled={busy || misfit || (hasCourse && !course)} onClick={alone ? startHere : create}>
            {t(alone ? "web.create.start_here" : "web.create.make")}
          </button>
        ) : (
          <button class="btn go grow" onClick={() => setStep(step + 1)}>{tr(`web.create.next_${steps[step + 1]}`)}</button>
        )}
      </footer>
    </div>
  );
}
