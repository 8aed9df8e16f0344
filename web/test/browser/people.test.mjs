// Races between people on a real server, to the end and once more: a slow phone, a connection that is
// lost in mid-program, a page put to sleep, and what a page keeps of the others' cards.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../../src/wasm/robodrome.mjs";
import { wide } from "./look.mjs";
import { playRace } from "./rally-play.mjs";
import { useWorld } from "./setup.mjs";
import { cardsKept, gather, hearWorkers, SMALLEST_HALL } from "./tables.mjs";

const world = useWorld({ served: true });
const LONG = { timeout: 60_000 }; // a slow phone on a busy machine

const PHONE = { width: 360, height: 780, hasTouch: true };
const filled = (page) => page.locator(".slot.filled").count();
const lay = async (page, cards) => {
  for (let i = 0; i < cards; i++) await page.locator(".hand-card").first().click();
};
/** The lines of the log from the first register on. */
const log = (page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll(".race-log li")].map((li) => li.textContent);
    return lines.slice(lines.findIndex((text) => /^Register 1/.test(text)));
  });

/** One person decides; the other reads who it is and about what. */
async function isShownToTheOther(pages, names) {
  const asked = await Promise.any(pages.map(async (page, i) => (await page.locator(".ask").waitFor(), i)));
  const caption = pages[1 - asked].locator(".frame-caption .caption");
  await caption.getByText(`Waiting for ${names[asked]}.`).waitFor();
  const [title, about] = await Promise.all([pages[asked].locator(".ask-title"), caption.locator(".waiting-about")].map((words) => words.textContent()));
  assert.ok(about.toLowerCase().endsWith(`: ${title.trim().toLowerCase()}`), `${about} / ${title}`); // "Hulk x90: on which start?"
}

/** From the start to the first program: whoever is asked before it takes the first choice. */
async function begin(pages) {
  await Promise.all(pages.map((page) => page.locator(".frame-roster").waitFor()));
  await Promise.all(pages.map((page) => playRace(page, 60, ".hand-card")));
  for (const page of pages) assert.equal(await page.locator("[data-hint-ask]").count(), 0, "no hints between people");
}

async function toTheEnd(pages) {
  const played = await Promise.all(pages.map((page) => playRace(page, 2500)));
  assert.ok(played.every(({ over }) => over), JSON.stringify(played));
  const ends = await Promise.all(pages.map((page) => page.locator(".end-head").textContent()));
  assert.equal(ends.filter((text) => /You win/.test(text ?? "")).length, 1, ends.join(" / "));
}

/** The first asks for the same once more, the others agree; everybody is asked again. */
async function rematch([host, ...others]) {
  await host.getByRole("button", { name: "New game" }).click();
  for (const page of others) await page.locator("[data-vote='rematch']").getByRole("button", { name: "Agree" }).click();
  for (const page of [host, ...others]) {
    await page.locator("[data-over]").waitFor({ state: "detached" });
    await page.locator(".hand-card, .ask, .frame-caption .caption").filter({ visible: true }).first().waitFor(LONG);
  }
}

async function matchOf(game, seats) {
  const wasm = new URL(`../../../build-wasm/${game}.wasm`, import.meta.url);
  return (await load(await readFile(wasm))).open(seats, { course: SMALLEST_HALL });
}

/** Nothing that the page of seat 1 can reach names a hidden card of another seat. */
async function knowsOnlyItsOwn(page, match) {
  const kept = await cardsKept(page, match);
  for (const [where, robots] of Object.entries(kept)) {
    assert.ok(robots.some((r) => r.seat === 1 && r.cards.length > 3), `${where}: its own cards are found`);
    assert.deepEqual(robots.filter((r) => r.seat !== 1 && r.cards.length), [], where);
  }
}

