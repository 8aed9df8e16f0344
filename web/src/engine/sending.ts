// sending.ts - answers that are on their way: their question is still shown, but asks no more, so
// that nothing is sent twice and nothing is tapped in vain.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Question, Refusal } from "./table";

const keyOf = (question: Question): string => `${question.actor}.${question.number}`;

export interface Sending {
  /** The questions, those marked whose answer is on its way. */
  readonly questions: ReadonlySignal<readonly Question[]>;
  /** Sends an answer, unless one to the same question is on its way. */
  send(question: Question, run: () => Promise<Refusal | null>): Promise<Refusal | null>;
}

export function sendingOf(asked: ReadonlySignal<readonly Question[]>): Sending {
  const sent = signal<ReadonlySet<string>>(new Set());
  return {
    questions: computed(() => asked.value.map((q) => (sent.value.has(keyOf(q)) ? { ...q, sent: true } : q))),
    async send(question, run) {
      const key = keyOf(question);
      if (sent.peek().has(key)) return null;
      // What was answered before is asked no more; an answer that is taken stays marked until then.
      const open = asked.peek().map(keyOf);
      sent.value = new Set([...sent.peek()].filter((k) => open.includes(k)).concat(key));
      const retract = () => (sent.value = new Set([...sent.peek()].filter((k) => k !== key)));
      try {
        const refusal = await run();
        if (refusal) retract();
        return refusal;
      } catch (error) {
        retract();
        throw error;
      }
    },
  };
}
