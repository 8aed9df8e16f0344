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

/** The first position of games of bots in which seat 0 is asked something `wanted(question, view)`, as
 *  the address of a local table. */
export async function midgame(game, { seats, settings = {}, level = "normal", nodes = 60 }, wanted) {
  const words = [await readFile(join(wasm, `words/${game}.en`))];
  const match = (await load(await readFile(join(wasm, `${game}.wasm`)), { packs: words })).open(seats, settings, { lang: "en" });
  for (let seed = 1n; seed < 20n; seed++) {
    const random = { state: seed };
    for (let state = match.start(seed); match.pending(state).length; ) {
      const [actor] = match.pending(state);
      const seat = match.seatOf(actor);
      const view = match.view(state, seat);
      if (seat === 0 && wanted(match.question(state, actor, [], "en"), match.describe(view))) {
        const set = Object.entries(settings).map(([key, value]) => [`set.${key}`, value]);
        return `/local/${game}?${new URLSearchParams([["seats", seats], ["seed", seed], ["position", match.stateText(state)], ...set])}`;
      }
      state = match.apply(state, match.think(view, actor, level, { nodes, random }).action).state;
    }
  }
  throw new Error(`${game}: no position as wanted`);
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
