// log.tsx - what happened, line by line; the newest is in sight unless the reader scrolled away.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/words";
import type { LogLine, Table } from "../engine/table";

/** A line, and the rule behind it in place when asked for. */
function Line({ table, line }: { table: Table; line: LogLine }) {
  const [why, setWhy] = useState<{ title: string; text: string } | null>(null);
  const rule = line.rule;
  async function toggle() {
    setWhy(why ? null : rule ? await table.rule(rule) : null);
  }
  return (
    <li>
      {line.text}{" "}
      {rule && (
        <button class="link log-why" aria-expanded={why !== null} onClick={toggle}>{t("web.why")}</button>
      )}
      {why && (
        <div class="log-rule">
          <p class="strong">{why.title} <a class="mut small" href={`/rules/${table.game}#${rule}`}>{rule}</a></p>
          <p>{why.text}</p>
        </div>
      )}
    </li>
  );
}

export function Log({ table }: { table: Table }) {
  const box = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const lines = table.log.value;
  useEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const onScroll = () => {
    const el = box.current;
    if (el) atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < 40;
  };
  return (
    <ol class="log" ref={box} onScroll={onScroll} tabIndex={0} aria-label={t("web.table.log")}>
      {lines.map((line, i) => (
        <Line key={`${line.event}.${i}`} table={table} line={line} />
      ))}
    </ol>
  );
}
