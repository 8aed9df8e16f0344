// count-unread.ts - counts them at tables of the server; others have no chat, and no need of this.
import { useEffect, useRef } from "preact/hooks";
import type { Table } from "../engine/table";
import { chatInSight, unread } from "./unread";

export function CountUnread({ table }: { table: Table }) {
  const read = useRef(table.chat.peek().length); // what was said before does not count
  const lines = table.chat.value.length;
  const inSight = chatInSight.value;
  useEffect(() => {
    if (inSight) read.current = lines;
    unread.value = Math.max(0, lines - read.current);
  }, [inSight, lines]);
  useEffect(() => () => void (unread.value = 0), []);
  return null;
}
