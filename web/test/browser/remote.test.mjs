// Tables on a real server: waiting room, whole games between people, reload, lost connection,
// restart of the server, watching, rematch, lists and codes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsInBothThemes, faultsOf, overlaid, small, wide } from "./look.mjs";
import { isOver, playOn } from "./play-robotory.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld({ served: true });

/** Makes a table with an open seat; resolves with the host's page and the link that invites. */
async function host(game, options = {}) {
  const page = await world.open(`/create?game=${game}`, options);
  const seats = page.locator(".seat-line select");
  await seats.first().waitFor();
  for (let n = await seats.count(); n > 1; n--) await page.getByRole("button", { name: "Remove a seat" }).click();
  await seats.first().selectOption("open");
  if (options.access) await page.getByRole("button", { name: options.access }).click();
  await page.locator("[data-create]").click();
  await page.locator("[data-start]").waitFor();
  return { page, link: await page.locator("#room-link").inputValue() };
}

const path = (link) => link.replace(/^https?:\/\/[^/]+/, "");

async function join(link, options = {}) {
  const page = await world.open(path(link), options);
  await page.locator("[data-sit]").first().click();
  await page.getByText("The host starts the game.").waitFor();
  return page;
}

/** In the page: what wears the colour of what is asked, by day. */
const yellow = () =>
  [...document.querySelectorAll(".frame *")]
    .filter((e) => e.checkVisibility() && ["backgroundColor", "borderTopColor", "boxShadow", "stroke"].some((part) => getComputedStyle(e)[part].includes("255, 194, 26")))
    .map((e) => e.dataset.vote ?? e.getAttribute("class"));

const moves = (page) => page.locator(".ry-moves .move").count();

test("a page whose engine has other rules or words than the server says so", { timeout: 60_000 }, async () => {
  const { page: anna, link } = await host("robotory");
  const oleh = await join(link);
  await anna.locator("[data-start]").click();
  await oleh.locator(".ry-hex").first().waitFor();
  for (const [member, other] of [["vocabulary", "0000000000000000"], ["rules", 99]]) {
    await oleh.addInitScript(([name, value]) => {
      const parse = JSON.parse;
      JSON.parse = (text, ...rest) => {
        const told = parse(text, ...rest);
        if (told?.t === "welcome" && told.setup) told.setup[name] = value;
        return told;
      };
    }, [member, other]);
    await oleh.reload();
    await oleh.getByText("This page is out of date. Reload it.").waitFor();
  }
  await anna.context().close();
  await oleh.context().close();
});

test("two people play a whole game: reload, lost connection, restart, rematch", { timeout: 150_000 }, async () => {
  const { page: anna, link } = await host("robotory");
  const oleh = await join(link, { width: 390, height: 844, hasTouch: true });
  await anna.locator("[data-start]").click();
  await oleh.locator(".ry-hex").first().waitFor();
  await Promise.all([playOn(anna, 3, false), playOn(oleh, 3, true)]);
  const played = await moves(anna);
  assert.ok(played >= 4);

  await oleh.reload();
  await oleh.locator(".ry-hex").first().waitFor();
  await anna.waitForFunction(() => document.querySelectorAll(".ry-moves .move").length > 0);

  await anna.context().setOffline(true);
  await world.server.restart(async () => {
    await oleh.locator("[data-lost]").waitFor();
  });
  await anna.context().setOffline(false);
  await oleh.locator("[data-lost]").waitFor({ state: "detached", timeout: 30_000 });
  await anna.locator("[data-lost]").waitFor({ state: "detached", timeout: 30_000 });
  // A busy page may not have noticed the loss yet: without a banner it need not have heard of everything.
  const all = await moves(oleh);
  await anna.waitForFunction((n) => document.querySelectorAll(".ry-moves .move").length === n, all);

  await Promise.all([playOn(anna, 200, false), playOn(oleh, 200, true)]);
  assert.ok((await isOver(anna)) && (await isOver(oleh)));
  const ends = await Promise.all([anna, oleh].map((p) => p.locator(".end-head").textContent()));
  assert.equal(ends.filter((text) => /You win/.test(text ?? "")).length, /shared/i.test(ends[0] ?? "") ? 0 : 1);

  await anna.getByRole("button", { name: "New game" }).click();
  await oleh.locator("[data-vote='rematch']").waitFor();
  await oleh.getByRole("button", { name: "Agree" }).click();
  await oleh.locator("[data-over]").waitFor({ state: "detached" });
  await anna.locator("[data-over]").waitFor({ state: "detached" });
  await anna.context().close();
  await oleh.context().close();
});

