// api.ts - the server's small documents over HTTP, and who this browser is to it: a name and a key.
import { signal } from "@preact/signals";
import { stored } from "../app/stored";
import { lang } from "../app/words";
import type { BotLine, Refusal, TableLine, WebBot, WebBots, WebFeed, WebGuest, WebLink, WebMade, WebNewTable, WebTables } from "./messages";

export interface Guest {
  key: string;
  name: string;
}

/** Who this browser is; made by the server when it is first needed. */
export const guest = stored<Guest | null>("guest", null);

/** unknown until the first answer; none: the page came from something that is not a server. */
export const server = signal<"unknown" | "there" | "none" | "lost">("unknown");

export class ApiError extends Error {
  constructor(
    readonly error: Refusal | "offline",
    message: string,
  ) {
    super(message);
  }
}

export async function request<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  let response: Response;
  const bearer = key ?? guest.value?.key;
  try {
    response = await fetch(`/api/1/${path}`, {
      method,
      cache: "no-store",
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    server.value = server.value === "unknown" ? "none" : "lost";
    throw new ApiError("offline", "");
  }
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  if (!isJson && (method === "GET" || response.status !== 204)) {
    server.value = "none";
    throw new ApiError("offline", "");
  }
  server.value = "there";
  const document = text ? JSON.parse(text) : null;
  if (!response.ok) throw new ApiError(document?.error ?? "malformed", document?.text ?? "");
  return document as T;
}

/** This browser's guest, made now if there is none yet or the server no longer knows it. */
export async function beGuest(): Promise<Guest> {
  const known = guest.value;
  if (known) {
    try {
      const me = await request<WebGuest>("GET", "me");
      guest.value = { key: known.key, name: me.name };
      return guest.value;
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== "key") throw error;
    }
  }
  const made = await request<WebGuest>("POST", "guest", { lang: lang.value }, "");
  guest.value = { key: made.key ?? "", name: made.name };
  return guest.value;
}

export async function rename(name: string): Promise<void> {
  const me = await beGuest();
  const changed = await request<WebGuest>("PUT", "me", { name });
  guest.value = { key: me.key, name: changed.name };
}

/** A link with which another device becomes this person, once. */
export async function linkDevice(): Promise<string> {
  await beGuest();
  return (await request<WebLink>("POST", "link")).link;
}

/** This device becomes the person who made the link. */
export async function useLink(link: string): Promise<void> {
  const made = await request<WebGuest>("POST", "link/use", { link }, "");
  guest.value = { key: made.key ?? "", name: made.name };
}

/** Everything the server keeps about this browser's guest, taken away. */
export async function removeMe(): Promise<void> {
  await request<null>("DELETE", "me");
  guest.value = null;
}

/** Programs that this person may put on a seat: their own, and those of the server. */
export const seatable = (): Promise<WebBots> => request<WebBots>("GET", "bots");

/** Programs of this person that may play here. */
export const myBots = async (): Promise<BotLine[]> => (await seatable()).bots;

/** A new one; its token is shown only now. */
export async function makeBot(name: string): Promise<WebBot> {
  await beGuest();
  return request<WebBot>("POST", "bots", { name });
}

export async function removeBot(bot: number): Promise<void> {
  await request<null>("DELETE", `bots/${bot}`);
}

/** Has this person a secret address of their games? */
export async function myFeed(): Promise<boolean> {
  return (await request<WebFeed>("GET", "me/feed")).made !== undefined;
}

/** A new one; its token is shown only now, and an older one is good for nothing. */
export async function makeFeed(): Promise<string> {
  await beGuest();
  return (await request<WebFeed>("POST", "me/feed")).token ?? "";
}

export async function removeFeed(): Promise<void> {
  await request<null>("DELETE", "me/feed");
}

export async function openTables(): Promise<TableLine[]> {
  return (await request<WebTables>("GET", "tables")).tables;
}

export async function myTables(): Promise<TableLine[]> {
  if (!guest.value) return [];
  return (await request<WebTables>("GET", "me/tables")).tables;
}

/** The last games that are over. */
export async function myFinished(): Promise<TableLine[]> {
  if (!guest.value) return [];
  return (await request<WebTables>("GET", "finished")).tables;
}

/** Who else plays at a table of mine. */
export function othersOf(line: TableLine): string[] {
  const mine = line.names.indexOf(guest.value?.name ?? "");
  return line.names.filter((_, seat) => seat !== mine);
}

export async function makeTable(table: WebNewTable): Promise<WebMade> {
  await beGuest();
  return request<WebMade>("POST", "tables", table);
}

/** The record of a finished game: `game` counts the games of a table, the last if null. */
export async function fetchRecord(table: string, game: string | null): Promise<string> {
  const response = await fetch(`/api/1/record/${encodeURIComponent(table)}${game ? `?game=${Number(game)}` : ""}`, {
    cache: "no-store",
    headers: { authorization: `Bearer ${guest.value?.key ?? ""}` },
  }).catch(() => {
    throw new ApiError("offline", "");
  });
  const text = await response.text();
  if (response.ok) return text;
  const problem = JSON.parse(text || "{}") as { error?: Refusal; text?: string };
  throw new ApiError(problem.error ?? "malformed", problem.text ?? "");
}

/** An id that the page makes, so that what is sent twice is done once. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
