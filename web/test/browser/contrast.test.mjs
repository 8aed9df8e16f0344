// What a person's system asks for: more contrast, its own colours, less motion.  The focus can be seen
// on every ground, and what is asked differs from the rest by more than paint.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faultsOf } from "./look.mjs";
import { start } from "./setup.mjs";

let world;
before(async () => (world = await start()));
after(() => world.stop());

const TABLES = {
  rally2005: ["/local/rally2005?seed=4&seats=2&level=beginner", ".hand-card"],
  robotory: ["/local/robotory?seed=12&level=beginner", ".ry-action:not(:disabled)"],
  transmissions: ["/local/transmissions?seed=3&seats=2&level=beginner", ".tx-option"],
};
const WISHES = {
  "day shift": { theme: "light" },
  "night shift": { theme: "dark" },
  "more contrast": { contrast: "more" },
  "forced colours": { forcedColors: "active" },
};

/** Tab through the page: stops whose focus nothing shows. */
async function unseen(page, stops) {
  const found = [];
  const met = new Set();
  for (let i = 0; i < stops; i++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const el = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(el);
      const shows = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      const ring = el.querySelector(".tx-stand, .tx-spot-edge, .ry-ring"); // a drawn cell has its own edge
      const drawn = ring !== null && parseFloat(getComputedStyle(ring).strokeWidth) >= 6;
      return { name: `${el.tagName}.${el.getAttribute("class") ?? ""}`, isBody: el === document.body, shows: shows || drawn };
    });
    if (stop.isBody) break; // once round
    met.add(stop.name);
    if (!stop.shows) found.push(stop.name);
  }
  return { found, met: met.size };
}

for (const [game, [path, ready]] of Object.entries(TABLES)) {
  test(`${game}: the focus is seen in both themes, with more contrast and with forced colours`, async () => {
    for (const [wish, options] of Object.entries(WISHES)) {
      const page = await world.open(path, options);
      await page.locator(ready).first().waitFor();
      const { found, met } = await unseen(page, 30);
      assert.deepEqual(found, [], `${game}, ${wish}`);
      assert.ok(met > 4, `${game}, ${wish}: ${met} kinds of stops`);
      if (wish === "more contrast") assert.deepEqual(await faultsOf(page), [], `${game}, ${wish}`);
      await page.context().close();
    }
  });
}

test("a board is one stop of Tab, however many cells it has", async () => {
  for (const [path, cell] of [[TABLES.robotory[0], ".ry-hex"], [TABLES.transmissions[0], ".tx-cell"]]) {
    const page = await world.open(path);
    await page.locator(cell).first().waitFor();
    let stops = 0;
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press("Tab");
      stops += await page.evaluate((c) => Number(document.activeElement.matches(c)), cell);
      if (await page.evaluate(() => document.activeElement === document.body)) break;
    }
    assert.equal(stops, 1, path);
    await page.context().close();
  }
});

test("more contrast: no second greys, on panels and on the console", async () => {
  const page = await world.open("/", { contrast: "more" });
  const token = (name) => page.evaluate((n) => getComputedStyle(document.documentElement).getPropertyValue(n), name);
  assert.equal(await token("--mut"), await token("--ink"));
  assert.equal(await token("--machmut"), await token("--machink"));
  await page.context().close();
});

test("forced colours: what is asked has a border of its own, mine is marked, pictures keep their paint", async () => {
  const page = await world.open(TABLES.rally2005[0], { forcedColors: "active" });
  await page.locator(".hand-card").first().waitFor();
  const style = (selector, name) => page.locator(selector).first().evaluate((el, n) => getComputedStyle(el)[n], name);
  const probe = await page.evaluate(() => {
    const el = document.body.appendChild(document.createElement("i"));
    el.style.color = "Highlight";
    const { color } = getComputedStyle(el);
    el.remove();
    return color;
  });
  assert.equal(await style(".slot.next .slot-box", "borderTopColor"), probe);
  assert.notEqual(await style(".slot:not(.next) .slot-box", "borderTopColor"), probe);
  assert.equal(await style(".plate.mine", "outlineStyle"), "double");
  assert.equal(await style(".floor", "forcedColorAdjust"), "none");
  await page.goto(world.site.address + TABLES.transmissions[0]);
  await page.locator(".tx-robot.is-open").first().waitFor();
  assert.equal(await style(".tx-robot.is-open", "borderTopColor"), probe);
  await page.context().close();
});

test("less motion: nothing moves by itself, and a round ends at once with all that was told", async () => {
  const page = await world.open(TABLES.rally2005[0]);
  await page.locator(".hand-card").first().waitFor();
  for (let i = 0; i < 5; i++) await page.locator(".hand-card:not(:disabled)").first().click();
  await page.locator("[data-ready]:not(:disabled)").click();
  await page.locator("[data-aloud] p").nth(4).waitFor({ state: "attached" });
  const moving = await page.evaluate(() =>
    document.getAnimations().length + [...document.querySelectorAll("body *")].filter((el) => {
      const { transitionDuration, animationName } = getComputedStyle(el);
      return animationName !== "none" || transitionDuration.split(", ").some((d) => parseFloat(d) > 0);
    }).length,
  );
  assert.equal(moving, 0);
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
