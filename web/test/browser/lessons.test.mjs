// Lessons: what a newcomer's "play now" starts, in three languages, finished by doing what the coach
// shows; the film that stops after each register; the way out of the lesson.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { playInside } from "./in-page.mjs";
import { quickFilm, useWorld } from "./setup.mjs";
import { follow } from "./tables.mjs";

const GAMES = ["rally2005", "rally2023", "transmissions", "robotory"];
const lessons = (game) => JSON.parse(readFileSync(new URL(`../../src/gen/lessons/${game}.json`, import.meta.url), "utf8"));
const LANGS = { en: "en-GB", ru: "ru-RU", uk: "uk-UA" };

const world = useWorld();

/** Does what the coach shows until the lesson is done; which lines were said on the way. */
function finish(page, most) {
  return playInside(page, async (when, most) => {
    const said = new Set();
    const one = (selector) => document.querySelector(selector);
    const signs = () => `${one("[data-coach-says]")?.dataset.coachSays}|${one("[data-coach='go'], [data-coach='do']")?.textContent}|${one("[data-ready]")?.disabled}|${one("[data-coach='show']")?.disabled}`;
    for (let i = 0; i < most; i++) {
      const says = one("[data-coach-says]")?.dataset.coachSays;
      if (says) said.add(says);
      const then = one(".coach-then")?.textContent;
      if (then) said.add(then);
      const done = one("[data-coach-done]")?.dataset.coachDone;
      if (done) return { done: done === "true", said: [...said] };
      const before = signs();
      const next = one("[data-coach='go']") ?? one("[data-coach='do']") ?? one("[data-ready]:not(:disabled)") ?? one("[data-coach='show']:not(:disabled)");
      next?.click();
      await when(() => signs() !== before || one("[data-coach-done]"), 200);
    }
    return { done: false, stuck: document.body.innerText.slice(0, 400), said: [...said] };
  }, most);
}

for (const [code, lang] of Object.entries(LANGS)) {
  test(`${code}: play now of a newcomer is a lesson in every game, finished, and taught once`, { timeout: 240_000 }, async () => {
    const page = await world.open("/", { lang });
    const gate = (game, lesson = "") => page.locator(`.gate a.btn.go[href^="/local/${game}?${lesson}"]`);
    for (const game of GAMES) {
      await gate(game, "lesson=first").click();
      await page.locator("[data-coach-says]").waitFor();
      const result = await finish(page, 3000);
      assert.ok(result.done, `${game} ${code}: ${JSON.stringify(result)}`);
      assert.ok(result.said.length > 1, `${game} ${code}: ${result.said}`);
      const text = await page.locator(".coach").innerText();
      assert.equal(/[А-Яа-яіїєґ]/.test(text), code !== "en", text);
      assert.doesNotMatch(text, /web\.|lesson\./);
      await follow(page, "/", ".gate");
    }
    // What is learnt is not taught again, today or tomorrow.
    for (const again of [async () => undefined, () => page.reload()]) {
      await again();
      for (const game of GAMES) await gate(game).waitFor();
      for (const game of GAMES) assert.equal(await gate(game, "lesson=first").count(), 0, game);
    }
    await page.context().close();
  });
}

test("every later lesson is finished, each in the next language", { timeout: 240_000 }, async () => {
  const later = GAMES.flatMap((game) => lessons(game).slice(1).map((lesson) => [game, lesson]));
  assert.deepEqual([...new Set(later.map(([game]) => game))], GAMES);
  for (const [n, [code, lang]] of Object.entries(LANGS).entries()) {
    const page = await world.open("/learn", { lang });
    await page.locator(".lesson").first().waitFor();
    for (const [game, { id, words }] of later.filter((_, i) => i % 3 === n)) {
      await follow(page, `/local/${game}?lesson=${id}`, "[data-coach-says]");
      const result = await finish(page, 6000);
      assert.ok(result.done, `${game} ${id} ${code}: ${JSON.stringify(result)}`);
      const [head] = words[code].done.split("\n");
      assert.ok((await page.locator(".coach").innerText()).includes(head), `${game} ${id} ${code}`);
      if (`${game}.${id}` !== "rally2005.options") continue;
      // What happens between rounds is said too: the option of a repair, the power down of a new round.
      const option = words[code].option.replace("\n", " ");
      assert.ok(result.said.includes(option) && result.said.includes("off"), `${code}: ${result.said}`);
    }
    await page.context().close();
  }
});

test("the film of the first race stops after every register, and tells why", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/rally2005?lesson=first", { reducedMotion: "no-preference", width: 390, height: 844, prepare: quickFilm });
  await page.locator("[data-coach='show']").click();
  await page.locator("[data-ready]:not(:disabled)").click();
  for (const register of [1, 2, 3]) {
    const go = page.locator("[data-coach='go']");
    await go.waitFor();
    assert.match(await go.innerText(), new RegExp(`register ${register + 1}`));
    assert.equal(await page.locator(".own-slot.now .own-number").innerText(), String(register));
    assert.ok((await page.locator(".coach-head").innerText()).length > 10);
    if (register === 1) {
      await page.locator("[data-coach='why']").click();
      assert.match(await page.locator(".coach-rule").innerText(), /R05-/);
    }
    await go.click();
    if (register === 1) await page.locator(".plate-card").first().waitFor({ state: "attached" }); // the plates show what runs
    await go.waitFor({ state: "detached" });
  }
  // The number of a rule leads to it among all rules.
  await page.locator("[data-coach='why']").click();
  const link = page.locator(".coach-rule a");
  const rule = (await link.innerText()).trim();
  await link.click();
  await page.waitForURL(new RegExp(`/rules/rally2005#${rule}$`));
  await page.locator(`article[id="${rule}"]`).waitFor();
  await page.context().close();
});

