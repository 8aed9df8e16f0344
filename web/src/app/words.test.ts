import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as en from "../gen/words.en";
import * as ru from "../gen/words.ru";
import * as uk from "../gen/words.uk";
import { LANGS, addWords, fill, pickLang, setLang, t, type Pack } from "./words";

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

test("each word is in one part, the same in every language", () => {
  const folder = join(process.env.WEB as string, "src/gen/words");
  const keysOf = (file: string) => [...readFileSync(join(folder, file), "utf8").matchAll(/^  "([^"]+)":/gm)].map(([, key]) => key as string);
  const parts = readdirSync(folder).filter((file) => file.endsWith(".en.ts")).map((file) => file.split(".")[0] as string);
  assert.deepEqual(parts.sort(), ["base", "generic", "pages", "rally", "robotory", "transmissions"]);
  for (const lang of LANGS) {
    assert.deepEqual(parts.flatMap((part) => keysOf(`${part}.${lang}.ts`)).sort(), Object.keys(packs[lang]?.words ?? {}).sort(), lang);
    for (const part of parts) assert.deepEqual(keysOf(`${part}.${lang}.ts`), keysOf(`${part}.en.ts`), `${part}.${lang}`);
  }
});

test("a part is said once it is fetched, and stays when the language changes", async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await setLang("en", false);
  assert.throws(() => t("web.admin"), /web.admin/);
  await Promise.all([addWords("pages"), addWords("robotory")]);
  assert.equal(t("web.admin"), en.words["web.admin"]);
  await setLang("uk", false);
  assert.equal(t("web.admin"), uk.words["web.admin"]);
  assert.equal(t("web.ry.hint"), uk.words["web.ry.hint"]);
});
