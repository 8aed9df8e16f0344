// bench.mjs - what the page costs, from Chromium's trace of its main thread.
//
// Usage: npm run bench
//
// The film of eight robots on the largest course (with the processor as it is, and four times
// slower), the way from one question to the next, and the time to the first card that can be laid.
import { start } from "./browser/setup.mjs";

const COURSE = "/local/rally2005?seed=4&seats=8&level=beginner&set.course=marathon-madness";
const FILM_MS = 8000;
const SCRIPT = new Set(["FunctionCall", "TimerFire", "FireAnimationFrame", "EvaluateScript", "RunMicrotasks", "v8.callFunction"]);

const world = await start();

async function throttled(page, rate) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
}

/** What the page's main thread did while `act` ran, in the order of time (µs). */
async function traced(page, act) {
  await world.browser.startTracing(page, { categories: ["devtools.timeline", "v8.execute", "cc", "benchmark", "__metadata"] });
  await act();
  const { traceEvents: all } = JSON.parse(String(await world.browser.stopTracing()));
  const busy = new Set(all.filter((e) => e.name === "FunctionCall" && e.args?.data?.url?.includes("/a/")).map((e) => `${e.pid}.${e.tid}`));
  const names = new Map(all.filter((e) => e.name === "thread_name").map((e) => [`${e.pid}.${e.tid}`, e.args.name]));
  const main = all.filter((e) => names.get(`${e.pid}.${e.tid}`) === "CrRendererMain" && e.ph === "X" && busy.has(`${e.pid}.${e.tid}`)).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const pid = main[0]?.pid;
  const ends = all.flatMap((e) => (e.name === "PipelineReporter" && e.pid === pid && e.args?.frame_reporter ? [e.args.frame_reporter] : []));
  const dropped = ends.filter((f) => f.state === "STATE_DROPPED" && f.affects_smoothness).length;
  const frames = ends.filter((f) => f.state.startsWith("STATE_PRESENTED")).length;
  return { main, frames, dropped };
}

/** Time of the thread itself: what other processes took meanwhile is not the page's. */
const costOf = (e) => e.tdur ?? e.dur;

/** Outermost pieces of script, and layouts that ran inside one of them. */
function scriptOf(main) {
  const pieces = [];
  let until = 0;
  let layouts = 0;
  for (const e of main) {
    if (SCRIPT.has(e.name) && e.ts >= until) {
      pieces.push(e);
      until = e.ts + e.dur;
    } else if (e.name === "Layout" && e.ts < until) layouts++;
  }
  return { pieces, layouts, ms: pieces.reduce((sum, e) => sum + costOf(e), 0) / 1000 };
}

async function layCards(page) {
  await page.locator(".hand-card").first().waitFor();
  for (let i = 0; i < 5; i++) await page.locator(".hand-card").first().click();
  await page.locator("[data-ready]").waitFor();
}

async function film(rate) {
  const page = await world.open(COURSE, { reducedMotion: "no-preference" });
  await layCards(page);
  if (rate > 1) await throttled(page, rate);
  const { main, frames, dropped } = await traced(page, async () => {
    await page.locator("[data-ready]").click();
    await page.waitForTimeout(FILM_MS);
  });
  const { pieces, layouts, ms } = scriptOf(main);
  // The script of each sixtieth of a second in which there was any.
  const slots = new Map();
  for (const e of pieces) {
    const slot = Math.floor(e.ts / 16667);
    slots.set(slot, (slots.get(slot) ?? 0) + costOf(e) / 1000);
  }
  const sorted = [...slots.values()].sort((a, b) => a - b);
  const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  const share = frames + dropped ? (100 * dropped) / (frames + dropped) : 0;
  console.log(
    `film, ${rate}x: ${(ms / Math.max(1, frames)).toFixed(2)} ms of script per frame; where there is any: median ${at(0.5)}, 95% ${at(0.95)}, most ${at(1)} ms; ` +
      `${frames} frames, ${dropped} dropped (${share.toFixed(1)}%); ${layouts} layouts inside script`,
  );
  const nodes = await page.evaluate(() => document.querySelectorAll("svg, svg *").length);
  console.log(`film, ${rate}x: ${nodes} SVG nodes`);
  await page.context().close();
}

async function nextQuestion() {
  const page = await world.open("/local/rally2005?seed=4&seats=4&level=beginner"); // still: no film
  await layCards(page);
  const { main } = await traced(page, async () => {
    await page.locator("[data-ready]").click();
    await page.waitForFunction(() => !document.querySelector("[data-ready]"));
    await page.locator(".hand-card, .ask button").first().waitFor();
    await page.waitForTimeout(200);
  });
  console.log(`from one question to the next: ${scriptOf(main).ms.toFixed(0)} ms of script`);
  await page.context().close();
}

async function firstCard() {
  const page = await world.open("/", { width: 360, height: 780 });
  await throttled(page, 4);
  const began = Date.now();
  await page.goto(world.site.address + COURSE);
  await page.locator(".hand-card").first().click();
  await page.locator(".slot.filled").first().waitFor();
  console.log(`first interaction, 4x: ${((Date.now() - began) / 1000).toFixed(2)} s`);
  await page.context().close();
}

await film(1);
await film(4);
await nextQuestion();
await firstCard();
await world.stop();
