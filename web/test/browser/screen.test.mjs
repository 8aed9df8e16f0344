// One big screen and phones as hands: the board and the film there, cards and questions here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsInBothThemes, faultsOf, wide } from "./look.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld({ served: true });

const PHONE = { width: 390, height: 844, theme: "dark" };

/** A table with this many open seats, a big screen, and a phone for each seat. */
async function gather(game, seats) {
  const host = await world.open(`/create?game=${game}`, { theme: "dark" });
  const lines = host.locator(".seat-line select");
  await lines.first().waitFor();
  while ((await lines.count()) > seats - 1) await host.getByRole("button", { name: "Remove a seat" }).click();
  while ((await lines.count()) < seats - 1) await host.getByRole("button", { name: /add a seat|one seat more/i }).first().click();
  for (let i = 0; i < seats - 1; i++) await lines.nth(i).selectOption("open");
  await host.locator("[data-create]").click();
  await host.locator("[data-start]").waitFor();
  const link = new URL(await host.locator("#room-link").inputValue());
  const at = (mode) => `${link.pathname}?${mode}${link.hash}`;
  const screen = await world.open(at("screen"), { width: 1920, height: 1080, theme: "dark" });
  await screen.getByText("Hands and questions are on your phones.").first().waitFor();
  const phones = [host];
  for (let i = 1; i < seats; i++) {
    const phone = await world.open(at("hand"), PHONE);
    await phone.locator("[data-sit]").first().click();
    await phone.getByText("The host starts the game.").waitFor();
    phones.push(phone);
  }
  await host.locator("[data-start]").click();
  await host.waitForFunction(() => !document.querySelector(".room"));
  await host.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await host.goto(world.site.address + at("hand"));
  await screen.locator(".frame.as-screen").waitFor();
  return { screen, phones, close: () => Promise.all([screen, ...phones].map((p) => p.context().close())) };
}

/** A hand has no board, a screen has no hand and nothing to press. */
async function roles(screen, phones) {
  for (const phone of phones) {
    await phone.locator(".frame.as-hand").waitFor();
    assert.equal(await phone.locator("[role=grid], .tx-table, .g-board").count(), 0);
    assert.deepEqual(await phone.evaluate(wide), []);
  }
  assert.equal(await screen.locator(".slots, .hand-card, .ask-row, [data-send], .tx-hand").count(), 0);
  assert.equal(await screen.locator(".frame-caption button:visible, .frame-console button:visible, .frame-tools button:visible").count(), 0);
  await screen.locator(".join-card .qr path").waitFor({ state: "attached" });
}

/** Lays the first cards that fit until the program is whole, and is ready. */
async function program(phone) {
  await phone.locator(".hand-card:not(:disabled)").first().waitFor();
  for (let i = 0; i < 9 && !(await phone.locator("[data-ready]:not(:disabled)").count()); i++) {
    await phone.locator(".hand-card:not(:disabled)").first().click();
  }
  await phone.locator("[data-ready]:not(:disabled)").click();
}

test("a race: the board and film on the screen, four hands on four phones", async () => {
  const { screen, phones, close } = await gather("rally2005", 4);
  await roles(screen, phones);
  assert.equal(await screen.locator(".bot").count(), 4);
  assert.deepEqual(await faultsInBothThemes(screen), []);
  assert.deepEqual(await faultsOf(phones[1]), []);
  for (const phone of phones) await program(phone);
  await screen.getByText(/Register 1 is over/).first().waitFor({ state: "attached" });
  const phone = phones[2];
  await phone.locator("[data-board-here]").click();
  await phone.locator(".floor").waitFor();
  assert.deepEqual(world.faults, []);
  await close();
});

for (const [game, seats] of [["rally2023", 4], ["transmissions", 4], ["robotory", 2]]) {
  test(`${game}: every phone is asked in words, and the screen follows`, async () => {
    const { screen, phones, close } = await gather(game, seats);
    await roles(screen, phones);
    assert.deepEqual(await faultsInBothThemes(screen), []);
    // Nobody can scroll it: what is there is there whole.
    const cut = await screen.evaluate(() => [...document.querySelectorAll(".tx-boards, .frame-board, .frame-caption")].filter((el) => el.scrollHeight > el.clientHeight + 1).map((el) => el.className));
    assert.deepEqual(cut, []);
    const asked = await Promise.any(
      phones.map(async (phone) => {
        await phone.locator(".frame-caption.asked").waitFor();
        return phone;
      }),
    );
    const log = async () => (await screen.locator(".frame-caption, .frame-side, .frame-console").allTextContents()).join(" ");
    const before = await log();
    for (let i = 0; i < 12 && (await log()) === before; i++) {
      const send = asked.locator("[data-send]:not(:disabled), .btn.act:not(:disabled):visible").first();
      const options = asked.locator(".g-option, .ask-row, .decision button, .frame-caption button, .shop button").locator("visible=true");
      if (await send.count()) await send.click();
      else if (await options.count()) await options.nth(i % (await options.count())).click();
      await asked.waitForTimeout(150);
    }
    assert.notEqual(await log(), before);
    assert.deepEqual(world.faults, []);
    await close();
  });
}
