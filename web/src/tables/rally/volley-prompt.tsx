// The prompt for all damage of one volley: which options go instead of it.
import { t } from "../../app/words";
import { sentence } from "./decision";
import type { Nouns } from "./nouns";
import type { Volley } from "./volley";

export function VolleyPrompt({ volley, nouns }: { volley: Volley; nouns: Nouns }) {
  const { question, points, chosen } = volley;
  const taken = points - chosen.length;
  const words = [
    ...(chosen.length ? [t("web.rally.volley.discard", chosen.map(nouns.option).join(", "))] : []),
    ...(taken ? [t("web.rally.volley.take", taken)] : []),
  ].join(". ");
  return (
    <div class="ask" data-ask={question.ask} data-number={question.number}>
      <h2 class="ask-title" aria-live="assertive">{t("web.rally.volley.title", points)}</h2>
      <p class="mut ask-context">{t("web.rally.volley.about")}</p>
      <ol class="ask-list several">
        {question.options.filter((o) => o.is === "option").map((o) => {
          const on = chosen.includes(String(o.value));
          return (
            <li key={o.pick}>
              <button
                class={`ask-row${on ? " chosen" : ""}`} role="checkbox" aria-checked={on} data-discard={String(o.value)}
                disabled={question.sent || (!on && !taken)} onClick={() => volley.toggle(o)}
              >
                <span class="ask-sign num" aria-hidden="true">{on ? "✓" : ""}</span>
                <span class="ask-words">
                  {sentence(o.words)} <span class="mut ask-text">{nouns.text(String(o.value))}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <div class="ask-buttons">
        <button class="btn act" data-send disabled={question.sent} onClick={volley.send}>{words}</button>
      </div>
    </div>
  );
}
