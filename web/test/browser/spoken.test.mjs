// For those who listen: questions by key and by the command line, one summary for each register, and
// whole games played by the accessibility tree and keys alone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { reader } from "./reader.mjs";
import { useWorld } from "./setup.mjs";

const world = useWorld();

const DECISION = "Your decision";
const isOver = (now) => now.some((n) => n.role === "button" && n.name === "New game");
/** What has the focus; the page itself is nothing. */
const focusOf = (now) => now.find((n) => n.focused && n.role !== "RootWebArea");
const log = (now) => now.find((n) => n.role === "log" && n.inside.includes("Read aloud"))?.text ?? "";

/** The course of the first lesson: one flag, no hurry. */
async function firstCourse() {
  const lesson = await readFile(new URL("../../../data/lessons/rally2005/1-first.scn", import.meta.url), "utf8");
  return lesson.match(/set course\n((?: {2}.*\n)+)/)[1].replace(/^ {2}/gm, "");
}

/** Digits of the cards to lay: along the way as it was told, then what turns, then the rest. */
function chooseCards(way, hand, free) {
  const left = hand.map((name, i) => ({ key: String(i + 1), name }));
  const take = (pattern) => {
    const at = left.findIndex((card) => pattern.test(card.name));
    return at < 0 ? null : left.splice(at, 1)[0].key;
  };
  const laid = [];
  const TURN = { right: /^right/i, round: /^u-turn/i, left: /^left/i };
  legs: for (const leg of way.split(";")) {
    const turn = leg.match(/turn (\w+)/)?.[1];
    if (turn) {
      const key = take(TURN[turn]);
      if (!key) break;
      laid.push(key);
    }
    for (let steps = Number(leg.match(/(\d+) step/)?.[1] ?? 0); steps > 0; ) {
      const most = [3, 2, 1].find((n) => n <= steps && left.some((card) => new RegExp(`move ${n}`, "i").test(card.name)));
      if (!most) break legs;
      laid.push(take(new RegExp(`move ${most}`, "i")));
      steps -= most;
    }
  }
  const turns = (card) => /^(left|right|u-turn)/i.test(card.name);
  const rest = [...left.filter(turns), ...left.filter((card) => !turns(card))];
  return [...laid, ...rest.map((card) => card.key)].slice(0, free);
}

