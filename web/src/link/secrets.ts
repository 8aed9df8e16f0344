// secrets.ts - what lets this browser back into tables that are not public.
import { stored } from "../app/stored";

const kept = stored<Record<string, string>>("secrets", {});
const MOST = 40;

export function keepSecret(table: string, secret: string): void {
  const entries = Object.entries({ ...kept.value, [table]: secret });
  kept.value = Object.fromEntries(entries.slice(-MOST));
}

export function secretOf(table: string): string | null {
  return kept.value[table] ?? null;
}
