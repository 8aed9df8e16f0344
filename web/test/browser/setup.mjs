// setup.mjs - what browser tests begin with: Debian's Chromium, the served page, and a watch on
// everything that must never happen (console errors, requests to other hosts).
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";
import { startServer } from "./server.mjs";

/** Chromium without its windows and menus: the same engine for two thirds of the processor time. */
const PROGRAM = "/usr/bin/chromium-headless-shell";
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** What a page can be given once more; any other option, and whatever a test does to its context, makes a
 * context that is used once. */
const AGAIN = new Set(["lang", "width", "height", "theme", "reducedMotion", "hasTouch"]);
const TOUCHES = [
  "addCookies", "addInitScript", "exposeFunction", "grantPermissions", "newCDPSession", "newPage", "on", "once", "route", "setOffline",
];

/** What a context keeps for its whole life. */
const kindOf = ({ lang, hasTouch = false }) => `${lang} ${hasTouch}`;

/** Calls `told` when something is done that a later test could notice. */
function watchTouches(things, told) {
  for (const thing of things)
    for (const name of TOUCHES) {
      const plain = thing[name]?.bind(thing);
      if (!plain) continue;
      thing[name] = (...args) => {
        told();
        return plain(...args);
      };
    }
}

/** A film at four times its speed, as a person sets it; also from the next page on. */
export const quickFilm = (page) => page.addInitScript(() => localStorage.setItem("robodrome.speed", '"4"'));

/** A browser over the page at `address`, or over the built page alone. */
export async function start(address = null) {
  const site = address ? { address, close: async () => undefined } : await serve();
  const browser = await chromium.launch({ executablePath: PROGRAM, args: FLAGS });
  const faults = [];
  const idle = []; // pages that were left clean: a new context costs twice as much as the page in it

  async function newPage(options, mayStay) {
    const { lang, width, height, theme, prepare, ...rest } = options;
    const context = await browser.newContext({ locale: lang, colorScheme: theme, viewport: { width, height }, ...rest });
    const page = await context.newPage();
    const made = { page, kind: kindOf(options), path: "" };
    page.setDefaultTimeout(15_000);
    page.on("console", (m) => m.type() === "error" && faults.push(`${made.path}: ${m.text()}`));
    page.on("pageerror", (e) => faults.push(`${made.path}: ${e.message}`));
    page.on("request", (r) => {
      if (!r.url().startsWith(site.address) && !/^(data|blob|about):/.test(r.url())) faults.push(`asked for ${r.url()}`);
    });
    if (!mayStay) return made;
    const cdp = await context.newCDPSession(page);
    const close = context.close.bind(context);
    let clean = true;
    watchTouches([context, page], () => (clean = false));
    context.close = async () => {
      if (!clean || page.isClosed() || context.pages().length > 1) return close();
      await page.evaluate(() => sessionStorage.clear());
      await page.mouse.move(0, 0);
      await page.goto("about:blank");
      await cdp.send("Storage.clearDataForOrigin", { origin: site.address, storageTypes: "all" });
      idle.push(made);
    };
    return made;
  }

  async function open(path, options = {}) {
    const { lang = "en-GB", width = 1440, height = 900, theme = "light", reducedMotion = "reduce", prepare = async () => undefined } = options;
    const mayStay = Object.keys(options).every((key) => AGAIN.has(key));
    const held = mayStay ? idle.findIndex((made) => made.kind === kindOf({ ...options, lang })) : -1;
    const made = held < 0 ? await newPage({ ...options, lang, width, height, theme, reducedMotion }, mayStay) : idle.splice(held, 1)[0];
    const { page } = made;
    made.path = path;
    if (held >= 0) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme, reducedMotion });
    }
    await prepare(page);
    await page.goto(site.address + path);
    return page;
  }

  async function stop() {
    await browser.close();
    await site.close();
  }

  return { site, browser, faults, open, stop };
}

/** The world of a test file, there while its tests run: the built page alone, or with `served` a
 * `robodrome serve` of its own (`world.server`), also in the local network of `lan`. */
export function useWorld({ served = false, lan = "" } = {}) {
  const world = { server: null };
  before(async () => {
    if (served || lan) world.server = await startServer({ lan });
    Object.assign(world, await start(world.server && (lan ? world.server.lan : world.server.address)));
  });
  after(async () => {
    await world.stop?.();
    await world.server?.remove();
  });
  return world;
}
