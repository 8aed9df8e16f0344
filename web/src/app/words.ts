// words.ts - what the page says, in the reader's language.  The words are data/strings/web.*.po,
// built into one module a language; only the one in use is fetched.
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

const loaders: Record<Lang, () => Promise<unknown>> = {
  en: () => import("../gen/words.en"),
  ru: () => import("../gen/words.ru"),
  uk: () => import("../gen/words.uk"),
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

/** Fetches a language and shows the page in it; kept for the next visit when `keep`. */
export async function setLang(code: Lang, keep = true): Promise<void> {
  const loaded = (await loaders[code]()) as Pack;
  pack.value = { lang: code, pack: loaded };
  if (keep) choice.value = code;
  document.documentElement.lang = code;
}

export function startWords(): Promise<void> {
  return setLang(choice.value ?? pickLang(navigator.languages), false);
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
