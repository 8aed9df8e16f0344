// log.tsx - what happened, line by line; the newest is in sight unless the reader scrolled away.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";

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
        <li key={`${line.event}.${i}`}>{line.text}</li>
      ))}
    </ol>
  );
}
