// screens.mjs - pictures of every screen into docs/screens, from real tables: local games with a
// fixed seed, a server of its own for the rooms, and one for tests for races between people.
//
// Usage: npm run screens [NAME...]      only screens whose name begins so
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { company, lay, moment } from "./browser/company.mjs";
import { drop, midgame, played } from "./browser/records.mjs";
import { startServer } from "./browser/server.mjs";
import { start } from "./browser/setup.mjs";
import { playRace } from "./browser/rally-play.mjs";
import { gather } from "./browser/tables.mjs";

const out = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "docs/screens");
const SIZES = {
  desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 }, screen: { width: 1920, height: 1080 },
};

const wanted = process.argv.slice(2);
const isWanted = (name) => !wanted.length || wanted.some((start) => name.startsWith(start));

const settle = (page) => page.evaluate(() => document.fonts.ready).then(() => page.waitForTimeout(400));

async function shot(page, name) {
  await settle(page);
  await page.screenshot({ path: join(out, `${name}.png`) });
  console.log(name);
}

/** Opens a page in a look, makes it ready, takes its picture. */
async function take(name, path, { size = "desktop", theme = "light", lang = "en", ready, play, ...options } = {}) {
  if (!isWanted(name)) return;
  const page = await world.open(path, { ...SIZES[size], theme, lang, ...options });
  await page.locator(ready).first().waitFor();
  if (play) await play(page);
  await shot(page, `${name}-${size}-${theme === "light" ? "day" : "night"}-${lang}`);
  await page.context().close();
}

/** A robot of Robotory with its way over discs laid out, and the hint that was asked for. */
async function chooseMove(page) {
  await page.locator(".ry-hex[data-hex='8']").click();
  await page.locator(".ry-hex.offered").last().click();
  await page.locator(".ry-actions .square").first().click();
  await page.locator(".hint-box").waitFor();
}

/** A record dropped onto the home page, in its fourth round; where there is room, with the chart beside it. */
const watch = (game) => async (page) => {
  await drop(page, (await played(game)).text);
  for (let i = 0; i < 21; i++) await page.getByRole("slider").press("ArrowRight");
  const chart = page.locator("[data-tab=plot]");
  if (!(await chart.isVisible())) return;
  await chart.click();
  await page.locator(".rp-line").first().waitFor();
};

/** Lays the program of a strong bot, takes its last two free cards back, and looks at the first of them again. */
async function layProgram(page) {
  await page.locator("[data-hint-ask]").click();
  await page.locator("[data-hint]").waitFor();
  const used = () => page.locator(".hand-card").evaluateAll((cards) => cards.map((card) => card.classList.contains("used")));
  const laid = page.locator(".slot-box[aria-disabled=false]");
  const last = await laid.count() - 1;
  await laid.nth(last).click();
  const before = await used();
  await laid.nth(last - 1).click();
  const after = await used();
  await page.locator(".hand-card").nth(before.findIndex((was, i) => was && !after[i])).hover();
}

const mine = (view) => Object.values(view.robots).find((robot) => robot.seat === 0);
const middle = {
  rally2005: await midgame("rally2005", { seats: 5, settings: { course: "dizzy-dash" } },
    ({ ask }, view) => ask === "program" && view.round > 3 && mine(view).damage > 1 && mine(view).flags > 0 && mine(view).hand.length > 5),
  rally2023: await midgame("rally2023", { seats: 5, settings: { course: "keep-tour" } },
    ({ ask }, view) => ask === "program" && view.round > 2 && mine(view).upgrades.length > 0 && mine(view).hand.filter((card) => card === "spam").length === 1),
  eight: await midgame("rally2005", { seats: 8, settings: { course: "option-world" } },
    ({ ask }, view) => ask === "program" && view.round > 4 && mine(view).options.length > 0),
  upgrades: await midgame("rally2023", { seats: 4, settings: { course: "keep-tour" } },
    ({ ask }, view) => ask === "upgrade" && view.round > 2 && mine(view).energy > 2),
  transmissions: await midgame("transmissions", { seats: 3 }, ({ ask }, view) => ask === "act" && view.turns > 20),
  solo: await midgame("transmissions", { seats: 1 }, ({ ask }, view) => ask === "act" && view.turns > 14),
};

