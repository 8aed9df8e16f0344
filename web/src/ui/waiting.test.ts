import assert from "node:assert/strict";
import { test } from "node:test";
import type { Seat } from "../engine/table";
import { waitedFor } from "./waiting";

const seat = (name: string, kind: Seat["kind"], asked = true): Seat =>
  ({ seat: 0, name, kind, level: null, presence: "here", asked, ready: !asked, clock: null, clockAt: 0, clockRuns: false });

test("those that the table waits for are called as the game's screen calls them, and never include me", () => {
  const seats = [seat("You", "me"), seat("Ira", "person"), seat("Oleh", "person", false), seat("Bot 3", "bot")];
  assert.equal(waitedFor(seats), "Ira, Bot 3");
  assert.equal(waitedFor(seats, (s) => (s.kind === "bot" ? "Hulk x90" : s.name)), "Ira, Hulk x90");
});
