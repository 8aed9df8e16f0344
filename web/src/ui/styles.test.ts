// A table's style sheet stays in the document when its table is left: what it calls its things must not be
// the name of something on another page or table.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const SRC = join(process.env.WEB ?? ".", "src");
/** A sheet as its text, with the parts of it that are beside it. */
const read = (file: string): string =>
  readFileSync(join(SRC, file), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/@import '\.\/([^']+)';/g, (_, part) => read(join(dirname(file), part)));

/** The sheets that are loaded together, each as its text. */
const SHEETS: Record<string, string> = {
  app: ["ui/base.css", "ui/controls.css", "ui/frame.css", "ui/table.css"]
    .map((file) => read(file).replace(/@media \(forced-colors[^]*?\n\}/g, "")).join(""),
  pages: read("pages/style.css"),
  replay: read("replay/style.css"),
  ...Object.fromEntries(readdirSync(join(SRC, "tables"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory()).map(({ name }) => [name, read(`tables/${name}/style.css`)])),
};

/** Classes that a sheet styles wherever they are, such as `.choice`, but not `.rally .choice`. */
function everywhere(css: string): Set<string> {
  const heads = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, head = ""]) => head.split(","));
  return new Set(heads.flatMap((selector) => /^\s*\.([\w-]+)(::?[\w-]+)?\s*$/.exec(selector)?.[1] ?? []));
}

// .tx-sign is made larger with all drawings on large screens (frame.css).
test("no class means two things in sheets that may be loaded together", () => {
  const names = Object.keys(SHEETS);
  const found: string[] = [];
  for (const [i, one] of names.entries())
    for (const other of names.slice(i + 1)) {
      const there = everywhere(SHEETS[other] as string);
      for (const name of everywhere(SHEETS[one] as string)) if (there.has(name) && name !== "tx-sign") found.push(`.${name}: ${one}, ${other}`);
    }
  assert.deepEqual(found, []);
});

/** A file and all that is fetched with it. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  const path = [`${file}.tsx`, `${file}.ts`, file].find((name) => /\.tsx?$/.test(name) && existsSync(join(SRC, name)));
  if (!path || found.has(path)) return found;
  found.add(path);
  const text = readFileSync(join(SRC, path), "utf8");
  for (const [, from = ""] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm)) withImports(join(dirname(path), from), found);
  return found;
}

/** Words that stand for classes in a file: all of its class attributes. */
const classesIn = (file: string): string[] =>
  [...readFileSync(join(SRC, file), "utf8").matchAll(/class=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
    .flatMap(([, plain, made]) => (plain ?? made ?? "").split(/[\s$`{}?:"]+/));

test("a table that is opened by its address needs no sheet of another page", () => {
  const stylesOf = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
  const found: string[] = [];
  for (const name of Object.keys(SHEETS).filter((sheet) => !["app", "pages", "replay"].includes(sheet))) {
    const own = stylesOf((SHEETS.app as string) + read("art/art.css") + SHEETS[name]);
    const elsewhere = stylesOf(SHEETS.pages as string);
    for (const file of withImports(`tables/${name}/index`))
      for (const word of classesIn(file)) if (elsewhere.has(word) && !own.has(word)) found.push(`${file}: .${word}`);
  }
  assert.deepEqual(found, []);
});
