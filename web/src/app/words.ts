// words.ts - what the page says, in the reader's language.  The words are data/strings/web.*.po, built into
// modules by language and part (split.mjs); only the parts in use are fetched.
import { computed, signal } from "@preact/signals";
import type { words as english } from "../gen/words.en";
import { stored } from "./stored";

export type Key = keyof typeof english;
export type Lang = "en" | "ru" | "uk";
export type Text = string | (string | number)[]; // forms after the argument that chooses one

export interface Pack {
  words: Record<string, Text>;
  plural: (n: number) => number;
}

export const LANGS: readonly Lang[] = ["en", "ru", "uk"];
export const LANG_NAMES: Record<Lang, string> = {
  en: "English",
  ru: "Русский",
  uk: "Українська",
};

/** The first language of the list that the page has. */
export function pickLang(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const code = tag.slice(0, 2).toLowerCase();
    if ((LANGS as readonly string[]).includes(code)) return code as Lang;
  }
  return "en";
}

const choice = stored<Lang | null>("lang", null);
const pack = signal<{ lang: Lang; pack: Pack } | null>(null);
export const lang = computed<Lang>(() => pack.value?.lang ?? "en");

const parts = new Set(["base"]); // what is said on the pages that were open
let wanted: Lang | null = null; // the language that was asked for last

const load = (part: string, code: Lang): Promise<Pack> => import(`../gen/words/${part}.${code}.ts`);

/** Fetches a language and shows the page in it; kept for the next visit when `keep`. */
export async function setLang(code: Lang, keep = true): Promise<void> {
  wanted = code;
  const loaded = await Promise.all([...parts].map((part) => load(part, code)));
  if (wanted !== code) return; // another one was chosen meanwhile
  const said = pack.peek();
  const { plural } = loaded[0] as Pack;
  const words = Object.assign({}, said?.lang === code && said.pack.words, ...loaded.map((part) => part.words)) as Pack["words"];
  pack.value = { lang: code, pack: { words, plural } };
  if (keep) choice.value = code;
  document.documentElement.lang = code;
}

export function startWords(): Promise<void> {
  return setLang(wanted ?? choice.value ?? pickLang(navigator.languages), false);
}

/** Fetches the words of one more part: "pages", or a table's. */
export async function addWords(part: string): Promise<void> {
  if (parts.has(part)) return startWords();
  parts.add(part);
  try {
    await startWords();
  } catch (error) {
    parts.delete(part); // so that the others can still be had in another language
    throw error;
  }
}

/** Fills the placeholders {0} ... of a text; a number picks the form where there are several. */
export function fill(p: Pack, key: string, args: readonly (string | number)[]): string {
  const entry = p.words[key];
  if (entry === undefined) throw new Error(`no words for ${key}`);
  let text: string;
  if (typeof entry === "string") {
    text = entry;
  } else {
    const chooser = Number(args[entry[0] as number]);
    text = String(entry[1 + p.plural(chooser)]);
  }
  return text.replace(/\{\{|\{(\d)(?::(#?[a-z0-9_.]+))?\}/g, (all, at, kind) => {
    if (all === "{{") return "{";
    const value = args[Number(at)];
    return kind?.startsWith("#") ? fill(p, kind.slice(1), [value ?? ""]) : String(value ?? "");
  });
}

/** The words of a key.  Read inside a component, it follows the language. */
export function t(key: Key, ...args: (string | number)[]): string {
  return pack.value ? fill(pack.value.pack, key, args) : "";
}

/** The same for keys that are put together from data, such as a game's name. */
export function tr(key: string, ...args: (string | number)[]): string {
  return t(key as Key, ...args);
}

/** Whether there are words for a key that comes from data. */
export function has(key: string): boolean {
  return pack.value?.pack.words[key] !== undefined;
}
