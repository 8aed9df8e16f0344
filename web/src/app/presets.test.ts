import assert from "node:assert/strict";
import { test } from "node:test";
import { choosePreset, presetNow, PRESETS } from "./presets";
import { confirmSend, filmHolds, holds, showPath, speed } from "./settings";

test("a preset sets all that it decides, and is known by it", () => {
  assert.equal(presetNow(), null);
  for (const preset of PRESETS) {
    choosePreset(preset);
    assert.equal(presetNow(), preset);
  }
  assert.equal(showPath.value, false); // the last one is strict
  choosePreset("quick");
  assert.equal(showPath.value, true); // nothing of the one before is left
  speed.value = "2";
  assert.equal(presetNow(), null);
  choosePreset(null);
  assert.equal(speed.value, "1");
  assert.equal(confirmSend.value, false);
});

test("the film holds never, in the first two rounds, or always", () => {
  const rounds = () => [1, 2, 3].map(filmHolds);
  assert.deepEqual(rounds(), [false, false, false]);
  holds.value = "start";
  assert.deepEqual(rounds(), [true, true, false]);
  holds.value = "always";
  assert.deepEqual(rounds(), [true, true, true]);
  holds.value = "never";
});
