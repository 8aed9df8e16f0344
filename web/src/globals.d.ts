// What build.mjs puts in: addresses of files with hashed names.
declare const STYLES: Record<string, string>;
declare const ENGINE: Record<string, EngineFiles>; // by game
declare const VARIANTS: Record<string, string>; // by game, where it explains any
declare const COURSES: Record<string, string>; // by game, where it has any
declare const LESSONS: Record<string, { file: string; ids: string[] }>; // by game, where it has any
declare const ROBOTS: Record<string, string[]>; // of each seat, by game, where it has any
declare const RULINGS: Record<"en" | "ru" | "uk", string>;
declare const WORKER: string;
declare module "*.css";

/** A game's module and, by language, its packs. */
interface EngineFiles {
  module: string;
  words: Record<string, string>;
  rules: Record<string, string>;
}
