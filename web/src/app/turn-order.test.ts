import assert from "node:assert/strict";
import test from "node:test";
import type { TableLine } from "../link/messages";
import { byNeed } from "./turn-order";

const line = (table: string, about: Partial<TableLine>) => ({ table, at: 0, ...about }) as TableLine;

test("my turns come first, then what is due sooner, then what happened last", () => {
  const lines = [
    line("old", { at: 1 }),
    line("new", { at: 9 }),
    line("theirs", { due: 50, at: 2 }),
    line("mine later", { your_turn: true, due: 90 }),
    line("mine soon", { your_turn: true, due: 20 }),
    line("mine", { your_turn: true, at: 5 }),
  ];
  assert.deepEqual(lines.sort(byNeed).map((l) => l.table), ["mine soon", "mine later", "mine", "theirs", "new", "old"]);
});
