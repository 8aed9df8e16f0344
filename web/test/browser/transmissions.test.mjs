// Transmissions on its own screen: whole games by taps on the things themselves, the list in words,
// keys, and every size of screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { midgame } from "./records.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

/** Plays to the end inside the page: taps what is lit on the table, the list only where nothing is. */
function playOut(page, most, seed = 1) {
  return page.evaluate(
    async ([most, seed]) => {
      let state = seed;
      const next = (n) => (state = (state * 48271) % 2147483647) % n;
      const pause = (ms) => new Promise((done) => setTimeout(done, ms));
      const tapped = {};
      const lit =
        ".tx-cell.is-open, .tx-card.is-open, .tx-tile.is-open, .tx-stack.is-open, .tx-spot.is-open, .tx-robot.is-open > button," +
        ".tx-on.usable.is-open, .tx-leaf.is-open, .tx-engram.is-open, [data-choice]:not([aria-pressed='true']):not(:disabled)";
      let idle = 0;
      for (let taps = 0; taps < most; ) {
        if (document.querySelector("[data-over]")) return { taps, tapped };
        if (document.querySelector(".tx-options[aria-busy='true']")) {
          await pause(1);
          continue;
        }
        const send = document.querySelector("[data-send]:not(:disabled)");
        const things = [...document.querySelectorAll(lit)];
        const list = [...document.querySelectorAll("[data-pick]:not(:disabled)")];
        // Pipes are dear: who wants to lay some goes there and gathers, and ends no turn early.
        const pipes = things.filter((el) => el.matches(".tx-stack, .tx-spot"));
        const ways = things.filter((el) => ["0", "1", "4", "5", "10", "11"].includes(el.dataset.cell));
        const rest = things.filter((el) => el.dataset.choice !== "end");
        const among = [pipes, ways, rest, things].find((list) => list.length) ?? [];
        let thing = send ?? among[next(among.length || 1)];
        if (!thing && idle > 30) thing = list[next(list.length || 1)];
        if (!thing) {
          if (++idle > 4000) return { taps, tapped, stuck: document.querySelector(".frame-caption").textContent };
          await pause(2);
          continue;
        }
        const kind = send ? "send" : things.includes(thing) ? thing.classList[0] : "list";
        tapped[kind] = (tapped[kind] ?? 0) + 1;
        idle = 0;
        taps++;
        thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await pause(1);
      }
      return { taps: -1, tapped };
    },
    [most, seed],
  );
}

test("a whole game of two against a bot, by taps on the table alone", { timeout: 180_000 }, async () => {
  const page = await world.open("/local/transmissions?seats=2&level=beginner&seed=3");
  await page.locator(".tx-ring").waitFor();
  const { taps, tapped, stuck } = await playOut(page, 6000, 5);
  assert.equal(stuck, undefined);
  assert.ok(taps > 20, JSON.stringify({ taps, tapped }));
  assert.equal(tapped.list, undefined, "nothing needed the list");
  for (const kind of ["tx-cell", "tx-card", "tx-stack", "tx-spot"]) assert.ok(tapped[kind] > 0, `${kind}: ${JSON.stringify(tapped)}`);
  assert.match((await page.locator(".end-head").textContent()) ?? "", /win|victory/i);
  if (!(await page.locator("[data-undo]").count())) assert.equal(await page.locator(".frame-console:visible").count(), 0, "nothing is left to do");
  await page.context().close();
});

test("a whole game alone against Harvey, by taps, on a phone", { timeout: 180_000 }, async () => {
  const page = await world.open("/local/transmissions?seats=1&seed=4", { width: 360, height: 740, hasTouch: true });
  await page.locator(".tx-ring").waitFor();
  const { taps, tapped, stuck } = await playOut(page, 6000, 11);
  assert.equal(stuck, undefined);
  assert.ok(taps > 20, JSON.stringify({ taps, tapped }));
  assert.equal(await page.locator("[data-over]").count(), 1);
  await page.context().close();
});

test("an answer by keys: digits pick, Enter sends, Escape lets go", async () => {
  const page = await world.open("/local/transmissions?seats=2&level=beginner&seed=3");
  await page.locator(".tx-option").first().waitFor({ state: "attached" });
  const lines = () => page.locator(".tx-chosen").textContent();
  const before = await lines();
  await page.keyboard.press("1");
  await page.waitForFunction((was) => document.querySelector(".tx-chosen").textContent !== was, before);
  await page.keyboard.press("Escape");
  await page.waitForFunction((was) => document.querySelector(".tx-chosen").textContent === was, before);
  const prompt = await page.locator(".tx-decision .strong").textContent();
  for (let i = 0; i < 4 && !(await page.locator("[data-send]").count()); i++) {
    await page.keyboard.press("1");
    await page.waitForTimeout(150);
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelector(".tx-decision .strong")?.textContent !== was, prompt);
  await page.context().close();
});

