// run-browser.mjs - the tests in a browser, over the page that `npm run build` made.  An argument
// picks files by a part of their name.  The last line counts: "N passed, N failed".
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "browser");
const files = (await readdir(folder))
  .filter((name) => name.endsWith(".test.mjs") && name.includes(process.argv[2] ?? ""))
  .map((name) => join(folder, name));

/** Runs the tests of one file: how many passed and failed. */
function runFile(file) {
  const run = spawnSync(process.execPath, ["--test", file], { encoding: "utf8", maxBuffer: 1 << 26 });
  const count = (word) => Number(run.stdout.match(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m"))?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  process.stdout.write(run.stdout + run.stderr);
  return { passed: count("pass"), failed: failed || (run.status === 0 ? 0 : 1) };
}

// A busy machine can miss a time limit of Chromium's: what failed is tried once more, and said so.
let passed = 0;
let failed = 0;
for (const file of files) {
  let result = runFile(file);
  if (result.failed) {
    console.log(`TRIED AGAIN: ${file}`);
    result = runFile(file);
  }
  passed += result.passed;
  failed += result.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
