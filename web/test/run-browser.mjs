// run-browser.mjs - the tests in a browser, over the page that `npm run build` made.  An argument
// picks files by a part of their name.  The last line counts: "N passed, N failed".
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const AT_ONCE = 4; // a test waits for half of its time: for a page, a film or a bot
const folder = join(dirname(fileURLToPath(import.meta.url)), "browser");
/** The longest first, so that none of them is left over at the end; the times below say which they are. */
const LONGEST = ["people", "pages", "remote", "lessons", "screen", "replay", "rally-asks", "rally", "transmissions", "offline", "transmissions-asks", "local"];
const rank = (name) => LONGEST.indexOf(name.replace(".test.mjs", "")) >>> 0; // others come after them
const files = (await readdir(folder))
  .filter((name) => name.endsWith(".test.mjs") && name.includes(process.argv[2] ?? ""))
  .sort((a, b) => rank(a) - rank(b))
  .map((name) => join(folder, name));

/** Runs the tests of one file: how many passed and failed. */
function runFile(file) {
  return new Promise((done) => {
    const began = Date.now();
    const run = spawn(process.execPath, ["--test", file], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    run.stdout.on("data", (part) => (said += part));
    run.stderr.on("data", (part) => (said += part));
    run.on("close", (status) => {
      const count = (word) => Number(said.match(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m"))?.[1] ?? 0);
      const failed = count("fail") + count("cancelled");
      process.stdout.write(said);
      done({ passed: count("pass"), failed: failed || (status === 0 ? 0 : 1), seconds: (Date.now() - began) / 1000 });
    });
  });
}

/** Runs files side by side; resolves with those that failed. */
async function runAll(list, atOnce) {
  const left = [...list];
  const failed = [];
  const worker = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const result = await runFile(file);
      counts.set(file, result);
      if (result.failed) failed.push(file);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

const counts = new Map();
// A busy machine can miss a time limit of Chromium's: what failed is tried once more, alone, and said so.
const again = await runAll(files, AT_ONCE);
for (const file of again) console.log(`TRIED AGAIN: ${file}`);
await runAll(again, 1);
for (const [file, { seconds }] of [...counts].sort((a, b) => b[1].seconds - a[1].seconds))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${basename(file)}`);
const sum = (part) => [...counts.values()].reduce((n, result) => n + result[part], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") ? 1 : 0);