test("a race is played to its end by the accessibility tree and keys alone; the focus is never lost", { timeout: 180_000 }, async () => {
  const query = new URLSearchParams({ seats: "2", level: "beginner", seed: "3", "set.options": "no", "set.first": "0", "set.course": await firstCourse() });
  const page = await world.open(`/local/rally2005?${query}`);
  const { tree, until, press, ask, part, tabTo } = await reader(page);
  const cards = (now) => part(now, "button", "Hand").map((n) => n.name);
  const choices = (now) => part(now, "button", DECISION).filter((n) => !n.disabled);
  await until((now) => cards(now).length === 9, "a hand");
  // Of the board only its cells are read: flags and robots are in their names.
  const drawn = (await tree()).filter((n) => n.inside.includes("Board") && !["generic", "grid", "row", "gridcell"].includes(n.role));
  assert.deepEqual(drawn.map((n) => `${n.role} ${n.name}`), []);

  // Questions by key, and the same by the command line.
  assert.match(await ask("w"), /^[A-Z]+\d+\. .*Twonky/);
  assert.match(await ask("v"), /^Flag 1: .*, F5\. .*\d+ steps?.*\.$/);
  assert.match(await ask("x"), /^The way things are now/);
  assert.match(await ask("s"), /Twonky/);
  assert.match(await ask("k"), /Waiting for|nobody/);
  await press("/");
  await page.keyboard.type("hits?");
  const before = (await tree()).find((n) => n.role === "status" && n.inside.includes("Read aloud"))?.text;
  await press("Enter");
  await until((now) => now.some((n) => n.role === "status" && n.inside.includes("Read aloud") && n.text !== before && /The way things are now/.test(n.text)), "the answer");
  await press("Escape");

  await tabTo((n) => n.role === "button" && n.inside.includes("Hand"));
  let rounds = 0;
  for (; rounds < 60; rounds++) {
    const now = await until((t) => (isOver(t) || choices(t).length || cards(t).length ? t : null), "something to do");
    if (isOver(now)) break;
    assert.ok(focusOf(now), `the focus is lost in step ${rounds}`);
    const heard = log(now);
    if (choices(now).length) {
      const wanted = choices(now).find((n) => n.name.startsWith("N ")) ?? choices(now)[0];
      const isOpen = (t) => choices(t).some((n) => n.name === wanted.name && !n.pressed) && log(t) === heard;
      await press(/^([A-Z]) /.exec(wanted.name)?.[1]?.toLowerCase() ?? "y");
      await until((t) => !isOpen(t), "the choice");
      if (choices(await tree()).some((n) => n.pressed)) await press("Enter");
      await until((t) => isOver(t) || log(t) !== heard || cards(t).length || choices(t)[0]?.name !== choices(now)[0].name, "what it led to");
      continue;
    }
    const hand = cards(now);
    const free = part(now, "button", "Registers").filter((n) => /empty/i.test(n.name)).length;
    const way = await ask("v");
    for (const key of chooseCards(way, hand, free)) await press(key);
    await until((t) => part(t, "button", "Console").some((n) => n.name.startsWith("Ready") && !n.disabled), "Ready");
    if (rounds === 0) assert.match(await ask("q"), /Register 1: .*Register 5: /);
    await tabTo((n) => n.role === "button" && n.name === "Ready");
    await press("Enter");
    const next = await until((t) => (isOver(t) || choices(t).length || (cards(t).length && log(t) !== heard) ? t : null), "the round");
    if (rounds === 0) for (const n of [1, 2, 3, 4, 5]) assert.ok(log(next).includes(`Register ${n}.`), log(next));
  }
  assert.ok(isOver(await tree()), "the race ended");
  assert.match(await ask("z"), /.+/);
  assert.deepEqual(world.faults, []);
  await page.context().close();
});

test("a game of Robotory is played by the accessibility tree and keys alone; the focus is never lost", { timeout: 180_000 }, async () => {
  const page = await world.open("/local/robotory?seed=12&level=beginner");
  const { tree, until, press, part, tabTo, ask } = await reader(page);
  const actions = (now) => part(now, "button", "Console").filter((n) => !n.disabled);
  const can = (now, word) => actions(now).some((n) => new RegExp(word, "i").test(n.name));
  const turn = (now) => isOver(now) || can(now, "place|move|refill");
  const hexes = (now, what) => now.filter((n) => n.role === "gridcell" && what.test(n.name)).map((n) => n.name.match(/\d+/)[0]);
  /** Types an answer; true when it was taken. */
  async function type(text) {
    const heard = log(await tree());
    await press("/");
    await page.keyboard.type(text);
    await press("Enter");
    const taken = await until((now) => (isOver(now) || log(now) !== heard ? "yes" : now.some((n) => n.role === "alert" && n.text) ? "no" : null), `${text} taken or refused`);
    await press("Escape");
    return taken === "yes";
  }
  await until(turn, "my turn");
  const stands = await ask("w");
  assert.match(stands, /^(Hex \d+, (light|dark) camp: [^.]*robot\. ){3}/i);
  assert.match(stands, /Box: [^.]*black discs\.$/, "the signs of a board in letters are not read out");
  assert.match(await ask("v"), /White robot (can go to \d+|cannot move).* Red robot (can go to \d+|cannot move)/);
  assert.match(await ask("x"), /Nobody hits/);
  assert.match(await ask("q"), /Nothing is chosen/);
  await tabTo((n) => n.role === "gridcell");
  for (let round = 0; round < 120; round++) {
    const now = await until((t) => (turn(t) ? t : null), "my turn");
    assert.ok(focusOf(now), `the focus is lost in turn ${round}`);
    if (isOver(now)) break;
    if (can(now, "place")) {
      const empty = hexes(now, /empty/i);
      const hex = empty[(round * 7) % empty.length];
      if ((await type(`+w${hex}`)) || (await type(`+b${hex}`))) continue;
    }
    const heard = log(now);
    const word = can(now, "refill") ? "refill" : can(now, "move") ? "move" : "place";
    await press(word[0]);
    for (let tries = 0; tries < 12 && log(await tree()) === heard; tries++) {
      const seen = await tree();
      if (isOver(seen)) break;
      const buttons = part(seen, "button", DECISION).filter((n) => !n.disabled);
      if (hexes(seen, /can be chosen/).length) {
        // Into the board, then along its rows.
        await tabTo((n) => n.role === "gridcell");
        const ways = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"];
        for (let i = 0; i < 80; i++) {
          const here = (await tree()).find((n) => n.focused);
          if (/can be chosen/.test(here?.name ?? "")) break;
          await press(ways[Math.floor(i / 3) % ways.length]);
        }
        await press("Enter");
      } else if (buttons.length) {
        const wanted = buttons[(round + tries) % buttons.length].name;
        await tabTo((n) => n.role === "button" && n.name === wanted && n.inside.includes(DECISION));
        await press("Enter");
      }
    }
  }
  await until(isOver, "the end");
  assert.deepEqual(world.faults, []);
  await page.context().close();
});