const middle = () => midgame("transmissions", { seats: 2, level: "beginner" }, ({ ask }, view) => ask === "act" && view.turns > 8);
const help = (page, rule) => page.locator(`[data-thing-help^='${rule}']`);

test("what a tile, a card or a place is: by resting on it, by focus, by a long press and by ?", async () => {
  const page = await world.open(await middle());
  await page.locator(".tx-idea[data-about]").first().waitFor();
  await page.locator(".tx-idea[data-about]").first().hover();
  await help(page, "TX-IDEA").waitFor();
  await page.locator("button.tx-item").first().hover();
  await help(page, "TX-").getByText(/./).first().waitFor();
  await page.mouse.move(5, 5);
  await page.locator("[data-thing-help]").waitFor({ state: "detached" });
  // By keys: the focus shows it, "?" makes it stay, Escape closes it.
  await page.locator(".tx-cell[tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await help(page, "TX-").waitFor();
  await page.keyboard.press("?");
  await page.locator(".thing-help.pinned a[href^='/rules/transmissions#TX-']").waitFor();
  assert.equal(await page.locator("[data-help]").count(), 0, "not the keys");
  await page.keyboard.press("Escape");
  await page.locator("[data-thing-help]").waitFor({ state: "detached" });
  await page.context().close();
});

test("a long press on a phone explains and does nothing", async () => {
  for (const [path, thing, rule] of [
    [await middle(), "button.tx-item", "TX-"],
    ["/local/robotory?seed=12&level=beginner", ".ry-action:not(.square):not(:disabled)", "RY-"],
  ]) {
    const page = await world.open(path, { width: 390, height: 844, hasTouch: true });
    await page.locator(thing).first().waitFor();
    await page.locator(thing).first().scrollIntoViewIfNeeded();
    const { x, y, width, height } = await page.locator(thing).first().boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x: x + width / 2, y: y + height / 2 }]);
    await page.locator(".thing-help.pinned").waitFor();
    await touch("touchEnd", []);
    await help(page, rule).waitFor();
    assert.equal(await page.locator(`${thing}[aria-pressed='true']`).count(), 0, "nothing was chosen by it");
    await page.locator(".thing-help .btn").tap();
    await page.locator("[data-thing-help]").waitFor({ state: "detached" });
    await page.context().close();
  }
});

test("every size and language fits: nothing flows over sideways, no key in place of words", async () => {
  for (const [width, height, lang] of [[360, 740, "uk-UA"], [390, 844, "ru-RU"], [768, 1024, "en-GB"], [1100, 800, "uk-UA"], [1440, 900, "ru-RU"], [820, 400, "en-GB"]]) {
    const page = await world.open("/local/transmissions?seats=3&level=beginner&seed=3", { width, height, lang });
    await page.locator(".tx-ring").waitFor();
    await page.locator(".tx-robot.is-open > button, .tx-card.is-open").first().waitFor({ state: "attached" });
    const found = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      board: document.querySelector(".frame-board").scrollWidth - document.querySelector(".frame-board").clientWidth,
      console: document.querySelector(".frame-console").scrollWidth - document.querySelector(".frame-console").clientWidth,
      ring: document.querySelector(".tx-ring svg").getBoundingClientRect().width,
      keys: /\bweb\.tx\.|transmissions\.[a-z]+\./.test(document.body.textContent),
    }));
    assert.ok(found.wide <= 0 && found.board <= 0 && found.console <= 0, `${width} x ${height}: ${JSON.stringify(found)}`);
    assert.ok(found.ring >= 180, `${width} x ${height}: ring ${found.ring}`);
    assert.equal(found.keys, false);
    await page.context().close();
  }
});

/** In the page: words of tiles, cards and buttons that are broken in two. */
const brokenWords = () => {
  const shown = [...document.querySelectorAll(".tx-tile .tx-does, .tx-on, .tx-on b, .tx-card > span, .tx-left, .tx-phone-tabs button, .tx-buttons .btn")];
  return shown.filter((el) => el.getClientRects().length && getComputedStyle(el).clipPath === "none").flatMap((el) =>
    [...el.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap((node) =>
      [...node.data.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
      }).map(([word]) => `${el.className}: ${word}`)));
};

