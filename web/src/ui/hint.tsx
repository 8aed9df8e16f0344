// hint.tsx - what a strong bot would do and why, for those who ask.
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

/** In the caption's place: the hint in words; `laid` = the screen shows the answer itself. */
export function HintBox({ hint, laid = false, onHide, onDo }: { hint: Hint; laid?: boolean; onHide: () => void; onDo?: () => void }) {
  return (
    <div class="hint-box" role="status" data-hint>
      <p class="hint-head">
        <Icon name="bulb" /> {t("web.ry.hint_asked")}
        <button class="link" onClick={onHide}>{t("web.ry.hint_hide")}</button>
      </p>
      <p>
        {laid ? t("web.hint.laid") : (hint.words || hint.text)}
        {hint.chance !== null && <> <span class="tag">{t("web.ry.chance", Math.round(100 * hint.chance))}</span></>}
        {onDo && <> <button class="btn small" data-hint-do onClick={onDo}>{t("web.learn.do_it")}</button></>}
      </p>
      {hint.reasons.length > 0 && <p class="mut small" data-why>{hint.reasons.join("; ")}</p>}
    </div>
  );
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
