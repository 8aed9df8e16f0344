// rule-text.tsx - the text of a rule, and what was decided where the book leaves something open.  Rulings
// are written in English.
import { useEffect, useState } from "preact/hooks";
import { lang, t } from "../app/words";
import type { Table } from "../engine/table";

interface Ruling {
  id: string;
  question: string;
  decision: string;
}

interface Rulings {
  rulings: Ruling[];
  of: Record<string, number[]>; // by rule
}

let held: Promise<Rulings> | null = null;

async function rulingsOf(rule: string): Promise<Ruling[]> {
  held ??= fetch(RULINGS).then((r) => r.json() as Promise<Rulings>);
  held.catch(() => (held = null));
  const { rulings, of } = await held;
  return (of[rule] ?? []).flatMap((i) => rulings[i] ?? []);
}

export function RuleText({ table, id }: { table: Table; id: string }) {
  const [rule, setRule] = useState<{ title: string; text: string } | null>(null);
  const [rulings, setRulings] = useState<readonly Ruling[]>([]);
  useEffect(() => {
    let current = true;
    void table.rule(id).then((found) => current && setRule(found));
    rulingsOf(id).then((found) => current && setRulings(found), () => undefined); // then without them
    return () => {
      current = false;
    };
  }, [table, id, lang.value]);
  return (
    <div class="why-text" role="note">
      <p>{rule && <strong>{rule.title}</strong>} {rule?.text} <a class="mut" href={`/rules/${table.game}#${id}`} target="_blank" rel="noopener">{id}</a></p>
      {rulings.map((ruling) => (
        <p key={ruling.id} class="why-ruling" data-ruling={ruling.id} lang="en">
          <strong>{t("web.ruling")}: {ruling.question}</strong> {ruling.decision} <span class="mut">{ruling.id}</span>
        </p>
      ))}
    </div>
  );
}
