// rally-play.mjs - plays a race by clicking what a person would click, by a fixed rule.
import { playInside } from "./in-page.mjs";

/** Clicks through until the race is over, `limit` clicks are made or something like `until` is there;
 * returns what was met. */
export function playRace(page, limit, until = "[data-over]") {
  return playInside(page, async (when, most, goal) => {
    const one = (selector) => document.querySelector(selector);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const met = {};
    let seed = 11;
    const next = (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 12) % n; // low bits repeat soon
    const READY = [goal, "[data-over]", "[data-ready]:not(:disabled)", ".hand-card:not(:disabled)", ".ask button:not(:disabled)"];
    const settled = async () => {
      if (!(await when(() => READY.some((s) => one(s))))) throw new Error(`nothing to do: ${one(".frame-caption")?.textContent}`);
    };
    const signs = () => `${one("[data-ask]")?.dataset.number}|${one("[data-ready]") !== null}|${all(".hand-card").length}|${one(".ask-row.chosen") !== null}|${one(".ask-picked")?.textContent}|${one("[data-phase]")?.dataset.phase}|${one(".frame-name p")?.textContent}`;
    const changed = (before) => when(() => signs() !== before || one("[data-over]"), 800);
    for (let clicks = 0; clicks < most; clicks++) {
      await settled();
      if (one("[data-over]")) return { clicks, met, over: true };
      if (one(goal)) break;
      const before = signs();
      const ask = one("[data-ask]")?.dataset.ask;
      if (ask) met[ask] = (met[ask] ?? 0) + 1;
      const ready = one("[data-ready]:not(:disabled)");
      const cards = all(".hand-card:not(:disabled)");
      if (ask) {
        const send = one("[data-send]:not(:disabled), [data-done]:not(:disabled)");
        const direct = all("[data-direct]:not(:disabled)");
        const rows = all(".ask-row:not(:disabled)");
        if (send?.classList.contains("act") || (send && !rows.length)) send.click();
        else if (direct.length) direct[next(direct.length)].click();
        else if (rows.length) rows[next(rows.length)].click();
      } else if (ready) {
        ready.click();
      } else if (cards.length) {
        cards[next(cards.length)].click();
      }
      await changed(before);
    }
    return { met, over: false };
  }, limit, until);
}
