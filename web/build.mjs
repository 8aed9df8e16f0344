// build.mjs - builds the page into ../build-web: hashed names, one chunk per page and game.
//
// Usage: node build.mjs [--generate]     --generate stops after what is made from the engine's data
//
// What other tools make from the engine's data is made first, into src/gen (not kept in git): words
// of each language from data/strings, types of each game, messages of the server.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { readImports, splitWords, together } from "./split.mjs";
import { setupsOf, teamsOf } from "./src/engine/setups.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const out = join(root, "build-web");
const gen = join(here, "src/gen");
const assets = join(out, "a");
const LANGS = ["en", "ru", "uk"];

const hashed = (name, bytes) => {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
};

async function place(name, bytes) {
  const file = hashed(name, bytes);
  await writeFile(join(assets, file), bytes);
  return `/a/${file}`;
}

// Each language in the parts that are fetched by themselves: src/gen/words/PART.LANG.ts.
async function writeWordParts(texts) {
  const folder = join(gen, "words");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const lines = (lang) => new Map([...texts[lang].matchAll(/^  "([^"]+)": .*$/gm)].map(([line, key]) => [key, line]));
  const parts = await splitWords(here, await readImports(here), [...lines("en").keys()]);
  for (const lang of LANGS) {
    const [line, plural] = [lines(lang), /^export const plural.*$/m.exec(texts[lang])[0]];
    for (const [part, keys] of Object.entries(parts)) {
      const text = `export const words = {\n${keys.map((key) => line.get(key)).join("\n")}\n};\n${part === "base" ? `${plural}\n` : ""}`;
      await writeFile(join(folder, `${part}.${lang}.ts`), text);
    }
  }
}

async function generate() {
  await mkdir(gen, { recursive: true });
  const python = (script, ...args) =>
    execFileSync("python3", [join(root, "tools/gen", script), ...args], { cwd: root, encoding: "utf8" });
  const texts = Object.fromEntries(LANGS.map((lang) => [lang, python("gen_strings.py", "--module", `data/strings/web.${lang}.po`)]));
  for (const lang of LANGS) await writeFile(join(gen, `words.${lang}.ts`), texts[lang]);
  python("gen_lessons.py", join(gen, "lessons"));
  const games = (await readdir(join(root, "tests/golden"))).filter((f) => f.startsWith("schema-"));
  python("gen_types.py", "--types", join(here, "src/engine/types"), ...games.map((f) => join("tests/golden", f)));
  python("gen_messages.py", "--types", join(here, "src/link/messages.ts"), "data/messages.txt");
  python("gen_names.py", "--module", join(gen, "name-letters.ts"), "data/names.txt");
  await writeWordParts(texts); // last: it follows the imports, of all that is made too
}

// Sizes are written in px, as in the design, and become rem, so that the page grows with the
// reader's letters and on very large screens.  Hairlines stay, and so do the limits of @media.
function relative(css) {
  return css.replace(/@media[^{]*\{|(-?\d*\.?\d+)px/g, (all, number) => {
    if (number === undefined || Math.abs(Number(number)) <= 2) return all;
    return `${Number((Number(number) / 16).toFixed(4))}rem`;
  });
}

const styles = {
  name: "styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: relative(await readFile(path, "utf8")),
      loader: "css",
      resolveDir: dirname(path),
    }));
  },
};

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  outdir: assets,
  publicPath: "/a/",
  assetNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  entryNames: "[name]-[hash]",
  charset: "utf8",
  loader: { ".woff2": "file", ".svg": "text" },
  plugins: [styles],
  target: ["es2022", "chrome111", "firefox121", "safari16.4"],
  metafile: true,
  logLevel: "warning",
};

// Where each entry went: { "src/main.tsx": "/a/main-XXXX.js" }.
function entries(meta) {
  const found = {};
  for (const [file, about] of Object.entries(meta.outputs)) {
    if (about.entryPoint && !file.endsWith(".map")) found[about.entryPoint] = `/a/${basename(file)}`;
  }
  return found;
}

// One style a table besides the page's own: a table's folder has its style.css.
async function buildStyles() {
  const points = { app: "src/app.css", pages: "src/pages/style.css", replay: "src/replay/style.css" };
  for (const name of await readdir(join(here, "src/tables"))) {
    const file = `src/tables/${name}/style.css`;
    if (existsSync(join(here, file))) points[name] = file;
  }
  const done = await esbuild.build({ ...common, entryPoints: points });
  const where = entries(done.metafile);
  return Object.fromEntries(Object.entries(points).map(([name, file]) => [name, where[file]]));
}

// The words of a game that are said at its table: how its switches are called comes with the variants
// (placeVariants).  A row is a key, then how many texts there are, and the texts (tools/gen/gen_packs.py).
function saidAtTable(pack, game) {
  const text = pack.toString("utf8");
  const head = text.slice(0, text.indexOf("\n"));
  const rows = text.slice(head.length + 1).match(/[^\0]+\0[^\0]*\0(?:[^\0]*\0)*?(?=[A-Za-z][\w.-]*\0[-\d]\d|$)/g);
  if (rows.length !== Number(head.split(" ").pop())) throw new Error(`${game}: ${rows.length} rows of words, not as in ${head}`);
  const said = rows.filter((row) => !row.startsWith(`${game}.switch.`));
  return `${head.replace(/\d+$/, String(said.length))}\n${said.join("")}`;
}

