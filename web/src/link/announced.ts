// announced.ts - what the operator says to everybody: told by the connection of a table at once, asked for
// on other pages; hidden in this browser once somebody has read it.
import { computed, signal } from "@preact/signals";
import { place, route } from "../app/router";
import { stored } from "../app/stored";
import { request, server } from "./api";
import type { Announcement, WebAnnounced } from "./messages";

const EVERY = 30_000;

export const announced = signal<Announcement | null>(null);
const read = stored<number>("announced", 0);

/** What is to be shown now. */
export const shown = computed(() => (announced.value && announced.value.number !== read.value ? announced.value : null));

export function hide(): void {
  if (announced.value) read.value = announced.value.number;
}

export async function lookAnnounced(): Promise<void> {
  if (document.visibilityState === "hidden" || server.peek() === "none") return;
  // A table hears of what begins; whether something has ended while it was cut off, it asks.
  if (route.peek().page === "table" && !announced.peek()) return;
  try {
    announced.value = (await request<WebAnnounced>("GET", "announcement")).announcement ?? null;
  } catch {
    // Whoever cannot reach the server keeps what they have read.
  }
}

/** Asks when a page is opened and every half minute. */
export function startAnnounced(): void {
  let path = "";
  place.subscribe((now) => {
    const next = now.split("?")[0] ?? "";
    if (next !== path) void lookAnnounced();
    path = next;
  });
  document.addEventListener("visibilitychange", () => void lookAnnounced());
  setInterval(() => void lookAnnounced(), EVERY);
}
