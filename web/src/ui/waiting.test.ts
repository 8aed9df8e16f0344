import assert from "node:assert/strict";
import { test } from "node:test";
import type { Seat } from "../engine/table";
import { aboutOthers, waitedFor } from "./waiting";

const seat = (name: string, kind: Seat["kind"], asked = true): Seat =>
  ({ seat: 0, name, kind, level: null, presence: "here", asked, ready: !asked, clock: null, clockAt: 0, clockRuns: false });

test("those that the table waits for are called as the game's screen calls them, and never include me", () => {
  const seats = [seat("You", "me"), seat("Ira", "person"), seat("Oleh", "person", false), seat("Bot 3", "bot")];
  assert.equal(waitedFor(seats), "Ira, Bot 3");
  assert.equal(waitedFor(seats, (s) => (s.kind === "bot" ? "Hulk x90" : s.name)), "Ira, Hulk x90");
});

test("of what somebody else is asked the sentence is shown that says what it is, not what speaks to them", () => {
  assert.equal(aboutOthers("Smash Bot: upgrades. You have 3 energy."), "Smash Bot: upgrades.");
  assert.equal(aboutOthers("Hulk x90: on which start?"), "Hulk x90: on which start?");
  assert.equal(aboutOthers("Синій робот зупинився, локація «Луг». Виконайте дію."), "Синій робот зупинився, локація «Луг».");
});
