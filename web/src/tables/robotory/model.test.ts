import assert from "node:assert/strict";
import { test } from "node:test";
import { discsOf, middle, next, on, sortAnswers, type Hex, type Position } from "./model";

const position: Position = {
  turn: "light",
  robots: { white: 8, black: 9, red: 15 },
  discs: { white: [13, 18], black: [4] },
  light: { seat: 0, stock: { white: 1, black: 1 }, home: 1 },
  dark: { seat: 1, stock: { white: 2, black: 2 }, home: 2 },
  box: { white: 7, black: 6 },
};

test("answers are sorted by what the hand does", () => {
  const sorted = sortAnswers([[32, 0], [32, 5], [33, 0], [34, 13], [34, 13, 18], [34, 14, 13], [37, 40], [37, 42]]);
  assert.deepEqual([...sorted.place.white.keys()], [0, 5]);
  assert.deepEqual(sorted.place.black.get(0), [33, 0]);
  assert.deepEqual([...sorted.move.white.keys()], [13, 18]);
  assert.deepEqual(sorted.refill.map((r) => r.white), [0, 2]);
});

test("of several ways to a hex the shortest comes first", () => {
  const ways = sortAnswers([[34, 14, 13], [34, 13]]).move.white.get(13);
  assert.deepEqual(ways?.map((w) => w.hexes), [[13], [14, 13]]);
});

test("what a hex holds, and which discs a way uses", () => {
  assert.deepEqual(on(position, 8), { piece: "white" });
  assert.deepEqual(on(position, 13), { disc: "white" });
  assert.deepEqual(on(position, 0), {});
  assert.deepEqual(discsOf(position, { picks: [], hexes: [13, 18, 22] }), [13, 18]);
});

test("a turned board is the same one, half a turn on", () => {
  const hex = { q: -2, r: 2, camp: "dark" } as const;
  const far = { q: 2, r: 3, camp: "light" } as const;
  assert.deepEqual(middle(hex, true), { x: -0.5, y: 5 });
  assert.deepEqual(middle(far, false), { x: -0.5, y: 5 });
});

test("arrows lead to every hex, row by row", () => {
  // Three rows, the middle one longer: what lies straight below two rows on must not be jumped to.
  const hexes = [[0, 0], [1, -1], [0, 1], [1, 0], [2, -1], [1, 1], [2, 0]].map(([q, r]) => ({ q, r, camp: "light" }) as Hex);
  assert.equal(next(0, "ArrowRight", hexes, false), 1);
  assert.equal(next(1, "ArrowRight", hexes, false), null);
  const down = next(0, "ArrowDown", hexes, false) ?? -1;
  assert.equal(middle(hexes[down] as Hex, false).y, 1);
  for (let goal = 0; goal < hexes.length; goal++) {
    let at = 0;
    const to = middle(hexes[goal] as Hex, false);
    for (let steps = 0; steps < 9 && at !== goal; steps++) {
      const here = middle(hexes[at] as Hex, false);
      at = next(at, here.y < to.y ? "ArrowDown" : here.x < to.x ? "ArrowRight" : "ArrowLeft", hexes, false) ?? at;
    }
    assert.equal(at, goal);
  }
});
