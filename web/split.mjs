// split.mjs - what is fetched together, read from which file imports which: a few large files pack better than
// many small ones, and nobody fetches words of pages that are not open.
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import * as esbuild from "esbuild";

const MAIN = "src/main.tsx";
const LOCAL = "src/pages/local.tsx";
const TABLES = [LOCAL, "src/pages/table.tsx", "src/pages/replay.tsx"];
const PARTS = "src/ui/parts.ts";
const OF_TABLE = /^src\/tables\/([^/]+)\/.+/;

/** The table whose screen, or late part of a screen, an entry is; "" for all others. */
const tableOf = (entry) => OF_TABLE.exec(entry)?.[1] ?? "";

/** What the files of the page import: { files, entries: { entry: what is fetched with it } }. */
export async function readImports(here) {
  const { metafile } = await esbuild.build({
    absWorkingDir: here, entryPoints: [MAIN], bundle: true, write: false, outdir: "out", format: "esm", splitting: true, metafile: true,
    loader: { ".svg": "text" }, logOverride: { "empty-glob": "silent" }, // words are split by what is read here
  });
  const files = metafile.inputs;
  const fetched = (entry) => {
    const found = new Set();
    const visit = (file) => {
      if (found.has(file) || !files[file]) return;
      found.add(file);
      for (const { path, kind } of files[file].imports) if (kind !== "dynamic-import") visit(path);
    };
    visit(entry);
    return found;
  };
  const opened = Object.values(files).flatMap(({ imports }) => imports.filter(({ kind, path }) => kind === "dynamic-import" && files[path]));
  const entries = Object.fromEntries([MAIN, ...opened.map(({ path }) => path)].map((entry) => [entry, fetched(entry)]));
  return { files, entries };
}

/** The entries that a file is fetched with. */
const usersOf = (entries, file) => Object.keys(entries).filter((entry) => entries[entry].has(file));

/** esbuild makes a chunk of the files that the same entries import.  So all entries import all that the page
 * begins with, tables and their parts what most tables have, and the late parts of a table its whole screen: each
 * is one chunk.  What tables and other pages share comes at the beginning. */
export function together(here, { files, entries }) {
  const parts = new Set(files[PARTS].imports.map(({ path }) => path).filter((path) => entries[path]));
  const isTable = (entry) => tableOf(entry) !== "" || TABLES.includes(entry) || parts.has(entry);
  const shared = Object.keys(files).filter((file) => {
    const users = usersOf(entries, file);
    const tables = new Set(users.filter(isTable).map((entry) => tableOf(entry) || entry));
    const ofTwoGames = tables.size === 2 && users.every(tableOf); // the other games need not fetch it
    return tables.size > (users.every(isTable) ? 1 : 2) && !ofTwoGames;
  });
  const isFirst = (file) => entries[MAIN].has(file) || (shared.includes(file) && !usersOf(entries, file).every(isTable));
  const first = Object.keys(files).filter((file) => isFirst(file) && file !== MAIN);
  const ofTables = shared.filter((file) => !isFirst(file));
  const lists = { first, tables: ofTables };
  const screens = Object.keys(entries).filter((entry) => entry.endsWith("/index.tsx") && tableOf(entry));
  for (const screen of screens) lists[tableOf(screen)] = [...entries[screen]].filter((file) => !isFirst(file) && !ofTables.includes(file));
  return {
    name: "together",
    setup(build) {
      build.onResolve({ filter: /^together:/ }, ({ path }) => ({ path: path.slice("together:".length), namespace: "together" }));
      build.onLoad({ filter: /.*/, namespace: "together" }, ({ path }) => ({
        contents: lists[path].filter((file) => !file.includes("node_modules")).map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"),
        resolveDir: here,
      }));
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const entry = Object.keys(entries).find((name) => resolve(here, name) === path);
        if (!entry || !files[entry].imports.length) return undefined;
        const asked = ["first", ...(isTable(entry) ? ["tables"] : []), ...(tableOf(entry) && !screens.includes(entry) ? [tableOf(entry)] : [])];
        const text = await readFile(path, "utf8");
        return { contents: text + asked.map((list) => `\nimport "together:${list}";`).join(""), loader: path.endsWith("x") ? "tsx" : "ts", resolveDir: dirname(path) };
      });
    },
  };
}

/** Which words a file may say: keys as they are, and those with a part from data. */
const saidIn = (text) =>
  [...text.matchAll(/["'`](web\.(?:[a-z0-9_.]|\$\{[^}]*\})*)/g)].map(([, key]) => new RegExp(`^${key.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[a-z0-9_.]+")}$`));

/** The part of the words that a file's belong to: one table's, those of pages that are not tables, or the base. */
function partOf(entries, file) {
  const users = usersOf(entries, file);
  const [table, ...others] = new Set(users.map(tableOf));
  if (table && !others.length) return table;
  return users.every((entry) => /^src\/(pages|replay)\//.test(entry) && entry !== LOCAL) ? "pages" : "base";
}

/** The keys of each part.  What nobody is seen to say is in the base. */
export async function splitWords(here, { files, entries }, keys) {
  const said = await Promise.all(
    Object.keys(files).filter((file) => file.startsWith("src/")).map(async (file) => [partOf(entries, file), saidIn(await readFile(join(here, file), "utf8"))]),
  );
  const tables = new Set(Object.keys(entries).map(tableOf).filter(Boolean));
  const found = Object.fromEntries(["base", "pages", ...tables].map((part) => [part, []]));
  for (const key of keys) {
    const parts = new Set(said.filter(([, patterns]) => patterns.some((pattern) => pattern.test(key))).map(([part]) => part));
    const part = parts.size === 1 ? [...parts][0] : "base";
    found[part].push(key);
  }
  return found;
}
