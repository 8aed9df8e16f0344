// Robotory on its own screen: whole games by taps and by keys alone, hint, ways, undo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOver, settled, tapTurn } from "./play-robotory.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

const moves = (page) => page.locator(".ry-moves .move").count();

test("a whole game by taps, on a phone", { timeout: 90_000 }, async () => {
  const page = await world.open("/local/robotory?seed=7&level=beginner", { width: 390, height: 844, hasTouch: true });
  let turn = 0;
  for (; turn < 300; turn++) {
    await settled(page);
    if (await isOver(page)) break;
    await tapTurn(page, turn);
  }
  assert.ok(await isOver(page), "the game ended");
  assert.ok(turn > 5);
  assert.match((await page.locator(".end-head").textContent()) ?? "", /win|victory/i);
  await page.context().close();
});

/** In the page: the key that leads from the focused hex to the first one that is offered. */
function keyTowards() {
  const middle = (el) => {
    const box = el.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const here = document.querySelector(".ry-hex[tabindex='0']");
  if (here.matches(".offered")) return "Enter";
  const goal = document.querySelector(".ry-hex.offered");
  if (!goal) return "ArrowDown";
  const [x, y] = middle(here);
  const [gx, gy] = middle(goal);
  if (Math.abs(gy - y) > 20) return gy > y ? "ArrowDown" : "ArrowUp";
  return gx > x ? "ArrowRight" : "ArrowLeft";
}

test("a whole game by keys alone", { timeout: 90_000 }, async () => {
  const page = await world.open("/local/robotory?seed=9&level=beginner");
  for (let turn = 0; turn < 300; turn++) {
    await settled(page);
    if (await isOver(page)) break;
    const can = (n) => page.locator(".ry-actions .ry-action").nth(n).isEnabled();
    const refill = (await can(2)) && turn % 2 === 0;
    const key = refill ? "r" : (await can(0)) ? "p" : "m";
    for (let steps = 0; steps < 40 && !(await page.locator("[data-send]").count()); steps++) {
      const choice = page.locator(".ry-takes button").first();
      if (!(await page.locator(".ry-action[aria-pressed='true']").count())) {
        await page.keyboard.press(key);
      } else if (await choice.count()) {
        await choice.focus();
        await page.keyboard.press("Enter");
      } else {
        const hex = page.locator(".ry-hex[tabindex='0']");
        await hex.focus();
        await page.keyboard.press(await page.evaluate(keyTowards));
      }
    }
    await page.locator("[data-send]").focus();
    await page.keyboard.press("Enter");
  }
  assert.ok(await isOver(page));
  await page.context().close();
});

test("a tap on a robot shows where it can go; a second tap on the goal moves it", async () => {
  const page = await world.open("/local/robotory?seed=12&level=easy");
  await settled(page);
  await page.locator(".ry-hex[data-hex='8']").click();
  const goal = page.locator(".ry-hex.offered").first();
  const name = await goal.getAttribute("aria-label");
  assert.match(name ?? "", /^Hex \d+, .* camp: .*, can be chosen$/);
  const before = await moves(page);
  await goal.hover();
  assert.equal(await page.locator(".ry-path").count(), 1);
  await goal.click();
  assert.equal(await page.locator("[data-send]").count(), 1);
  await goal.click();
  await page.waitForFunction((n) => document.querySelectorAll(".ry-moves .move").length > n, before);
  await settled(page);
  await page.locator("[data-undo]").click();
  await page.waitForFunction((n) => document.querySelectorAll(".ry-moves .move").length === n, before);
  await page.context().close();
});

test("hint and bar come only when asked for, and Escape commits nothing", async () => {
  const page = await world.open("/local/robotory?seed=12&level=easy");
  await settled(page);
  assert.equal(await page.locator(".ry-bar, .hint-box").count(), 0);
  await page.keyboard.press("h");
  await page.locator(".hint-box").waitFor();
  assert.match(await page.locator(".hint-box .tag").innerText({ timeout: 2000 }), /^chance \d+%$/, "apart from the sentence");
  assert.equal(await page.locator(".ry-bar").count(), 1);
  await page.keyboard.press("p");
  await page.locator(".ry-takes button").first().click();
  await page.locator(".ry-hex.offered").first().click();
  const before = await moves(page);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[data-send]").count(), 0);
  assert.equal(await moves(page), before);
  await page.context().close();
});

test("nothing lies over the board, and only one button is yellow", async () => {
  for (const [width, height, lang] of [[360, 740, "en"], [768, 1024, "en"], [1100, 800, "en"], [1440, 900, "en"], [820, 400, "en"], [740, 360, "uk"]]) {
    const page = await world.open("/local/robotory?seed=12&level=easy", { width, height, lang });
    await settled(page);
    await page.locator(".ry-hex[data-hex='8']").click();
    await page.locator(".ry-hex.offered").first().click();
    const found = await page.evaluate(() => {
      const board = document.querySelector(".ry-board").getBoundingClientRect();
      const others = [...document.querySelectorAll(".frame-rail, .frame-roster, .frame-caption, .frame-console, .frame-side")];
      const over = others.filter((el) => {
        const b = el.getBoundingClientRect();
        return b.width && b.left < board.right - 1 && b.right > board.left + 1 && b.top < board.bottom - 1 && b.bottom > board.top + 1;
      });
      return { over: over.map((el) => el.className), yellow: document.querySelectorAll(".btn.act").length, high: board.height };
    });
    assert.deepEqual(found.over, [], `${width} x ${height}`);
    assert.equal(found.yellow, 1);
    assert.ok(found.high > 150, `${width} x ${height}: board ${found.high}`);
    const cut = await page.locator(".ry-action, .ry-plate").evaluateAll((all) => all.filter((el) => [...el.querySelectorAll("b, .ry-box-numbers, .ry-homes")].some((part) => part.getBoundingClientRect().right > el.getBoundingClientRect().right)).map((el) => el.innerText));
    assert.deepEqual(cut, [], `${width} x ${height}: words leave their button or plate`);
    await page.locator(".menu > button").click();
    const [list, board] = await Promise.all([".menu-list", ".frame-board"].map((of) => page.locator(of).boundingBox()));
    const apart = list.y >= board.y + board.height || list.x >= board.x + board.width;
    assert.ok(apart || width > 1023, `${width} x ${height}: the menu lies over the board`);
    assert.ok(board.height > 120, `${width} x ${height}: board ${board.height} beside the menu`);
    await page.context().close();
  }
});

test("four discs fit a plate of the narrowest phone", async () => {
  for (const lang of ["en", "ru", "uk"]) {
    const page = await world.open("/local/robotory?seed=12&level=easy", { lang, width: 360, height: 740, hasTouch: true });
    await page.locator(".ry-action:not(:disabled)").first().waitFor();
    const beyond = await page.locator(".ry-stock").evaluateAll((stocks) => stocks.map((stock) => stock.scrollWidth - stock.clientWidth));
    assert.deepEqual(beyond, [0, 0], lang);
    await page.context().close();
  }
});

test("on a low phone the board keeps its room while discs are chosen, and no word leaves its button", { timeout: 60_000 }, async () => {
  for (const lang of ["en", "ru", "uk"]) {
    const page = await world.open("/local/robotory?seed=5&level=easy", { lang, width: 360, height: 640, hasTouch: true });
    for (let turn = 0; turn < 2; turn++) {
      await settled(page);
      await page.locator(".ry-action").first().tap();
      await page.locator(".ry-takes button").first().tap();
      await page.locator(".ry-hex.offered").nth(turn).tap();
      await page.locator("[data-send]").tap();
      await page.locator("[data-send]").waitFor({ state: "detached" });
    }
    await settled(page);
    const cut = await page.locator(".ry-action").evaluateAll((all) => all.filter((el) => [...el.querySelectorAll("b")].some((b) => b.offsetWidth > el.clientWidth)).map((el) => el.innerText));
    assert.deepEqual(cut, [], lang);
    await page.locator(".ry-action").nth(2).tap();
    await page.locator(".ry-takes button").first().tap();
    await page.locator("[data-send]").waitFor();
    const [send, takes, board] = await Promise.all(["[data-send]", ".ry-takes", ".ry-board"].map((of) => page.locator(of).boundingBox()));
    assert.ok(takes.y >= send.y + send.height, `${lang}: the answer lies over the choices`);
    assert.ok(board.height >= 210, `${lang}: the board is ${board.height} px high`);
    await page.context().close();
  }
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
