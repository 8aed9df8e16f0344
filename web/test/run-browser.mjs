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
const run = spawnSync(process.execPath, ["--test", ...files], { encoding: "utf8" });
process.stdout.write(run.stdout + run.stderr);
const count = (word) => Number(run.stdout.match(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m"))?.[1] ?? 0);
console.log(`${count("pass")} passed, ${count("fail") + count("cancelled")} failed`);
process.exit(run.status ?? 1);
