// What build.mjs puts in: addresses of files with hashed names.
declare const STYLES: Record<string, string>;
declare const ENGINE: string;
declare const WORKER: string;
declare module "*.css";