test("a pause, what was agreed or refused, and who gave up are said to everybody", { timeout: 90_000 }, async () => {
  const { page: anna, link } = await host("robotory");
  const oleh = await join(link, { width: 390, height: 844, hasTouch: true });
  const ira = await world.open(path(link), { width: 768, height: 1024 });
  await ira.getByText("All seats are taken: you will watch.").waitFor();
  await anna.locator("[data-start]").click();
  for (const page of [anna, oleh, ira]) await page.locator(".ry-hex").first().waitFor();
  assert.equal(await ira.locator(".ry-action").count(), 0, "who watches has nothing to do");
  await ira.locator(".ry-plate .who", { hasText: await anna.evaluate(() => JSON.parse(localStorage.getItem("robodrome.guest")).name) }).waitFor();
  const deed = async (page, id) => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator(`[data-deed='${id}']`).click();
  };
  const answer = (page, kind, name) => page.locator(`[data-vote='${kind}']`).getByRole("button", { name }).click();
  await deed(anna, "pause");
  await anna.getByText("You asked for a pause.").waitFor();
  await answer(oleh, "pause", "No");
  await anna.getByText("The others did not agree.").waitFor();
  await deed(oleh, "pause");
  await answer(anna, "pause", "Agree");
  for (const page of [anna, oleh]) await page.locator("[data-paused]").waitFor();
  for (const page of [anna, oleh]) assert.deepEqual(await page.evaluate(yellow), [], "nothing is asked in a pause");
  await anna.reload();
  await anna.locator("[data-paused]").getByRole("button", { name: "Ask to go on" }).click(); // not from the menu alone
  await oleh.locator("[data-vote='resume']").waitFor();
  assert.deepEqual(await oleh.evaluate(yellow), ["resume"], "but whether to go on");
  await answer(oleh, "resume", "Agree");
  await oleh.getByText("The game goes on.").waitFor();
  for (const page of [anna, oleh]) await page.locator("[data-paused]").waitFor({ state: "detached" });
  await deed(oleh, "concede");
  await oleh.locator("[data-deed='concede']").click(); // asked once more
  await anna.getByText(/ gave up\.$/).waitFor();
  assert.match(await anna.locator(".end-line", { hasNotText: "You" }).innerText(), /gave up$/);
  assert.equal(await anna.locator(".ry-action").count(), 0, "nothing is left to do");
  for (const page of [anna, oleh, ira]) await page.context().close();
});

test("chat, blocking, a guest who watches and then says who they were", { timeout: 150_000 }, async () => {
  const laptop = { width: 1100, height: 800 }; // its panel is in place of the console, when asked for
  const { page: anna, link } = await host("robotory", laptop);
  const oleh = await join(link, laptop);
  await anna.getByPlaceholder("Write to the table").fill("<b>hello</b>");
  await anna.getByRole("button", { name: "Send", exact: true }).click();
  await oleh.getByText("<b>hello</b>").waitFor();
  await oleh.locator(".chat-name").click();
  await oleh.locator("[data-block]").click();
  await oleh.getByText("<b>hello</b>").waitFor({ state: "detached" });
  await oleh.locator("[data-again]").click();
  await oleh.getByText("<b>hello</b>").waitFor();
  const long = "слово\u202e ".repeat(90); // more than a line may have; and it would turn what stands behind it
  await oleh.getByPlaceholder("Write to the table").fill(long);
  await oleh.getByRole("button", { name: "Send", exact: true }).click();
  await anna.locator(".chat-lines li", { hasText: "слово слово" }).waitFor();
  assert.deepEqual(await anna.evaluate(wide), []);
  await anna.locator(".room-change summary").click();
  await anna.locator(".room-change select").last().selectOption("week");
  await oleh.locator(".room-agreed").getByText("7 days to answer").waitFor();
  await anna.locator(".room-change select").last().selectOption("bank");
  await oleh.locator(".room-agreed").getByText("15 minutes for the game").waitFor();
  await anna.locator("[data-start]").click();
  await oleh.locator(".ry-hex").first().waitFor();
  // What is said while the chat is out of sight is counted until it is looked at.
  for (const page of [anna, oleh]) await page.locator(".ry-hex").first().waitFor();
  const sign = anna.locator(".frame-log .unread");
  assert.equal(await sign.count(), 0, "what was said before does not count");
  await oleh.locator(".frame-log").click();
  await oleh.locator("[data-tab='chat']").click();
  await oleh.getByRole("button", { name: "Thanks" }).click();
  await sign.waitFor();
  assert.equal(await sign.innerText(), "1");
  assert.equal(await oleh.locator(".unread").count(), 0);
  await anna.locator(".frame-log").click();
  await anna.locator("[data-tab='chat'] .unread").waitFor();
  await anna.locator("[data-tab='chat']").click();
  await sign.waitFor({ state: "detached" });
  for (const page of [anna, oleh]) await page.locator(".frame-log").click();
  const ira = await world.open(path(link));
  await ira.locator(".ry-hex").first().waitFor();
  assert.equal(await ira.locator(".ry-action:not(:disabled)").count(), 0);
  await Promise.all([playOn(anna, 1, false), playOn(oleh, 1, false)]);
  await ira.waitForFunction(() => document.querySelectorAll(".ry-moves .move").length >= 2);
  await oleh.context().close(); // and with it the key
  const claim = ira.locator("[data-deed='claim']");
  await ira.locator(".menu > button").click();
  await claim.click();
  await claim.click(); // sure
  await anna.locator("[data-vote='claim']").getByRole("button", { name: "Agree" }).click();
  await Promise.all([playOn(anna, 1, false), playOn(ira, 1, false)]);
  for (const page of [anna, ira]) await page.context().close();
});

