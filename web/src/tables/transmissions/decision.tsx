// decision.tsx - the question in words, and on demand every option as a line: what cannot be tapped on
// the table, or not easily, is answered here.
import { signal } from "@preact/signals";
import { mode } from "../../app/mode";
import { t } from "../../app/words";
import { Icon } from "../../ui/icon";
import { wordsOf } from "./asking";
import type { Asking } from "./use-asking";

/** Once the list was wanted, it stays; a hand has no table to tap on. */
const listed = signal(mode.peek() === "hand");

export function Decision({ prompt, asking }: { prompt: string; asking: Asking }) {
  const open = listed.value;
  const options = asking.chain?.now.options ?? [];
  return (
    <div class={`decision tx-decision${open ? " open" : ""}`}>
      <p class="strong" aria-live="assertive">{prompt}</p>
      {options.length > 0 && (
        <button class="link tx-in-words" aria-expanded={open} onClick={() => (listed.value = !open)}>
          {t("web.tx.in_words")} <Icon name="down" size={14} />
        </button>
      )}
      {options.length > 0 && (
        <ol class="tx-options" aria-busy={asking.busy} aria-label={t("web.tx.in_words")}>
          {options.map((option, i) => (
            <li key={option.pick}>
              <button class="tx-option" data-pick={option.pick} disabled={asking.busy} onClick={() => asking.tap(option.is ?? "", option.value ?? null)}>
                {i < 9 && <span class="kbd" aria-hidden="true">{i + 1}</span>} {wordsOf(option)}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
