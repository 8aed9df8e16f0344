// Without a network: the page is kept when a person asks for it, and all four games begin against bots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useWorld } from "./setup.mjs";

const world = useWorld();

test("kept for times without a network, every game begins without one", async () => {
  const page = await world.open("/settings");
  await page.locator("[data-keep-offline]").click();
  await page.locator("[data-forget-offline]").waitFor();
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  await page.context().setOffline(true);
  for (const game of ["robotory", "transmissions", "rally2005", "rally2023"]) {
    await page.goto(`${world.site.address}/local/${game}?seed=4&level=beginner`);
    await page.locator(".frame-caption.asked, .hand-card, .ry-action:not(:disabled)").first().waitFor();
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