test("a table for friends: its seats are open", async () => {
  const page = await world.open("/");
  await page.locator(".open a[href='/create?friends']").click();
  await page.locator(".seat-line select").first().waitFor();
  assert.deepEqual(await page.locator(".seat-line select").evaluateAll((all) => [...new Set(all.map((s) => s.value))]), ["open"]);
  await page.locator("a[href*='game=robotory']").click();
  await page.waitForURL(/game=robotory/);
  assert.deepEqual(await page.locator(".seat-line select").evaluateAll((all) => all.map((s) => s.value)), ["open"]);
  await page.locator("[data-create]").click();
  await page.locator("#room-link").waitFor();
  await page.context().close();
});

test("a table by its code, and from the list of open ones", async () => {
  const { page: anna } = await host("robotory", { access: "anybody" });
  const guest = await world.open("/");
  await guest.locator(".open-line a").first().click();
  await guest.locator("[data-sit]").waitFor();
  const { page: marta } = await host("transmissions");
  const code = await marta.locator("[data-code]").getAttribute("data-code");
  await guest.goto(world.site.address + "/");
  await guest.getByLabel("Join by code").fill(code ?? "");
  await guest.locator(".code button").click();
  await guest.locator("[data-sit]").waitFor();
  for (const page of [anna, marta, guest]) await page.context().close();
});

test("who comes without the link is told so, and who comes with it later watches", async () => {
  const { page: anna, link } = await host("rally2005");
  const stranger = await world.open(new URL(link).pathname, { lang: "ru" });
  await stranger.getByText("За этот стол садятся по приглашению.").waitFor();
  const lost = await world.open("/table/4063r6wsxay8b");
  await lost.getByText("There is no such table.").waitFor();
  await lost.context().close();
  await anna.locator("[data-start]").click();
  await anna.locator(".hand-card").first().waitFor();
  await stranger.goto(link);
  await stranger.locator("[data-watching]").waitFor();
  assert.equal(await stranger.locator(".hand-card").count(), 0);
  await anna.locator("[data-tab=chat]").click();
  await anna.locator(".chat input").fill("Hello");
  await anna.keyboard.press("Enter");
  await anna.locator("[data-watchers='1']").waitFor(); // it comes with the next news
  for (const page of [anna, stranger]) await page.context().close();
});

test("a game of people, one with the generic table, and my games", { timeout: 90_000 }, async () => {
  const { page: anna, link } = await host("transmissions");
  const oleh = await join(link);
  await anna.evaluate(() => history.replaceState(null, "", `${location.pathname}?plain`));
  await anna.locator("[data-start]").click();
  const answer = (page) =>
    page.evaluate(async () => {
      for (let i = 0; i < 400; i++) {
        const button = document.querySelector("[data-send]:not(:disabled)") ?? document.querySelector("[data-pick]:not(:disabled)");
        if (button) {
          button.click();
          return true;
        }
        await new Promise((done) => setTimeout(done, 10));
      }
      return false;
    });
  await oleh.locator(".tx-ring").waitFor();
  await oleh.locator("[data-tab=log]").click();
  const lines = (page) => page.locator(".log li").count();
  for (let i = 0; i < 300 && (await lines(oleh)) < 4; i++) await Promise.race([answer(anna), answer(oleh)]);
  assert.ok((await lines(oleh)) >= 4);
  await oleh.goto(world.site.address + "/mine");
  await oleh.locator(".mine-line").first().waitFor();
  await oleh.setViewportSize({ width: 360, height: 640 });
  for (const lang of ["ru", "uk", "en"]) {
    await oleh.evaluate((to) => localStorage.setItem("robodrome.lang", JSON.stringify(to)), lang);
    await oleh.reload();
    await oleh.locator(".mine-line").first().waitFor();
    assert.deepEqual([...(await oleh.evaluate(overlaid)), ...(await oleh.evaluate(wide))], [], `my games in ${lang} on a small phone`);
  }
  await oleh.setViewportSize({ width: 1440, height: 900 });
  await oleh.locator(".mine-line a").first().click();
  await oleh.locator(".tx-ring").waitFor();
  for (const page of [anna, oleh]) await page.context().close();
});

