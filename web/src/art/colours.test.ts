// Colours live in tokens.css and nowhere else: both themes depend on it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SRC = join(process.env.WEB ?? ".", "src");
// The tab's icon stands outside the page and cannot read its tokens.
const EXEMPT = [join("art", "tokens.css"), join("art", "icon.svg")];

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "gen" ? [] : files(path);
    return /\.(css|tsx?|svg)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const NAMED = /:\s*(white|black|red|green|blue|yellow|gr[ae]y|orange|purple)\b/;
const WRITTEN = /#[0-9a-fA-F]{3,8}\b|\b(rgb|rgba|hsl|hsla|oklch|color)\(/;

test("no colour is written outside the tokens", () => {
  const found: string[] = [];
  for (const file of files(SRC)) {
    if (EXEMPT.some((e) => file.endsWith(e))) continue;
    readFileSync(file, "utf8").split("\n").forEach((line, i) => {
      const colour = WRITTEN.exec(line) ?? (file.endsWith(".css") ? NAMED.exec(line) : null);
      if (colour) found.push(`${file.slice(SRC.length + 1)}:${i + 1}: ${colour[0]}`);
    });
  }
  assert.deepEqual(found, []);
});

test("every token that is used is there, in both themes", () => {
  const text = readFileSync(join(SRC, "art", "tokens.css"), "utf8");
  const block = (start: RegExp) => text.slice(text.search(start)).split("}")[0] ?? "";
  const names = (css: string) => new Set([...css.matchAll(/(--[a-z0-9-]+):/g)].map((m) => m[1]));
  const common = names(block(/^:root \{/m));
  const day = names(block(/\[data-theme="day"\]/));
  const night = names(block(/^\[data-theme="night"\]/m));
  const missing = new Set<string>();
  for (const file of files(SRC)) {
    const css = readFileSync(file, "utf8");
    for (const [, name = ""] of css.matchAll(/var\((--[a-z0-9-]+)\)/g)) {
      const own = css.includes(`${name}:`) || css.includes(`"${name}"`);
      if (!own && !common.has(name) && !(day.has(name) && night.has(name))) missing.add(name);
    }
  }
  // Set by scripts, no colours.
  missing.delete("--cell");
  missing.delete("--sockets");
  assert.deepEqual([...missing], []);
});
