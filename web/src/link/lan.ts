// lan.ts - where devices in the same network find this server.  On the server's own machine its
// address is the loopback's, which no phone can open.
import { signal } from "@preact/signals";
import { request } from "./api";
import type { WebLan } from "./messages";

export const lan = signal<WebLan | null>(null);

/** Asks the server, where it would answer: it tells only pages on its own machine. */
export async function lookLan(): Promise<void> {
  if (!isLoopback(location.hostname)) return;
  try {
    lan.value = await request<WebLan>("GET", "lan");
  } catch {
    lan.value = null;
  }
}

/** Lets devices of the local network in; only the server's own machine may say so. */
export async function openLan(): Promise<void> {
  lan.value = await request<WebLan>("POST", "lan", { open: true });
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

/** The beginning of links that others can open. */
export function originForOthers(): string {
  const found = lan.value?.open ? lan.value.addresses[0] : undefined;
  if (!found || !isLoopback(location.hostname)) return location.origin;
  return /^https?:/.test(found) ? found.replace(/\/$/, "") : `http://${found}`;
}
