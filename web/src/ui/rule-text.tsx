// rule-text.tsx - the text of a rule, and what was decided where the book leaves something open.
import { useEffect, useState } from "preact/hooks";
import { type Lang, lang, t } from "../app/words";
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

const held = new Map<Lang, Promise<Rulings>>();

async function rulingsOf(rule: string, code: Lang): Promise<Ruling[]> {
  const loading = held.get(code) ?? fetch(RULINGS[code]).then((r) => r.json() as Promise<Rulings>);
  held.set(code, loading);
  loading.catch(() => held.delete(code));
  const { rulings, of } = await loading;
  return (of[rule] ?? []).flatMap((i) => rulings[i] ?? []);
}

export function RuleText({ table, id }: { table: Table; id: string }) {
  const [rule, setRule] = useState<{ title: string; text: string } | null>(null);
  const [rulings, setRulings] = useState<readonly Ruling[]>([]);
  useEffect(() => {
    let current = true;
    void table.rule(id).then((found) => current && setRule(found));
    rulingsOf(id, lang.value).then((found) => current && setRulings(found), () => undefined); // then without them
    return () => {
      current = false;
    };
  }, [table, id, lang.value]);
  return (
    <div class="why-text" role="note">
      <p>{rule && <strong>{rule.title}</strong>} {rule?.text} <a class="mut" href={`/rules/${table.game}#${id}`} target="_blank" rel="noopener">{id}</a></p>
      {rulings.map((ruling) => (
        <p key={ruling.id} class="why-ruling" data-ruling={ruling.id}>
          <strong>{t("web.ruling")}: {ruling.question}</strong> {ruling.decision} <span class="mut">{ruling.id}</span>
        </p>
      ))}
    </div>
  );
}
