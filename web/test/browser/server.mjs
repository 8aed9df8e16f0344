// server.mjs - a real `robodrome serve` for tests, on a free port of the loopback.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
export const program = process.env.ROBODROME ?? join(root, "build/src/cli/robodrome");

/** With `lan`, an address of the local network, people there are served, too; with `testing`, positions can be set. */
export async function startServer({ lan = "", testing = false } = {}) {
  const data = await mkdtemp(join(tmpdir(), "robodrome-web-"));
  let child;
  let port = 0;
  let said = "";

  async function up() {
    child = spawn(program, ["serve", "--port", String(port), "--data", data, ...(lan ? ["--lan"] : []), ...(testing ? ["--test-positions"] : [])], { stdio: ["ignore", "pipe", "inherit"] });
    let told = "";
    for await (const chunk of child.stdout) {
      told += chunk;
      const found = told.match(/http:\/\/127\.0\.0\.1:(\d+)/);
      if (found && told.includes("\n")) {
        said = told;
        port = Number(found[1]);
        break;
      }
    }
    if (!port) throw new Error(`${program} serve did not start: ${told}`);
    child.stdout.resume();
  }

  async function down() {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  await up();
  return {
    address: `http://127.0.0.1:${port}`,
    said: () => said,
    /** A command of the operator's; what it prints. */
    admin: (...words) => execFileSync(program, ["admin", ...words, "--data", data, "--port", String(port)], { encoding: "utf8" }),
    lan: `http://${lan}:${port}`,
    /** Stops it, waits for `meanwhile`, and starts it again at the same address. */
    async restart(meanwhile = async () => undefined) {
      await down();
      await meanwhile();
      await up();
    },
    async remove() {
      await down();
      await rm(data, { recursive: true, force: true });
    },
  };
}
