// index.ts - which screen a game is played on.  A game without a folder of its own is played with
// the generic one.
import type { ComponentType } from "preact";
import { addStyle } from "../app/style";
import { addWords } from "../app/words";
import type { Table } from "../engine/table";

export type TableScreen = ComponentType<{ table: Table }>;

const rally = { name: "rally", load: () => import("./rally") };
const own: Record<string, { name: string; load: () => Promise<{ default: TableScreen }> }> = {
  robotory: { name: "robotory", load: () => import("./robotory") },
  transmissions: { name: "transmissions", load: () => import("./transmissions") },
  rally2005: rally,
  rally2023: rally,
};
const generic = { name: "generic", load: () => import("./generic") };

/** The screen of a game with its style and words; the generic one where `plain` asks for it. */
export async function loadScreen(game: string, plain = false): Promise<TableScreen> {
  const screen = (!plain && own[game]) || generic;
  const [module] = await Promise.all([screen.load(), addStyle(screen.name), addWords(screen.name)]);
  return module.default;
}
