// run-unit.mjs - bundles src/**/*.test.ts(x) for Node and runs them with node:test.  The last line
// counts: "N passed, N failed".
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(dirname(fileURLToPath(import.meta.url)));

async function find(folder, ending) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await find(path, ending)));
    else if (ending.test(entry.name)) found.push(path);
  }
  return found;
}

const out = await mkdtemp(join(tmpdir(), "robodrome-unit-"));
const wanted = process.argv[2] ?? "";
const files = (await find(join(here, "src"), /\.test\.tsx?$/)).filter((path) => path.includes(wanted));
await esbuild.build({
  absWorkingDir: here,
  entryPoints: files,
  outdir: out,
  outExtension: { ".js": ".mjs" },
  entryNames: "[dir]/[name]",
  outbase: join(here, "src"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  loader: { ".svg": "text" },
  define: { "process.env.WEB": JSON.stringify(here), STYLES: "{}", ENGINE: '{}', WORKER: '""' },
  logLevel: "warning",
});
const built = await find(out, /\.test\.mjs$/);
const run = spawnSync(process.execPath, ["--test", ...built], { encoding: "utf8" });
process.stdout.write(run.stdout + run.stderr);
await rm(out, { recursive: true, force: true });
const count = (word) => Number(run.stdout.match(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m"))?.[1] ?? 0);
console.log(`${count("pass")} passed, ${count("fail") + count("cancelled")} failed`);
process.exit(run.status ?? 1);
