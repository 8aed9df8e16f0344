// A badge of an option or upgrade: its sign; square = stays, round = works once.
import { signal } from "@preact/signals";

/** The signs, fetched with the first badge of the table: most races begin without any. */
const signs = signal<Readonly<Record<string, string>>>({});
let asked = false;

function signOf(word: string): string | undefined {
  if (!asked) {
    asked = true;
    import("../../art/option-signs").then(
      (found) => (signs.value = found.OPTION_SIGNS),
      () => (asked = false), // the next badge tries again
    );
  }
  return signs.value[word];
}

/** The sign itself; two letters of the name while it is not there. */
export function OptionSign({ word, name }: { word: string; name: string }) {
  const drawn = signOf(word);
  if (drawn) return <svg class="option-sign" viewBox="0 0 24 24" aria-hidden="true"><path d={drawn} /></svg>;
  const parts = name.split(/[\s-]+/);
  return <>{parts.length > 1 ? (parts[0]?.[0] ?? "") + (parts[1]?.[0] ?? "") : name.slice(0, 2)}</>;
}

export function Badge({ word, name, once, held }: { word: string; name: string; once: boolean; held?: boolean }) {
  return (
    <span class={`badge${once ? " once" : ""}${held ? " held" : ""}`} title={name} role="img" aria-label={name} data-option={word}>
      <OptionSign word={word} name={name} />
    </span>
  );
}
