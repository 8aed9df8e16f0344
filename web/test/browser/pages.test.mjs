// Every page, in both themes and three languages, from a small phone to a desktop: no fault of
// accessibility, nothing wider than the screen, no key in place of words, nothing on the console.
// The races are looked at in the same way in rally.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { faultsInBothThemes, overlaid, small, wide } from "./look.mjs";
import { useWorld } from "./setup.mjs";

const pages = {
  home: ["/", ".gate"],
  create: ["/create?game=rally2005", ".course"],
  "create a duel": ["/create?game=robotory", ".seat-line"],
  mine: ["/mine", ".mine-none"],
  settings: ["/settings", ".set-panel"],
  learn: ["/learn", ".lesson"],
  admin: ["/admin", ".admin-enter"],
  rules: ["/rules/robotory", ".rules-section"],
  replay: ["/replay", "input[type=file]"],
  robotory: ["/local/robotory?seed=4", ".ry-hex"],
  transmissions: ["/local/transmissions?seed=4", ".tx-in-words"],
  lesson: ["/local/rally2005?lesson=first", "[data-coach-says]"],
  generic: ["/local/transmissions?plain&seed=4", ".g-option"],
  nowhere: ["/nowhere", ".state"],
};

const world = useWorld();

/** In the page: nothing is wider than the phone, no key is shown in place of words. */
async function fitsPhone(page, name) {
  assert.deepEqual(await page.evaluate(wide), [], name);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, name);
  assert.deepEqual(await page.evaluate(overlaid), [], `${name}: words over words`);
  const titles = await page.locator("main h1").evaluateAll((all) => all.map((el) => el.getBoundingClientRect()).filter((box) => box.width > 1).map((box) => box.left));
  assert.ok(titles.every((left) => left >= 8), `${name}: a title at the edge, ${titles}`);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /\b(web|core|robotory|transmissions)\.[a-z_]+/, name);
}

for (const [name, [path, ready]] of Object.entries(pages)) {
  test(`${name}: axe finds nothing by day and by night, and a phone shows all of it`, async () => {
    const page = await world.open(path);
    await page.locator(ready).first().waitFor();
    assert.deepEqual(await faultsInBothThemes(page), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsPhone(page, name);
    assert.deepEqual(await page.evaluate(small), [], "everything is large enough for a thumb");
    await page.context().close();
  });
}

for (const lang of ["ru", "uk"]) {
  test(`${lang} at 360 px: nothing is cut off, no raw key is shown`, async () => {
    for (const [name, [path, ready]] of Object.entries(pages)) {
      const page = await world.open(path, { lang, width: 360, height: 740 });
      await page.locator(ready).first().waitFor({ state: "attached" });
      await fitsPhone(page, name);
      await page.context().close();
    }
  });
}

test("the page speaks the browser's language, and another one when asked", async () => {
  const page = await world.open("/", { lang: "uk-UA" });
  await page.getByRole("link", { name: "Налаштування" }).first().click();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.context().close();
});

test("day and night are kept", async () => {
  const page = await world.open("/");
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "day");
  await page.locator(".top-theme").click();
  assert.equal(await theme(), "night");
  await page.reload();
  await page.locator(".gate").first().waitFor();
  assert.equal(await theme(), "night");
  await page.context().close();
});

/** Bytes of built files as they are sent: fonts as they are, all else compressed. */
const sent = (names) => [...names].reduce((sum, name) => {
  const bytes = readFileSync(new URL(`../../../build-web${name}`, import.meta.url));
  return sum + (name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length);
}, 0);

/** The built files that a page asks for until it is ready and asks for nothing more, its workers' too. */
async function fetched(path, ready, lang) {
  const names = new Set();
  const page = await world.open(path, { lang, prepare: (p) => p.on("request", (r) => names.add(new URL(r.url()).pathname)) });
  await page.locator(ready).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await world.site.quiet();
  await page.context().close();
  return [...names].filter((name) => name.startsWith("/a/"));
}

test("home is at most 60 kB of script and style", async () => {
  const names = (await fetched("/", ".gate", "en")).filter((n) => /\.(js|css)$/.test(n));
  assert.ok(names.length > 2);
  assert.ok(sent(names) <= 60_000, `${sent(names)} bytes`);
});

test("a table is at most 290 kB: the game's module, words, script, style and fonts; words at most 30, script 80", { timeout: 120_000 }, async () => {
  for (const [game, ready, lang] of [
    ["rally2005", ".hand-card", "uk"], ["rally2005", ".hand-card", "ru"], ["rally2023", ".hand-card, .ask", "uk"], ["rally2023", ".hand-card, .ask", "ru"],
    ["transmissions", ".tx-in-words", "uk"], ["robotory", ".ry-hex", "uk"],
  ]) {
    const names = await fetched(`/local/${game}?seats=2&seed=4&level=beginner`, ready, lang);
    const words = names.filter((n) => new RegExp(`[./]${lang}-`).test(n));
    for (const part of [/\.wasm$/, /\.woff2$/, /\.css$/, /rally|robotory|transmissions/]) assert.ok(names.some((n) => part.test(n)), `${game}: ${part} among ${names}`);
    assert.equal(words.length, 3, `of the page, of its tables, of the game: ${words}`);
    assert.ok(sent(words) <= 30_000, `${game} in ${lang}: ${sent(words)} bytes of words`);
    const script = names.filter((n) => n.endsWith(".js") && !words.includes(n));
    assert.ok(sent(script) <= 80_000, `${game}: ${sent(script)} bytes of script`);
    assert.ok(sent(names) <= 290_000, `${game} in ${lang}: ${sent(names)} bytes`);
  }
});

test("a part that cannot be fetched says so and is there when the network is", async () => {
  let lost = true;
  const page = await world.open("/local/robotory?lesson=first", {
    prepare: (p) => p.route(/coach-card/, (route) => (lost ? route.abort() : route.continue())),
  });
  const said = page.locator("[data-part-lost]");
  await said.getByText("This part could not be loaded.").waitFor();
  assert.ok(await page.locator(".ry-hex").first().isVisible(), "the game goes on without it");
  lost = false;
  await said.getByRole("button", { name: "Try again" }).click();
  await page.locator("[data-coach-says]").waitFor();
  await page.context().close();
  const told = world.faults.splice(0);
  assert.ok(told.every((fault) => fault.includes("ERR_FAILED")), `only the browser's own word of it: ${told}`);
});

test("the rules show what they are about: every drawn thing leads to its rule", async () => {
  const page = await world.open("/");
  for (const [game, drawn] of [["rally2005", 17], ["rally2023", 13], ["transmissions", 8], ["robotory", 3]]) {
    await page.goto(`${world.site.address}/rules/${game}`);
    await page.locator(".rules-glance").waitFor();
    const links = await page.locator(".rules-glance a").evaluateAll((all) =>
      all.map((a) => [document.getElementById(a.hash.slice(1))?.querySelector(".rule-picture") !== null, a.querySelector("svg")?.childElementCount > 0]));
    assert.equal(links.length, drawn, game);
    assert.ok(links.flat().every(Boolean), game);
  }
  await page.context().close();
});

test("nothing was written to the console and no other host was asked", () => {
  assert.deepEqual(world.faults, []);
});
