// look.mjs - what is wrong with how a page looks and what it says to a screen reader.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, a line each. */
export async function faultsOf(page) {
  await page.evaluate(axe); // not as a script of the page: its policy forbids that
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
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

/** What axe finds by day and by night. */
export async function faultsInBothThemes(page) {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await faultsOf(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  return found;
}
