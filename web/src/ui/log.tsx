// log.tsx - what happened, line by line; the newest is in sight unless the reader scrolled away.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../app/words";
import type { LogLine, Table } from "../engine/table";
import { RuleText } from "./parts";

/** A line, and the rule behind it in place when asked for. */
function Line({ table, line }: { table: Table; line: LogLine }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      {line.text}{" "}
      {line.rule && (
        <button class="link log-why" aria-expanded={open} onClick={() => setOpen(!open)}>{t("web.why")}</button>
      )}
      {open && line.rule && <RuleText table={table} id={line.rule} />}
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
