// Every kind of question of Transmissions, and every form of an answer, each at a position where it is
// asked, answered by taps on the table; pipes laid by dragging; the receipt; a turn taken back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/wasm/robodrome.mjs";
import { useWorld } from "./setup.mjs";
import { follow } from "./tables.mjs";

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const wasm = (name) => readFileSync(join(ROOT, "build-wasm", name));
const KINDS = JSON.parse(readFileSync(join(ROOT, "tests/golden/schema-transmissions.json"), "utf8")).questions.map((q) => q.ask);

// What an answer is made of: each of these forms is met at least once.
const FORMS = [
  "robots: cell", "ideas: robot", "card: card", "card: card robot", "card: forest", "move: cell", "move: idea", "move: forest",
  "act: act engram", "act: act", "act: act deck+deck", "act: act idea robot", "act: act idea robot engram", "act: act item robot",
  "act: act item robot engram", "act: act stack spot turn", "act: act stack unused", "act: end", "act: idea", "act: forest",
  "after: end", "after: idea", "after: forest", "keep: forest", "limit: engram",
  "alone act: act item robot box", "alone act: act idea robot board", "alone act: act stack unused box", "alone limit: engram board",
];

const world = useWorld();
let engine;
let found; // by form: the position and the answer
before(async () => {
  engine = await load(wasm("transmissions.wasm"), { packs: [wasm("words/transmissions.en")] });
  found = positions();
});

/** The values of an answer in their order, repeats left out. */
function formOf(match, state, actor, action) {
  const words = [];
  const values = [];
  action.picks.forEach((pick, i) => {
    const { options } = match.question(state, actor, action.picks.slice(0, i), "en");
    const { is, value } = options.find((o) => o.pick === pick);
    values.push({ is, value });
    const word = is === "choice" ? value : is;
    if (words[words.length - 1] !== word) words.push(word);
  });
  return { form: words.join(" "), values };
}

function positions() {
  const met = new Map();
  for (const [seats, settings, games] of [[2, { robots: "choose" }, 14], [1, {}, 40]]) {
    for (let seed = 1n; seed <= games && met.size < FORMS.length; seed++) {
      const match = engine.open(seats, settings, { lang: "en" });
      const random = { state: seed };
      let state = match.start(seed);
      for (let i = 0; i < 2500 && match.pending(state).length; i++) {
        const [actor] = match.pending(state);
        const action = match.sample(state, actor, random);
        const { ask } = match.question(state, actor, [], "en");
        const { form, values } = formOf(match, state, actor, action);
        const name = `${seats === 1 ? "alone " : ""}${ask}: ${form}`;
        if (FORMS.includes(name) && !met.has(name)) met.set(name, { seats, settings, seat: match.seatOf(actor), text: match.stateText(state), values, ask });
        state = match.apply(state, action).state;
      }
      match.close();
    }
  }
  return met;
}

function address(at) {
  const query = new URLSearchParams({ seats: String(at.seats), position: at.text, seed: "1" });
  query.set("bots", Array.from({ length: at.seats }, (_, i) => (i === at.seat ? "me" : "beginner")).join("."));
  for (const [key, value] of Object.entries(at.settings)) query.set(`set.${key}`, value);
  return `/local/transmissions?${query}`;
}

