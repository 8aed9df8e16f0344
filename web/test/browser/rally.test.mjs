// Both editions of RoboRally on their own screen, by clicking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf } from "./look.mjs";
import { playRace } from "./rally-play.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

const RACES = {
  rally2005: "seats=3&level=easy&seed=3&set.course=dizzy-dash",
  rally2023: "seats=3&level=easy&seed=4&set.course=keep-tour",
};

for (const [game, query] of Object.entries(RACES)) {
  test(`${game}: a whole race by clicking`, { timeout: 120_000 }, async () => {
    const page = await world.open(`/local/${game}?${query}`);
    const { over, met } = await playRace(page, 4000);
    assert.ok(over, JSON.stringify(met));
    assert.match((await page.locator(".end-head").textContent()) ?? "", /win|victory/i);
    await page.locator("[data-tab=log]").click();
    assert.ok((await page.locator(".race-log li").count()) > 20);
    await page.context().close();
  });
}

/** To the first program of a race: through start and upgrades where there are any. */
async function toProgram(page) {
  for (let i = 0; i < 12; i++) {
    await page.locator(".hand-card, .ask").first().waitFor();
    if (await page.locator(".hand-card").count()) return;
    if (await page.locator("[data-done]").count()) await page.locator("[data-done]").click();
    else {
      await page.locator(".ask-row").first().click();
      await page.locator("[data-send]:not(:disabled)").click();
    }
    await page.waitForTimeout(60);
  }
}

for (const [game, query] of Object.entries(RACES)) {
  test(`${game}: two quick taps never break a register, and all can be taken back`, async () => {
    const page = await world.open(`/local/${game}?${query}`);
    await toProgram(page);
    const cards = await page.locator(".hand-card").count();
    await page.locator(".hand-card").nth(1).dblclick();
    assert.equal(await page.locator(".slot.filled").count(), 1);
    for (let i = 0; i < 6; i++) await page.keyboard.press(String(i + 1));
    await page.waitForTimeout(50);
    assert.ok((await page.locator(".slot.filled").count()) <= 5);
    while (await page.locator(".slot.filled").count()) await page.keyboard.press("Backspace");
    assert.equal(await page.locator(".hand-card").count(), cards);
    await page.keyboard.press("Control+z");
    assert.equal(await page.locator(".slot.filled").count(), 1);
    await page.context().close();
  });

  test(`${game}: a program by keys alone`, async () => {
    const page = await world.open(`/local/${game}?${query}`);
    await toProgram(page);
    const round = await page.locator(".frame-name p").textContent();
    for (const key of ["1", "2", "3", "4", "5", "6", "7"]) await page.keyboard.press(key);
    await page.locator("[data-ready]:not(:disabled)").waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (was) => document.querySelector(".frame-name p")?.textContent !== was || document.querySelector("[data-ask]"),
      round,
    );
    await page.context().close();
  });

  test(`${game}: the board is spoken cell by cell`, async () => {
    const page = await world.open(`/local/${game}?${query}`);
    await toProgram(page);
    await page.keyboard.press("b");
    const cell = page.locator("[role=gridcell]");
    const first = await cell.getAttribute("aria-label");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    assert.notEqual(await cell.getAttribute("aria-label"), first);
    assert.match((await cell.getAttribute("aria-label")) ?? "", /^[A-Z]+\d+\. /);
    await page.context().close();
  });
}

for (const [game, query] of Object.entries(RACES)) {
  for (const theme of ["light", "dark"]) {
    test(`${game}, ${theme}: axe finds nothing, at a question and at a program`, { timeout: 60_000 }, async () => {
      const page = await world.open(`/local/${game}?${query}`, { theme });
      await page.locator(".hand-card, .ask").first().waitFor();
      assert.deepEqual(await faultsOf(page), []);
      await toProgram(page);
      await page.locator(".hand-card").first().click();
      assert.deepEqual(await faultsOf(page), []);
      await page.context().close();
    });
  }

  test(`${game}: the way of a program is drawn and told, and goes with it`, async () => {
    const page = await world.open(`/local/${game}?${query}`);
    await toProgram(page);
    assert.equal(await page.locator(".stamp").count(), 0);
    await page.keyboard.press("1");
    await page.locator(".stamp").first().waitFor();
    assert.ok((await page.locator(".mine-number:not(.open)").count()) > 0);
    await page.keyboard.press("Backspace");
    await page.waitForFunction(() => !document.querySelector(".stamp"));
    await page.context().close();
  });

  test(`${game}: the film runs with captions and leads to the next program`, { timeout: 60_000 }, async () => {
    const page = await world.open(`/local/${game}?${query}`, { reducedMotion: "no-preference" });
    for (let i = 0; i < 40 && !(await page.locator(".hand-card").count()); i++) {
      await page.locator("[data-film=skip]:visible").click({ timeout: 200 }).catch(() => {});
      await page.locator("[data-done]").click({ timeout: 200 }).catch(() => {});
      await page.locator(".ask-row").first().click({ timeout: 200 }).catch(() => {});
      await page.locator("[data-send]:not(:disabled)").click({ timeout: 200 }).catch(() => {});
    }
    for (const key of ["1", "2", "3", "4", "5", "6", "7", "8"]) await page.keyboard.press(key);
    await page.locator("[data-ready]:not(:disabled)").click();
    await page.locator(".film-caption:not(.idle)").first().waitFor();
    await page.locator("[data-film=play]").click();
    const now = await page.evaluate(() => document.querySelectorAll(".floor .bot").length);
    assert.equal(now, 3);
    const nodes = await page.evaluate(() => document.querySelectorAll("svg *").length);
    assert.ok(nodes <= 4000, `${nodes} nodes of SVG`);
    await page.locator("[data-film=on]").click();
    await page.locator("[data-film=back]").click();
    await page.locator("[data-film=skip]").click();
    await page.locator(".hand-card, .ask, [data-over]").first().waitFor();
    await page.context().close();
  });
}

for (const lang of ["en-GB", "ru-RU", "uk-UA"]) {
  test(`${lang}: nothing is wider than a phone of 360 px, no raw keys, nothing over the board`, { timeout: 60_000 }, async () => {
    for (const [game, query] of Object.entries(RACES)) {
      const page = await world.open(`/local/${game}?${query}`, { lang, width: 360, height: 740, hasTouch: true });
      await toProgram(page);
      await page.locator(".hand-card").first().click();
      const found = await page.evaluate(() => {
        const wide = [...document.querySelectorAll(".frame *")]
          .filter((el) => !el.closest(".board-window, .rims, svg, .ticks, .shop-spares ol, .drag-card"))
          .filter((el) => el.getBoundingClientRect().right > innerWidth + 1 && el.getBoundingClientRect().width > 0)
          .map((el) => `${el.className}: ${Math.round(el.getBoundingClientRect().right)}`);
        const board = document.querySelector(".board").getBoundingClientRect();
        const over = [...document.querySelectorAll(".frame-rail, .frame-roster, .frame-caption, .frame-console, .camera-bar")].filter((el) => {
          const box = el.getBoundingClientRect();
          return box.height > 0 && box.top < board.bottom - 1 && box.bottom > board.top + 1;
        }).map((el) => el.className);
        return { wide, over, raw: document.body.innerText.match(/\bweb\.[a-z_.]+/g), yellow: document.querySelectorAll(".btn.act").length };
      });
      assert.deepEqual(found, { wide: [], over: [], raw: null, yellow: 0 }, game);
      await page.context().close();
    }
  });
}

test("nothing was written to the console and no other host was asked", () => {
  assert.deepEqual(world.faults, []);
});
