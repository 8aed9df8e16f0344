// Tables whose players are seldom there together: orders for a round a day, and the sign of your turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsInBothThemes } from "./look.mjs";
import { playRace } from "./rally-play.mjs";
import { useWorld } from "./setup.mjs";
import { gather, SMALL_HALL } from "./tables.mjs";

const world = useWorld({ served: true });
const DAYS = { clock: { kind: "days", seconds: 86_400, add: 0, short: 0 } };

const wish = (page, id) => page.locator(`[data-wish='${id}'] select`);
const does = (page, id) => page.locator(`[data-wish='${id}'] [data-does]`);

/** In the page, before anything else: notifications are wanted and allowed, and noted down. */
function noteNotifications() {
  globalThis.notes = [];
  globalThis.Notification = class {
    static permission = "granted";
    constructor(title, { body }) {
      globalThis.notes.push(`${title}: ${body}`);
    }
  };
  localStorage.setItem("robodrome.notify", "true");
  Object.defineProperty(document, "visibilityState", { get: () => (globalThis.away ? "hidden" : "visible") });
}

/** Lays five cards and is ready. */
async function program(page) {
  await page.locator(".hand-card").first().waitFor();
  for (let i = 0; i < 5; i++) await page.locator(".hand-card:not(:disabled)").first().click();
  await page.locator("[data-ready]:not(:disabled)").click();
}

test("a round a day: orders say what they will do, stand at the server, and spare a visit", { timeout: 180_000 }, async () => {
  const pages = await gather(world, "rally2023", ["Anna", "Oleh"], { settings: { course: SMALL_HALL }, house: DAYS, looks: [{ prepare: (page) => page.addInitScript(noteNotifications) }, { width: 360, height: 780, hasTouch: true }] });
  const [anna, oleh] = pages;
  assert.deepEqual(await faultsInBothThemes(anna), []);
  await anna.locator("[data-start]").click();
  // Both come to the upgrade phase; an order of each ends it, without a word of theirs there.
  await Promise.all(pages.map((page) => playRace(page, 20, ".shop")));
  assert.match(await does(anna, "upgrade").innerText(), /the round waits for you/);
  await wish(anna, "upgrade").selectOption("done");
  await does(anna, "upgrade").getByText("Nothing is drawn, bought or removed.").waitFor();
  await oleh.locator(".frame-log").click();
  await wish(oleh, "upgrade").selectOption("done");
  await anna.locator(".hand-card").first().waitFor();
  assert.deepEqual(await faultsInBothThemes(anna), []);

  // What was ordered is the server's: another visit finds it, and the next round needs no other one.
  await anna.reload();
  await anna.waitForFunction(() => document.querySelector("[data-wish='upgrade'] select")?.value === "done");
  await program(anna);
  const titled = (page, start) => page.waitForFunction((text) => document.title.startsWith(text), start);
  await titled(anna, "Waiting for Oleh · ");
  assert.deepEqual(await anna.evaluate(() => globalThis.notes), [], "who looks at the table needs no notification");
  await anna.evaluate(() => (globalThis.away = true));
  await oleh.reload();
  await program(oleh);
  await anna.waitForFunction(() => globalThis.notes.length > 0);
  assert.match(await anna.evaluate(() => globalThis.notes[0]), /: Your turn$/);
  await titled(anna, "● Your turn · ");
  await anna.evaluate(() => (globalThis.away = false));
  const played = await Promise.all(pages.map(async (page) => {
    await page.locator(".frame-name p", { hasText: "Round 2" }).waitFor({ state: "attached" });
    return playRace(page, 20, ".hand-card");
  }));
  for (const { met } of played) assert.equal(met.upgrade, undefined, JSON.stringify(met));
  // "Ask me" takes the order back.
  await wish(anna, "upgrade").selectOption("ask");
  await does(anna, "upgrade").getByText("the round waits for you").waitFor();
  for (const page of pages) await page.context().close();
});

test("two robots of one player at a table of the server: each has its orders and its program", { timeout: 120_000 }, async () => {
  const pages = await gather(world, "rally2005", ["Anna", "Oleh"], { settings: { course: "interference", first: "0" }, house: DAYS });
  const [anna, oleh] = pages;
  await anna.locator("[data-start]").click();
  const tab = (page, n) => page.locator("[data-robot-tab]").nth(n);
  await tab(anna, 1).waitFor();
  assert.equal(await anna.locator(".plate.mine").count(), 2);
  await wish(anna, "power_down").selectOption("no");
  await does(anna, "power_down").getByText("goes on running").waitFor();
  await tab(anna, 1).click();
  await does(anna, "power_down").getByText("the round waits for you").waitFor();
  for (const page of [anna, oleh]) {
    await program(page); // one robot, then the other, which comes by itself
    await page.waitForFunction(() => {
      const tabs = [...document.querySelectorAll("[data-robot-tab]")];
      return tabs.some((tab) => tab.disabled) && tabs.some((tab) => !tab.disabled && tab.ariaPressed === "true") && !document.querySelector(".slot.filled");
    });
    await program(page);
  }
  // The round runs: then one of them is asked, or a robot that is lost has ended the race.
  await Promise.any(pages.map((page) => page.locator(".frame-name p", { hasText: "Round 2" }).or(page.locator("[data-ask], [data-over]")).first().waitFor({ state: "attached" })));
  for (const page of pages) await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
