// Decisions as a screen needs them: choosing, going on to the next pick, sending.
import { useEffect, useState } from "preact/hooks";
import type { Option, Question, Table } from "../../engine/table";
import { type Asking, begin } from "./asking";

export interface Decisions {
  asking: Asking;
  busy: boolean;
  refusal: string | null;
  choose(option: Option): void;
  send(): void;
  direct(option: Option): void;
  back(): void;
}

export function useAsking(table: Table, question: Question | null): Decisions | null {
  const key = question ? `${question.number}.${question.actor}.${question.ask}` : "";
  const [asking, setAsking] = useState<Asking | null>(null);
  const [following, setBusy] = useState(false);
  const busy = following || question?.sent === true;
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    setAsking(question ? begin(question) : null);
    setRefusal(null);
    setBusy(false);
    // Where the first pick has one way only, the choice begins with the second.
    const only = question && question.max > 1 && !question.mayStop && question.options.length === 1 ? question.options[0] : null;
    if (!question || !only) return;
    let current = true;
    void table.ask(question.actor, [only.pick]).then((next) => {
      if (current && next.options.length) setAsking({ start: question, now: next, picks: [only], chosen: null });
    });
    return () => {
      current = false;
    };
  }, [key, table]);
  if (!question) return null;
  const now = asking && asking.start.number === question.number && asking.start.actor === question.actor ? asking : begin(question);

  async function submit(picks: readonly number[]): Promise<void> {
    setBusy(true);
    const no = await table.submit(question as Question, picks);
    if (no) setRefusal(no.message);
    setBusy(false);
  }

  /** Goes on with these picks; without any left to make, the last one is only chosen. */
  async function to(picks: Option[]): Promise<void> {
    setBusy(true);
    const next = await table.ask(now.start.actor, picks.map((p) => p.pick));
    const last = picks[picks.length - 1];
    if (!next.options.length && last) setAsking({ ...now, chosen: last });
    else setAsking({ ...now, now: next, picks, chosen: null });
    setBusy(false);
  }

  return {
    asking: now,
    busy,
    refusal,
    choose: (option) => {
      if (busy) return;
      setRefusal(null);
      void to([...now.picks, option]);
    },
    send: () => {
      if (busy) return;
      const picks = [...now.picks, ...(now.chosen ? [now.chosen] : [])].map((p) => p.pick);
      void submit(picks);
    },
    direct: (option) => void submit([...now.picks.map((p) => p.pick), option.pick]),
    back: () => {
      const picks = now.picks.slice(0, -1);
      if (picks.length) void to(picks);
      else setAsking(begin(question));
    },
  };
}