/** Taps the things of an answer one after another, then the yellow button; what stayed undone. */
function answer(page, values, send = true) {
  return page.evaluate(
    async ([values, send]) => {
      const pause = () => new Promise((done) => setTimeout(done, 8));
      const one = (selector) => document.querySelector(selector);
      const settled = async () => {
        for (let i = 0; i < 300; i++, await pause()) if (!one(".tx-options[aria-busy='true']") && !one("[data-send]:disabled")) return;
      };
      const click = (el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      const prompt = one(".tx-decision .strong")?.textContent;
      const chosen = () => one(".tx-chosen")?.textContent;
      for (const { is, value } of values) {
        await settled();
        if (is === "turn") continue; // lies as it fits
        if (one("[data-send]:not(:disabled)")) break; // what leaves no choice needs no tap
        const wanted = `[data-${is}='${Array.isArray(value) ? value.join(",") : value}']`;
        const thing = [...document.querySelectorAll(is === "robot" ? `${wanted}, .tx-cell` : wanted)].find((el) => !el.disabled && (is !== "robot" || el.matches(wanted)));
        const before = chosen();
        if (!thing) {
          // Act itself has no button where what it leads to can be tapped at once.
          if (value === "act") continue;
          if (is === "engram" || is === "robot" || is === "item" || is === "stack" || is === "idea") continue; // picked for want of choice
          return `${is} ${value} is not there`;
        }
        if (thing.getAttribute("aria-pressed") === "true" && is !== "engram") continue;
        click(thing);
        for (let i = 0; i < 60 && chosen() === before; i++) await pause();
      }
      await settled();
      for (let i = 0; i < 200 && !one("[data-send]:not(:disabled)"); i++) await pause();
      const button = one("[data-send]:not(:disabled)");
      if (!button) return `no answer: ${chosen()}`;
      if (!send) return "";
      click(button);
      for (let i = 0; i < 400; i++, await pause()) {
        if (one("[data-over]") || one(".tx-decision .strong")?.textContent !== prompt || !chosen()?.includes("›")) return "";
      }
      return "it was not taken";
    },
    [values, send],
  );
}

test("every kind of question, in every form of an answer, is answered on the table", { timeout: 240_000 }, async () => {
  assert.deepEqual(FORMS.filter((form) => !found.has(form)), [], "forms that no random game met");
  assert.deepEqual(KINDS.filter((kind) => !FORMS.some((form) => form.replace("alone ", "").startsWith(`${kind}:`))), []);
  const page = await world.open("/");
  await page.locator(".gate").first().waitFor();
  for (const [form, at] of found) {
    await follow(page, address(at), ".tx-in-words");
    assert.equal(await page.locator("[data-send]").count(), 0, `${form}: something is chosen beforehand`);
    assert.equal(await answer(page, at.values), "", form);
  }
  await page.context().close();
});

test("a pipe is laid by dragging, turned on its place, and goes back when dropped elsewhere", async () => {
  const page = await world.open(address(found.get("act: act stack spot turn")));
  const stack = page.locator(".tx-stack.is-open").first();
  await stack.waitFor();
  const middle = async (of) => {
    const box = await of.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(stack)));
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 3 });
  await page.locator(".tx-held").waitFor();
  const spot = page.locator("[data-spot]").first();
  await spot.waitFor();
  await page.mouse.move(...(await middle(spot)), { steps: 3 });
  await page.locator(".tx-spot.is-chosen .tx-pipe").waitFor();
  await page.mouse.up();
  await page.locator("[data-send]").waitFor();
  assert.equal(await page.locator(".tx-held").count(), 0);
  assert.equal(await page.locator(".tx-receipt [data-paid]").count(), 3, "a pipe costs three engrams");
  assert.match(await page.locator("[data-send]").innerText(), /^Join the pipe: \d+ points?$/);
  await page.mouse.move(...(await middle(page.locator(".tx-stack.is-chosen"))));
  await page.mouse.down();
  await page.mouse.move(700, 30, { steps: 4 });
  await page.mouse.up();
  await page.locator("[data-send]").waitFor({ state: "detached" });
  assert.equal(await page.locator(".tx-spot.is-chosen").count(), 0);
  await page.context().close();
});

test("the receipt shows what is paid: each engram can be exchanged where a card allows it", async () => {
  const at = found.get("act: act item robot engram");
  const page = await world.open(address(at), { width: 360, height: 740, hasTouch: true });
  await page.locator(".tx-in-words").waitFor();
  // What the step needs is there whole, not behind the question.
  await page.waitForFunction(() => {
    const tile = document.querySelector(".tx-item.is-open");
    const { left, top, width, height } = tile.getBoundingClientRect();
    return [top + 2, top + height - 2].every((y) => tile.contains(document.elementFromPoint(left + width / 2, y)));
  });
  assert.equal(await answer(page, at.values, false), "");
  const paid = () => page.locator(".tx-receipt [data-paid]").evaluateAll((all) => all.map((el) => el.dataset.paid).join(" "));
  const before = await paid();
  assert.equal(before.split(" ").length, 2, "an item costs two engrams");
  const free = page.locator(".tx-receipt button[data-paid]:not(:disabled)");
  if (await free.count()) {
    await free.first().click();
    await page.waitForFunction((was) => [...document.querySelectorAll(".tx-receipt [data-paid]")].map((el) => el.dataset.paid).join(" ") !== was, before);
  }
  await page.context().close();
});

test("the whole turn is taken back until something was drawn; the score explains itself for everybody", async () => {
  const page = await world.open("/local/transmissions?seats=2&level=beginner&seed=2&set.first=0");
  await page.locator("[data-starting]").nth(1).waitFor();
  assert.doesNotMatch(await page.locator(".frame").innerText(), /\b0 left|turn 0/, "what is not laid out yet has not run out");
  assert.equal((await page.locator(".tx-none").allInnerTexts()).join(""), "");
  assert.equal(await answer(page, [{ is: "robot", value: "yellow" }, { is: "robot", value: "yellow" }]), "");
  await page.locator(".tx-card.is-open").first().waitFor();
  const hand = await page.locator(".tx-card.is-open").count();
  assert.equal(await page.locator("[data-undo-turn]").count(), 0, "nothing to take back yet");
  await page.locator(".tx-card.is-open").first().click();
  await page.locator("[data-send]").click();
  await page.locator(".tx-cell.is-open").first().waitFor();
  await page.locator(".tx-cell.is-open").first().dispatchEvent("click");
  await page.locator("[data-send]").click();
  await page.waitForFunction(() => document.querySelector(".tx-steps li:nth-child(3).now"));
  await page.locator("[data-undo-turn]").click();
  await page.waitForFunction((n) => document.querySelectorAll(".tx-card.is-open").length === n, hand);
  assert.equal(await page.locator("[data-undo-turn]").count(), 0);
  // What the engine says of an idea with a surcharge stands in the shop.
  assert.equal(await page.locator(".tx-idea .tx-price[aria-label*='white or yellow']").count(), 2);
  await page.locator("[data-plate='1']").click(); // the sheet of another player
  assert.match(await page.locator(".frame-side .tx-score").innerText(), /Birds × butterflies\s+\d × \d/);
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
