// From the largest display to two fingers on a phone: 4K, small laptops, large letters, and a pinch.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { wide } from "./look.mjs";
import { midgame } from "./records.mjs";
import { program } from "./server.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

const TABLES = {
  "/local/rally2005?seed=4&seats=8&level=beginner": ".hand-card",
  "/local/rally2023?seed=4&seats=2&level=beginner": ".ask-row, .hand-card",
  "/local/robotory?seed=12&level=beginner": ".ry-action:not(:disabled)",
  "/local/transmissions?seed=3&seats=4&level=beginner": ".tx-in-words",
};

test("4K: letters and boards grow with the display, nothing is cut and nothing lies over the board", { timeout: 180_000 }, async () => {
  const page = await world.open("/", { width: 3840, height: 2160 });
  await page.locator(".gate").first().waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "28px");
  for (const [path, ready] of Object.entries(TABLES)) {
    await page.goto(world.site.address + path);
    await page.locator(ready).first().waitFor();
    assert.deepEqual(await page.evaluate(wide), [], path);
    const found = await page.evaluate(() => {
      const box = document.querySelector(".frame-board").getBoundingClientRect();
      const others = [...document.querySelectorAll(".frame-rail, .frame-roster, .frame-caption, .frame-console, .frame-side")];
      const over = others.filter((el) => {
        const b = el.getBoundingClientRect();
        return b.width && b.left < box.right - 1 && b.right > box.left + 1 && b.top < box.bottom - 1 && b.bottom > box.top + 1;
      });
      // Of a race the floor fills its room, and its letters are whole.
      const [floor, room] = [".floor-svg", ".board"].map((of) => document.querySelector(of)?.getBoundingClientRect());
      const fills = floor && room ? Math.max(floor.width / room.width, floor.height / room.height) : 1;
      const small = [...document.querySelectorAll(".rims > span:not(.compass)")].filter((el) => el.clientHeight < parseFloat(getComputedStyle(el).fontSize) * 1.1);
      return { fills, small: small.length, over: over.map((el) => el.className), share: (box.width * box.height) / (innerWidth * innerHeight) };
    });
    assert.deepEqual(found.over, [], path);
    assert.equal(found.small, 0, path);
    assert.ok(found.fills > 0.85, `${path}: the floor fills ${found.fills} of its room`);
    assert.ok(found.share > 0.3, `${path}: the board has ${found.share} of the display`);
    if (path.includes("rally")) await platesFit(page, path);
  }
  await page.context().close();
});

/** At every usual size all plates are seen, and nothing sticks out of them or lies over a name. */
async function platesFit(page, path) {
  for (const [width, height] of [[1440, 900], [1280, 720], [768, 1024], [390, 844], [360, 740]]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((w) => document.querySelector(".frame").getBoundingClientRect().width === w, width);
    const found = await page.evaluate(() => {
      const roster = document.querySelector(".frame-roster");
      const out = [...document.querySelectorAll(".plate")].flatMap((plate) => {
        const box = plate.getBoundingClientRect();
        return [...plate.querySelectorAll("*")].filter((el) => {
          const b = el.getBoundingClientRect();
          return b.width > 1 && !el.closest("svg *") && (b.left < box.left - 1 || b.right > box.right + 1 || b.bottom > box.bottom + 1);
        }).map((el) => `${plate.dataset.plate} ${el.getAttribute("class")}`);
      });
      const bars = [...document.querySelectorAll(".plate-short .bar")].map((el) => el.getBoundingClientRect().width); // of damage, on phones
      return { out, hidden: roster.scrollHeight > roster.clientHeight + 1, thin: bars.filter((bar) => bar && bar < 20) };
    });
    assert.deepEqual(found, { out: [], hidden: false, thin: [] }, `${path} at ${width} × ${height}`);
  }
  await page.setViewportSize({ width: 3840, height: 2160 });
}

