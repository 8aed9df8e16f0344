// The inside of a local table: bots think in a worker of their own, and the truth stays where it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playRace } from "./rally-play.mjs";
import { quickFilm, useWorld } from "./setup.mjs";
import { hearWorkers, robotsAmong } from "./tables.mjs";

const world = useWorld();

test("the page's questions do not wait for the bots", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=8&level=expert");
  const card = page.locator(".hand-card").first();
  await card.waitFor();
  const thinking = page.locator(".plate:not(.mine) .half-lamp");
  assert.ok((await thinking.count()) > 0, "the bots are at it");
  for (let i = 0; i < 2; i++) await card.click();
  await page.locator(".stamp").first().waitFor({ timeout: 2000 });
  assert.ok((await thinking.count()) > 0, "the way was shown while bots were thinking");
  await page.context().close();
});

for (const game of ["rally2005", "rally2023"])
  test(`${game}: no message of the worker tells what the seat may not know`, { timeout: 60_000 }, async () => {
    const page = await world.open("/");
    await page.addInitScript(hearWorkers);
    await page.goto(`${world.site.address}/local/${game}?seed=5&seats=4&level=beginner`);
    await playRace(page, 60);
    const robots = robotsAmong((await page.evaluate(() => globalThis.heard)).map((text) => JSON.parse(text)));
    assert.ok(robots.length > 80, `${robots.length} robots were told of`);
    assert.ok(robots.some((r) => r.seat === 0 && r.cards.length > 3));
    assert.deepEqual(robots.filter((r) => r.seat !== 0 && r.cards.length), []);
    await page.context().close();
  });

/** In the page: remembers where the film's timers made the browser lay out the page. */
function watchLayout() {
  globalThis.layouts = [];
  let inTimer = 0;
  const plain = globalThis.setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) =>
    plain(() => {
      inTimer++;
      try {
        call(...rest);
      } finally {
        inTimer--;
      }
    }, ms);
  const note = (name) => inTimer && document.querySelector(".filming") && globalThis.layouts.push(`${name}: ${new Error().stack.split("\n")[3]}`);
  for (const [owner, names] of [[Element.prototype, ["clientWidth", "clientHeight", "scrollHeight", "scrollWidth"]], [HTMLElement.prototype, ["offsetWidth", "offsetHeight"]]])
    for (const name of names) {
      const { get } = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { configurable: true, get() { note(name); return get.call(this); } });
    }
  const rect = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function () {
    note("getBoundingClientRect");
    return rect.call(this);
  };
}

test("the film of eight robots: few nodes, and no layout in its timers", { timeout: 60_000 }, async () => {
  const page = await world.open("/", { reducedMotion: "no-preference" });
  await page.addInitScript(watchLayout);
  await quickFilm(page);
  await page.goto(`${world.site.address}/local/rally2005?seed=4&seats=8&level=beginner&set.course=marathon-madness`);
  for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().click();
  await page.locator("[data-ready]").click();
  await page.locator(".filming").waitFor();
  await page.locator(".lamp.now", { hasText: "2" }).waitFor(); // a whole register, beats of all kinds
  const { nodes, layouts } = await page.evaluate(() => ({ nodes: document.querySelectorAll("svg, svg *").length, layouts: globalThis.layouts }));
  assert.ok(nodes > 500 && nodes <= 4000, `${nodes} SVG nodes`);
  assert.deepEqual([...new Set(layouts)], []);
  await page.context().close();
});

test("a phone four times slower loses no tap", { timeout: 60_000 }, async () => {
  const page = await world.open("/", { width: 360, height: 780, hasTouch: true });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(`${world.site.address}/local/rally2005?seed=4&seats=4&level=beginner`);
  await page.locator(".hand-card").first().waitFor();
  const all = await page.locator(".hand-card").count();
  for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().tap();
  assert.equal(await page.locator(".slot.filled").count(), 5);
  assert.equal(await page.locator(".hand-card").count(), all - 5);
  await page.locator("[data-ready]").tap();
  await page.waitForFunction(() => /Round 2|round 2/.test(document.querySelector(".frame-name")?.textContent ?? "") || document.querySelector("[data-ask]"), null, { timeout: 30_000 });
  await page.context().close();
});

test("a reload goes on with the same game: before the first answer, and with the cards that were laid", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/robotory?level=beginner", { lang: "en-GB", width: 390, height: 664, hasTouch: true });
  await page.locator(".ry-hex").first().waitFor();
  const board = () => page.locator(".ry-hex").evaluateAll((all) => all.map((el) => el.getAttribute("aria-label")));
  const first = await board();
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await page.locator(".ry-hex").first().waitFor();
    assert.deepEqual(await board(), first);
  }
  await page.goto(`${world.site.address}/local/rally2005?seats=2&level=beginner`);
  for (let i = 0; i < 3; i++) await page.locator(".hand-card").first().tap();
  const laid = () => page.locator(".slot .hidden").allTextContents();
  await page.waitForFunction(() => Object.keys(sessionStorage).length > 0);
  const before = await laid();
  await page.waitForFunction((n) => JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage)[0])).picks.length >= n, 3);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".slot.filled").length === 3);
  assert.deepEqual(await laid(), before);
  await page.context().close();
});

test("every game of this browser that is not over is among my games, and goes on from there", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/robotory?seats=2&level=beginner");
  await page.locator(".ry-hex").first().waitFor();
  await page.goto(`${world.site.address}/local/rally2005?seats=2&level=beginner&set.course=dizzy-dash`);
  await page.locator(".hand-card").first().waitFor();
  await page.goto(`${world.site.address}/mine`);
  const lines = page.locator(".mine-line[data-local]");
  await lines.filter({ hasText: "Dizzy Dash" }).waitFor();
  assert.equal(await lines.count(), 2);
  assert.equal(await page.locator(".mine-none").count(), 0);
  await lines.filter({ hasText: "Robotory" }).getByRole("link", { name: "Continue" }).click();
  await page.locator(".ry-hex").first().waitFor();
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
