// admin.ts - the operator's requests; the token is in the header of each, and nowhere else.
import { signal } from "@preact/signals";
import { request } from "./api";
import type { TableLine, WebAnnounce } from "./messages";

export interface Rules {
  chat: number;
  public: number;
  guests: number;
  tables: number;
  keep_days: number;
}

export interface Here {
  person: number;
  name: string;
  table: string;
  address: string;
}

export interface Ban {
  what: string; // "person 17" or "address A"
  until: number;
}

/** A complaint about a line of the chat. */
export interface Report {
  report: number;
  table: string;
  person: number; // who wrote it
  made: number;
  text: string;
}

export interface AdminState {
  rules: Rules;
  people: Here[];
  tables: TableLine[];
  bans: Ban[];
  reports: Report[];
  figures: Record<string, number>;
  server: string;
  since: number;
  now: number;
  memory: number; // bytes
}

/** Lost with the page on purpose. */
export const token = signal("");

const ask = <T>(method: string, path: string, body?: unknown) => request<T>(method, `admin/${path}`, body, token.value);

export const readState = () => ask<AdminState>("GET", "state");
export const setRules = (rules: Partial<Rules>) => ask<null>("POST", "rules", rules);
export const announce = (what: WebAnnounce) => ask<null>("POST", "announcement", what);
export const closeTable = (table: string) => ask<null>("DELETE", `table/${table}`);
export const dismiss = (report: number) => ask<null>("DELETE", `report/${report}`);
/** No days: not banned any longer. */
export const ban = (what: string, days: number) => ask<null>("POST", "ban", { what, days });
