// All damage of one volley in one prompt.  The rules ask point by point; here the options to be
// discarded are chosen together, and the answers to the later points follow by themselves.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../app/words";
import type { Option, Question, Table } from "../../engine/table";
import { aboutOf } from "./asking";
import { sentence } from "./decision";
import type { Nouns } from "./nouns";

const ASK = "protect";

/** Points of the volley that the question begins; 0 where it is none, or one point alone. */
export function pointsOf(question: Question | null): number {
  const points = question?.ask === ASK ? aboutOf(question, "points") : null;
  return typeof points === "number" && points > 1 ? points : 0;
}

interface Plan {
  actor: number;
  left: number; // points that are still asked about
  discards: readonly string[];
}

/** The pick for the next point of a plan: an option that is still to go, else the damage. */
export function nextOf(question: Question, discards: readonly string[]): number | null {
  const gone = question.options.find((o) => o.is === "option" && discards.includes(String(o.value)));
  return (gone ?? question.options.find((o) => o.value === "take"))?.pick ?? null;
}

export interface Volley {
  points: number;
  question: Question;
  chosen: readonly string[];
  toggle(option: Option): void;
  send(): void;
}

/** The volley at hand; `following` while its later points are being answered. */
export function useVolley(table: Table, question: Question | null): { volley: Volley | null; following: boolean } {
  const plan = useRef<Plan | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const points = pointsOf(question);
  const left = question?.ask === ASK ? Number(aboutOf(question, "points") ?? 0) : 0;
  const now = plan.current;
  const following = now !== null && question !== null && question.actor === now.actor && left === now.left;
  const send = (discards: readonly string[]) => {
    if (!question || question.sent) return;
    const pick = nextOf(question, discards);
    if (pick === null) return;
    plan.current = left > 1 ? { actor: question.actor, left: left - 1, discards } : null;
    void table.submit(question, [pick]);
  };
  useEffect(() => {
    setChosen([]);
    if (following && plan.current) send(plan.current.discards);
    else if (question) plan.current = null;
  }, [question?.number, question?.actor]);
  if (!question || !points || following) return { volley: null, following };
  return {
    following,
    volley: {
      points,
      question,
      chosen,
      toggle: (option) => {
        const word = String(option.value);
        if (chosen.includes(word)) setChosen(chosen.filter((c) => c !== word));
        else if (chosen.length < points) setChosen([...chosen, word]);
      },
      send: () => send(chosen),
    },
  };
}

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
