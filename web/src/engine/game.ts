// game.ts - one game in the engine, played by one person and bots: the inside of the worker.  It
// has no worker in it, so that tests can play it in Node.
import type { Action, Engine, State } from "../../../src/wasm/robodrome.mjs";
import type { OpenLocal, Shot, Think, Thought, Told } from "./protocol";
import { Reader } from "./reader";
import type { GameEvent, LogLine, Refusal, Step } from "./table";

export class LocalGame extends Reader {
  private me: number; // the seat of the person who looks
  private state: State;
  private past: { state: State; told: number; lines: number }[] = []; // before the person's answers
  private done: { before: State; action: Action; first: number }[] = []; // to tell the log again
  private told = 0; // events so far
  private asked = 0; // number of the question
  /** How often the person stepped back: what a bot thought of before is about another game. */
  steppedBack = 0;

  constructor(
    engine: Engine,
    private readonly set: OpenLocal,
  ) {
    super(
      engine.open(set.seats, set.settings, { lang: set.lang, names: set.names }),
      engine.about.bots[0] ?? "random",
      set.lang,
      BigInt(set.seed),
    );
    this.me = set.bots.indexOf(null);
    this.state = set.position ? this.match.parseState(set.position) : this.match.start(BigInt(set.seed));
  }

  override shot(): Shot {
    return { ...super.shot(), canUndo: this.past.length > 0, told: this.told, next: this.nextPerson() };
  }

  /** Somebody else at this device whom the table waits for, while it does not wait for who looks. */
  private nextPerson(): number | null {
    const asked = this.match.pending(this.state).map((a) => this.match.seatOf(a));
    if (asked.includes(this.me)) return null;
    return asked.find((seat) => this.set.bots[seat] === null) ?? null;
  }

  /** Another person takes the device: everything as that seat saw it. */
  sit(seat: number): { shot: Shot; events: GameEvent[]; lines: LogLine[] } {
    if (this.set.bots[seat] !== null) throw new Error("a bot plays that seat");
    this.me = seat;
    this.past = []; // who looks takes back nothing of others
    const events: GameEvent[] = [];
    for (const entry of this.done) {
      entry.first = events.length;
      events.push(...this.match.apply(entry.before, entry.action, { seat, lang: this.lang }).events);
    }
    this.told = events.length;
    this.asked++;
    return { shot: this.shot(), events, lines: this.retell() };
  }

  /** The person's answer; what it led to, up to the next question, or why it was not taken. */
  submit(actor: number, number: number, picks: readonly number[]): Refusal | Told {
    if (number !== this.asked || !this.isMine(actor)) return { message: "", rule: null };
    const before = { state: this.state, told: this.told, lines: this.done.length };
    try {
      const step = this.play({ actor, picks });
      this.past.push(before);
      return this.tell(step);
    } catch (error) {
      return { message: (error as Error).message, rule: null };
    }
  }

  /** A bot that is asked, with what it may know; null when the table waits for the person. */
  nextBot(): Think | null {
    const actor = this.match.pending(this.state).find((a) => this.set.bots[this.match.seatOf(a)] !== null);
    if (actor === undefined) return null;
    const seat = this.match.seatOf(actor);
    const { engine, seats, settings } = this.set;
    const view = this.match.view(this.state, seat);
    return { module: engine.module, seats, settings, view, actor, level: this.set.bots[seat] ?? "normal", random: String(this.seedFor(actor)) };
  }

  /** A bot's answer to what it was asked; null when that was before a step back. */
  takeThought(wish: Think, thought: Thought, asked: number): Told | null {
    const pending = this.match.pending(this.state);
    if (asked !== this.steppedBack || !pending.includes(wish.actor)) return null;
    return this.tell(this.play({ actor: wish.actor, picks: thought.picks }));
  }

  /** Back to before the person's last answer, or the first one after an event. */
  undo(event: number | null): Shot | null {
    const since = event === null ? this.past.length - 1 : this.past.findIndex((before) => before.told > event);
    const last = this.past[since];
    if (!last) return null;
    this.past.length = since;
    this.state = last.state;
    this.told = last.told;
    this.done.length = last.lines;
    this.asked++;
    this.steppedBack++;
    return this.shot();
  }

  /** Everybody's answers so far: with the seed, the whole game. */
  actions(): { actor: number; picks: number[] }[] {
    return this.done.map(({ action }) => ({ actor: action.actor, picks: [...action.picks] }));
  }

  /** Plays kept answers again; what they told.  One that no longer fits ends it there. */
  replay(actions: readonly Action[]): Step[] {
    const steps: Step[] = [];
    for (const action of actions) {
      const before = { state: this.state, told: this.told, lines: this.done.length };
      try {
        steps.push(this.play(action));
      } catch {
        break; // kept by another version of the rules
      }
      if (this.isMine(action.actor)) this.past.push(before);
    }
    return steps;
  }

  /** The record of the game, to be watched again; whole once it is over. */
  record(): string {
    const start = this.set.position ? this.match.parseState(this.set.position) : null;
    const seed = BigInt(this.set.seed);
    const table = start ? this.match.tableAt(start, seed) : this.match.table(seed);
    try {
      for (const { action } of this.done) {
        const seat = this.match.seatOf(action.actor);
        const asked = table.stands().asked.find((a) => a.actor === action.actor);
        table.submit(seat, asked?.number ?? 0, action);
      }
      return table.record({ keepPrivate: !table.stands().over });
    } finally {
      table.close();
    }
  }

  /** The whole log once more, in the language of now. */
  retell(): LogLine[] {
    return this.done.flatMap(({ before, action, first }) => {
      const { events } = this.match.apply(before, action, { seat: this.me, lang: this.lang });
      return this.linesOf(events, first);
    });
  }

  protected override view(): State {
    return this.match.view(this.state, this.me);
  }

  protected override seat(): number {
    return this.me;
  }

  protected override number(): number {
    return this.asked;
  }

  protected override answersOf(actor: number): number {
    return this.done.filter(({ action }) => action.actor === actor).length;
  }

  private tell(step: Step): Told {
    return { step: this.film(step), shot: this.shot() };
  }

  /** Somebody's answer.  What the person is asked besides stays the same question, with its number: also after a reload, so
   * that a draft is found again. */
  private play(action: Action): Step {
    const open = this.match.pending(this.state).filter((a) => a !== action.actor && this.isMine(a));
    const step = this.apply(action);
    const now = this.match.pending(this.state);
    const done = !this.isMine(action.actor) || !now.includes(action.actor);
    if (open.length && done && open.every((a) => now.includes(a))) this.asked--;
    return step;
  }

  private apply(action: Action): Step {
    const before = this.state;
    const seen = this.match.describe(this.view());
    const { state, events } = this.match.apply(before, action, { seat: this.me, lang: this.lang });
    const first = this.told;
    this.state = state;
    this.told += events.length;
    this.asked++;
    this.done.push({ before, action, first });
    return { first, events, lines: this.linesOf(events, first), before: seen, after: this.match.describe(this.view()) };
  }
}