test("a phone of any height: the board stands still", { timeout: 90_000 }, async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=5&level=beginner", { width: 390, height: 844, hasTouch: true });
  await page.locator(".hand-card").first().waitFor();
  for (let height = 690; height <= 900; height += 15) {
    await page.setViewportSize({ width: 390, height });
    const seen = await page.evaluate(async (high) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      while (innerHeight !== high) await frame();
      for (let i = 0; i < 8; i++) await frame(); // until all has its place
      const heights = new Set();
      for (let i = 0; i < 8; i++) {
        await frame();
        heights.add(document.querySelector(".board").clientHeight);
      }
      return [...heights];
    }, height);
    assert.equal(seen.length, 1, `at ${height}: ${seen}`);
  }
  await page.context().close();
});

test("a tablet that lies: nine cards are large enough for a finger", async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=5&level=beginner", { width: 1024, height: 768, hasTouch: true });
  await page.locator(".hand-card").first().waitFor();
  const widths = await page.locator(".hand-card").evaluateAll((all) => all.map((el) => el.getBoundingClientRect().width));
  assert.equal(widths.length, 9);
  assert.ok(Math.min(...widths) >= 44, `${widths}`);
  await page.context().close();
});

test("the window of a small laptop: the whole course, the cards and the panel beside it are seen", { timeout: 60_000 }, async () => {
  const shop = await midgame("rally2023", { seats: 2, settings: { course: "keep-tour" } }, ({ ask }, view) => ask === "upgrade" && Object.values(view.robots).some(({ seat, spare }) => seat === 0 && spare?.length > 1));
  const TABLES = { "/local/rally2005?seed=4&seats=8&level=beginner": ".hand-card", [shop]: ".shop-card .btn" };
  for (const [width, height] of [[1280, 720], [1366, 625]])
    for (const [path, tapped] of Object.entries(TABLES)) {
      const page = await world.open(path, { width, height, lang: "ru-RU" });
      await page.locator(tapped).first().waitFor();
      const found = await page.evaluate((wanted) => {
        const cut = (el, box) => {
          const b = el.getBoundingClientRect();
          return b.height < 8 || b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1;
        };
        const within = (of, inside) => [...document.querySelectorAll(of)].filter((el) => cut(el, document.querySelector(inside).getBoundingClientRect())).map((el) => el.className.baseVal ?? el.className);
        return {
          cut: [...within(".floor-svg", ".frame-board"), ...within(wanted, ".frame-console"), ...within(".side-tabs", ".frame-side"), ...within(".plate", ".frame-roster")],
          cell: Number(document.querySelector(".board").dataset.cell), camera: document.querySelector(".camera-bar") !== null,
        };
      }, tapped);
      assert.deepEqual(found.cut, [], `${path} at ${width} × ${height}`);
      assert.ok(found.cell >= 28 && !found.camera, `cells of ${found.cell} px at ${width} × ${height}`);
      await page.context().close();
    }
});

