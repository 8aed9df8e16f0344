// ago.ts - how long ago, in words.

/** "3 hours ago" in the reader's language. */
export function ago(at: number, now: number, code: string): string {
  const seconds = Math.min(0, (at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(code, { numeric: "auto" });
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [[86_400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, unit] of steps) {
    if (-seconds >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "minute");
}
