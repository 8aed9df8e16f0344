import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPlace } from "./grid";

const places = [[0, 0], [1, 0], [3, 0], [1, 2], [0, -1]].map(([x, y]) => ({ key: `${x},${y}`, x: x as number, y: y as number }));

test("arrows lead to the nearest place that lies that way, over gaps", () => {
  assert.equal(nextPlace(places, "0,0", "ArrowRight")?.key, "1,0");
  assert.equal(nextPlace(places, "1,0", "ArrowRight")?.key, "3,0");
  assert.equal(nextPlace(places, "1,0", "ArrowDown")?.key, "1,2");
  assert.equal(nextPlace(places, "0,0", "ArrowUp")?.key, "0,-1");
  assert.equal(nextPlace(places, "3,0", "ArrowRight"), null);
  assert.equal(nextPlace(places, "0,0", "Enter"), null);
});
