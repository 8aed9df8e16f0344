// Replay: records of all four games dropped onto the page, from the server, and a look back in a game
// that goes on.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { faultsInBothThemes, wide } from "./look.mjs";
import { drop, played } from "./records.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld({ served: true });

const letters = (col) => (col < 26 ? String.fromCharCode(65 + col) : `A${String.fromCharCode(39 + col)}`);

/** Where things are on the screen, in the engine's words. */
const SHOWN = {
  rally2005: (page) => page.locator(".bot").evaluateAll((all) => all.map((el) => `${el.dataset.robot} ${el.dataset.place}`).sort()),
  robotory: (page) => page.locator(".ry-hex").evaluateAll((all) => all.map((el) => el.getAttribute("aria-label")).filter((s) => /robot/i.test(s)).map((s) => Number(s.match(/\d+/)[0])).sort((a, b) => a - b)),
  transmissions: (page) => page.locator(".tx-cell").evaluateAll((all) => all.filter((el) => el.querySelector("use")).map((el) => Number(el.dataset.cell)).sort((a, b) => a - b)),
};
SHOWN.rally2023 = SHOWN.rally2005;
const robots = (last) => Object.entries(last.robots).filter(([, r]) => r.cell).map(([name, r]) => `${name} ${letters(r.cell[0])}${r.cell[1] + 1}`).sort();
const places = (last) => Object.values(last.robots).sort((a, b) => a - b);
const TRUE = { rally2005: robots, rally2023: robots, robotory: places, transmissions: places };

for (const [game, look] of [
  ["rally2005", { width: 1440, height: 900, theme: "light" }],
  ["rally2023", { width: 360, height: 740, theme: "dark", lang: "uk" }],
  ["robotory", { width: 1440, height: 900, theme: "dark" }],
  ["transmissions", { width: 1440, height: 900, theme: "light" }],
]) {
  test(`a record of ${game} is watched to its end`, async () => {
    const record = await played(game);
    const page = await world.open("/", look);
    await page.locator(".gate").first().waitFor();
    await drop(page, record.text);
    assert.deepEqual(await page.evaluate(wide), []);
    const track = page.getByRole("slider");
    await track.focus();
    const moments = Number(await track.getAttribute("aria-valuemax"));
    assert.ok(moments > 4);
    for (let i = 1; i <= 3; i++) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((n) => document.querySelector("[role=slider]").ariaValueNow === String(n), i);
    }
    const address = page.url();
    assert.match(address, /at=\d+\.\d+/);
    assert.deepEqual(await faultsInBothThemes(page), []);
    await page.reload();
    await page.locator(".rp-bar").waitFor();
    assert.equal(page.url(), address);
    await page.getByRole("slider").press("End");
    await page.locator("[data-over]").waitFor();
    const shown = await page.locator(".end-place").allInnerTexts();
    assert.deepEqual(shown.map(Number), [...record.places].sort((a, b) => a - b));
    assert.deepEqual(await SHOWN[game](page), TRUE[game](record.last));
    await page.locator("[data-replay=back]").click();
    await page.waitForFunction(() => !document.querySelector("[data-over]"));
    if (look.width > 1000) {
      await page.locator("[data-tab=plot]").click();
      await page.locator("[data-plot] .rp-line").first().waitFor();
      assert.equal(await page.locator("[data-plot] .rp-line").count(), record.places.length);
      assert.deepEqual(await faultsInBothThemes(page), []);
    }
    if (game === "rally2005") await eyesAndTools(page, record);
    assert.deepEqual(world.faults, []);
    await page.context().close();
  });
}

/** Other eyes, the record as a file, what was checked. */
async function eyesAndTools(page, record) {
  await page.locator("[data-moment='2.1']").click();
  await page.waitForURL(/at=2\.1/);
  await page.locator("[data-eyes]").selectOption("1");
  await page.waitForURL(/eye=1/);
  await page.locator(".plate.mine").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("at"), "2.1");
  await page.locator("[data-replay=verify]").click();
  await page.getByText(`${record.answers} answers, every state the same`).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-replay=save]").click()]);
  assert.equal(await readFile(await file.path(), "utf8"), record.text);
  await page.locator("[data-unit=register]").click();
  await page.locator("[data-replay=on]").click();
  await page.waitForURL(/at=2\.2/);
  await page.keyboard.press("Control+,");
  await page.waitForURL(/at=2\.0/);
  await page.locator("[data-replay=play]").click();
  await page.waitForURL(/at=2\.0/);
  await page.getByRole("button", { name: "Pause" }).click();
  assert.ok((await page.locator(".rp-mark.rp-flag").count()) > 0);
  // Your own game from here, in the seat whose eyes these are.
  await page.locator("[data-replay=fork]").click();
  await page.waitForURL(/\/local\/rally2005\?.*bots=normal\.me.*position=/);
  await page.locator(".hand-card, [data-ask]").first().waitFor();
}

