// A table in a home network: plain http at an address that is not the loopback, so no secure context.
// It runs in a network namespace of its own, which has one address and no way out.  Two people race, one
// has a second tab, and nothing that arrives at a page holds what its seat may not know.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/wasm/robodrome.mjs";
import { useWorld } from "./setup.mjs";

const WASM = join(dirname(fileURLToPath(import.meta.url)), "../../../build-wasm");
const INSIDE = "ROBODROME_LAN_INSIDE";
const HERE = "192.168.77.1";
const NET = `ip link set lo up && ip link add lan0 type veth peer name lan1 && ip addr add ${HERE}/24 dev lan0 &&
  ip link set lan0 up && ip link set lan1 up && exec "$0" --test "$1"`;

if (!process.env[INSIDE]) {
  test("a home network in a namespace of its own", { timeout: 120_000 }, () => {
    const run = spawnSync("unshare", ["-rnpf", "--kill-child", "--mount-proc", "sh", "-c", NET, process.execPath, fileURLToPath(import.meta.url)], {
      encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL", env: { ...process.env, [INSIDE]: "1", NODE_TEST_CONTEXT: undefined },
    });
    assert.equal(run.status, 0, run.stdout + run.stderr);
  });
} else {
  const world = useWorld({ lan: HERE });

  /** Every value that a page was sent, with the positions of views read by the engine. */
  async function opened(frames) {
    const engine = await load(await readFile(join(WASM, "rally2005.wasm")));
    const match = engine.open(2, { course: "dizzy-dash" }); // what the page offers first
    const told = frames.map((text) => JSON.parse(text));
    const views = told.flatMap((m) => m.views ?? (m.view ? [m.view] : []));
    const fields = views.filter((v) => v.position).map((v) => match.describe(match.parseState(v.position)));
    return { told, views, fields };
  }

  /** The cards in hand and registers that views tell of a seat. */
  const cardsOf = (fields, seat) =>
    fields.flatMap((view) => Object.values(view.robots)).filter((robot) => robot.seat === seat)
      .flatMap((robot) => [...robot.hand, ...robot.registers]).filter((card) => typeof card === "number");

  const lay = async (page) => {
    for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().click();
  };

  test("two people, a second tab, and no more than a seat may know", { timeout: 90_000 }, async () => {
    assert.ok(world.server.said().includes(`${world.server.lan}/`), `it says where others find it: ${world.server.said()}`);
    const anna = await world.open("/create?game=rally2005");
    assert.equal(await anna.evaluate(() => isSecureContext), false);
    await anna.locator(".course[aria-pressed='true']").waitFor();
    await anna.getByLabel("Number of players").selectOption("2");
    await anna.locator(".seat-line select").first().selectOption("open");
    await anna.locator("[data-create]").click();
    const link = new URL(await anna.locator("#room-link").inputValue());
    assert.equal(link.origin, world.server.lan, "the link leads others to this address");
    const oleh = await world.open("/");
    const frames = [];
    oleh.on("websocket", (ws) => ws.on("framereceived", (f) => frames.push(String(f.payload))));
    await oleh.goto(link.href);
    await oleh.locator("[data-sit]").first().click();
    await anna.locator("[data-start]").click();
    await oleh.locator(".hand-card").first().waitFor();

    // The cards that one tab has laid and sent are the same in another, and are sent once.
    await lay(anna);
    await anna.locator("[data-ready]").click();
    const tab = await anna.context().newPage();
    await tab.goto(anna.url());
    await tab.locator(".slots").waitFor();

    // Before Oleh is ready nothing that he was sent names a card of Anna's.
    const { told, views, fields } = await opened(frames);
    assert.ok(told.some((m) => m.t === "welcome"));
    assert.ok(views.length > 0 && views.every((v) => v.seat === 1));
    assert.ok(cardsOf(fields, 1).length >= 9, "his own cards are in what he was sent");
    assert.deepEqual(cardsOf(fields, 0), []);

    await lay(oleh);
    await oleh.locator("[data-ready]").click();
    const ran = () => frames.some((text) => text.includes('"register_end"'));
    for (let i = 0; i < 200 && !ran(); i++) await oleh.waitForTimeout(50);
    assert.ok(ran(), "the round runs when both are ready");
    for (const page of [anna, tab, oleh]) assert.equal(await page.locator("[data-lost]").count(), 0);
    assert.deepEqual(world.faults, []);
  });
}
