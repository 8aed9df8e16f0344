// Both editions of RoboRally on their own screen, by clicking.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { faultsInBothThemes, small } from "./look.mjs";
import { playRace } from "./rally-play.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();
const built = new URL("../../../build-web/a/", import.meta.url);
const RULINGS = JSON.parse(readFileSync(new URL(readdirSync(built).find((name) => name.startsWith("rulings.en-")), built), "utf8"));

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
    // On a low phone the end leaves plates, board and console their places.
    await page.setViewportSize({ width: 375, height: 553 });
    const [roster, desk] = await Promise.all([".frame-roster", ".frame-console"].map((of) => page.locator(of).evaluate((el) => ({ cut: el.scrollHeight - el.clientHeight, low: el.getBoundingClientRect().bottom }))));
    assert.deepEqual([roster.cut, desk.low], [0, 553]);
    assert.ok(await page.locator(".end-next .btn.go").isVisible());
    await page.setViewportSize({ width: 1440, height: 900 });
    // Why: the rule, and the ruling where the book leaves something open.
    const ids = await page.locator(".race-log .why").evaluateAll((all) => all.map((el) => el.dataset.why));
    const ruled = ids.findIndex((id) => RULINGS.of[id]);
    assert.ok(ruled >= 0, "an event that a ruling decided");
    await page.locator(".race-log .why").nth(ruled).click();
    await page.locator(`.why-text [data-ruling='${RULINGS.rulings[RULINGS.of[ids[ruled]][0]].id}']`).waitFor();
    await page.locator(".why-text p", { hasText: new RegExp(`.{20}.*${ids[ruled]}$`) }).first().waitFor(); // the rule's words come by themselves
    // The sheet of the race stays in the document; other pages look as before.
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator(".menu-list a[href='/settings']").click();
    await page.locator(".set-panel .choice").first().waitFor();
    const choices = await page.locator(".set-panel .choice").evaluateAll((all) => all.map((el) => getComputedStyle(el).position));
    assert.deepEqual([...new Set(choices)], ["static"]);
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

/** In the page: what is wider than it, what lies over the board, raw keys, yellow buttons. */
const seenFaults = () => {
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
};
const FINE = { wide: [], over: [], raw: null, yellow: 0 };

