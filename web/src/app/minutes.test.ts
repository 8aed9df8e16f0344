import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES, GAME_IDS } from "./games";
import { minutesOf } from "./minutes";

test("every game has measured minutes for its usual table, and nothing is made up for others", () => {
  for (const game of GAME_IDS) {
    const minutes = minutesOf(game, GAMES[game].usualCourse ?? null, GAMES[game].usualSeats);
    assert.ok(minutes !== null && minutes >= 5 && minutes % 5 === 0, game);
  }
  assert.equal(minutesOf("rally2005", "no-such-course", 4), null);
  assert.equal(minutesOf("rally2005", "dizzy-dash", 9), null);
});
