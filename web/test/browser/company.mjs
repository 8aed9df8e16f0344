// company.mjs - races of people and bots on a server, at a moment that is worth a picture.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/wasm/robodrome.mjs";
import { gather } from "./tables.mjs";

const wasm = join(dirname(fileURLToPath(import.meta.url)), "../../../build-wasm");
const robotOf = (fields, seat) => Object.values(fields.robots).find((robot) => robot.seat === seat);

/** What a strong bot would do in a seat: the places in the hand of the cards that it lays, and what the engine foresees. */
function advise(match, state, actor) {
  const seat = match.seatOf(actor);
  const view = match.view(state, seat);
  const { picks } = match.think(view, actor, "strong", { nodes: 400, random: { state: 7n } }).action;
  const robot = robotOf(match.describe(view), seat);
  const left = [...robot.hand];
  const hand = picks.flatMap((pick, i) => {
    const card = match.question(view, actor, picks.slice(0, i), "en").options.find((option) => option.pick === pick);
    const at = card?.is === "card" ? left.indexOf(card.value) : -1;
    if (at >= 0) left[at] = null;
    return at >= 0 ? [at] : [];
  });
  const { registers } = match.preview(view, actor, picks, "en");
  const events = registers.flatMap((register) => register.events);
  return { hand, count: (name) => events.filter(({ event }) => event === name).length };
}

/** In races of bots, one after another, the first position in which all are to program, the robot of the first seat is
 * as wanted, and so is the advice for it; with the advice for every seat. */
export async function moment(game, { seats, settings, robot, advice }) {
  const words = [await readFile(join(wasm, `words/${game}.en`))];
  const match = (await load(await readFile(join(wasm, `${game}.wasm`)), { packs: words })).open(seats, settings, { lang: "en" });
  for (let seed = 1n; seed < 200n; seed++) {
    const random = { state: seed };
    let round = 2; // at first all robots stand side by side
    for (let state = match.start(seed), n = 0; match.pending(state).length && n < 400; n++) {
      const asked = match.pending(state);
      const view = match.view(state, match.seatOf(asked[0]));
      const fields = match.describe(view);
      if (asked.length === seats && fields.round > round && robot(robotOf(fields, 0)) && match.question(state, asked[0], [], "en").ask === "program") {
        round = fields.round;
        if (advice(advise(match, state, asked[0]))) return { position: match.stateText(state), advice: asked.map((actor) => advise(match, state, actor)) };
      }
      state = match.apply(state, match.think(view, asked[0], "normal", { nodes: 60, random }).action).state;
    }
  }
  throw new Error(`${game}: no moment as wanted`);
}

export async function lay(page, cards) {
  for (const card of cards) await page.locator(`.hand-card[data-hand="${card}"]`).click();
}

/** Three people and two bots at a moment, with a clock; one of them is ready, one has written, somebody watches.  The
 * server must be one for tests.  Resolves with their pages. */
export async function company(world, game, { position, advice }, { settings, looks }) {
  const pages = await gather(world, game, ["Anna", "Marta", "Oleh"], {
    settings, looks, bots: ["strong", "easy"], house: { clock: { kind: "decision", seconds: 60, add: 0, short: 30 } },
  });
  const table = new URL(pages[0].url()).pathname.split("/").pop();
  const link = await pages[0].locator("#room-link").inputValue();
  const placed = await fetch(`${world.site.address}/api/1/testing/position/${table}`, { method: "PUT", body: position });
  if (!placed.ok) throw new Error(await placed.text());
  for (const page of pages) await page.locator(".hand-card").first().waitFor();
  pages.push(await world.open(link.slice(world.site.address.length)));
  await pages[3].locator("[data-watching]").waitFor();
  const [, marta, oleh] = pages;
  await lay(oleh, advice[2].hand);
  await oleh.locator("[data-ready]:not(:disabled)").click();
  await marta.locator("[data-tab=chat]").click();
  await marta.locator(".chat input").fill("Who put that laser there?");
  await marta.keyboard.press("Enter");
  await marta.locator(".chat-lines li").first().waitFor();
  return pages;
}
