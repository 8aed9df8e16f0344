// The operator's page over a real server: the token, rules, a ban, a table closed, and the notice that
// everybody reads at once, by keys and without a fault of accessibility.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faultsOf, wide } from "./look.mjs";
import { startServer } from "./server.mjs";
import { start } from "./setup.mjs";

let world;
let server;
before(async () => {
  server = await startServer();
  world = await start(server.address);
});
after(async () => {
  await world?.stop();
  await server?.remove();
});

const newToken = () => server.admin("token").split("\n")[0];

async function enter(options = {}) {
  const page = await world.open("/admin", options);
  await page.locator("#admin-token").fill(newToken());
  await page.keyboard.press("Enter");
  await page.locator("[data-health]").waitFor();
  return page;
}

/** A guest who has made a table for two and waits there. */
async function host(title) {
  const page = await world.open("/create?game=robotory");
  await page.locator(".seat-line select").first().selectOption("open");
  await page.locator("[data-create]").click();
  await page.locator("#room-link").waitFor();
  return { page, table: new URL(page.url()).pathname.split("/")[2], title };
}

const frame = (page) => page.evaluate(() => {
  const board = document.querySelector(".frame").getBoundingClientRect();
  return { bottom: Math.round(board.bottom), height: innerHeight, scroll: document.documentElement.scrollHeight };
});

test("nobody enters without the token, and it is in no address and nothing that is kept", { timeout: 60_000 }, async () => {
  const page = await world.open("/admin");
  await page.locator("#admin-token").fill("x".repeat(43));
  await page.keyboard.press("Enter");
  await page.getByText("This token is wrong").waitFor();
  assert.equal(await page.locator("[data-health]").count(), 0);
  world.faults.splice(0); // the browser notes the refusal
  const asked = [];
  page.on("request", (r) => asked.push(r.url()));
  const token = newToken();
  await page.locator("#admin-token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByText("All is well").waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]));
  assert.ok(!kept.includes(token) && asked.length > 0 && !asked.some((url) => url.includes(token)));
  await page.locator("[data-leave]").click();
  await page.locator("#admin-token").waitFor();
  assert.equal(await page.locator("[data-health]").count(), 0);
  await page.context().close();
});

test("rules, a ban and its end, and a table closed, by keys alone", { timeout: 90_000 }, async () => {
  const anna = await host();
  const page = await enter();
  const state = () => JSON.parse(server.admin("who"));
  const until = async (true_) => {
    for (let i = 0; i < 200 && !true_(state()); i++) await page.waitForTimeout(50);
    assert.ok(true_(state()), JSON.stringify(state()));
  };

  await page.getByRole("switch", { name: "Public tables" }).press("Space");
  await until((s) => s.rules.public === 0);
  await page.getByRole("switch", { name: "Chat" }).press("Space");
  await until((s) => s.rules.chat === 0);
  await page.getByLabel("New tables per person and hour").fill("7");
  await page.keyboard.press("Enter");
  await until((s) => s.rules.tables === 7);
  await page.getByRole("switch", { name: "Public tables" }).and(page.locator("[aria-checked='false']")).waitFor();

  const person = state().people[0].person;
  await page.locator(`[data-ban='${person}']`).press("Enter");
  await page.getByLabel("For how long").selectOption("30");
  await page.locator("[data-ban-yes]").press("Enter");
  await page.locator(`[data-unban='person ${person}']`).waitFor();
  await anna.page.locator(".state").waitFor(); // sent away
  assert.deepEqual(await faultsOf(page), []);
  await page.locator(`[data-unban='person ${person}']`).press("Enter");
  await until((s) => s.bans.length === 0);

  await page.locator(`[data-close='${anna.table}']`).press("Enter");
  await page.locator("[data-close-yes]").press("Enter");
  await page.locator(`[data-close='${anna.table}']`).waitFor({ state: "detached" });
  await until((s) => !s.tables.some((line) => line.table === anna.table));
  for (const p of [page, anna.page]) await p.context().close();
  world.faults.splice(0); // who is banned sees a refused request
});

test("a notice reaches tables at once and other pages, over nothing, until it is hidden or ended", { timeout: 90_000 }, async () => {
  const room = await host();
  const local = await world.open("/local/robotory?seed=4");
  await local.locator(".ry-hex").first().waitFor();
  const before_ = await frame(local);
  const page = await enter({ theme: "dark" });
  await page.getByLabel("Text", { exact: true }).fill("A short pause at 20:00");
  await page.keyboard.press("Enter");
  await room.page.getByText("A short pause at 20:00").waitFor();
  await page.locator("[data-notice-now]").waitFor();
  assert.deepEqual(await faultsOf(page), []);

  await local.reload();
  await local.locator("[data-announced]").waitFor();
  await local.locator(".ry-hex").first().waitFor();
  await local.waitForFunction(() => Math.round(document.querySelector(".frame").getBoundingClientRect().bottom) === innerHeight);
  assert.deepEqual(await frame(local), before_, "the table gives it room");
  assert.deepEqual(await faultsOf(local), []);
  await local.locator("[data-hide-announced]").press("Enter");
  await local.locator("[data-announced]").waitFor({ state: "detached" });
  await local.reload();
  await local.locator(".ry-hex").first().waitFor();
  assert.equal(await local.locator("[data-announced]").count(), 0, "hidden stays hidden");

  await page.locator("[data-notice-end]").press("Enter");
  await room.page.locator("[data-announced]").waitFor({ state: "detached" });
  server.admin("notice", "Another one");
  await room.page.getByText("Another one").waitFor();
  await local.reload();
  await local.getByText("Another one").waitFor();
  server.admin("notice", "off");
  for (const p of [room.page, local, page]) await p.context().close();
});

for (const lang of ["en", "ru", "uk"]) {
  test(`${lang} at 360 px: nothing is cut off`, { timeout: 60_000 }, async () => {
    const room = await host();
    const page = await enter({ lang, width: 360, height: 740, theme: lang === "ru" ? "dark" : "light" });
    await page.locator("[data-ban]").first().click();
    await page.locator("[data-close]").first().click();
    assert.deepEqual(await page.evaluate(wide), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /\bweb\.[a-z_]+/);
    assert.deepEqual(await faultsOf(page), []);
    for (const p of [room.page, page]) await p.context().close();
  });
}

test("nothing went wrong on the way", () => assert.deepEqual(world.faults, []));