// One page for each game: to open one costs more than to look at it.
for (const [game, query] of Object.entries(RACES)) {
  test(`${game}: a program`, { timeout: 120_000 }, async (t) => {
    const page = await world.open(`/local/${game}?${query}`);
    const empty = async () => {
      while (await page.locator(".slot.filled").count()) await page.keyboard.press("Backspace");
    };
    await page.locator(".hand-card, .ask").first().waitFor();
    await t.test("axe finds nothing at the first question, by day and by night", async () => {
      assert.deepEqual(await faultsInBothThemes(page), []);
    });
    await toProgram(page);

    await t.test("its way is drawn and told, and goes with it", async () => {
      assert.equal(await page.locator(".stamp").count(), 0);
      await page.keyboard.press("1");
      await page.locator(".stamp").first().waitFor();
      assert.ok((await page.locator(".told-number:not(.open)").count()) > 0);
      assert.ok(((await page.locator(".hand-card").first().getAttribute("title")) ?? "").length > 10, "what a card does is said to the mouse");
      const cell = page.locator(".cell-link").filter({ visible: true });
      if (await cell.count()) {
        await cell.first().click();
        await page.locator(".flash").waitFor();
      }
      await page.keyboard.press("Backspace");
      await page.waitForFunction(() => !document.querySelector(".stamp"));
    });

    await t.test("two quick taps never break a register, and all can be taken back", async () => {
      const cards = await page.locator(".hand-card").count();
      await page.locator(".hand-card").nth(1).dblclick();
      assert.equal(await page.locator(".slot.filled").count(), 1);
      for (let i = 0; i < 6; i++) await page.keyboard.press(String(i + 1));
      await page.waitForTimeout(50);
      assert.ok((await page.locator(".slot.filled").count()) <= 5);
      await empty();
      assert.equal(await page.locator(".hand-card").count(), cards);
      await page.keyboard.press("Control+z");
      assert.equal(await page.locator(".slot.filled").count(), 1);
    });

    await t.test("cards are dragged into registers, between them, and out again", async () => {
      await empty();
      const middle = async (place) => {
        const box = await page.locator(place).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const drag = async (from, to) => {
        const [here, there] = [await middle(from), await middle(to)]; // a mouse held still for long asks for help
        await page.mouse.move(...here);
        await page.mouse.down();
        await page.mouse.move(...there, { steps: 4 });
        await page.locator(".drag-card").waitFor();
        await page.mouse.up();
      };
      const laid = () => page.locator(".slot .hidden").allTextContents();
      await drag("[data-hand='1']", "[data-slot='2']");
      await drag("[data-hand='2']", "[data-slot='0']");
      const [first, , third] = (await laid()).map((words) => words.replace(/^.*: /, ""));
      assert.ok(first !== "empty" && third !== "empty");
      await drag("[data-slot='0']", "[data-slot='2']");
      assert.deepEqual((await laid()).map((words) => words.replace(/^.*: /, "")).slice(0, 3), [third, "empty", first], "they change places");
      await drag("[data-slot='0']", ".board");
      assert.equal(await page.locator(".slot.filled").count(), 1);
      await page.keyboard.press("Control+z");
      assert.equal(await page.locator(".slot.filled").count(), 2);
      await page.mouse.move(0, 0);
    });

    await t.test("axe finds nothing while cards are laid, by night and by day", async () => {
      assert.deepEqual(await faultsInBothThemes(page), []);
    });

    await t.test("nothing is wider than a phone of 360 px, no raw keys, nothing over the board, which does not jump", async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.waitForFunction(() => document.querySelector(".frame-board").getBoundingClientRect().width <= 360);
      assert.deepEqual(await page.evaluate(seenFaults), FINE);
      assert.deepEqual(await page.evaluate(small), [], "everything is large enough for a thumb");
      const high = () => page.locator(".frame-board").evaluate((el) => el.getBoundingClientRect().height);
      const laid = await high();
      // A card under the mouse or with the focus is tried out.
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.activeElement?.blur());
      await empty();
      await page.waitForFunction(() => !document.querySelector(".stamp"));
      assert.equal(await high(), laid);
      assert.ok(laid > 740 * 0.38, `the board has ${laid} px of a phone's 740`);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await t.test("a tap on a cell says what is there, a tap on a plate what the robot has", async () => {
      const said = page.locator(".frame-caption .caption:not(.program-caption)");
      await page.locator(".board-window").click({ position: { x: 300, y: 200 } });
      assert.match((await said.textContent()) ?? "", /^[A-Z]+\d+\. /);
      await page.waitForTimeout(350); // two taps at once would show the whole board
      await page.locator(".plate-face").nth(1).click();
      assert.match((await said.textContent()) ?? "", /^[A-Z][\w ]+ \(bot, easy\): .*next (flag|checkpoint) 1/);
      await page.keyboard.press("1");
      await said.waitFor({ state: "detached" });
    });

    await t.test("the board is spoken cell by cell", async () => {
      await page.keyboard.press("b");
      const cell = page.locator("[role=gridcell]");
      const first = await cell.getAttribute("aria-label");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowUp");
      assert.notEqual(await cell.getAttribute("aria-label"), first);
      assert.match((await cell.getAttribute("aria-label")) ?? "", /^[A-Z]+\d+\. /);
    });

    await t.test("it is made and sent by keys alone", async () => {
      await page.evaluate(() => document.activeElement?.blur());
      await empty();
      const round = await page.locator(".frame-name p").textContent();
      for (const key of ["1", "2", "3", "4", "5", "6", "7"]) await page.keyboard.press(key);
      await page.locator("[data-ready]:not(:disabled)").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (was) => document.querySelector(".frame-name p")?.textContent !== was || document.querySelector("[data-ask]"),
        round,
      );
    });
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
    // The log leads back to a moment, and says why.
    await page.locator("[data-tab=log]").click();
    const line = page.locator(".race-log li", { hasText: /^Register 1/ }).first();
    await line.locator(".why").click();
    await line.locator(".why-text", { hasText: /R(05|23)-/ }).waitFor();
    await line.locator(".moment").click();
    await page.locator(".lamp.now", { hasText: "1" }).waitFor();
    await page.context().close();
  });
}

for (const lang of ["ru-RU", "uk-UA"]) {
  test(`${lang}: nothing is wider than a phone of 360 px, no raw keys, nothing over the board`, { timeout: 60_000 }, async () => {
    for (const [game, query] of Object.entries(RACES)) {
      const page = await world.open(`/local/${game}?${query}`, { lang, width: 360, height: 740, hasTouch: true });
      await toProgram(page);
      await page.locator(".hand-card").first().click();
      assert.deepEqual(await page.evaluate(seenFaults), FINE, game);
      for (const height of [740, 640]) {
        await page.setViewportSize({ width: 360, height });
        const high = () => page.locator(".frame-board").evaluate((el) => el.getBoundingClientRect().height);
        const before = await high();
        while (!(await page.locator("[data-ready]").count())) await page.locator(".hand-card").first().click();
        assert.equal(await high(), before, `${game} at ${height}: the board jumps when all registers are set`);
        assert.ok(before > height * (game === "rally2005" ? 0.42 : 0.38), `${game}: the board has ${before} of ${height} px`);
        await page.locator("[data-undo]").click();
      }
      await page.context().close();
    }
  });
}

test("nothing was written to the console and no other host was asked", () => {
  assert.deepEqual(world.faults, []);
});