test("Transmissions by the accessibility tree: ring and pipes are grids, keys answer turn by turn, the focus is never lost", { timeout: 120_000 }, async () => {
  const page = await world.open("/local/transmissions?seats=2&level=beginner&seed=3&set.first=0");
  const { tree, until, press, tabTo, ask, part } = await reader(page);
  const cells = (now, name) => now.filter((n) => n.role === "gridcell" && n.inside.includes(name));
  await until((now) => cells(now, "Ring").length === 14 && now.some((n) => n.inside.includes(DECISION) && n.role === "button"), "the ring");
  for (const { name } of cells(await tree(), "Ring")) assert.match(name, /^\d+: [^,]+, (free|Yellow|Blue|Green|Red)/i);
  const first = await tabTo((n) => n.role === "gridcell" && n.inside.includes("Ring"));
  await press("ArrowRight");
  const second = await until((now) => now.find((n) => n.focused && n.role === "gridcell" && n.name !== first.name), "the next stand");
  assert.notEqual(second.name, first.name);
  await press("ArrowLeft");
  await until((now) => now.some((n) => n.focused && n.name === first.name), "back");
  assert.match(await ask("s"), /.{20}/);
  const stands = await ask("w");
  assert.match(stands, /^Yellow robot: \d+, Lake\. Blue robot: /i);
  assert.match(stands, /Points, You: [−\d½]+\./);
  assert.doesNotMatch(stands, /[~$@#]|\.\.|,\./, "the signs of a board in letters are not read out");
  assert.match(await ask("v"), /^Yellow robot: up to \d cells\. /i);
  assert.match(await ask("x"), /Nobody hits/);
  // Turns by digits and Enter, each answer heard of; the options stand in a list with their words.
  await tabTo((n) => n.role === "button" && n.name === "Options in words");
  await press("Enter");
  await tabTo((n) => n.role === "gridcell" && n.inside.includes("Ring")); // Enter would close the list again
  const options = (now) => part(now, "button", "Options in words").filter((n) => !n.disabled);
  const asked = new Set();
  for (let i = 0; i < 9; i++) {
    const now = await until((t) => (options(t).length ? t : null), "a question");
    assert.ok(focusOf(now), `the focus is lost in answer ${i}`);
    const heard = log(now);
    asked.add(now.find((n) => n.live === "assertive" && n.inside.includes(DECISION))?.text);
    for (let picks = 0; picks < 8 && log(await tree()) === heard; picks++) {
      await press("1");
      await until((t) => !part(t, "button", "Options in words").some((n) => n.disabled), "the pick");
      await press("Enter");
      await until((t) => !part(t, "button", "Options in words").some((n) => n.disabled), "the answer");
    }
    await until((t) => log(t) !== heard, "what the answer did");
  }
  assert.ok(asked.size >= 3, [...asked].join("; "));
  const pipes = cells(await tree(), "Joined pipes");
  for (const { name } of pipes) assert.match(name, /joints: .*(round|square)|Place/);
  assert.deepEqual(world.faults, []);
  await page.context().close();
});
