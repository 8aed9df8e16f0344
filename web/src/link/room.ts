// room.ts - what the server tells of a table's people: who sits where, what may be asked of the others,
// who wrote what.  Plain functions of its messages; the table that talks to the server is remote.ts.
import { t, tr } from "../app/words";
import type { ChatLine, Hushed, Seat, Vote } from "../engine/table";
import type { Deed } from "./connection";
import type * as msg from "./messages";

/** What the waiting room shows, and what the host may change. */
export interface Room {
  me: msg.Me;
  table: msg.Table;
  seats: msg.Seat[];
  people: msg.Person[];
  watching: number;
}

export interface Clocked {
  clocks: msg.Clock[];
  at: number; // performance.now() when they were told
}

/** Who sits where, as the table screens show it. */
export function seatsOf(room: Room, clocked: Clocked, waiting: readonly number[], actors: readonly number[], me: number): Seat[] {
  const asked = new Set(waiting.map((actor) => actors[actor] ?? actor));
  return room.seats.map((s) => {
    const person = room.people.find((p) => p.person === s.person);
    const mine = s.seat === me;
    const shared = !mine && room.me.seats.includes(s.seat); // somebody else at this device
    const clock = clocked.clocks.find((c) => (actors[c.actor] ?? c.actor) === s.seat);
    const isBot = s.kind === "bot" || s.kind === "program";
    return {
      seat: s.seat,
      name: mine ? t("web.you") : shared ? t("web.player", s.seat + 1) : (person?.name ?? s.bot ?? t(isBot ? "web.bot_n" : "web.player", s.seat + 1)),
      kind: mine ? "me" : isBot ? "bot" : s.kind === "open" ? "free" : "person",
      level: s.stand_in ?? (s.kind === "bot" ? (s.level ?? "normal") : null),
      presence: isBot || person?.online ? "here" : "away",
      asked: asked.has(s.seat),
      ready: asked.size > 0 && !asked.has(s.seat),
      clock: clock?.left ?? null,
      clockAt: clocked.at,
      clockRuns: clock?.running ?? false,
      gaveUp: s.conceded ?? false,
    };
  });
}

export function chatLine(line: msg.ChatLine, room: Room | null): ChatLine {
  const seat = room?.seats.find((s) => s.person === line.person)?.seat ?? -1;
  return { seat, name: line.name, text: line.text ?? (line.phrase ? tr(`web.phrase.${line.phrase}`) : ""), at: line.at, person: line.person, line: line.line };
}

function nameOf(room: Room | null, seat: number | undefined): string {
  const person = room?.seats.find((s) => s.seat === seat)?.person;
  return room?.people.find((p) => p.person === person)?.name ?? "";
}

/** Seats of people who are away: somebody without a seat may say "I was ...", when their key is lost. */
export function awaySeats(room: Room): { seat: number; name: string }[] {
  if (room.me.seats.length || room.me.screen) return [];
  return room.seats.flatMap((s) => {
    const person = s.kind === "person" ? room.people.find((p) => p.person === s.person) : undefined;
    return person && !person.online ? [{ seat: s.seat, name: person.name }] : [];
  });
}

/** For the words of the log. */
export function namesOf(room: Room): string[] {
  return room.seats.map((s) => room.people.find((p) => p.person === s.person)?.name ?? s.bot ?? t("web.bot_n", s.seat + 1));
}

export function voteOf(v: msg.Vote, room: Room | null): Vote {
  return {
    vote: v.vote,
    kind: v.kind,
    by: room?.people.find((p) => p.person === v.by)?.name ?? "",
    about: nameOf(room, v.seat),
    mine: v.by === room?.me.person,
    open: v.need.includes(room?.me.person ?? 0),
  };
}

/** Notices that nothing else on the screen shows. */
const TOLD: readonly msg.NoticeKind[] = ["stood_in", "stand_in_gone", "late", "conceded", "undone", "resumed", "time_given"];

/** What happened beside the game, in words; "" where the screen shows it anyway. */
export function noticeOf({ notice, seat = -1 }: msg.TellNotice, room: Room): string {
  return TOLD.includes(notice) ? tr(`web.notice.${notice}`, namesOf(room)[seat] ?? "") : "";
}

/** Whose chat I do not want to read. */
export function hushedOf(room: Room, chat: readonly ChatLine[]): Hushed[] {
  const { muted, blocked } = room.me;
  const name = (person: number) =>
    room.people.find((p) => p.person === person)?.name ?? chat.find((l) => l.person === person)?.name ?? t("web.guest");
  return [...new Set([...(muted ?? []), ...(blocked ?? [])])]
    .map((person) => ({ person, name: name(person), blocked: blocked?.includes(person) ?? false }));
}

/** What I may ask of the others, or take back my seat with, while a game goes on. */
export function deedsOf(room: Room, clocked: Clocked, actors: readonly number[], mine: number): { words: string; sure: boolean; deed: Deed }[] {
  const { state } = room.table;
  if (state !== "playing" && state !== "paused") return [];
  const ask = (words: string, sure: boolean, deed: Deed) => ({ words, sure, deed });
  if (mine < 0) return awaySeats(room).map((s) => ask(t("web.deed.claim", s.name), true, { t: "claim", seat: s.seat }));
  if (room.me.seats.every((s) => room.seats[s]?.conceded)) return []; // no say in the rest of this game
  const all = seatsOf(room, clocked, [], actors, mine);
  const away = all.filter((s) => s.presence === "away" && !s.level);
  const timed = all.filter((s) => s.clock !== null);
  return [
    ...timed.map((s) => ask(s.seat === mine ? t("web.deed.more_time_me") : t("web.deed.more_time", s.name), false, { t: "more_time", seat: s.seat, seconds: 300 })),
    state === "paused" ? ask(t("web.deed.resume"), false, { t: "resume" }) : ask(t("web.deed.pause"), false, { t: "pause" }),
    ...away.map((s) => ask(t("web.deed.stand_in", s.name), false, { t: "stand_in", seat: s.seat })),
    ask(t("web.deed.end"), true, { t: "end" }),
    ask(t("web.deed.concede"), true, { t: "concede", seat: mine }),
  ];
}
