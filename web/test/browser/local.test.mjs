// The inside of a local table: bots think in a worker of their own, and the truth stays where it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playRace } from "./rally-play.mjs";
import { start } from "./setup.mjs";

let world;
before(async () => (world = await start()));
after(() => world.stop());

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

/** In the page, before anything else: keeps every message of every worker. */
function record() {
  globalThis.heard = [];
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => globalThis.heard.push(JSON.stringify(data)));
    }
  };
}

/** In the page: hands and face-down registers of others that some message told. */
function told() {
  const found = [];
  let robots = 0;
  const look = (value, path) => {
    if (!value || typeof value !== "object") return;
    if (value.robots && !Array.isArray(value.robots))
      for (const [name, robot] of Object.entries(value.robots)) {
        robots++;
        if (robot.seat === 0) continue;
        const hidden = [...(robot.hand ?? []), ...robot.registers.filter((_, i) => !robot.open.includes(i + 1) && !(robot.locked ?? []).includes(i + 1))];
        if (hidden.some((card) => card !== null && card !== false)) found.push(`${path}: ${name}`);
      }
    for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
  };
  globalThis.heard.forEach((text, i) => look(JSON.parse(text), String(i)));
  return { found, robots };
}

for (const game of ["rally2005", "rally2023"])
  test(`${game}: no message of the worker tells what the seat may not know`, { timeout: 60_000 }, async () => {
    const page = await world.open("/");
    await page.addInitScript(record);
    await page.goto(`${world.site.address}/local/${game}?seed=5&seats=4&level=beginner`);
    await playRace(page, 60);
    const { found, robots } = await page.evaluate(told);
    assert.ok(robots > 80, `${robots} robots were told of`);
    assert.deepEqual(found, []);
    await page.context().close();
  });

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
