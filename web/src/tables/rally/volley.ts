// All damage of one volley in one prompt.  The rules ask point by point; here the options to be
// discarded are chosen together, and the answers to the later points follow by themselves.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Option, Question, Table } from "../../engine/table";
import { aboutOf } from "./asking";

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
