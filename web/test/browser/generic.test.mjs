// Every game, from the first question to the end, with the generic table in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playInside } from "./in-page.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

/** Answers every question by a fixed rule until the game is over; returns how many picks it took. */
function playOut(page, most) {
  return playInside(page, async (when, limit) => {
    const one = (selector) => document.querySelector(selector);
    let picks = 0;
    let seed = 7;
    const next = (n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
    const settled = () => when(() => one("[data-over], .g-option:not(:disabled), [data-send]:not(:disabled)"));
    while (picks < limit) {
      await settled();
      if (one("[data-over]")) return picks;
      const options = document.querySelectorAll(".g-option:not(:disabled)");
      const send = one("[data-send]:not(:disabled)");
      if (send && (!options.length || next(3) === 0)) send.click();
      else options[next(options.length)].click();
      picks++;
      await new Promise((done) => setTimeout(done, 0));
    }
    return -1;
  }, most);
}

const games = {
  robotory: "seats=2&level=beginner&seed=3",
  transmissions: "seats=2&level=beginner&seed=3",
  rally2005: "seats=2&level=easy&seed=3&set.course=risky-exchange&set.lives=3",
  rally2023: "seats=2&level=easy&seed=3",
  template: "seats=2&level=beginner&seed=3", // a game that the page does not know
};

for (const [game, query] of Object.entries(games)) {
  test(`${game} to the end by lists`, { timeout: 120_000 }, async () => {
    const page = await world.open(`/local/${game}?plain&${query}`);
    const picks = await playOut(page, 6000);
    assert.ok(picks > 5, `${game}: ${picks} picks`);
    assert.ok((await page.locator(".log li").count()) > 5);
    assert.match((await page.locator(".end-head").textContent()) ?? "", /win|victory|share/i);
    await page.context().close();
  });
}

test("a step back asks the same question again", async () => {
  const page = await world.open("/local/robotory?plain&seed=5&level=beginner");
  const prompt = page.locator(".decision .strong");
  const first = await prompt.textContent();
  const lines = () => page.locator(".log li").count();
  await page.locator(".g-option").first().click();
  await page.locator(".g-option, [data-undo]").first().waitFor();
  while (!(await page.locator("[data-undo]").count())) {
    await page.locator("[data-send], .g-option").first().click();
    await page.waitForTimeout(50);
  }
  await page.waitForFunction(() => document.querySelector(".g-option:not(:disabled)"));
  await page.locator("[data-undo]").click();
  await page.waitForFunction(() => !document.querySelector("[data-undo]"));
  assert.equal(await prompt.textContent(), first);
  assert.equal(await lines(), 0);
  await page.context().close();
});

test("a reload goes on with the game, and the first page offers it", async () => {
  const page = await world.open("/local/rally2005?plain&seats=2&seed=3&level=easy");
  await page.locator(".g-option").first().waitFor();
  for (let i = 0; i < 12; i++) {
    await page.waitForFunction(() => document.querySelector(".g-option:not(:disabled), [data-send]:not(:disabled)"));
    await page.evaluate(() =>
      (document.querySelector("[data-send]:not(:disabled)") ?? document.querySelector(".g-option:not(:disabled)")).click(),
    );
    await page.waitForTimeout(60);
  }
  const seen = () => page.locator(".log li").allTextContents();
  const before = await seen();
  assert.ok(before.length > 3);
  await page.waitForTimeout(300);
  await page.reload();
  await page.locator(".g-option").first().waitFor();
  assert.deepEqual((await seen()).slice(0, before.length), before);
  await page.goto(world.site.address + "/");
  await page.locator(".continue a").click();
  await page.locator(".g-option").first().waitFor();
  assert.deepEqual((await seen()).slice(0, before.length), before);
  await page.context().close();
});

test("nothing was written to the console and no other host was asked", () => {
  assert.deepEqual(world.faults, []);
});