test("letters of 200% on a phone: nothing is cut off sideways, and no part of a table lies over another", { timeout: 120_000 }, async () => {
  const page = await world.open("/", { width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("robodrome.text", JSON.stringify("200")));
  for (const [path, ready] of Object.entries(TABLES)) {
    await page.goto(world.site.address + path);
    await page.locator(ready).first().waitFor({ state: "attached" });
    const found = await page.evaluate(() => {
      const parts = [...document.querySelectorAll(".frame-phases, .frame-tools, .frame-roster, .board, .camera-way, .camera-views, .frame-caption, .frame-console")];
      const meet = (a, b) => {
        const [one, two] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
        return one.width && two.width && !a.contains(b) && one.left < two.right - 1 && one.right > two.left + 1 && one.top < two.bottom - 1 && one.bottom > two.top + 1;
      };
      return parts.flatMap((a, i) => parts.slice(i + 1).filter((b) => meet(a, b)).map((b) => `${a.className} over ${b.className}`));
    });
    assert.deepEqual(found, [], path);
    assert.deepEqual(await page.evaluate(wide), [], path);
  }
  await page.context().close();
});

test("two fingers on a phone make the cells larger and smaller again; one finger moves the board", async () => {
  const page = await world.open("/local/rally2005?seed=4&seats=5&level=beginner&set.course=marathon-madness", { width: 360, height: 780, hasTouch: true });
  await page.locator(".hand-card").first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  const cell = () => page.locator(".board").getAttribute("data-cell").then(Number);
  const box = await page.locator(".board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (gap) => [{ x: x - gap, y, id: 1 }, { x: x + gap, y, id: 2 }];
  const pinch = async (from, to) => {
    await touch("touchStart", ...fingers(from));
    for (let i = 1; i <= 4; i++) await touch("touchMove", ...fingers(from + ((to - from) * i) / 4));
    await touch("touchEnd");
  };
  const first = await cell();
  assert.ok(first >= 28, `cells of ${first} px, of which one chooses`);
  for (const part of [".minimap", ".camera-arrow", "[data-view=me]", "[data-view=flag]", "[data-view=all]"]) assert.ok(await page.locator(part).first().isVisible(), part);
  const map = () => page.locator(".minimap svg").getAttribute("viewBox");
  const [, , cols, rows] = (await map()).split(" ");
  assert.notEqual(cols, rows);
  await page.keyboard.press("t");
  await page.locator(".compass").waitFor();
  assert.equal(await map(), `0 0 ${rows} ${cols}`, "the mini map lies like the board");
  await page.keyboard.press("t");
  await pinch(30, 90);
  await page.waitForFunction((c) => Number(document.querySelector(".board").dataset.cell) > c, first);
  const large = await cell();
  await pinch(90, 30);
  await page.waitForFunction((c) => Number(document.querySelector(".board").dataset.cell) < c, large);
  await page.context().close();
});

test("a register on a phone shows the name of its card", async () => {
  for (const [width, height] of [[360, 780], [390, 844], [360, 640]]) {
    const page = await world.open("/local/rally2005?seed=4&seats=5&level=beginner", { width, height, lang: "uk" });
    await page.locator(".hand-card").first().click();
    const name = page.locator(".slot.filled .card-label:visible");
    await name.waitFor();
    const fits = await name.evaluate((el) => {
      const [word, card] = [el, el.closest(".card").querySelector(".card-paper")].map((part) => part.getBoundingClientRect());
      return word.left >= card.left && word.right <= card.right && word.bottom <= card.bottom && word.height > 9;
    });
    assert.ok(fits, `${width} × ${height}`);
    await page.context().close();
  }
});

/** The address of a race in which my rival has eight options. */
function manyOptions() {
  const folder = mkdtempSync(join(tmpdir(), "robodrome-options-"));
  const file = join(folder, "options.scn");
  writeFileSync(file, `game  rally2005  first=0 course=dizzy-dash
position
  twonky  3,1 north hand 10 20 30 40 50 60 70 80 90
  zoombot 7,7 south options ablative_coat brakes circuit_breaker crab_legs dual_processor fourth_gear mechanical_arm pressor_beam
scenario  many options
rules     R05-CRAB-LEGS-1
do        twonky: 10 20 30 40 50
`);
  const run = spawnSync(program, ["scenario", "--trace", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const { position } = run.stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)).find((line) => line.asked?.length);
  return `/local/rally2005?${new URLSearchParams({ seats: "2", seed: "1", position, "set.course": "dizzy-dash" })}`;
}

test("a robot with many options is read about on a small phone, and board and cards stay", async () => {
  const page = await world.open(manyOptions(), { width: 360, height: 640 });
  await page.locator(".hand-card").first().waitFor();
  const seen = () => page.evaluate(() => {
    const [board, desk] = [".frame-board", ".frame-console"].map((of) => document.querySelector(of).getBoundingClientRect());
    return { board: board.height, below: desk.bottom - innerHeight };
  });
  await page.locator(".plate-face").nth(1).click();
  const said = page.locator(".frame-caption .lengthy");
  assert.ok((await said.textContent()).split("\n").length > 8, "a line for each option");
  const { board, below } = await seen();
  assert.ok(board >= 140 && below <= 1, `board of ${board} px, console ${below} px too low`);
  assert.ok(await said.evaluate((el) => el.scrollHeight > el.clientHeight), "it can be scrolled");
  await page.context().close();
});

test("nothing was written to the console", () => assert.deepEqual(world.faults, []));