const server = await startServer();
const world = await start(server.address);
const forTests = await startServer({ testing: true });
const people = await start(forTests.address);

/** A large screen with the board, and a phone that is the hand of a seat. */
async function screenAndHand() {
  const desk = await world.open("/create?game=rally2005", SIZES.desktop);
  await desk.locator(".seat-line select").first().selectOption("open");
  await desk.locator("[data-create]").click();
  await desk.locator("[data-start]").waitFor();
  const link = new URL(await desk.locator("#room-link").inputValue());
  const at = (mode) => `${link.pathname}?${mode}${link.hash}`;
  const screen = await world.open(at("screen"), { ...SIZES.screen, theme: "dark" });
  const hand = await world.open(at("hand"), { ...SIZES.phone, theme: "dark", lang: "uk" });
  await hand.locator("[data-sit]").first().click();
  await desk.locator("[data-start]").click();
  await screen.locator(".frame.as-screen").waitFor();
  await hand.locator(".frame.as-hand .hand-card").first().waitFor();
  await shot(screen, "screen-large-night-en");
  await shot(hand, "hand-phone-night-uk");
  for (const page of [desk, screen, hand]) await page.context().close();
}

/** People with long names: in the waiting room, at the table, and there while the connection is lost. */
async function longNames() {
  const pages = await gather(world, "rally2023", ["Maximiliane Hohenstein", "Oleksandr-Volodymyr"], {
    looks: [SIZES.desktop, { ...SIZES.phone, theme: "dark", lang: "uk" }],
  });
  const shots = async (name) => {
    await shot(pages[0], `${name}-desktop-day-en`);
    await shot(pages[1], `${name}-phone-night-uk`);
  };
  await shots("long-names-room");
  await pages[0].locator("[data-start]").click();
  await Promise.all(pages.map((page) => playRace(page, 60, ".hand-card")));
  await shots("long-names");
  await Promise.all(pages.map((page) => page.context().setOffline(true)));
  await Promise.all(pages.map((page) => page.locator("[data-lost]").waitFor({ timeout: 60_000 })));
  await shots("lost");
  for (const page of pages) await page.context().close();
}

/** A table whose engine is still on its way, and one whose engine cannot be had. */
async function withoutEngine(look) {
  const engine = (act) => ({ prepare: (page) => page.context().route(/\.wasm/, act) });
  await take("loading", "/local/rally2005?seed=4", { ...look, ready: ".state", ...engine(() => undefined) });
  await take("error", "/local/rally2005?seed=4", { ...look, ready: ".state .btn", ...engine((route) => route.fulfill({ status: 503 })) });
}

/** The film of a round, held when the first robots have moved. */
async function holdFilm(page) {
  await playRace(page, 40, ".tick.done + .tick.done");
  await page.keyboard.press("Space");
}

/** Moments for pictures: a program that goes somewhere, some of it on belts. */
const goes = ({ count }) => count("moved") > 3 && count("carried") > 1 && !count("blocked");
const RACES = {
  rally2005: { seats: 5, settings: { course: "dizzy-dash" }, advice: goes, robot: ({ locked, flags }) => locked.length === 1 && flags > 0 },
  rally2023: {
    seats: 5, settings: { course: "keep-tour" }, advice: goes,
    robot: ({ upgrades, checkpoints, hand }) => upgrades.length > 1 && checkpoints > 0 && hand.includes("spam"),
  },
};

/** A race between people in mid-program, then its film: the first person's page in every look. */
async function race(game) {
  const { settings } = RACES[game];
  const found = await moment(game, RACES[game]);
  const looked = ({ size, theme = "light", lang = "en" }) => [{ ...SIZES[size], theme, lang }, `${size}-${theme === "light" ? "day" : "night"}-${lang}`];
  const pages = await company(people, game, found, { settings, looks: [looked(looks[0])[0], SIZES.desktop, SIZES.desktop] });
  const { cookies, origins } = await pages[0].context().storageState();
  const who = (kept) => kept.filter(({ name }) => name === "robodrome.guest"); // this device sees the table for the first time
  const storageState = { cookies, origins: origins.map(({ origin, localStorage }) => ({ origin, localStorage: who(localStorage) })) };
  const link = new URL(pages[0].url()).pathname;
  const [{ hand }] = found.advice;
  const next = hand[hand.length - 1];
  const rest = hand.slice(0, -1);
  for (const look of looks) {
    const [options, name] = looked(look);
    const page = look === looks[0] ? pages[0] : await people.open(link, { ...options, storageState });
    await page.locator(".hand-card").first().waitFor();
    await page.waitForTimeout(600); // a draft of the other device comes
    await lay(page, rest.slice(await page.locator(".slot.filled:not(.locked)").count()));
    await page.locator(`.hand-card[data-hand="${next}"]`).hover();
    await shot(page, `${game}-${name}`);
    await page.context().close(); // the next device begins with its draft
  }
  for (const page of pages.slice(1)) await page.context().close();
}

