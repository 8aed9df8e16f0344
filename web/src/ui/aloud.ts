// aloud.ts - what a table says to those who listen: one summary for each register or answer, in three
// levels of detail, and answers to questions that can be asked at any time.  Words are the engine's.
import { signal } from "@preact/signals";
import { isRace } from "../app/games";
import { aloud, type Aloud } from "../app/settings";
import { type Key, t } from "../app/words";
import { withCellNames } from "../art/dirs";
import type { Step, Table } from "../engine/table";

const MOST = 8; // summaries kept in the document

/** What must be heard at any level. */
export const NEWS = new Set([
  "fell", "destroyed", "rebooted", "reentered", "returned", "flag", "checkpoint", "finished", "end", "out", "winner",
]);
/** Left out of a register's summary: the cards' way into it, and what is said anyway. */
const QUIET = new Set([
  "dealt", "drew", "programmed", "revealed", "register_end", "round_end", "cleanup", "reshuffled", "unlocked", "cleared", "stack",
]);

function isSaid(kind: string, level: Aloud): boolean {
  if (level === "event") return true;
  return level === "round" ? NEWS.has(kind) : !QUIET.has(kind);
}

/** The summaries of a step: one for each register it runs, one for what is outside of them. */
export function summaries(step: Step, level: Aloud): string[] {
  const said = new Map(step.lines.map((line) => [line.event, line.text.trim()]));
  const groups: { register: number; lines: string[] }[] = [{ register: 0, lines: [] }];
  step.events.forEach((event, i) => {
    const register = event.event === "revealed" ? Number(event.register) : 0;
    const now = groups[groups.length - 1] as { register: number; lines: string[] };
    if (register && register !== now.register && level !== "round") groups.push({ register, lines: [] });
    const line = said.get(step.first + i);
    if (line && isSaid(event.event, level)) groups[groups.length - 1]?.lines.push(line);
  });
  return groups
    .filter((group) => group.lines.length)
    .map(({ register, lines }) => [register ? `${t("web.rally.register", register)}.` : "", ...lines].filter(Boolean).join(" "));
}

export const QUESTIONS = ["where", "way", "hits", "program", "may", "last", "ready"] as const;
export type Asked = (typeof QUESTIONS)[number];
export const ASK_KEYS: Record<Asked, string> = { where: "w", way: "v", hits: "x", program: "q", may: "s", last: "z", ready: "k" };

/** Only races have flags, programs and a robot of each player's: what is asked elsewhere in their place. */
const ELSEWHERE: Partial<Record<Asked, Key>> = { where: "web.aloud.stands", way: "web.aloud.goes", program: "web.aloud.chosen" };

/** A question as it is put at a game's table. */
export const questionKey = (question: Asked, game: string): Key => (!isRace(game) && ELSEWHERE[question]) || `web.aloud.${question}`;
export const questionName = (question: Asked, game: string): string => t(questionKey(question, game));

/** Sentences and lines of a table one after the other, each with its stop. */
export const asSentences = (parts: readonly string[]): string => parts.map((part) => (/[.,!?]$/.test(part) ? part : `${part}.`)).join(" ");

/** Those that make sense at a game's table: outside of races nobody hits anybody. */
export const questionsOf = (game: string): Asked[] => QUESTIONS.filter((question) => question !== "hits" || isRace(game));

/** The words of the command line for them, in the reader's language. */
export const questionWords = (): string => QUESTIONS.map((question) => t(`web.aloud.word.${question}`)).join(", ");

/** The question that a typed word asks, in the reader's language or by its id. */
export function questionOf(text: string): Asked | null {
  const word = text.trim().replace(/\?$/, "").toLocaleLowerCase();
  return QUESTIONS.find((question) => word === question || word === t(`web.aloud.word.${question}`)) ?? null;
}

/** How the screen of now answers, at once or when the engine did; the table's status stands for what it
 *  does not know. */
export const answerer = signal<Partial<Record<Asked, () => string | Promise<string>>>>({});

/** The voice of the table that is shown, for its command line. */
export const voice = signal<Voice | null>(null);

export class Voice {
  readonly lines = signal<readonly string[]>([]);
  readonly answer = signal("");
  private asked = 0;

  constructor(private readonly table: Table) {}

  listen(): () => void {
    return this.table.onStep((step) => {
      let fresh = summaries(step, aloud.peek());
      if (isRace(this.table.game)) fresh = fresh.map(withCellNames); // as its board shows them
      if (fresh.length) this.lines.value = [...this.lines.value, ...fresh].slice(-MOST);
    });
  }

  async ask(question: Asked): Promise<void> {
    const number = ++this.asked;
    const own = await Promise.resolve(answerer.peek()[question]?.()).catch(() => ""); // the table closed
    if (number !== this.asked) return; // something newer was asked meanwhile
    const said = own || this.general(question) || t("web.aloud.unknown");
    // The same answer once more is said once more.
    this.answer.value = this.answer.peek() === said ? `${said}\u00a0` : said;
  }

  /** What every table can say, whatever its game. */
  private general(question: Asked): string {
    if (question === "where") return asSentences(this.table.status.peek());
    if (question === "last") return this.lines.peek().at(-1) ?? t("web.aloud.nothing");
    if (question === "ready") {
      const asked = this.table.seats.peek().filter((seat) => seat.asked).map((seat) => seat.name);
      const others = asked.filter((name) => name !== t("web.you"));
      const turn = others.length < asked.length ? [t("web.table.your_turn")] : [];
      const wait = others.length ? [t("web.table.waiting_for", others.join(", "))] : [];
      return asSentences([...turn, ...wait]) || t("web.aloud.all_ready");
    }
    if (question === "program") return t("web.aloud.no_program");
    if (question === "hits" && !isRace(this.table.game)) return t("web.aloud.hits_never");
    if (question !== "may") return "";
    const open = this.table.questions.peek().find((q) => !q.sent);
    return open ? `${open.prompt} ${open.options.map((option) => option.words).join(", ")}.` : this.general("ready");
  }
}
