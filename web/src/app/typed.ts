// typed.ts - a typed text is cut while it is typed, so that nothing is refused after it was sent.

/** The beginning of a text that has at most that many bytes. */
export function cut(text: string, bytes: number): string {
  let left = bytes;
  let kept = "";
  for (const letter of text) {
    left -= new TextEncoder().encode(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return kept;
}

/** What is kept of a field's text; the field shows the same. */
export function typedIn(field: HTMLInputElement, fit: (text: string) => string): string {
  const kept = fit(field.value);
  if (kept !== field.value) field.value = kept;
  return kept;
}
