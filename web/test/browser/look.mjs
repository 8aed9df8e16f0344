// look.mjs - what is wrong with how a page looks and what it says to a screen reader.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe that look at colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe finds, a line each; `rules`: only by these.  Nothing is fetched for it (`preload`): that is for sounds, and for styles
 * that only rules read which are not asked. */
export async function faultsOf(page, rules = null) {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe); // not as a script of the page: its policy forbids that
  const { violations } = await page.evaluate(
    (only) => globalThis.axe.run(document, { preload: false, resultTypes: ["violations"], ...(only ? { runOnly: { type: "rule", values: only } } : {}) }), rules,
  );
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
}

/** In the page: what reaches past the right edge and cannot be scrolled to; what can be pressed may not be cut off either. */
export const wide = () =>
  [...document.querySelectorAll("body *")]
    .filter((el) => {
      if (el.closest(".hidden")) return false; // for those who listen
      const box = el.getBoundingClientRect();
      if (!box.width || box.right <= innerWidth + 1 || getComputedStyle(el).visibility === "hidden") return false;
      const reached = el.matches("button, a, select, input") ? /auto|scroll/ : /auto|scroll|hidden|clip/;
      for (let up = el.parentElement; up; up = up.parentElement) {
        if (reached.test(getComputedStyle(up).overflowX)) return false;
      }
      return true;
    })
    .map((el) => `${el.tagName}.${el.getAttribute("class")}`);

/** In the page: words that lie over other words, where both are to be seen. */
export const overlaid = () => {
  const lines = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const of = node.parentElement;
    if (!node.nodeValue.trim() || of.closest("svg, .hidden, [inert]")) continue;
    let [left, top, right, bottom] = [0, 0, innerWidth, Infinity];
    let shown = true;
    for (let up = of; up && shown; up = up.parentElement) {
      const style = getComputedStyle(up);
      shown = style.visibility === "visible" && style.opacity !== "0" && style.clipPath === "none" && !/fixed|sticky/.test(style.position);
      if (style.overflowX === "visible") continue;
      const box = up.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    if (!shown) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      lines.push({ of, words: node.nodeValue.trim(), left: Math.max(left, box.left), top: Math.max(top, box.top), right: Math.min(right, box.right), bottom: Math.min(bottom, box.bottom) });
  }
  const meet = (a, b) => a.of !== b.of && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  return lines.flatMap((a, i) => lines.slice(i + 1).filter((b) => meet(a, b)).map((b) => `${a.words} / ${b.words}`));
};

/** In the page: what a thumb may miss.  Main controls are 44 px high, others at least 32; links within text are as high as
 * their line.  What stands around a control to catch the thumb counts. */
export const small = () =>
  [...document.querySelectorAll("button, a[href], select, input, summary")].flatMap((el) => {
    const box = (el.matches("input[type=checkbox], input[type=radio]") ? (el.closest("label") ?? el) : el).getBoundingClientRect();
    if (box.width <= 1 || getComputedStyle(el).visibility === "hidden" || el.closest("[inert], .hidden") || el.matches(".link, p a, li a:not([class])")) return [];
    const around = getComputedStyle(el, "::after");
    const [top, right, bottom, left] = around.position === "absolute" ? [around.top, around.right, around.bottom, around.left].map((n) => Math.min(0, parseFloat(n) || 0)) : [0, 0, 0, 0];
    const [width, height] = [box.width - left - right, box.height - top - bottom];
    const main = el.matches(".btn:not(.small), .hand-card, .slot-box, .ask-row, .rail-button, .switch, .field");
    return height >= (main ? 43.5 : 31.5) && width >= 23.5 ? [] : [`${el.tagName}.${el.getAttribute("class")} ${Math.round(width)} × ${Math.round(height)}`];
  });

/** What axe finds by day and by night.  A theme changes colours alone: by night only what looks at them is asked again. */
export async function faultsInBothThemes(page) {
  await page.emulateMedia({ colorScheme: "light" });
  const found = (await faultsOf(page)).map((fault) => `light ${fault}`);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...found, ...(await faultsOf(page, OF_COLOURS)).map((fault) => `dark ${fault}`)];
}
