// coach.ts - a lesson at a table: which goals are reached, what is worth saying now.
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { noteLearned } from "../app/learned";
import { stored } from "../app/stored";
import { lang } from "../app/words";
import type { Hint, Question, Table } from "../engine/table";
import { advice, fits, type Lesson, type Say, sayingOf } from "./lesson";

/** Words of the coach: what happened or what to do, why, and the rule behind it. */
export interface Line {
  name: string;
  head: string;
  text: string;
  rule: string | null;
}

/** How far the last lesson was, so that a reload goes on with it. */
interface Kept {
  id: string; // of the game
  times: Record<string, number>;
  told: number; // events before the question that was counted last
  off: boolean;
}
const kept = stored<Kept>("coach", { id: "", times: {}, told: -1, off: false });

export class Coach {
  /** The person wants no coach. */
  readonly off = signal(false);
  /** Events that count as just now: those of this register, or since the last answer. */
  private readonly from = signal(0);
  private readonly seen = signal(0);
  private readonly times = signal<Record<string, number>>({}); // questions so far, by kind
  private filmed = false;
  private asked = -1; // number of the question that was counted last
  private readonly stops: (() => void)[];

  constructor(
    readonly lesson: Lesson,
    private readonly table: Table,
    id = "", // of the game that is kept; none: nothing is kept of the lesson
  ) {
    const before = id && kept.peek().id === id ? kept.peek() : null;
    if (before) {
      this.times.value = before.times;
      this.off.value = before.off;
      this.counted = before.told;
    }
    this.stops = [
      effect(() => this.follow()),
      effect(() => {
        if (id) kept.value = { id, times: this.times.value, told: this.counted, off: this.off.value };
      }),
      effect(() => {
        if (this.done.value) noteLearned(`${table.game}.${lesson.id}`);
      }),
    ];
  }

  close(): void {
    this.stops.forEach((stop) => stop());
  }

  /** The film stands at `to`, after a register that began at `from`: what was not shown yet is not talked about,
   * and what came before the register (repairs, a new round) is, unless the film stopped after it. */
  show(from: number, to: number): void {
    this.filmed = true;
    if (to === this.stopped) return;
    this.from.value = this.stopped < 0 ? from : Math.min(from, this.stopped);
    this.seen.value = this.stopped = to;
  }

  /** The film is over, or there is none: what came after its last stop is talked about with the question. */
  rest(told: number): void {
    this.show(this.stopped < 0 ? told : this.stopped, told);
    if (told === 0) this.stopped = -1; // a game that is kept has not been read yet
  }
  private stopped = -1; // events before the last stop of the film; -1: it never stopped

  /** Counts questions, and answers those that the lesson leaves out. */
  private follow(): void {
    const question = this.table.questions.value[0];
    const told = this.table.events.value.length;
    if (!this.filmed) this.seen.value = told;
    if (!question || question.number === this.asked) return;
    this.asked = question.number;
    const wanted = this.lesson.answers[question.ask];
    const option = wanted === undefined ? undefined : question.options.find((o) => o.value === wanted);
    if (option) {
      void this.table.submit(question, [option.pick]);
      return;
    }
    const times = this.times.peek();
    const again = told === this.counted; // after a reload: it was counted already
    this.counted = told;
    if (!again) this.times.value = { ...times, [question.ask]: (times[question.ask] ?? 0) + 1 };
    if (!this.filmed) this.from.value = Math.min(this.lastTold, told);
    this.lastTold = told;
  }
  private lastTold = 0;
  private counted = -1; // events before the question that was counted last

  /** An answer to look at: the lesson's own while it is followed, else what the strongest bot would do. */
  example(question: Question): Promise<Hint> {
    return this.table.hint(question.actor, this.lesson.model[this.answered]);
  }

  /** How many of my questions came before this one, those left out not counted. */
  private get answered(): number {
    return Object.values(this.times.peek()).reduce((sum, n) => sum + n, 0) - 1;
  }

  word(name: string): string {
    return this.lesson.words[lang.value][name] ?? "";
  }

  private lineOf(say: Say, rule: string | null): Line {
    const [head = "", ...text] = this.word(say.name).split("\n");
    return { name: say.name, head, text: text.join(" "), rule };
  }

  readonly goals: ReadonlySignal<{ name: string; words: string; done: boolean }[]> = computed(() => {
    const events = this.table.events.value.slice(0, this.seen.value);
    const over = this.table.outcome.value !== null;
    return this.lesson.goals.map((goal) => ({
      name: goal.name,
      words: this.word(`goal.${goal.name}`),
      done: "over" in goal ? over : events.some((e) => fits(goal, e)),
    }));
  });

  readonly done: ReadonlySignal<boolean> = computed(() => this.goals.value.every((g) => g.done));

  /** Why it went so: the saying that the events of just now call for. */
  readonly happened: ReadonlySignal<Line | null> = computed(() => {
    const events = this.table.events.value.slice(this.from.value, this.seen.value);
    const found = sayingOf(this.lesson.says, events);
    return found ? this.lineOf(found.say, typeof found.event.rule === "string" ? found.event.rule : null) : null;
  });

  /** What to do now. */
  readonly advice: ReadonlySignal<Line | null> = computed(() => {
    const question = this.table.questions.value[0];
    if (!question) return null;
    const say = advice(this.lesson.says, question.ask, this.times.value[question.ask] ?? 1);
    return say ? this.lineOf(say, null) : null;
  });

  readonly end: ReadonlySignal<Line> = computed(() => this.lineOf({ name: "done", asked: "" }, null));
}