test("two people and two bots race: each is told its own view alone", { timeout: 120_000 }, async () => {
  const anna = await world.open("/create?game=rally2005");
  await anna.locator(".course[aria-pressed='true']").waitFor();
  await anna.locator(".seat-line select").first().selectOption("open");
  await anna.locator("[data-create]").click();
  await anna.locator("[data-start]").waitFor();
  const link = await anna.locator("#room-link").inputValue();
  const oleh = await world.open(path(link), { width: 360, height: 780, lang: "uk", theme: "dark" });
  const frames = [];
  oleh.on("websocket", (ws) => ws.on("framereceived", (f) => frames.push(JSON.parse(String(f.payload)))));
  await oleh.locator("[data-sit]").first().waitFor();
  assert.deepEqual(await oleh.evaluate(wide), []);
  assert.deepEqual(await oleh.evaluate(small), []);
  for (const page of [anna, oleh]) assert.deepEqual(await faultsInBothThemes(page), []);
  await oleh.locator("[data-sit]").first().click();
  await oleh.locator(".room-ready").nth(1).waitFor();
  await oleh.reload();
  await oleh.locator(".room-ready").nth(1).waitFor();
  await anna.locator("[data-start]").click();
  await Promise.all([anna, oleh].map((page) => page.locator(".frame-console").waitFor()));
  await oleh.waitForTimeout(500);
  const told = frames.filter((m) => m.t === "told" || m.t === "welcome").flatMap((m) => m.views ?? [m.view]);
  assert.ok(told.length > 0);
  assert.ok(told.every((view) => view.seat === 1));
  for (const page of [anna, oleh]) await page.context().close();
});

test("another device becomes the same person by a link", async () => {
  const page = await world.open("/settings");
  await page.getByLabel("My name at tables").fill("Anna");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.locator("[data-make]").click();
  const link = await page.locator("[data-link]").inputValue();
  const other = await world.open(path(link));
  await other.locator("[data-take]").click();
  await other.locator(".top-me-name", { hasText: "Anna" }).waitFor();
  for (const p of [page, other]) await p.context().close();
});

test("a bot gets a token that is shown once, sits at a table, and loses the token", async () => {
  const page = await world.open("/settings");
  await page.getByLabel("Name of a new bot").fill("Racer");
  await page.locator("[data-new-bot]").click();
  const token = await page.locator("[data-token]").inputValue();
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(await page.evaluate(wide), []);
  assert.deepEqual(await faultsOf(page), []);
  await page.goto(new URL("/create?game=robotory", page.url()).href);
  const seat = page.locator(".seat-line select").first();
  await seat.locator("option", { hasText: "Racer" }).waitFor({ state: "attached" });
  await seat.selectOption({ label: "Racer (my program)" });
  await page.locator("[data-create]").click();
  await page.locator(".room-seat", { hasText: "Racer" }).waitFor();
  await page.goto(new URL("/settings", page.url()).href);
  assert.equal(await page.locator("[data-token]").count(), 0);
  await page.locator("[data-revoke]").click();
  await page.locator("[data-revoke]").waitFor({ state: "detached" });
  await page.context().close();
});

test("a secret address of your games is shown once, can be read without a key, and is taken back", async () => {
  const page = await world.open("/settings");
  await page.locator("[data-new-feed]").click();
  const address = await page.locator("[data-feed=ics]").inputValue();
  assert.match(await page.locator("[data-feed=atom]").inputValue(), /\/feed\/[A-Za-z0-9_-]{43}\.atom$/);
  assert.match(await (await fetch(address)).text(), /^BEGIN:VCALENDAR/);
  assert.deepEqual(await page.evaluate(wide), []);
  assert.deepEqual(await faultsOf(page), []);
  await page.reload();
  await page.locator("[data-no-feed]").waitFor();
  assert.equal(await page.locator("[data-feed]").count(), 0);
  await page.locator("[data-no-feed]").click();
  await page.locator("[data-no-feed]").waitFor({ state: "detached" });
  assert.equal((await fetch(address)).status, 404);
  await page.context().close();
});

test("nothing was written to the console and no other host was asked", () => {
  // A browser writes there by itself that a socket could not be opened while the server was away.
  const own = world.faults.filter((text) => !/WebSocket connection to|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/.test(text));
  assert.deepEqual(own, []);
});