// Each game's module and its packs of words and rules: { game: { module, words: { lang }, rules } }.
async function placeEngine() {
  const from = join(root, "build-wasm");
  const files = existsSync(join(from, "words")) ? await readdir(join(from, "words")) : [];
  const games = files.filter((name) => name.endsWith(".en")).map((name) => basename(name, ".en"));
  if (!games.length) throw new Error("build-wasm has no modules: tools/build-wasm");
  const found = {};
  for (const game of games) {
    found[game] = { module: await place(`${game}.wasm`, await readFile(join(from, `${game}.wasm`))) };
    for (const kind of ["words", "rules"]) {
      found[game][kind] = {};
      for (const lang of LANGS) {
        const bytes = await readFile(join(from, kind, `${game}.${lang}`));
        found[game][kind][lang] = await place(`${game}.${kind}.${lang}.txt`, kind === "words" ? saidAtTable(bytes, game) : bytes);
      }
    }
  }
  return found;
}

// The courses of each race with their floors, as the engine sets them up.
async function placeCourses() {
  const { load } = await import("../src/wasm/robodrome.mjs");
  const found = {};
  for (const game of await readdir(join(root, "data/courses"))) {
    const packs = await Promise.all(LANGS.map((lang) => readFile(join(root, `build-wasm/words/${game}.${lang}`))));
    const engine = await load(await readFile(join(root, `build-wasm/${game}.wasm`)), { packs });
    const sentences = (rule) => LANGS.map((lang) => [lang, engine.string(lang, `${game}.special.${rule}`)]);
    const ids = (await readdir(join(root, "data/courses", game))).map((name) => basename(name, ".txt"));
    const courses = ids.sort().map((course) => {
      const setups = setupsOf(engine, course);
      const { course: about, floor } = setups[0];
      const { id, name, difficulty, length, players, confidence } = about;
      const teams = teamsOf(setups);
      const verified = [about, ...floor.pieces].every(isVerified);
      const rules = about.rules.map(({ rule }) => rule);
      const special = rules.map((rule) => Object.fromEntries(sentences(rule)));
      return { id, name, difficulty, length, players, teams, rules, special, verified, floor, confidence };
    });
    found[game] = await place(`courses-${game}.json`, JSON.stringify(courses));
  }
  return found;
}

// The variants that a game explains in a sentence, in the order of its switches.
async function placeVariants() {
  const { load } = await import("../src/wasm/robodrome.mjs");
  const found = {};
  for (const name of (await readdir(join(root, "build-wasm/words"))).filter((file) => file.endsWith(".en"))) {
    const game = basename(name, ".en");
    const packs = await Promise.all(LANGS.map((lang) => readFile(join(root, `build-wasm/words/${game}.${lang}`))));
    const engine = await load(await readFile(join(root, `build-wasm/${game}.wasm`)), { packs });
    const word = (lang, key) => engine.string(lang, `${game}.switch.${key}`);
    const variants = engine.about.switches
      .filter(({ key }) => word("en", `${key}.about`) !== `${game}.switch.${key}.about`)
      .map(({ key, fallback, values }) => {
        const inLang = (lang) => ({
          title: word(lang, key), about: word(lang, `${key}.about`), values: values.map((value) => word(lang, `${key}.${value}`)),
        });
        return { key, fallback, values, words: Object.fromEntries(LANGS.map((lang) => [lang, inLang(lang)])) };
      });
    if (variants.length) found[game] = await place(`variants-${game}.json`, JSON.stringify(variants));
  }
  return found;
}

// The lessons of each game and their order.
async function placeLessons() {
  const found = {};
  for (const name of (await readdir(join(gen, "lessons"))).sort()) {
    const text = await readFile(join(gen, "lessons", name), "utf8");
    const file = await place(`lessons-${name}`, text);
    found[basename(name, ".json")] = { file, ids: JSON.parse(text).map((lesson) => lesson.id) };
  }
  return found;
}

