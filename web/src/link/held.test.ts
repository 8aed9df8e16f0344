import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldViews } from "./held";
import type * as msg from "./messages";

const told = (seat: number, asked: number, from = 0, n = 0, position?: string): msg.View =>
  ({ seat, line: 0, from, events: Array.from({ length: n }, () => ({ event: "x", beat: 0 })), asked: Array.from({ length: asked }, () => ({ actor: seat, question: 1 })), waiting: [], ...(position ? { position } : {}) }) as unknown as msg.View;

test("events and positions of each seat are kept apart", () => {
  const held = new HeldViews();
  held.keep(told(0, 1, 0, 3, "a"));
  held.keep(told(1, 1, 0, 2, "b"));
  held.keep(told(0, 0, 3, 2));
  assert.equal(held.of(0)?.events.length, 5);
  assert.equal(held.of(0)?.position, "a");
  assert.equal(held.of(1)?.events.length, 2);
});

test("the device goes to the person who is asked, and stays where nobody is", () => {
  const held = new HeldViews();
  assert.equal(held.next([0, 2], null), 0);
  held.keep(told(0, 1));
  held.keep(told(2, 1));
  assert.equal(held.next([0, 2], null), 0);
  assert.equal(held.next([0, 2], 0), null);
  held.keep(told(0, 0));
  assert.equal(held.next([0, 2], 0), 2);
  held.keep(told(2, 0));
  assert.equal(held.next([0, 2], 2), null);
});