/** Sends a program; the robot is damaged, so that a question follows. */
async function sendProgram(page) {
  for (let i = 0; i < 5; i++) {
    const card = page.locator(".hand-card:not(.used):not(:disabled)");
    if (await card.count()) await card.first().click();
  }
  await page.locator("[data-ready]:not(:disabled)").click();
  await page.locator(".ask").waitFor();
}

/** One more table of the same person, with bots in its open seats. */
async function startAnother(page, game) {
  await page.goto(`${world.site.address}/create?game=${game}`);
  await page.locator(".seat-line select").first().selectOption("open");
  await page.locator("[data-create]").click();
  await page.locator("[data-start]").click();
  await page.waitForFunction(() => !document.querySelector(".room"));
}

async function rooms() {
  const host = await world.open("/create?game=rally2005", SIZES.desktop);
  const seats = host.locator(".seat-line select");
  await seats.nth(0).selectOption("open");
  await seats.nth(1).selectOption("open");
  await shot(host, "create-open-seats-desktop-day-en");
  await host.locator("[data-create]").click();
  await host.locator("[data-start]").waitFor();
  const link = (await host.locator("#room-link").inputValue()).replace(/^https?:\/\/[^/]+/, "");
  const guest = await world.open(link, { ...SIZES.phone, theme: "dark", lang: "uk" });
  await guest.locator("[data-sit]").first().click();
  await guest.getByPlaceholder("Написати всім за столом").fill("Почнемо з легкої?");
  await guest.getByRole("button", { name: "Надіслати" }).click();
  await host.locator(".chat-lines li").waitFor();
  await shot(host, "waiting-room-desktop-day-en");
  await guest.evaluate(() => document.querySelectorAll("*").forEach((el) => (el.scrollTop = 0)));
  await shot(guest, "waiting-room-phone-night-uk");
  await host.locator("[data-start]").click();
  await guest.waitForFunction(() => !document.querySelector(".room"));
  for (const game of ["rally2023", "transmissions", "robotory"]) await startAnother(host, game);
  const home = await host.context().newPage();
  await home.goto(`${world.site.address}/`);
  await home.locator(".continue").waitFor();
  await shot(home, "home-continue-desktop-day-en");
  await home.goto(`${world.site.address}/mine`);
  await home.locator(".mine-line").first().waitFor();
  await shot(home, "my-games-desktop-day-en");
  await home.setViewportSize(SIZES.phone);
  await shot(home, "my-games-phone-day-en");
  await host.context().close();
  await guest.context().close();
}

/** A table with days for each move: orders beside the program; the curtain of two people at one device. */
async function away() {
  for (const look of looks) {
    const { size, theme = "light", lang = "en" } = look;
    const [anna, oleh] = await gather(world, "rally2005", ["Anna", "Oleh"], {
      house: { clock: { kind: "days", seconds: 86_400, add: 0, short: 0 } }, settings: { course: "option-world" },
      looks: [{ ...SIZES[size], theme, lang }, SIZES.phone],
    });
    await anna.locator("[data-start]").click();
    await anna.locator(".hand-card").first().waitFor();
    await anna.locator("[data-wish]").first().waitFor({ state: "attached" });
    if (size === "phone") await anna.locator(".frame-log").click();
    await anna.locator("[data-wish='power_down'] select").selectOption("no");
    await anna.locator("[data-wish='reenter'] select").selectOption("north");
    await shot(anna, `orders-${size}-${theme === "light" ? "day" : "night"}-${lang}`);
    for (const page of [anna, oleh]) await page.context().close();
    await take("curtain", "/local/rally2005?seats=2&bots=me.here&seed=3&set.first=0", { ...look, ready: ".hand-card", play: handOver });
  }
}

