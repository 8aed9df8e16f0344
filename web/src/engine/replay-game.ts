// replay-game.ts - a game read from its record: the inside of the worker of a replay.  The engine has
// dealt and played it again by then, so that every state is its own.
import { REFEREE, type Engine, type State, type Table } from "../../../src/wasm/robodrome.mjs";
import type { OpenRecord, Retold, Shot } from "./protocol";
import { progressOf, standsOf, type Progress, type Standing } from "./progress";
import { Reader, type TellingMatch } from "./reader";
import type { Filmed, GameEvent, LogLine } from "./table";

export class ReplayGame extends Reader {
  private readonly table: Table;
  private eye: number = REFEREE;
  private n = 0;
  private story: Retold = { parts: [0], events: [], lines: [] };

  constructor(engine: Engine, set: OpenRecord) {
    const { match, table } = engine.readRecord(set.text);
    super(match as TellingMatch, engine.about.bots[0] ?? "random", set.lang, 1n);
    this.table = table;
    match.speak({ lang: set.lang, names: set.names });
  }

  override close(): void {
    this.table.close();
    super.close();
  }

  /** The whole game as one seat saw it; REFEREE sees all hands. */
  retell(eye: number): Retold {
    this.eye = eye;
    const events: GameEvent[] = [];
    const parts: number[] = [];
    for (const part of this.table.since(eye)) {
      parts.push(events.length);
      events.push(...(part.events as GameEvent[]));
    }
    parts.push(events.length);
    this.story = { parts, events, lines: [] };
    this.lines();
    return this.story;
  }

  /** The game after part n of its story (0 = the set-up). */
  moment(n: number): Shot {
    this.n = n;
    return this.shot();
  }

  /** Part n, from the part before it. */
  part(n: number): Filmed {
    const { parts, events, lines } = this.story;
    const [first, end] = [parts[n] ?? 0, parts[n + 1] ?? events.length];
    const seen = (at: number) => this.match.describe(this.table.view(this.eye, at));
    return this.film({
      first,
      events: events.slice(first, end),
      lines: lines.filter((line) => line.event >= first && line.event < end),
      before: seen(Math.max(0, n - 1)),
      after: seen(n),
    });
  }

  /** How far everybody was when each round or turn began, and at the end. */
  progress(): Progress {
    const parts = this.table.since(REFEREE).map((part) => part.events as GameEvent[]);
    const last = parts.length - 1;
    const standings: Standing[] = [];
    let at = 0;
    parts.forEach((events, n) => {
      at += events.length;
      if (n < last && !events.some(({ event }) => event === "round" || event === "turn")) return;
      const state = this.table.view(REFEREE, n);
      standings.push({ at, stands: standsOf(this.match.describe(state), (robot) => this.cellsToGo(state, robot)) });
    });
    return progressOf(this.match.describe(this.table.view(REFEREE, last)), standings);
  }

  /** The shortest way of a robot to its next flag. */
  private cellsToGo(state: State, robot: string): number | null {
    const { actors } = this.match.setup() as { actors?: { robot?: string }[] };
    const foreseen = this.match.preview(state, (actors ?? []).findIndex((actor) => actor.robot === robot), [], this.lang) as { way?: { steps: number }[] | false };
    return foreseen.way ? foreseen.way.reduce((sum, { steps }) => sum + steps, 0) : null;
  }

  /** The whole position in which that seat was asked last, at part n or before: to play on from there. */
  fork(n: number, seat: number): string {
    for (let at = n; ; at--) {
      const state = this.table.view(REFEREE, at);
      if (at === 0 || this.match.pending(state).some((actor) => this.match.seatOf(actor) === seat)) return this.match.stateText(state);
    }
  }

  /** The whole log, in the language of now. */
  lines(): LogLine[] {
    const { events } = this.story;
    const words = this.match.say(events, this.lang);
    this.story.lines = this.linesOf(events.map((event, i) => ({ ...event, words: words[i] ?? "" })), 0);
    return this.story.lines;
  }

  /** Answers in the game as it ended, and its places. */
  about() {
    const { length, over, places, scores } = this.table.stands();
    return { answers: length, outcome: over ? { places: [...places], scores: [...scores] } : null, seats: this.match.seats };
  }

  protected override view(): State {
    return this.table.view(this.eye, this.n);
  }

  protected override seat(): number {
    return this.eye;
  }

  protected override number(): number {
    return 0; // nothing is answered here
  }
}
