// use-asking.ts - the answer in the making of the question at hand, with what it would change.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Fields, Json, Option, Question, Refusal, Table } from "../../engine/table";
import { exchanged, forced, granted, isWhole, picksOf, rotated, stateOf, stepBack, tapped, type Chain, type Made, type State } from "./asking";
import { readView, type View } from "./model";

export interface Asking {
  chain: Chain | null;
  busy: boolean;
  after: View | null; // my view after the answer, as far as it can be known
  refusal: Refusal | null;
  state(is: string, value: Json): State;
  tap(is: string, value: Json): void;
  rotate(by: 1 | -1): void;
  /** Another engram in the place of the one that a pick of the answer pays. */
  exchange(at: number): void;
  back(): void;
  clear(): void;
  send(): void;
}

/** Follows the picks, adding those that leave no choice; looks ahead where "act" is one of many. */
async function follow(table: Table, start: Question, made: readonly Made[], wishes: readonly Option[]): Promise<Chain> {
  let list = [...made];
  let wish = [...wishes];
  for (;;) {
    const now = list.length ? await table.ask(start.actor, list.map((m) => m.option.pick)) : start;
    const only = granted(now.options, wish[0]) ?? forced(list, now);
    wish = wish.slice(1);
    if (only) {
      list = [...list, { options: now.options, option: only }];
      continue;
    }
    const act = list.length ? undefined : now.options.find((o) => o.is === "choice" && o.value === "act");
    const question = act && (await table.ask(start.actor, [act.pick]));
    return { made: list, now, ahead: act && question ? { act, question } : null };
  }
}

export function useAsking(table: Table, start: Question | undefined): Asking {
  const [chain, setChain] = useState<Chain | null>(null);
  const [following, setBusy] = useState(false);
  const busy = following || start?.sent === true;
  const [after, setAfter] = useState<View | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const turn = useRef(0); // a reply that comes late is dropped

  function go(made: readonly Made[], wish: readonly Option[] = []) {
    if (!start) return;
    const mine = ++turn.current;
    setBusy(true);
    setRefusal(null);
    follow(table, start, made, wish).then(
      (next) => {
        if (mine !== turn.current) return;
        setChain(next);
        setAfter(null);
        setBusy(false);
        table.draft(start, picksOf(next));
        if (!isWhole(next)) return;
        table.preview(start.actor, "after", picksOf(next)).then(
          (seen) => mine === turn.current && setAfter(seen ? readView(seen as Fields) : null),
          () => undefined, // cannot be known: nothing is shown
        );
      },
      () => mine === turn.current && setBusy(false), // the table has moved on
    );
  }

  useEffect(() => {
    turn.current++;
    setChain(null);
    setAfter(null);
    setBusy(false);
    setRefusal(null);
    if (start) go([]);
  }, [table, start?.number, start?.actor, start?.prompt]);

  async function send() {
    if (!start || !chain || busy || !chain.now.mayStop) return;
    setBusy(true);
    const refused = await table.submit(start, picksOf(chain));
    setRefusal(refused);
    setBusy(false);
  }

  return {
    chain,
    busy,
    after,
    refusal,
    state: (is, value) => stateOf(chain, is, value),
    tap: (is, value) => {
      if (!chain || busy) return;
      // A second tap on what is chosen confirms it.
      if (isWhole(chain) && chain.made.filter((m) => m.options.length > 1).pop()?.option.is === is && stateOf(chain, is, value) === "chosen") {
        void send();
        return;
      }
      const made = tapped(chain, is, value);
      if (made) go(made);
    },
    rotate: (by) => {
      const change = chain && rotated(chain, by);
      if (change && !busy) go(change.made, change.wish);
    },
    exchange: (at) => {
      const change = chain && exchanged(chain, at);
      if (change && !busy) go(change.made, change.wish);
    },
    back: () => chain?.made.length && go(stepBack(chain.made)),
    clear: () => chain?.made.length && go([]),
    send: () => void send(),
  };
}
