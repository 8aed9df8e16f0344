// serve.mjs - the built page for tests: files of build-web, and the page itself at every other
// address, with the same policy as the real server's; files with a hash in their name are kept for ever, as there.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "build-web");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

async function answer(request, response) {
  const path = normalize(new URL(request.url, "http://x").pathname);
  const isFile = path.startsWith("/a/") || path.startsWith("/licences/") || path === "/sw.js" || path.endsWith(".webmanifest");
  const headers = { "content-security-policy": POLICY, "x-content-type-options": "nosniff" };
  if (path.startsWith("/api/")) {
    response.writeHead(204, headers).end(); // no server here
    return;
  }
  try {
    const file = join(root, isFile ? path : "index.html");
    const body = await readFile(file);
    const cache = path.startsWith("/a/") ? "public, max-age=31536000, immutable" : "no-cache";
    response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": cache });
    response.end(body);
  } catch {
    response.writeHead(404, headers).end();
  }
}

/** Starts on a free port of the loopback; resolves with { address, quiet, close }. */
export function serve(port = 0) {
  let asked = 0; // requests that are being answered
  let last = 0; // when something was asked or answered
  const server = createServer(async (request, response) => {
    asked++;
    last = Date.now();
    await answer(request, response);
    asked--;
    last = Date.now();
  });
  /** Until nothing is asked for half a second, by a page or by its workers. */
  const quiet = async () => {
    while (asked || Date.now() - last < 500) await new Promise((done) => setTimeout(done, 50));
  };
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}`;
      done({ address, quiet, close: () => new Promise((closed) => server.close(closed)) });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(Number(process.argv[2] ?? 8080));
  console.log(address);
}
