// index.ts - which screen a game is played on.  A game without a folder of its own is played with
// the generic one.
import type { ComponentType } from "preact";
import type { Table } from "../engine/table";

export type TableScreen = ComponentType<{ table: Table }>;

const rally = { style: "rally", load: () => import("./rally") };
const own: Record<string, { style: string; load: () => Promise<{ default: TableScreen }> }> = {
  robotory: { style: "robotory", load: () => import("./robotory") },
  transmissions: { style: "transmissions", load: () => import("./transmissions") },
  rally2005: rally,
  rally2023: rally,
};
const generic = { style: "generic", load: () => import("./generic") };

export function addStyle(name: string): Promise<void> {
  const address = STYLES[name];
  if (!address || document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => done();
    link.onerror = () => fail(new Error(address));
    document.head.append(link);
  });
}

/** The screen of a game with its style; the generic one where `plain` asks for it. */
export async function loadScreen(game: string, plain = false): Promise<TableScreen> {
  const screen = (!plain && own[game]) || generic;
  const [module] = await Promise.all([screen.load(), addStyle(screen.style)]);
  return module.default;
}