test("2005: two people, one on a slow phone that sleeps and loses the connection; the end, and again", { timeout: 240_000 }, async () => {
  const prepare = (page) => page.addInitScript(hearWorkers);
  const pages = await gather(world, "rally2005", ["Anna", "Oleh"], { settings: { course: SMALLEST_HALL }, looks: [{}, { ...PHONE, prepare }] });
  const [anna, oleh] = pages;
  const cdp = await oleh.context().newCDPSession(oleh);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await pages[0].locator("[data-start]").click();
  await begin(pages);
  await anna.locator("[data-tab=log]").click();

  // The server goes away in mid-program: what was laid stays, also over a reload.
  await lay(anna, 3);
  for (let i = 0; i < 2; i++) await oleh.locator(".hand-card").first().tap();
  await world.server.restart(async () => {
    for (const page of pages) await page.locator("[data-lost]").waitFor();
  });
  for (const page of pages) await page.locator("[data-lost]").waitFor({ state: "detached", ...LONG });
  assert.equal(await filled(anna), 3);
  assert.equal(await filled(oleh), 2);
  await oleh.reload();
  await oleh.waitForFunction(() => document.querySelectorAll(".slot.filled").length === 2, null, LONG);

  // Anna is ready; a second tab of hers shows the same; nothing in Oleh's page knows her cards.
  await lay(anna, 2);
  await anna.locator("[data-ready]").click();
  await anna.locator("[data-take-back]").waitFor();
  assert.equal(await anna.locator(".waiting-about").count(), 0, "a program is nobody else's affair");
  assert.equal(await anna.locator(".slot-lock").count(), 0, "what was sent is not locked by damage");
  await anna.locator("[data-take-back]").click(); // the cards lie as they were
  await anna.waitForFunction(() => document.querySelectorAll(".slot.filled").length === 5, null, LONG);
  await anna.locator("[data-ready]").click();
  await anna.locator("[data-take-back]").waitFor();
  const tab = await anna.context().newPage();
  await tab.goto(anna.url());
  await tab.locator("[data-take-back]").waitFor();
  await knowsOnlyItsOwn(oleh, await matchOf("rally2005", 2));

  // Anna's first page sleeps while the round runs, and shows all of it, once, when it wakes.
  const sleeper = await anna.context().newCDPSession(anna);
  await sleeper.send("Page.setWebLifecycleState", { state: "frozen" });
  for (let i = 0; i < 3; i++) await oleh.locator(".hand-card").first().tap();
  await oleh.locator("[data-ready]").tap();
  const next = () => document.querySelector("[data-over], .hand-card:not(:disabled), .ask");
  await tab.waitForFunction(next, null, LONG);
  await tab.locator("[data-tab=log]").click();
  await sleeper.send("Page.setWebLifecycleState", { state: "active" });
  const told = await log(tab);
  assert.ok(told.length > 5);
  await anna.waitForFunction((last) => document.querySelector(".race-log")?.textContent.includes(last), told[told.length - 1], LONG);
  assert.deepEqual((await log(anna)).slice(0, told.length), told);
  await tab.close();

  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await toTheEnd(pages);
  await rematch(pages);
  for (const page of pages) await page.context().close();
});

test("2023: two people to the end, and again; a page knows its own cards alone", { timeout: 240_000 }, async () => {
  const prepare = (page) => page.addInitScript(hearWorkers);
  const pages = await gather(world, "rally2023", ["Anna", "Oleh"], { settings: { course: SMALLEST_HALL }, looks: [{ theme: "dark" }, { prepare }] });
  await pages[0].locator("[data-start]").click();
  await isShownToTheOther(pages, ["Anna", "Oleh"]);
  await begin(pages);
  await knowsOnlyItsOwn(pages[1], await matchOf("rally2023", 2));
  await toTheEnd(pages);
  await rematch(pages);
  await begin(pages);
  for (const page of pages) await page.context().close();
});

test("2005: four people at four devices race to the end", { timeout: 240_000 }, async () => {
  const pages = await gather(world, "rally2005", ["Anna", "Oleh", "Ira", "Marta"], { settings: { course: SMALLEST_HALL }, looks: [{}, PHONE, { theme: "dark" }, {}] });
  await pages[0].locator("[data-start]").click();
  await begin(pages);
  await toTheEnd(pages);
  for (const page of pages) await page.context().close();
});

test("a guest on a phone reads what is played and in which team, and is called as they like", async () => {
  const [anna, oleh] = await gather(world, "rally2005", ["Anna", "Beacon 74"], { settings: { course: "war-zone" }, bots: ["easy", "easy"], looks: [{}, { width: 360, height: 740 }] });
  await oleh.getByText("the last team with robots in the game wins").waitFor();
  await oleh.getByText("War Zone").waitFor();
  assert.deepEqual(await oleh.locator(".room-seat [data-team]").allInnerTexts(), ["Team A", "Team B", "Team A", "Team B"]);
  await oleh.getByLabel("My name at tables").fill("Oleh");
  await oleh.keyboard.press("Enter");
  await anna.locator(".room-seat", { hasText: "Oleh" }).waitFor();
  assert.deepEqual(await oleh.evaluate(wide), []);
  for (const page of [anna, oleh]) await page.context().close();
});

test("nothing was written to the console and no other host was asked", () => {
  // A browser writes there by itself that a socket could not be opened while the server was away.
  assert.deepEqual(world.faults.filter((text) => !/WebSocket connection to|ERR_CONNECTION_REFUSED/.test(text)), []);
});
