// records.mjs - a whole game of bots for tests: its record, and its last position as the engine has it;
// a record dropped onto a page.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/wasm/robodrome.mjs";

const wasm = join(dirname(fileURLToPath(import.meta.url)), "../../../build-wasm");

export async function played(game, seats = 2) {
  const engine = await load(await readFile(join(wasm, `${game}.wasm`)));
  const match = engine.open(seats, {}, { names: ["Ann", "Bob", "Cleo", "Dan"].slice(0, seats) });
  const table = match.table(11n);
  const random = { state: 5n };
  for (let i = 0; !table.stands().over && i < 1500; i++) {
    const [{ actor, seat, number }] = table.stands().asked;
    const { action } = match.think(table.view(seat), actor, "beginner", { nodes: 40, random });
    table.submit(seat, number, action);
  }
  const { places, length } = table.stands();
  return { text: table.record(), places, answers: length, last: match.describe(table.view(-2)) };
}

/** Drops a file onto the page, as from a folder. */
export async function drop(page, text) {
  const data = await page.evaluateHandle((body) => {
    const found = new DataTransfer();
    found.items.add(new File([body], "game.rdr"));
    return found;
  }, text);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.locator(".rp-bar").waitFor();
}
