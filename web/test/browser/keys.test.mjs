// Keys that every table has, help about cards, and the settings that change how a table answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf } from "./look.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

test("the command line answers, says what is wrong, and Escape closes it", async () => {
  const page = await world.open("/local/robotory?seed=12&level=beginner");
  await page.locator(".ry-action:not(:disabled)").first().waitFor();
  const before = await page.locator(".ry-moves .move").count();
  await page.keyboard.press("/");
  await page.keyboard.type("nonsense");
  await page.keyboard.press("Enter");
  await page.locator(".command-fault").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".command").count(), 0);
  await page.keyboard.press("/");
  const free = await page.locator(".ry-hex").evaluateAll((all) => all.map((el) => el.getAttribute("aria-label")).find((s) => /empty/.test(s)).match(/\d+/)[0]);
  await page.keyboard.type(`+w${free}`);
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll(".ry-moves .move").length > n, before);
  await page.context().close();
});

test("help lists the keys, and says what a card does", async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=2");
  const card = page.locator(".hand-card").first();
  await card.waitFor();
  await page.keyboard.press("?");
  await page.locator("[data-help]").waitFor();
  assert.ok((await page.locator("[data-help] dt").count()) > 10);
  assert.deepEqual(await faultsOf(page), []);
  await page.keyboard.press("Escape");
  await card.focus();
  await page.keyboard.press("?");
  assert.match((await page.locator(".frame-caption .caption").textContent()) ?? "", /^\S+.*\. .{10}/);
  const cards = await page.locator(".hand-card").count();
  await page.locator(".hand-card").nth(1).click({ delay: 600 }); // a long press
  assert.equal(await page.locator(".hand-card").count(), cards, "a long press lays no card");
  await page.context().close();
});

test("a hint when asked for: the cards are laid, the reasons said, and all is taken back", { timeout: 120_000 }, async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=2");
  await page.locator(".hand-card").first().waitFor();
  assert.equal(await page.locator("[data-hint]").count(), 0);
  await page.keyboard.press("h");
  await page.locator("[data-hint] [data-why]").waitFor({ timeout: 80_000 }); // the course is measured first
  assert.match((await page.locator("[data-hint] [data-why]").textContent()) ?? "", /\w{3}/);
  assert.equal(await page.locator(".slot.filled").count(), 5);
  assert.deepEqual(await faultsOf(page), []);
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".slot.filled").count(), 0);
  await page.locator("[data-hint-ask]").click();
  await page.waitForFunction(() => document.querySelectorAll(".slot.filled").length === 5);
  await page.context().close();
  const two = await world.open("/local/rally2005?seed=4&seats=2&bots=me.here");
  await two.getByRole("button").first().waitFor();
  assert.equal(await two.locator("[data-hint-ask]").count(), 0, "no hints between people");
  await two.context().close();
});

test("keys look round the board: next robot, zoom, all, turned", async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=4");
  await page.locator(".hand-card").first().waitFor();
  await page.keyboard.press("r");
  assert.match((await page.locator(".frame-caption .caption").textContent()) ?? "", /Twonky/);
  const cell = () => page.locator(".board").getAttribute("data-cell").then(Number);
  const first = await cell();
  await page.keyboard.press("+");
  await page.waitForFunction((c) => Number(document.querySelector(".board").dataset.cell) > c, first);
  await page.keyboard.press("0");
  await page.waitForFunction((c) => Number(document.querySelector(".board").dataset.cell) <= c, first);
  const turned = await page.locator(".compass").count();
  await page.keyboard.press("t");
  await page.waitForFunction((n) => document.querySelectorAll(".compass").length !== n, turned);
  await page.context().close();
});

test("the family's settings by one tap: larger cells, Ready pressed twice, a film that waits after each register", async () => {
  const page = await world.open("/settings", { width: 360, height: 780 });
  await page.locator("[data-preset=family]").click();
  for (const name of ["Ask before sending", "Larger cells"]) assert.ok(await page.getByRole("switch", { name, checked: true }).count(), name);
  await page.getByRole("switch", { name: "Patterns as well as colours" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.patterns), "on");
  await page.goto(`${world.site.address}/local/rally2005?seed=4&seats=2`);
  for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#robot-twonky .robot-pattern")).opacity), "1");
  assert.ok(Number(await page.locator(".board").getAttribute("data-cell")) >= 42);
  await page.locator("[data-ready]").click();
  assert.match((await page.locator("[data-ready]").textContent()) ?? "", /again/);
  await page.locator("[data-ready]").click();
  for (const next of [2, 3, 4, 5]) await page.getByRole("button", { name: new RegExp(`^Go on: register ${next}`) }).click();
  await page.context().close();
});

test("the tab bar of a phone cuts no word, in any language", async () => {
  for (const lang of ["en-GB", "ru-RU", "uk-UA"]) {
    const page = await world.open("/settings", { width: 360, height: 780, lang });
    await page.locator(".tabbar a").first().waitFor();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".tabbar a")]
        .filter((a) => a.scrollWidth > a.clientWidth + 1 || a.getBoundingClientRect().right > innerWidth)
        .map((a) => a.textContent),
    );
    assert.deepEqual(cut, [], lang);
    await page.context().close();
  }
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