test("no word is broken and the console stays low, from phone to desktop, also while something is bought", async () => {
  const buys = await midgame("transmissions", { seats: 3 }, ({ ask }, view) => ask === "act" && view.turns > 16 && view.move.location === "town");
  for (const lang of ["ru-RU", "uk-UA"]) {
    const page = await world.open(buys, { lang });
    await page.locator(".tx-item.is-open").first().click();
    await page.locator(".tx-robot.is-open > button").first().click();
    await page.locator("[data-send]").waitFor();
    for (const [width, height] of [[1440, 900], [1280, 800], [1024, 768], [768, 1024], [360, 780]]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((w) => document.querySelector(".frame").getBoundingClientRect().width === w, width);
      assert.deepEqual(await page.evaluate(brokenWords), [], `${lang} ${width}`);
      const high = await page.locator(".frame-console").evaluate((el) => el.getBoundingClientRect().height);
      assert.ok(high <= 0.3 * height, `${lang} ${width}: the console is ${high} high`);
    }
    await page.context().close();
  }
});

test("on a desktop the whole score sheet is seen with what ends the game, and an answer says what it changes", async () => {
  const acts = await midgame("transmissions", { seats: 3 }, ({ ask, options }, view) => ask === "act" && view.turns > 18 && options.some((o) => /pipe/.test(JSON.stringify(o))));
  const page = await world.open(acts);
  await page.locator(".tx-in-words").waitFor();
  const hidden = () => page.locator(".frame-side .tx-score").evaluate((el) => el.scrollHeight - el.clientHeight);
  assert.ok((await hidden()) <= 0, `${await hidden()} px of the sheet are cut off`);
  await page.locator(".tx-stack.is-open").first().click();
  await page.locator(".tx-spot.is-open").first().click();
  await page.locator(".tx-change", { hasText: /^Pipes \+\d/ }).waitFor();
  assert.match(await page.locator("[data-send]").innerText(), /\d+ points?$/);
  assert.ok((await hidden()) <= 0, `${await hidden()} px of the sheet are cut off`);
  await page.locator("[data-plate='1']").click();
  assert.equal(await page.locator("[data-plate][aria-pressed='true']").getAttribute("data-plate"), "1");
  // Where the board has less room, what is laid stands above the robots.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.waitForFunction(() => {
    const [spot, room] = [".tx-spot.is-chosen", ".tx-boards"].map((of) => document.querySelector(of).getBoundingClientRect());
    return spot.top >= room.top && spot.bottom <= room.bottom;
  });
  await page.context().close();
});

test("on a phone a pipe is seen where it will lie, with the buttons that turn it", async () => {
  const lays = await midgame("transmissions", { seats: 3 }, ({ ask, options }, view) => ask === "act" && view.turns > 10 && options.some((o) => /pipe/.test(JSON.stringify(o))));
  for (const [width, height, lang] of [[360, 740, "uk-UA"], [390, 844, "en-GB"]]) {
    const page = await world.open(lays, { width, height, lang, hasTouch: true });
    await page.locator(".tx-stack.is-open").first().tap();
    await page.locator(".tx-spot.is-open").first().tap();
    await page.locator("[data-send]").waitFor();
    const inSight = async (what) => {
      const [room, box] = await Promise.all([".frame-board", what].map((of) => page.locator(of).boundingBox()));
      assert.ok(box && box.y >= room.y - 1 && box.y + box.height <= room.y + room.height + 1, `${what}: ${JSON.stringify({ box, room })}`);
    };
    await inSight(".tx-spot.is-chosen .tx-spot-edge");
    const lies = () => page.locator(".tx-spot.is-chosen").getAttribute("aria-label");
    const before = await lies();
    if (await page.locator("[data-turn='1']").count()) {
      await inSight("[data-turn='1']");
      await page.locator("[data-turn='1']").tap();
      await page.waitForFunction((was) => document.querySelector(".tx-spot.is-chosen")?.getAttribute("aria-label") !== was, before);
      await inSight("[data-turn='-1']");
    }
    await page.context().close();
  }
});

test("on a low phone the ring is whole while a place on it is chosen, and each place is large enough", async () => {
  const idea = (o) => o.is === "idea";
  const moves = await midgame("transmissions", { seats: 2 }, ({ options }) => options.some((o) => o.is === "cell") && options.some(idea));
  for (const [width, height] of [[360, 640], [375, 553], [412, 915], [740, 360]]) {
    const page = await world.open(moves, { width, height, hasTouch: true });
    await page.locator(".tx-cell.is-open").first().waitFor();
    const [room, ring] = await Promise.all([".frame-board", ".tx-ring > svg"].map((of) => page.locator(of).boundingBox()));
    assert.ok(ring.y >= room.y - 1 && ring.y + ring.height <= room.y + room.height + 1, `${width} × ${height}: ${JSON.stringify({ ring, room })}`);
    const boxes = await page.locator(".tx-cell.is-open").evaluateAll((all) => all.map((el) => Math.min(el.getBoundingClientRect().width, el.getBoundingClientRect().height)));
    assert.ok(Math.min(...boxes) >= 28, `${width} × ${height}: places of ${boxes} px`);
    await page.locator(".tx-cell.is-open").first().tap();
    await page.locator("[data-send]").waitFor();
    await page.context().close();
  }
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
