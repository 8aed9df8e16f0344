// What a person's system asks for: more contrast, its own colours, less motion.  The focus can be seen
// on every ground, and what is asked differs from the rest by more than paint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf } from "./look.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

const TABLES = {
  rally2005: ["/local/rally2005?seed=4&seats=2&level=beginner", ".hand-card"],
  robotory: ["/local/robotory?seed=12&level=beginner", ".ry-action:not(:disabled)"],
  transmissions: ["/local/transmissions?seed=3&seats=2&level=beginner", ".tx-in-words"],
};
const CELLS = { robotory: ".ry-hex", transmissions: ".tx-cell" };
const PLAIN = { colorScheme: "light", contrast: "no-preference", forcedColors: "none" };
const WISHES = {
  "day shift": {},
  "night shift": { colorScheme: "dark" },
  "more contrast": { contrast: "more" },
  "forced colours": { forcedColors: "active" },
};

/** Tab through the page from its top: stops whose focus nothing shows, kinds of stops, stops on `cell`. */
async function walk(page, stops, cell) {
  const found = [];
  const met = new Set();
  let cells = 0;
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    globalThis.firstStop = null;
  });
  for (let i = 0; i < stops; i++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate((c) => {
      const el = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(el);
      const shows = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      const ring = el.querySelector(".tx-stand, .tx-spot-edge, .ry-ring"); // a drawn cell has its own edge
      const drawn = ring !== null && parseFloat(getComputedStyle(ring).strokeWidth) >= 6;
      const isRound = el === document.body || el === globalThis.firstStop;
      globalThis.firstStop ??= el;
      return { name: `${el.tagName}.${el.getAttribute("class") ?? ""}`, isRound, shows: shows || drawn, isCell: el.matches(c) };
    }, cell ?? "none");
    if (stop.isRound) break;
    met.add(stop.name);
    cells += Number(stop.isCell);
    if (!stop.shows) found.push(stop.name);
  }
  return { found, met: met.size, cells };
}

for (const [game, [path, ready]] of Object.entries(TABLES)) {
  test(`${game}: the focus is seen in both themes, with more contrast and with forced colours; a board is one stop`, async () => {
    const page = await world.open(path);
    await page.locator(ready).first().waitFor();
    for (const [wish, media] of Object.entries(WISHES)) {
      await page.emulateMedia({ ...PLAIN, ...media });
      const { found, met, cells } = await walk(page, 30, CELLS[game]);
      assert.deepEqual(found, [], `${game}, ${wish}`);
      assert.ok(met > 4, `${game}, ${wish}: ${met} kinds of stops`);
      if (CELLS[game]) assert.equal(cells, 1, `${game}, ${wish}: stops on the board`);
      if (wish === "more contrast") assert.deepEqual(await faultsOf(page), [], `${game}, ${wish}`);
    }
    await page.emulateMedia(PLAIN);
    await page.context().close();
  });
}

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
