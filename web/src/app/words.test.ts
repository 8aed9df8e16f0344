import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as en from "../gen/words.en";
import * as ru from "../gen/words.ru";
import * as uk from "../gen/words.uk";
import { LANGS, fill, pickLang, type Pack } from "./words";

const packs = { en, ru, uk } as unknown as Record<string, Pack>;

test("numbers choose the form", () => {
  const say = (lang: string, n: number) => fill(packs[lang] as Pack, "web.table.score", [n]);
  assert.deepEqual([1, 2, 5].map((n) => say("en", n)), ["1 point", "2 points", "5 points"]);
  assert.deepEqual([1, 3, 11, 21].map((n) => say("ru", n)), ["1 очко", "3 очка", "11 очков", "21 очко"]);
  assert.deepEqual([1, 4, 12, 22].map((n) => say("uk", n)), ["1 очко", "4 очки", "12 очок", "22 очки"]);
});

test("texts of others are put in as they are", () => {
  assert.equal(fill(packs.en as Pack, "web.table.wins", ["<b>{0}"]), "<b>{0} wins");
});

test("a key without words is an error, never shown", () => {
  assert.throws(() => fill(packs.en as Pack, "web.no_such_key", []), /no_such_key/);
});

test("the language is the first of the reader's that the page has", () => {
  assert.equal(pickLang(["de-DE", "uk-UA", "en"]), "uk");
  assert.equal(pickLang(["fr"]), "en");
});

/** Every key that the sources name, and every key made of data, has words in each language. */
test("no raw key can be shown", () => {
  const root = join(process.env.WEB as string, "src");
  const sources = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "gen" ? [] : sources(path);
      return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
    });
  const named = new Set<string>();
  for (const file of sources(root)) {
    for (const found of readFileSync(file, "utf8").matchAll(/["'](web(?:\.[a-z0-9_]+)+)["']/g)) {
      named.add(found[1] as string);
    }
  }
  assert.ok(named.size > 10);
  for (const lang of LANGS) {
    const missing = [...named].filter((key) => packs[lang]?.words[key] === undefined);
    assert.deepEqual(missing, [], lang);
  }
});
