#!/usr/bin/env node
// random_bot.mjs - a whole bot for RBP/1 (docs/protocol.md) in JavaScript: a random legal answer each
// time.  It keeps nothing but the last observation, and plays every game.
//
//     robodrome bot-check 'node random_bot.mjs'
import { createInterface } from "node:readline";

let obs = null;

function answer() {
  return obs.legal[Math.floor(Math.random() * obs.legal.length)];
}

function reply(m) {
  switch (m.t) {
    case "hello": return { t: "hello", proto: "RBP/1", name: "random JS" };
    case "ready?": return { t: "ready" };
    case "obs": obs = m; return null;
    case "go": return { t: "act", action: answer() };
    case "bye": process.exit(0);
    default: return null; // what we do not know
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const m = JSON.parse(line);
  const r = reply(m);
  if (r) process.stdout.write(JSON.stringify({ ...r, id: m.id }) + "\n");
}
