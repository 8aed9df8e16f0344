import assert from "node:assert/strict";
import { test } from "node:test";
import { fitName } from "../pages/fit-name";
import { fitChat } from "../ui/fit-chat";

const bytes = (text: string) => new TextEncoder().encode(text).length;

test("a name keeps what can be shown: 24 letters, nothing hidden, single blanks", () => {
  assert.equal(fitName("  Зоряна   Ніч "), "Зоряна Ніч ");
  assert.equal(fitName("Zoe\u202eevil\u200b\u0007"), "Zoeevil");
  assert.equal(fitName("مرحبا"), "مرحبا");
  assert.equal([...fitName("ж".repeat(40))].length, 24);
  assert.equal(fitName("\u{1f469}\u200d\u{1f467} Ann"), "\u{1f469}\u{1f467} Ann");
  assert.equal(fitName("Zo\u034fe\u061c\u180e\u3164"), "Zoe");
  assert.equal(fitName("\u2800\u1680A\u2800\u3000\u00a0B\tC"), "A B C");
  assert.equal(fitName("\u0301a\u0301\u0302\u0303b \u0301c"), "a\u0301\u0302b c");
  const rockets = fitName("\u{1f680}".repeat(30));
  assert.ok(bytes(rockets) <= 64 && !/[\ud800-\udfff]/u.test(rockets), "no half of a letter is left");
});

test("a line of the chat keeps 500 bytes and turns nothing around it", () => {
  assert.equal(fitChat("a\u202eb\u2067c\nd"), "abcd");
  assert.equal(fitChat("\u{1f469}\u200d\u{1f467}"), "\u{1f469}\u200d\u{1f467}");
  assert.equal(fitChat("ї".repeat(400)).length, 250);
  assert.equal(bytes(fitChat("\u{1f680}a".repeat(200))), 500);
});
