// speed.mjs - how fast a browser module plays at random; tools/measure/wasm-speed compares it with the
// native program.
//
// Usage: node speed.mjs BUILD-WASM GAME SEATS GAMES ROUNDS
// Prints for each round the number of actions and the seconds of CPU time.
import { readFileSync } from "node:fs";
import { load } from "../../src/wasm/robodrome.mjs";

const [folder, game, seats, games, rounds] = process.argv.slice(2);
const engine = await load(readFileSync(`${folder}/${game}.wasm`));
const match = engine.open(Number(seats));
const { c, stateSize, session } = match;
const states = engine.alloc(stateSize * Number(games));
const random = engine.alloc(8);

for (let round = -1; round < Number(rounds); round++) {
  c.rd_api_start_batch(session, 1n, states, Number(games));
  engine.view().setBigUint64(random, 7n, true);
  const before = process.cpuUsage();
  const actions = c.rd_api_playout_batch(session, states, Number(games), random, 0n);
  const used = process.cpuUsage(before);
  if (round >= 0) console.log(`${actions} ${(used.user + used.system) / 1e6}`); // the first warms up
}
