// play-robotory.mjs - turns of Robotory by real taps and clicks, as a person would make them.
import { playInside } from "./in-page.mjs";

export const settled = (page) =>
  playInside(page, async (when) => {
    if (!(await when(() => document.querySelector("[data-over], .ry-action:not(.square):not(:disabled)"), 15_000))) throw new Error("nothing to do");
  });
export const isOver = (page) => page.locator("[data-over]").count().then((n) => n > 0);

/** One turn: an action, then what it offers, then the yellow button; `touch` = fingers, else the mouse. */
export async function tapTurn(page, turn, touch = true) {
  const tap = async (selector) => {
    const all = page.locator(selector);
    const count = await all.count();
    if (count) await all.nth(turn % count)[touch ? "tap" : "click"]();
    return count > 0;
  };
  await tap(".ry-actions .ry-action:not(.square):not(:disabled)");
  for (let taps = 0; taps < 6 && !(await tap("[data-send]")); taps++)
    if (!(await tap(".ry-takes button"))) await tap(".ry-hex.offered");
}

/** Plays on until the game is over or `most` turns are made. */
export async function playOn(page, most, touch) {
  for (let turn = 0; turn < most; turn++) {
    await settled(page);
    if (await isOver(page)) return;
    await tapTurn(page, turn, touch);
    await page.locator("[data-send]").waitFor({ state: "detached" });
  }
}
