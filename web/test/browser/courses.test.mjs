// Courses on the page: filters and measured minutes, a course from a file at a local table and at one
// with others, and small pictures in lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, wide } from "./look.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld({ served: true });

const HALL = `course my-hall
name en My hall
piece hall 0 0,0
flag 1 7,0
board hall
grid
  .  .  .  .  .  .  .  .
  .  .  .  .  .  .  .  .
  D1 .  D2 .  D3 .  .  .
end
`;
const file = (text, name = "my-hall.txt") => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const openCreate = async () => {
  const page = await world.open("/create?game=rally2005");
  await page.locator(".course[aria-pressed='true']").waitFor();
  return page;
};

test("courses are filtered by players, length and level, and say measured minutes", async () => {
  const page = await openCreate();
  const shown = async () => Number(await page.locator("[data-shown]").getAttribute("data-shown"));
  const four = await shown();
  await page.getByLabel("Number of players").selectOption("any");
  assert.equal(await shown(), 34);
  assert.ok(four < 34);
  await page.getByLabel("Number of players").selectOption("2");
  assert.equal(await page.locator(".seat-line").count(), 2);
  await page.getByRole("button", { name: "short", exact: true }).click();
  assert.ok((await shown()) < four);
  assert.match((await page.locator(".course-minutes").first().textContent()) ?? "", /about \d+ min/);
  assert.match((await page.locator(".create-minutes").textContent()) ?? "", /About \d+ minutes: rounds .+ 90 seconds/);
  // A course for more players brings its seats along.
  await page.getByLabel("Number of players").selectOption("any");
  await page.getByRole("button", { name: "All lengths" }).click();
  await page.locator("[data-course='around-the-world']").click();
  assert.equal(await page.locator(".seat-line").count(), 5);
  // Variants, each with its sentence; those of a special course only there.
  await page.locator(".create-variants summary").click();
  const lines = page.locator(".create-variants .line");
  const explained = async () => (await lines.allTextContents()).every((line) => /\w\.\w|\.$/.test(line));
  const thrown = page.getByLabel("Capture the Flag: a robot thrown out");
  assert.ok((await lines.count()) > 1 && (await explained()));
  assert.equal(await thrown.count(), 0);
  assert.equal(await page.locator("[data-special]").count(), 0);
  await page.locator("[data-course='capture-the-flag']").click();
  assert.match((await page.locator("[data-special]").textContent()) ?? "", /Carry the enemy's flag/);
  await thrown.selectOption("free");
  await page.getByText("Capture the Flag: a robot thrown out: loses nothing").waitFor();
  assert.ok(await explained());
  assert.deepEqual(await faultsOf(page), []);
  await page.context().close();
});

test("a course from a file: faults with their place, then a race on it", async () => {
  const page = await openCreate();
  const input = page.locator(".course-file input");
  await input.setInputFiles(file(HALL.replace("D2", "Q9")));
  assert.match((await page.locator(".course-fault").textContent()) ?? "", /^Line 9, column \d+: ./);
  await input.setInputFiles(file(HALL.replace(/^flag 1 .*$/m, "flag 1 40,2"))); // the place is wrong, not the word
  await page.locator(".course-fault", { hasText: "40,2" }).waitFor();
  assert.match((await page.locator(".course-fault").textContent()) ?? "", /^Line \d+: 40,2 /);
  await input.setInputFiles(file("x".repeat(65_537)));
  await page.getByText("The file is larger than 64 kB.").waitFor();
  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from([0xff, 0xfe, 0x00]) });
  await page.getByText("The file is not a text in UTF-8.").waitFor();
  await input.setInputFiles(file(HALL));
  const card = page.locator(".course[aria-pressed='true']", { hasText: "My hall" });
  await card.locator(".course-picture").waitFor();
  assert.equal(await page.locator(".course-fault").count(), 0);
  assert.equal(await page.locator(".seat-line").count(), 3, "as many seats as it has starts");
  assert.deepEqual(await page.evaluate(wide), []);
  assert.deepEqual(await faultsOf(page), []);
  await page.locator("[data-create]").click();
  await page.locator(".hand-card").first().waitFor();
  await page.reload();
  await page.locator(".hand-card").first().waitFor();
  await page.goto(world.site.address + "/create?game=rally2005");
  await page.locator("li", { hasText: "My hall" }).getByRole("button", { name: "Remove" }).click();
  await page.locator("li", { hasText: "My hall" }).waitFor({ state: "detached" });
  await page.goBack();
  await page.getByText("This course is no longer kept in this browser.").waitFor();
  await page.context().close();
});

test("a course from a file with others, and pictures in the lists", { timeout: 60_000 }, async () => {
  const anna = await openCreate();
  await anna.locator(".course-file input").setInputFiles(file(HALL));
  await anna.locator(".course[aria-pressed='true']", { hasText: "My hall" }).waitFor();
  await anna.locator(".seat-line select").first().selectOption("open");
  await anna.locator("[data-create]").click();
  const link = await anna.locator("#room-link").inputValue();
  const oleh = await world.open(new URL(link).pathname + new URL(link).search + new URL(link).hash);
  await oleh.locator("[data-sit]").first().click();
  await oleh.locator(".room-picture .course-picture").waitFor();
  await oleh.getByRole("heading", { name: "My hall" }).waitFor();
  await anna.locator("[data-start]").click();
  await oleh.locator(".hand-card").first().waitFor();

  await anna.goto(world.site.address + "/create?game=rally2023");
  await anna.locator(".course[aria-pressed='true']").waitFor();
  await anna.locator(".seat-line select").first().selectOption("open");
  await anna.getByRole("button", { name: "anybody" }).click();
  await anna.locator(".create-variants summary").click();
  await anna.getByLabel("Edges of the factory").selectOption("walls");
  await anna.locator("[data-create]").click();
  await anna.locator("[data-start]").waitFor();
  await anna.locator(".room-agreed").getByText("Edges of the factory: are walls (less deadly)").waitFor();
  await oleh.goto(world.site.address + "/");
  await oleh.locator(".open-line .course-picture").waitFor();
  assert.match((await oleh.locator(".open-name").textContent()) ?? "", /^Morning Workout\s*Robo Rally 2023$/);
  await anna.goto(world.site.address + "/mine");
  await anna.locator(".mine-line .course-picture").waitFor();
  await anna.locator(".mine-line", { hasText: "Morning Workout" }).getByText("Robo Rally 2023").waitFor();
  for (const page of [anna, oleh]) await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
