import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as en from "../gen/words.en";
import * as ru from "../gen/words.ru";
import * as uk from "../gen/words.uk";
import { FAULTS, faultOf } from "./course-faults";
import { fill, type Pack } from "./words";

const packs = [en, ru, uk] as unknown as Pack[];
const floor = join(process.cwd(), "..", "src", "floor");

test("every fault that the engine finds in a course has words", () => {
  const known = new Set(Object.values(FAULTS));
  const source = readdirSync(floor).filter((name) => name.endsWith(".c")).map((name) => readFileSync(join(floor, name), "utf-8")).join("\n");
  const said: string[] = [];
  for (const [call] of source.matchAll(/\brd_(?:fault_set|read_fault)\([^;]*;/g)) {
    const texts = [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1] as string);
    said.push(...texts.filter((text) => / /.test(text.trim()) && !text.startsWith("%s '")));
  }
  for (const [call] of source.matchAll(/\brd_read_fault_word\([^;]*;/g)) {
    const [before, after] = [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1] as string);
    if (before !== undefined) said.push(`${before} '%s'${after ? ` ${after}` : ""}`);
  }
  assert.ok(said.length > 60);
  assert.deepEqual(said.filter((text) => !known.has(text)), []);
});

test("a fault is said with its numbers and names", () => {
  const say = (what: string, pack: Pack) => {
    const found = faultOf(what);
    return found ? fill(pack, found.key, found.values) : what;
  };
  for (const what of ["flags 2 and 3 are on one cell", "there is no board 'x y' in the set 'z'", "something new", "expected beams, 1 to 3"])
    assert.equal(say(what, en as unknown as Pack), what);
  assert.equal(say("there is no board 'x y' in the set 'z'", ru as unknown as Pack), "в наборе 'z' нет поля 'x y'");
  for (const text of Object.values(FAULTS)) {
    const what = text.replace(/%d/g, "7").replace(/%s/g, "x");
    for (const pack of packs) assert.ok(say(what, pack));
    assert.equal(say(what, en as unknown as Pack), what);
    assert.notEqual(say(what, uk as unknown as Pack), what, text);
  }
});