test("a damaged record is refused with the reason", async () => {
  const { text } = await played("robotory");
  const page = await world.open("/replay");
  const bad = text.replace(/"picks":\[(\d+)/, (all, n) => all.replace(n, String(Number(n) ^ 1)));
  await page.locator("input[type=file]").setInputFiles({ name: "x.rdr", mimeType: "text/plain", buffer: Buffer.from(bad) });
  await page.getByText("This record cannot be played again.").waitFor();
  await page.context().close();
});

test("a game of the server is watched after its end, and shared by a link", async () => {
  const page = await world.open("/create?game=robotory");
  await page.locator(".seat-line select").first().selectOption("open");
  await page.locator("[data-create]").click();
  await page.locator("[data-start]").click();
  await page.locator(".ry-action:not(:disabled)").first().waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("[data-deed=concede]").click();
  await page.locator("[data-deed=concede]").click();
  await page.locator("[data-over] [data-watch]").click();
  await page.locator(".rp-bar").waitFor();
  await page.locator("[data-replay=link]").click();
  assert.match(await page.locator(".rp-note input").inputValue(), /\/replay\/[^?]+\?at=0\.0/);
  // Among my games a finished one has one button: to watch it.
  await page.goto(`${world.site.address}/mine`);
  await page.locator(".mine-line").first().waitFor();
  assert.deepEqual(await faultsInBothThemes(page), []);
  assert.deepEqual(await page.locator(".mine-line").first().locator(".btn").evaluateAll((all) => all.map((a) => a.pathname.split("/")[1])), ["replay"]);
  await page.context().close();
});

test("looking back in a game that goes on stays there until one returns", async () => {
  const page = await world.open("/local/robotory?seed=3&level=beginner");
  await page.locator(".ry-action:not(:disabled)").first().click();
  const colour = page.locator(".decision button, .frame-caption button").first();
  if (!(await page.locator(".ry-hex.offered").count())) await colour.click();
  await page.locator(".ry-hex.offered").first().click();
  await page.locator("[data-send]").click();
  await page.locator(".ry-action:not(:disabled)").first().waitFor();
  const turns = await page.locator(".ry-moves li").count();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("[data-look-back]").click();
  await page.getByRole("slider").press("Home");
  await page.locator(".ry-moves li").first().waitFor({ state: "detached" });
  assert.equal(await page.locator(".ry-actions").count(), 0);
  await page.getByRole("button", { name: "Your turn: return to live" }).click();
  await page.locator(".ry-action:not(:disabled)").first().waitFor();
  assert.equal(await page.locator(".ry-moves li").count(), turns);
  await page.context().close();
});

test("who comes back reads three sentences and can watch what happened since", async () => {
  const host = await world.open("/create?game=robotory");
  await host.locator(".seat-line select").first().selectOption("open");
  await host.locator("[data-create]").click();
  const link = (await host.locator("#room-link").inputValue()).replace(/^https?:\/\/[^/]+/, "");
  const guest = await world.open(link);
  await guest.locator("[data-sit]").first().click();
  await guest.getByText("The host starts the game.").waitFor();
  await host.locator("[data-start]").click();
  await guest.locator(".frame").waitFor();
  await host.locator(".frame").waitFor();
  const move = async (page) => {
    await page.locator(".ry-action:not(:disabled)").first().click();
    if (!(await page.locator(".ry-hex.offered").count())) await page.locator(".frame-caption button").first().click();
    await page.locator(".ry-hex.offered").first().click();
    await page.locator("[data-send]").click();
    await page.locator("[data-send]").waitFor({ state: "detached" });
  };
  // The one who is not asked leaves; the other plays; then it comes back.
  const first = await Promise.any([host, guest].map((page) => page.locator(".ry-action:not(:disabled)").first().waitFor().then(() => page)));
  const other = first === host ? guest : host;
  const address = other.url();
  await other.goto("about:blank");
  await move(first);
  await other.goto(address);
  await other.locator("[data-since] li").first().waitFor();
  assert.ok((await other.locator("[data-since] li").count()) <= 3);
  await other.locator("[data-since-watch]").click();
  await other.getByRole("slider").waitFor();
  await other.locator("[data-live]").click();
  await other.locator(".ry-action:not(:disabled)").first().waitFor();
  assert.equal(await other.locator("[data-since]").count(), 0);
  // Who looks back stays there while the game goes on, and is told that it is their turn.
  await first.getByRole("button", { name: "Menu" }).click();
  await first.locator("[data-look-back]").click();
  await first.getByRole("slider").press("Home");
  await move(other);
  await first.getByRole("button", { name: "Your turn: return to live" }).waitFor();
  assert.equal(await first.getByRole("slider").getAttribute("aria-valuenow"), "0");
  await first.locator("[data-live]").click();
  await first.locator(".ry-action:not(:disabled)").first().waitFor();
  await host.context().close();
  await guest.context().close();
});
