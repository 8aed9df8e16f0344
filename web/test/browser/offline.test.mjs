// Without a network: the page is kept when a person asks for it, and all four games are played against bots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playOn } from "./play-robotory.mjs";
import { playRace } from "./rally-play.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

/** A race goes on to its second round. */
async function race(page) {
  const second = page.locator(".frame-name p", { hasText: /round 2/i });
  while (!(await second.count())) await playRace(page, 1);
}

/** Answers by the list of options until everybody has had a turn. */
async function turns(page) {
  const third = page.locator(".frame-name p", { hasText: "turn 3" });
  const next = page.locator("[data-send]:not(:disabled)").or(page.locator("[data-pick]:not(:disabled)")).first();
  await page.locator(".tx-in-words").click();
  while (!(await third.count())) await next.click();
}

const PLAY = { robotory: (page) => playOn(page, 3, false), transmissions: turns, rally2005: race, rally2023: race };

test("kept for times without a network, every game is played without one", { timeout: 90_000 }, async () => {
  const page = await world.open("/settings");
  await page.locator("[data-keep-offline]").click();
  await page.locator("[data-forget-offline]").waitFor();
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  await page.context().setOffline(true);
  for (const [game, play] of Object.entries(PLAY)) {
    await page.goto(`${world.site.address}/local/${game}?seed=4&level=beginner&seats=2`);
    await play(page);
  }
  await page.context().setOffline(false);
  await page.goto(`${world.site.address}/settings`);
  await page.locator("[data-forget-offline]").click();
  await page.locator("[data-keep-offline]").waitFor();
  assert.equal(await page.evaluate(async () => (await caches.keys()).length), 0);
  await page.context().close();
});

test("a page that is not a secure context says why it cannot be kept", async () => {
  const page = await world.open("/");
  await page.context().addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
  await page.goto(`${world.site.address}/settings`);
  await page.getByText("only for addresses with https").waitFor();
  assert.equal(await page.locator("[data-keep-offline]").count(), 0);
  await page.context().close();
});
