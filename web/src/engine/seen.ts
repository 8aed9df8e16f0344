// seen.ts - what the seat that looks at a table sees of it, whoever deals.
import { batch, signal } from "@preact/signals";
import type { Shot } from "./protocol";
import type { Fields, GameEvent, LogLine, Question, Step } from "./table";

export class Seen {
  readonly view = signal<Fields | null>(null);
  readonly questions = signal<readonly Question[]>([]);
  readonly decides = signal<readonly string[]>([]);
  readonly status = signal<readonly string[]>([]);
  readonly events = signal<readonly GameEvent[]>([]);
  readonly log = signal<readonly LogLine[]>([]);
  /** The steps known, to look back from. */
  past: readonly Step[] = [];

  /** `onForget`: what else somebody leaves behind. */
  constructor(private readonly onForget: () => void) {}

  /** How the table is now; `questions` as it numbers them. */
  show(shot: Shot, questions: readonly Question[] = shot.questions): void {
    batch(() => {
      this.view.value = shot.view;
      this.questions.value = questions;
      this.decides.value = shot.decides;
      this.status.value = shot.status;
    });
  }

  /** What was told from event `first` on; anything told there before was taken back. */
  tell(first: number, events: readonly GameEvent[], lines: readonly LogLine[], step: Step | null): void {
    batch(() => {
      this.events.value = [...this.events.value.slice(0, first), ...events];
      this.log.value = [...this.log.value.filter((line) => line.event < first), ...lines];
      this.past = this.past.filter((old) => old.first + old.events.length <= first);
      if (step) this.past = [...this.past, step];
    });
  }

  /** Nothing of what one person saw stays on the page for the next, nor of one match for another. */
  forget(): void {
    batch(() => {
      this.view.value = null;
      this.questions.value = [];
      this.decides.value = [];
      this.status.value = [];
      this.events.value = [];
      this.log.value = [];
      this.past = [];
      this.onForget();
    });
  }
}
