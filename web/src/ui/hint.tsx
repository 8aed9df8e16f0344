// hint.tsx - asking what a strong bot would do; the answer is in hint-box.tsx.
import { useEffect, useState } from "preact/hooks";
import { hints } from "../app/settings";
import { t } from "../app/words";
import type { Hint, Question, Table } from "../engine/table";
import { Icon } from "./icon";

export interface Hints {
  /** May one ask here and now? */
  can: boolean;
  busy: boolean;
  now: Hint | null;
  ask(): void;
  hide(): void;
}

/** Hints about a question; `onHint` may show them in the screen's own way, too. */
export function useHints(table: Table, question: Question | null, onHint?: (hint: Hint) => void): Hints {
  const key = question ? `${question.number}.${question.actor}` : "";
  const [found, setFound] = useState<{ key: string; hint: Hint } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setBusy(false), [key]);
  const can = question !== null && !question.sent && hints.value && table.can.value.hint;
  return {
    can,
    busy,
    now: found && found.key === key ? found.hint : null,
    ask() {
      if (!can || !question || busy) return;
      setBusy(true);
      table.hint(question.actor).then(
        (hint) => {
          if (table.questions.peek().some((q) => `${q.number}.${q.actor}` === key)) onHint?.(hint);
          setFound({ key, hint });
          setBusy(false);
        },
        () => setBusy(false), // the table has moved on
      );
    },
    hide: () => setFound(null),
  };
}

export function HintButton({ hints, class: name = "btn" }: { hints: Hints; class?: string }) {
  if (!hints.can) return null;
  return (
    <button class={`${name} hint-button`} data-hint-ask aria-busy={hints.busy} disabled={hints.busy} aria-label={t("web.ry.hint")} onClick={hints.ask}>
      <Icon name="bulb" /> <span class="hint-word">{t("web.ry.hint")}</span>
    </button>
  );
}

/** While a bot looks for an answer. */
export function HintBusy({ hints }: { hints: Hints }) {
  return hints.busy ? <p class="caption hint-busy" role="status">{t("web.hint.busy")}</p> : null;
}