// What was decided where the books leave something open, by the rule that shows it: { rulings, of: { rule: [index] } }.
async function placeRulings(lang) {
  const sections = async (name) => (await readFile(join(root, "docs/rules", name), "utf8")).split(/^### (?=RULING-)/m).slice(1);
  const plain = (text) => text?.replace(/^## [^]*/m, "").replace(/\s+/g, " ").replace(/`/g, "").trim();
  const titled = (section) => /^(\S+) (.*)\n([^]*)/.exec(section).slice(1);
  const part = (section, name) => plain(new RegExp(`^- ${name}: ([^]*?)(?=^- |^#|$(?![^]))`, "m").exec(section)?.[1]);
  const english = await sections("rulings.md");
  const own = lang === "en" ? english : await sections(`rulings.${lang}.md`);
  const of = {};
  const rulings = english.map((section, i) => {
    for (const rule of part(section, "Shown by")?.match(/[A-Z0-9]+(?:-[A-Z0-9]+)*-\d+/g) ?? []) (of[rule] ??= []).push(i);
    const [id, question, text] = titled(own[i] ?? "- -\n");
    if (id !== titled(section)[0] || own.length !== english.length) throw new Error(`rulings.${lang}.md: not the same rulings in the same order: ${id}`);
    const decision = lang === "en" ? part(section, "Decision") : plain(text.split(/^Причина: /m)[0]);
    return { id, question, decision: decision.charAt(0).toUpperCase() + decision.slice(1) };
  });
  return place(`rulings.${lang}.json`, JSON.stringify({ rulings, of }));
}

// The robot of each seat, where a game has any.
async function findRobots() {
  const { load } = await import("../src/wasm/robodrome.mjs");
  const found = {};
  for (const game of await readdir(join(root, "data/courses"))) {
    const engine = await load(await readFile(join(root, `build-wasm/${game}.wasm`)));
    const match = engine.open(engine.about.most);
    found[game] = match.setup().actors.map((actor) => actor.robot);
    match.close();
  }
  return found;
}

const isVerified = ({ confidence = {} }) =>
  Object.values(confidence).every((word) => word === "verified" || word === "agreed" || word === "rulebook");

async function buildScripts(define) {
  const worker = await esbuild.build({
    ...common,
    entryPoints: { engine: "src/engine/worker.ts" },
    format: "esm",
    define,
  });
  const WORKER = JSON.stringify(entries(worker.metafile)["src/engine/worker.ts"]);
  const page = await esbuild.build({
    ...common,
    plugins: [...common.plugins, together(here, await readImports(here))],
    entryPoints: { main: "src/main.tsx" },
    format: "esm",
    splitting: true,
    define: { ...define, WORKER },
  });
  return entries(page.metafile)["src/main.tsx"];
}

async function writeIndex(script, style) {
  const html = await readFile(join(here, "src/index.html"), "utf8");
  const sprites = (await readFile(join(here, "src/art/sprites.svg"), "utf8"))
    .replace(/<!--[^]*?-->\s*/g, "")
    .replace("<svg ", '<svg width="0" height="0" aria-hidden="true" class="sprites" ')
    .replace(/>\s+</g, "><");
  const icon = await place("icon.svg", await readFile(join(here, "src/art/icon.svg")));
  const page = html
    .replace("SCRIPT", script)
    .replace("STYLE", style)
    .replace("ICON", icon)
    .replace("<!-- SPRITES -->", sprites);
  await writeFile(join(out, "index.html"), page);
}

// The page without a network: a worker that knows every file, and what a device is told about the page.
async function buildOffline() {
  const files = (await readdir(assets)).filter((name) => !name.startsWith("template")).map((name) => `/a/${name}`);
  const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
  await esbuild.build({
    ...common,
    entryPoints: { sw: "src/offline/sw.ts" },
    outdir: out,
    entryNames: "[name]",
    metafile: false,
    define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
  });
  const icon = files.find((name) => name.startsWith("/a/icon"));
  const about = {
    name: "Robodrome",
    short_name: "Robodrome",
    start_url: "/",
    display: "standalone",
    background_color: "#0C1311",
    theme_color: "#2F5A4B",
    icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
  };
  await writeFile(join(out, "manifest.webmanifest"), JSON.stringify(about));
}

async function printSizes() {
  for (const name of ["index.html", ...(await readdir(assets)).map((n) => `a/${n}`).sort()]) {
    const bytes = await readFile(join(out, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    console.log(`${String(bytes.length).padStart(9)} ${String(packed).padStart(8)} gz  ${name}`);
  }
}

async function placeLicences() {
  const target = join(out, "licences");
  await mkdir(target, { recursive: true });
  for (const name of ["@fontsource-variable/rubik", "@fontsource/russo-one", "preact"]) {
    const file = `${name.replace(/[@/]/g, "-").replace(/^-/, "")}.txt`;
    await cp(join(here, "node_modules", name, "LICENSE"), join(target, file));
  }
}

await generate();
if (process.argv.includes("--generate")) process.exit(0);
await rm(out, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
const style = await buildStyles();
const { app, ...tables } = style;
const script = await buildScripts({
  STYLES: JSON.stringify(tables),
  ENGINE: JSON.stringify(await placeEngine()),
  COURSES: JSON.stringify(await placeCourses()),
  VARIANTS: JSON.stringify(await placeVariants()),
  LESSONS: JSON.stringify(await placeLessons()),
  RULINGS: JSON.stringify({ en: await placeRulings("en"), ru: await placeRulings("ru"), uk: await placeRulings("uk") }),
  ROBOTS: JSON.stringify(await findRobots()),
});
await writeIndex(script, app);
await buildOffline();
await placeLicences();
await printSizes();
