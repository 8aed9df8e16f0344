// view-game.ts - a game that is played elsewhere, read from the positions the server tells: the
// inside of the worker of a remote table.
import type { Engine, State } from "../../../src/wasm/robodrome.mjs";
import type { OpenView, Rules, Shot, Tell } from "./protocol";
import { Reader } from "./reader";
import type { Filmed, GameEvent, LogLine } from "./table";

export class ViewGame extends Reader {
  private now: State | null = null;
  private me = -1;

  constructor(engine: Engine, set: OpenView) {
    super(
      engine.open(set.seats, set.settings, { lang: set.lang, names: set.names }),
      engine.about.bots[0] ?? "random",
      set.lang,
      1n,
    );
  }

  rules(): Rules {
    const { rules = null, vocabulary = null } = this.setup();
    return { rules, vocabulary };
  }

  /** Takes the text of the seat's own view. */
  position(text: string, seat: number): Shot {
    this.me = seat;
    this.now = this.match.parseState(text);
    return this.shot();
  }

  /** Takes what a server told; the step to it from the view before, where that is one of this game. */
  tell({ seat, first, events, position, since }: Tell): { lines: LogLine[]; shot: Shot | null; step: Filmed | null } {
    const before = this.now && since !== null && seat === this.me ? this.match.describe(this.now) : null;
    const lines = this.say(events, first);
    const shot = position === null ? null : this.position(position, seat);
    if (!before || !shot || since === null) return { lines, shot, step: null };
    const fresh = { first: since, events: events.slice(since - first), lines: lines.filter((line) => line.event >= since) };
    return { lines, shot, step: this.film({ ...fresh, before, after: shot.view }) };
  }

  override shot(): Shot {
    const shot = super.shot();
    const late = (actor: number) => [...this.match.fallback(this.view(), actor).picks];
    return { ...shot, questions: shot.questions.map((q) => ({ ...q, late: late(q.actor) })) };
  }

  say(events: readonly GameEvent[], first: number): LogLine[] {
    const words = this.match.say(events, this.lang);
    return this.linesOf(events.map((event, i) => ({ ...event, words: words[i] ?? "" })), first);
  }

  isOpen(): boolean {
    return this.now !== null;
  }

  protected override view(): State {
    if (!this.now) throw new Error("no position was told yet");
    return this.now;
  }

  protected override seat(): number {
    return this.me;
  }

  protected override number(): number {
    return 0; // the server numbers its questions
  }
}