/** Programs at random, so that the device goes to the next person. */
async function handOver(page) {
  for (let i = 0; i < 5; i++) await page.locator(".hand-card:not(:disabled)").first().click();
  await page.locator("[data-ready]:not(:disabled)").click();
  await page.locator("[data-curtain]").waitFor();
}

/** The operator's page while people sit at a table, and the notice as they read it. */
async function operator() {
  const host = await world.open("/create?game=robotory", SIZES.desktop);
  await host.locator(".seat-line select").first().selectOption("open");
  await host.locator("[data-create]").click();
  await host.locator("#room-link").waitFor();
  server.admin("ban", "address", "192.0.2.7");
  server.admin("notice", "A short pause at 20:00. Your games go on after it.");
  for (const look of looks) {
    const token = server.admin("token").split("\n")[0];
    const { size, theme = "light", lang = "en" } = look;
    const page = await world.open("/admin", { ...SIZES[size], theme, lang });
    await page.locator("#admin-token").fill(token);
    await page.keyboard.press("Enter");
    await page.locator("[data-notice-now]").waitFor();
    await shot(page, `admin-${size}-${theme === "light" ? "day" : "night"}-${lang}`);
    await page.context().close();
    await take("notice-at-a-table", robotory, { ...look, ready: ".ry-action:not(:disabled)" });
  }
  server.admin("notice", "off");
  await host.context().close();
}

const looks = [
  { size: "desktop" },
  { size: "desktop", theme: "dark", lang: "ru" },
  { size: "phone", lang: "uk" },
];
const robotory = "/local/robotory?seed=12&level=easy";

await mkdir(out, { recursive: true });
for (const look of looks) {
  await take("home", "/", { ...look, ready: ".gate" });
  await take("create", "/create?game=rally2005", { ...look, ready: ".course" });
  await take("settings", "/settings", { ...look, ready: ".set-panel" });
  await take("rules", "/rules/rally2023", { ...look, ready: ".rules-section" });
  await take("robotory", robotory, { ...look, ready: ".ry-action:not(:disabled)", play: chooseMove });
  await take("transmissions", middle.transmissions, { ...look, ready: ".tx-table" });
  await take("solo", middle.solo, { ...look, ready: ".tx-table" });
  await take("learn", "/learn", { ...look, ready: "main a" });
  await take("lesson", "/local/rally2005?lesson=first", { ...look, ready: "[data-coach-says]" });
  await take("replay", "/", { ...look, ready: ".gate", play: watch("rally2005") });
  await take("generic", "/local/transmissions?plain&seed=4", { ...look, ready: ".g-option" });
  await take("eight", middle.eight, { ...look, ready: ".hand-card", play: layProgram });
  await take("upgrades", middle.upgrades, { ...look, ready: ".shop" });
  await take("film", middle.eight, { ...look, ready: ".hand-card", play: holdFilm, reducedMotion: "no-preference" });
  await take("film-2023", middle.rally2023, { ...look, ready: ".hand-card", play: holdFilm, reducedMotion: "no-preference" });
  await withoutEngine(look);
  await take("prompt", middle.rally2005, { ...look, ready: ".hand-card", play: sendProgram });
}
await take("my-games-none", "/mine", { size: "phone", ready: ".mine-none" });
await take("nowhere", "/nowhere", { size: "desktop", ready: ".state" });
if (isWanted("rooms")) await rooms();
if (isWanted("long-names") || isWanted("lost")) await longNames();
if (isWanted("screen")) await screenAndHand();
if (isWanted("orders") || isWanted("curtain")) await away();
if (isWanted("admin")) await operator();
for (const game of Object.keys(RACES)) if (isWanted(game)) await race(game);
await world.stop();
await people.stop();
await server.remove();
await forTests.remove();
// A browser writes there by itself what it could not fetch, as the pictures of errors want it.
const faults = [...world.faults, ...people.faults].filter((text) => !/status of 503|WebSocket connection to|ERR_INTERNET_DISCONNECTED/.test(text));
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
