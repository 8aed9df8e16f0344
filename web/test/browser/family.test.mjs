// The family's table: what its preset means, phrases in place of chat, two devices at one seat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useWorld } from "./setup.mjs";

const world = useWorld({ served: true });

const path = (link) => link.replace(/^https?:\/\/[^/]+/, "");

test("a family's table has no clock and no chat, and two devices share a seat", { timeout: 60_000 }, async () => {
  const page = await world.open("/");
  await page.locator('a[href="/create?family&room"]').click();
  await page.getByRole("link", { name: "Robotory" }).click();
  await page.getByText("bots that push nobody on purpose").waitFor();
  assert.equal(await page.getByText("Clock", { exact: true }).count(), 0);
  const levels = await page.locator(".seat-line select option").evaluateAll((all) => all.map((o) => o.value));
  assert.deepEqual([...new Set(levels)], ["open", "here", "beginner", "easy"]);
  await page.locator("[data-create]").click();
  await page.locator("[data-start]").waitFor();
  await page.locator("[data-start]").click();
  await page.locator(".ry-hex").first().waitFor();

  // Phrases, and no field to write in.
  await page.getByRole("tab", { name: "Chat" }).click();
  assert.equal(await page.locator(".chat-form").count(), 0);
  await page.locator('[data-phrase="nice"]').click();
  await page.locator(".chat-lines li").waitFor();

  // The second device becomes the same person and comes to the same seat.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("[data-second]").click();
  const link = await page.locator(".menu-second [data-link]").inputValue();
  const other = await world.open(path(link), { width: 390, height: 844, lang: "uk-UA" });
  await other.locator("[data-take]").click();
  await other.locator(".ry-hex").first().waitFor();
  assert.equal(new URL(other.url()).pathname, new URL(page.url()).pathname);
  await other.locator(".ry-action:not(.square):not(:disabled)").first().waitFor();
  await page.locator(".ry-action:not(.square):not(:disabled)").first().waitFor();
  // What the one device answers, the other sees.
  const turn = async (p) => {
    await p.locator(".ry-action:not(.square):not(:disabled)").first().click();
    const takes = p.locator(".ry-takes button");
    if (await takes.count()) await takes.first().click();
    await p.locator(".ry-hex.offered").first().dispatchEvent("click");
    await p.locator("[data-send]").click();
  };
  await turn(other);
  await page.getByRole("tab", { name: "Moves" }).click();
  await page.locator(".ry-moves .move").first().waitFor();
  await page.context().close();
  await other.context().close();
});

test("Transmissions at a table of the server: a notice of my turn, and the whole turn taken back", { timeout: 60_000 }, async () => {
  const page = await world.open("/");
  // Somebody who looks elsewhere and allowed notices.
  await page.context().addInitScript(() => {
    globalThis.notices = [];
    globalThis.Notification = class {
      static permission = "granted";
      constructor(title) {
        globalThis.notices.push(title);
      }
    };
    localStorage.setItem("robodrome.notify", "true");
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  });
  await page.goto(`${world.site.address}/create?family&room`);
  await page.getByRole("link", { name: "Transmissions" }).click();
  await page.locator("[data-create]").click();
  await page.locator("[data-start]").click();
  await page.locator(".tx-robot.is-open > button").first().waitFor();
  await page.waitForFunction(() => document.title.startsWith("● Your turn") && globalThis.notices.length > 0);

  const robot = page.locator(".tx-robot.is-open > button");
  const send = page.locator("[data-send]:not(:disabled)");
  const inStep = (n) => page.locator(`.tx-steps li:nth-child(${n}).now`);
  /** Robots are chosen until the answer is whole; then it is sent. */
  const answer = async () => {
    for (;;) {
      await robot.or(send).first().waitFor();
      if (await send.count()) break;
      await robot.first().dispatchEvent("click");
    }
    await send.click();
  };
  await answer(); // where the robots begin
  await inStep(1).waitFor();
  const cards = page.locator(".tx-card.is-open");
  await cards.first().waitFor();
  const hand = await cards.count();
  await cards.first().dispatchEvent("click");
  await answer();
  await page.locator(".tx-cell.is-open").first().dispatchEvent("click");
  await answer();
  await inStep(3).waitFor();
  // At once, and no further than the turn's beginning.
  await page.locator("[data-undo-turn]").click();
  await inStep(1).waitFor();
  await page.waitForFunction((n) => document.querySelectorAll(".tx-card.is-open").length === n, hand);
  await page.locator("[data-undo-turn]").waitFor({ state: "detached" });
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
