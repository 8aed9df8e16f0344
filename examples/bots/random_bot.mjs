#!/usr/bin/env node
// random_bot.mjs - a whole bot for RBP/2 (docs/protocol.md) in JavaScript: a random legal answer each
// time.  It keeps nothing, and plays every game.
//
//     robodrome bot-check 'node random_bot.mjs'
import { createInterface } from "node:readline";

const any = (list) => list[Math.floor(Math.random() * list.length)];

function reply(m) {
  switch (m.t) {
    case "hello": return { t: "hello", proto: "RBP/2", name: "random JS" };
    case "ready?": return { t: "ready" };
    case "ask": return { t: "act", action: any(m.legal) };
    case "bye": process.exit(0);
    default: return null; // what we do not know
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const m = JSON.parse(line);
  const r = reply(m);
  if (r) process.stdout.write(JSON.stringify({ ...r, id: m.id }) + "\n");
}
