// Every kind of question of both races, each at a position where it is asked, answered by clicking.
// The positions come from the scenarios of the rules.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/wasm/robodrome.mjs";
import { playRace } from "./rally-play.mjs";
import { program } from "./server.mjs";
import { useWorld } from "./setup.mjs";
import { follow } from "./tables.mjs";

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const wasm = (name) => readFileSync(join(ROOT, "build-wasm", name));

const GAMES = ["rally2005", "rally2023"];

/** The kinds of questions a game has, as its schema lists them. */
function kindsOf(game) {
  const header = readFileSync(join(ROOT, "src/games", game, `${game}.h`), "utf8");
  const list = header.slice(header.indexOf("_QUESTIONS(X)"), header.indexOf("enum {", header.indexOf("_QUESTIONS(X)")));
  return [...list.matchAll(/X\([A-Z_]+, "([a-z_]+)"/g)].map((m) => m[1]);
}

/** Every moment of the game's scenarios where somebody is asked: kind, robot, and how to come there. */
function* moments(game) {
  const run = spawnSync(program, ["scenario", "--trace", join(ROOT, "tests/scenarios", game)], {
    encoding: "utf8", maxBuffer: 1 << 28, timeout: 60_000,
  });
  let table = null; // seats and settings of the scenario
  for (const line of run.stdout.split("\n").filter((text) => text.startsWith("{"))) {
    const { at, seats, settings, asked = [], position, state } = JSON.parse(line);
    if (at === "start") table = { seats, settings };
    for (const { actor, ask } of asked) yield { ...table, ask, actor, seat: state.robots[actor].seat, text: position };
  }
}

/** A position for each kind of question; a slide that also offers upgrades to use counts as one more. */
async function positions(game, kinds) {
  const engine = await load(wasm(`${game}.wasm`), { packs: [wasm(`words/${game}.en`)] });
  const found = new Map();
  for (const at of moments(game)) {
    if (at.ask !== "slide" && found.has(at.ask)) continue;
    const match = engine.open(at.seats, at.settings, { lang: "en" });
    const actor = match.setup().actors.findIndex((a) => a.robot === at.actor);
    const question = match.question(match.parseState(at.text), actor, [], "en");
    match.close();
    if (question.automatic) continue;
    const uses = at.ask === "slide" && question.options.some((o) => o.is === "use");
    const name = uses ? "slide, or use an upgrade" : at.ask;
    if (!found.has(name)) found.set(name, { ...at, question });
    if (found.size > kinds.length) break;
  }
  return found;
}

function address(game, at) {
  const query = new URLSearchParams({ seats: String(at.seats), position: at.text, seed: "1" });
  query.set("bots", Array.from({ length: at.seats }, (_, i) => (i === at.seat ? "me" : "beginner")).join("."));
  for (const [key, value] of Object.entries(at.settings)) query.set(`set.${key}`, value);
  return `/local/${game}?${query}`;
}

const world = useWorld();

/** Answers what is asked by the first way offered; true when it was taken. */
function answerOnce(page, kind) {
  return page.evaluate(async (ask) => {
    const one = (selector) => document.querySelector(selector);
    const wait = () => new Promise((done) => setTimeout(done, 10));
    const number = () => one("[data-ask]")?.dataset.number ?? "";
    const first = number();
    for (let i = 0; i < 60; i++) {
      if (ask === "program") {
        const ready = one("[data-ready]:not(:disabled)");
        const card = one(".hand-card:not(:disabled)");
        if (ready) ready.click();
        else if (card) card.click();
        if (!ready && !card) return true;
      } else {
        if (one("[data-ask]")?.dataset.ask !== ask || number() !== first) return true;
        const send = one(".ask .btn.act[data-send]:not(:disabled), .ask [data-done]:not(:disabled)");
        const next = send ?? one("[data-direct]:not(:disabled)") ?? one(".ask-row:not(:disabled)") ?? one("[data-send]:not(:disabled)");
        next?.click();
        if (next?.hasAttribute("data-done")) return true;
      }
      await wait();
    }
    return false;
  }, kind);
}

for (const game of GAMES) {
  test(`${game}: every kind of question is shown and can be answered`, { timeout: 240_000 }, async () => {
    const kinds = kindsOf(game);
    assert.ok(kinds.length > 10);
    const found = await positions(game, kinds);
    assert.deepEqual(kinds.filter((k) => !found.has(k)), [], "kinds that no scenario meets");
    assert.equal(found.has("slide, or use an upgrade"), game === "rally2023");
    const page = await world.open("/");
    await page.locator(".gate").first().waitFor();
    for (const [name, at] of found) {
      const kind = at.ask;
      const shown = kind === "program" ? ".slots" : `[data-ask="${kind}"]`;
      await follow(page, address(game, at), shown).catch(() => assert.fail(`${kind} is not shown`));
      assert.equal(await page.locator(".ask-row.chosen").count(), 0, `${kind}: something is chosen beforehand`);
      if (kind !== "program" && kind !== "upgrade") {
        await page.waitForFunction(() => document.querySelectorAll(".ask-row").length > 1 || document.querySelector("[data-send]"));
        const rows = await page.locator(".ask-row").count();
        assert.ok(rows >= 2 || (await page.locator("[data-send]").count()) > 0, `${name}: ${rows} choices`);
        const registers = await page.locator('.ask-row[data-is="register"]').count();
        if (kind === "fire_control") assert.ok(registers > 0 && (await page.locator(".board-choice.register").count()) === registers, "a target's registers");
        assert.ok(((await page.locator(".ask-title").textContent()) ?? "").length > 8, kind);
        // Every choice says what it does, and buttons stand in the order of the rows.
        const said = await page.locator(".ask-words").allTextContents();
        assert.deepEqual(said.filter((words) => /^(Yes|No)$/.test(words.trim())), [], kind);
        const buttons = await page.locator("[data-direct]:not(.link)").evaluateAll((all) => all.map((el) => el.dataset.direct));
        const choices = await page.locator(".ask-row").evaluateAll((all) => all.map((el) => el.dataset.value));
        if (buttons.length) assert.deepEqual(buttons, choices, kind);
      }
      assert.ok(await answerOnce(page, kind), `${kind} cannot be answered`);
    }
    await page.context().close();
  });
}

/** The first position of random games that is as wanted. */
async function findPosition(game, seats, settings, wanted) {
  const engine = await load(wasm(`${game}.wasm`), { packs: [wasm(`words/${game}.en`)] });
  for (let seed = 1n; seed < 60n; seed++) {
    const match = engine.open(seats, settings, { lang: "en" });
    const random = { state: seed };
    let state = match.start(seed);
    for (let i = 0; i < 2500 && match.pending(state).length; i++) {
      const [actor] = match.pending(state);
      const question = match.question(state, actor, [], "en");
      if (wanted(question, () => match.describe(state).robots[question.who])) return { seats, settings, seat: match.seatOf(actor), text: match.stateText(state), question };
      state = match.apply(state, match.sample(state, actor, random)).state;
    }
    match.close();
  }
  throw new Error("no random game met it");
}

test("rally2005: all points of a volley are answered in one prompt", { timeout: 60_000 }, async () => {
  const at = await findPosition("rally2005", 8, { course: "option-world" }, (q) => q.ask === "protect" && q.about.value > 1 && q.options.length > 2);
  const page = await world.open(address("rally2005", at));
  await page.locator("[data-discard]").first().waitFor();
  const points = at.question.about.value;
  assert.match((await page.locator(".ask-title").textContent()) ?? "", new RegExp(`^${points} points`));
  await page.locator("[data-discard]").first().click();
  assert.match((await page.locator(".ask [data-send]").textContent()) ?? "", /^Discard: .+ Take \d damage$/);
  const number = await page.locator("[data-ask]").getAttribute("data-number");
  await page.locator(".ask [data-send]").click();
  await page.waitForFunction((n) => document.querySelector("[data-ask]")?.dataset.number !== n, number);
  await page.waitForFunction(() => document.querySelector(".ask button:not(:disabled), .hand-card, [data-over]"));
  assert.equal(await page.locator("[data-ask='protect'] .ask-title", { hasText: `${points - 1} point` }).count(), 0, "asked again");
  await page.context().close();
});

test("rally2005: two robots of one player are programmed in any order, and the course says its rule", async () => {
  const page = await world.open("/local/rally2005?seed=3&seats=2&set.course=interference&level=beginner");
  await page.locator("[data-robot-tab]").nth(1).click();
  const tab = (n) => page.locator("[data-robot-tab]").nth(n);
  await page.locator("[data-robot-tab][aria-pressed='true']").and(tab(1)).waitFor();
  assert.match((await page.locator("[data-special]").textContent()) ?? "", /two robots/);
  const lay = async () => {
    for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().click();
    await page.locator("[data-ready]").click();
  };
  await lay();
  await page.waitForFunction(() => {
    const [first, second] = document.querySelectorAll("[data-robot-tab]");
    return second?.disabled && first?.ariaPressed === "true";
  });
  await lay();
  await page.waitForFunction(() => /Round 2/.test(document.querySelector(".frame-name p")?.textContent ?? "") || document.querySelector("[data-ask]"));
  await page.context().close();
});

test("rally2005: a race of teams says who plays with whom", async () => {
  const page = await world.open("/local/rally2005?seed=3&seats=4&set.course=all-for-one-or-one-for-all&level=beginner");
  await page.locator(".hand-card").first().waitFor();
  const teams = await page.locator(".plate").evaluateAll((all) => all.map((el) => el.querySelector("[data-team]")?.textContent));
  assert.deepEqual([...new Set(teams)].sort(), ["Team A", "Team B"]);
  for (const team of ["Team A", "Team B"]) assert.equal(teams.filter((t) => t === team).length, 2);
  await page.locator("[data-special]").waitFor();
  await page.context().close();
});

test("an option that is never wanted is offered no more", async () => {
  const at = await findPosition("rally2005", 8, { course: "option-world" }, (q) => q.ask === "card");
  const page = await world.open(address("rally2005", at));
  await page.locator("[data-ask='card']").waitFor();
  await page.locator("[data-order]").click();
  await page.locator("[data-ask='card']").waitFor({ state: "detached" });
  await page.context().close();
});

test("orders end with the round unless they are made longer", { timeout: 90_000 }, async () => {
  const at = await findPosition("rally2005", 4, { course: "option-world" }, (q, robot) => q.ask === "program" && robot().options.length > 0 && robot().damage < 3);
  const page = await world.open(address("rally2005", at));
  const never = page.locator(".order button[aria-pressed='true']", { hasText: "never" });
  const round = () => page.locator(".frame-name p").textContent();
  // What is ordered for a register shows there; a phone has the orders between hand and buttons.
  await page.locator(".order button", { hasText: "in …" }).first().click();
  await page.locator(".slot:first-child .slot-armed .badge").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.locator("[data-order-of]").first().inputValue(), "1");
  await page.locator("[data-order-of]").first().selectOption("ask");
  await page.locator(".slot-armed").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const keeps of [true, false]) {
    await page.locator("[data-tab=program]").click();
    await page.locator(".order button", { hasText: "never" }).first().click();
    await never.first().waitFor();
    await page.locator("[data-keep-orders]").setChecked(keeps);
    const before = await round();
    for (let i = 0; i < 60 && (await round()) === before; i++) await playRace(page, 1);
    await playRace(page, 60, ".hand-card");
    await page.locator(".orders").waitFor();
    assert.equal((await never.count()) > 0, keeps);
  }
  await page.context().close();
});

test("nothing was written to the console and no other host was asked", () => {
  assert.deepEqual(world.faults, []);
});
