// For those who listen: questions by key, one summary for each register, and a whole game played by
// roles, names and keys alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { start } from "./setup.mjs";

let world;
before(async () => {
  world = await start();
});
after(async () => {
  await world.stop();
});

test("a race answers questions by key and tells each register", async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=2&level=beginner");
  const answer = page.locator("[data-answer]");
  await page.getByRole("list", { name: "Hand" }).or(page.locator(".hand")).first().waitFor();
  const asked = async (key) => {
    const before = await answer.textContent();
    await page.keyboard.press(key);
    await page.waitForFunction((old) => document.querySelector("[data-answer]").textContent !== old, before);
    return answer.textContent();
  };
  assert.match(await asked("w"), /^[A-Z]+\d+\. .*Twonky/);
  assert.match(await asked("v"), /lag 1/);
  for (const key of ["1", "2", "3", "4", "5"]) await page.keyboard.press(key);
  await page.locator("[data-ready]:not(:disabled)").waitFor();
  assert.match(await asked("q"), /Register 1: .*Register 5: /);
  await page.keyboard.press("Enter");
  await page.locator("[data-aloud] p").nth(4).waitFor({ state: "attached" });
  const told = await page.locator("[data-aloud] p").allTextContents();
  for (const n of [1, 2, 3, 4, 5]) assert.ok(told.some((line) => line.startsWith(`Register ${n}.`)), told.join("\n"));
  assert.deepEqual(world.faults, []);
  await page.context().close();
});

test("a game of Robotory is played by roles, names and keys alone", async () => {
  const page = await world.open("/local/robotory?seed=12&level=beginner");
  const decision = page.getByRole("region", { name: "Your decision" });
  const over = page.getByRole("button", { name: "New game" });
  const hexes = page.getByRole("gridcell", { name: /can be chosen/ });
  const aloud = page.getByRole("log");
  for (let turn = 0; turn < 120; turn++) {
    await decision.or(over).first().waitFor();
    if (await over.count()) break;
    const console = page.getByRole("region", { name: "Console" });
    await console.getByRole("button", { name: /hint/i }).and(page.locator(":enabled")).waitFor();
    const said = await aloud.textContent();
    const refill = console.getByRole("button", { name: /refill/i });
    const place = console.getByRole("button", { name: /place/i });
    await page.keyboard.press((await refill.isEnabled()) ? "r" : (await place.isEnabled()) ? "p" : "m");
    for (let press = 0; press < 6 && (await aloud.textContent()) === said && !(await over.count()); press++) {
      if (await hexes.count()) {
        await hexes.nth(turn % (await hexes.count())).focus();
        await page.keyboard.press("Enter");
      } else if (await decision.count()) {
        const buttons = decision.getByRole("button");
        await buttons.nth(press % Math.max(1, await buttons.count())).focus();
        await page.keyboard.press("Enter");
      }
      await page.waitForTimeout(30);
    }
  }
  await over.waitFor();
  assert.deepEqual(world.faults, []);
  await page.context().close();
});
