// votes.tsx - whether anything beside the game is to be said in the caption's place.
import type { Table } from "../engine/table";
import { Asked } from "./parts";

export function Votes({ table }: { table: Table }) {
  return table.votes.value.length || table.paused?.value || table.news?.value ? <Asked table={table} /> : null;
}