test("who wins the race of a lesson without its goals is not told that the bot won", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/rally2023?lesson=upgrades");
  await page.locator("[data-coach='show']").click();
  await page.locator("[data-coach='do']").click(); // the start of the straight way
  await page.locator("[data-coach-says='shop']").waitFor();
  await page.locator("[data-done]").click(); // no upgrade
  await page.locator("[data-coach-says='begin']").waitFor();
  const { done } = await finish(page, 3000);
  assert.equal(done, false);
  assert.match(await page.locator(".plate").first().innerText(), /Smash Bot[^]*first/);
  assert.match(await page.locator(".coach").innerText(), /The game is over, but the lesson is not done/);
  await page.context().close();
});

test("without the coach the game goes on, and play now starts a whole game next time", async () => {
  const page = await world.open("/local/rally2005?lesson=first");
  await page.locator("[data-coach='off']").click();
  await page.locator(".coach").waitFor({ state: "detached" });
  assert.ok(await page.locator(".hand-card").count());
  await page.goto(world.site.address);
  await page.locator('.gate a.btn.go[href^="/local/rally2005?seats="]').waitFor();
  await page.context().close();
});

test("after the first lesson play now is a game; the coach offers it beside the next lesson", async () => {
  const page = await world.open("/local/robotory?lesson=first");
  assert.ok((await finish(page, 3000)).done);
  await page.locator("[data-coach='next'][href*='lesson=end']").waitFor();
  const whole = await page.locator("[data-coach='play']").getAttribute("href");
  await page.goto(world.site.address);
  await page.locator(`.gate a.btn.go[href="${whole}"]`).waitFor();
  await page.locator('.gate a.btn.go[href="/local/rally2005?lesson=first"]').waitFor();
  await page.context().close();
});

test("the coach shows what to do, not what it costs or who comes next", async () => {
  const page = await world.open("/local/transmissions?lesson=pipes");
  const shown = [];
  for (let i = 0; i < 4; i++) {
    await page.locator("[data-coach='show']").click();
    shown.push(await page.locator(".coach-hint .grow").textContent());
    await page.locator("[data-coach='do']").click();
    await page.locator("[data-coach='do']").waitFor({ state: "detached" });
  }
  assert.match(shown[2], /^Junkyard: buy an idea, /, shown.join(" / "));
  await page.context().close();
});

test("the page of lessons names them, starts them and knows which are done; a reload goes on with the coach", async () => {
  const page = await world.open("/learn");
  await page.locator("[data-lesson='rally2005.damage']").waitFor();
  assert.equal(await page.locator(".lesson.done").count(), 0);
  await page.locator("[data-lesson='robotory.first'] a").click();
  await page.locator("[data-coach-says='begin']").waitFor();
  await page.locator("[data-coach='show']").click();
  await page.locator("[data-coach='do']").click();
  await page.locator("[data-coach-says='again']").waitFor();
  await page.reload();
  await page.locator("[data-coach-says]").waitFor();
  assert.equal(await page.locator("[data-coach-says]").getAttribute("data-coach-says"), "again");
  assert.ok((await finish(page, 3000)).done);
  await page.goto(`${world.site.address}/learn`);
  await page.locator("[data-lesson='robotory.first'].done").waitFor();
  await page.context().close();
});

test("on a small phone the coach leaves the board its room", async () => {
  for (const game of ["rally2005", "rally2023"]) {
    const page = await world.open(`/local/${game}?lesson=first`, { width: 360, height: 740, hasTouch: true });
    await page.locator("[data-coach-says]").waitFor();
    const high = await page.locator(".frame-board").evaluate((el) => el.getBoundingClientRect().height);
    assert.ok(high >= 200, `${game}: the board is ${high} high`);
    await page.locator("[data-coach='more']").click();
    await page.locator(".coach-text").waitFor();
    await page.context().close();
  }
});

test("the built lessons are those of the data", async () => {
  for (const game of GAMES) {
    const files = await readdir(new URL(`../../../data/lessons/${game}/`, import.meta.url));
    const built = lessons(game);
    assert.equal(built.length, files.length);
    assert.ok(built[0].goals.length && built[0].says.length);
  }
});

test("on a laptop the coach of Transmissions leaves the console on the screen", { timeout: 60_000 }, async () => {
  for (const lang of Object.values(LANGS)) {
    const page = await world.open("/local/transmissions?lesson=first", { lang, width: 1280, height: 720 });
    await page.locator("[data-coach='show']").click();
    const doIt = page.locator("[data-coach='do']");
    await doIt.waitFor();
    const low = await page.locator(".frame-console").evaluate((e) => e.getBoundingClientRect().bottom);
    assert.ok(low <= 720, `${lang}: the console ends at ${low}`);
    await doIt.click({ timeout: 5_000 });
    await doIt.waitFor({ state: "detached" });
    await page.context().close();
  }
});

test("on a laptop every start that can be chosen is in sight, and the console comes with the cards", { timeout: 60_000 }, async () => {
  const page = await world.open("/local/rally2023?lesson=first", { width: 1280, height: 800 });
  await page.locator(".board-choice").first().waitFor();
  const board = await page.locator(".frame-board").boundingBox();
  for (const start of await page.locator(".board-choice").all()) {
    const box = await start.boundingBox();
    assert.ok(box.y >= board.y && box.y + box.height <= board.y + board.height, `a start at ${box.y} of ${board.y} to ${board.y + board.height}`);
  }
  assert.equal(await page.locator(".frame-console").isVisible(), false);
  await page.locator("[data-coach='show']").click();
  await page.locator("[data-coach='do']").click();
  await page.locator(".frame-console").waitFor({ state: "visible" });
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
