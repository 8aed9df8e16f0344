// setup.mjs - what browser tests begin with: Debian's Chromium, the served page, and a watch on
// everything that must never happen (console errors, requests to other hosts).
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";
import { startServer } from "./server.mjs";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** A browser over the page at `address`, or over the built page alone. */
export async function start(address = null) {
  const site = address ? { address, close: async () => undefined } : await serve();
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
  const faults = [];

  async function open(path, options = {}) {
    const { lang = "en-GB", width = 1440, height = 900, theme = "light", prepare = async () => undefined, ...rest } = options;
    const context = await browser.newContext({
      locale: lang,
      colorScheme: theme,
      viewport: { width, height },
      reducedMotion: "reduce",
      ...rest,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("console", (m) => m.type() === "error" && faults.push(`${path}: ${m.text()}`));
    page.on("pageerror", (e) => faults.push(`${path}: ${e.message}`));
    page.on("request", (r) => {
      if (!r.url().startsWith(site.address) && !/^(data|blob):/.test(r.url())) faults.push(`asked for ${r.url()}`);
    });
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
