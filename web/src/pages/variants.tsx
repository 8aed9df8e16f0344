// variants.tsx - the rules a table can agree on, each with a sentence that says what it changes.
import { useEffect, useState } from "preact/hooks";
import type { Course } from "../app/courses";
import { isOffered, isSwitch, loadVariants, valueName, type Variant } from "../app/variants";
import { lang, t } from "../app/words";
import { Line, Select, Switch } from "../ui/controls";

/** The variants of a game; none while they are on their way. */
export function useVariants(game: string): readonly Variant[] {
  const [found, setFound] = useState<{ game: string; variants: readonly Variant[] }>({ game, variants: [] });
  useEffect(() => {
    let current = true;
    loadVariants(game).then((variants) => current && setFound({ game, variants }), () => {}); // then without them
    return () => {
      current = false;
    };
  }, [game]);
  return found.game === game ? found.variants : [];
}

/** What is chosen and can be, as settings of the table. */
export function settingsOf(variants: readonly Variant[], chosen: Readonly<Record<string, string>>, course: Course | null, seats: number) {
  return variants.flatMap((v) => {
    const value = chosen[v.key];
    return value !== undefined && value !== v.fallback && isOffered(v, course, seats) ? [{ key: v.key, value }] : [];
  });
}

interface Props {
  variants: readonly Variant[];
  chosen: Readonly<Record<string, string>>;
  course: Course | null;
  seats: number;
  onChange: (key: string, value: string) => void;
}

function VariantLine({ variant, value, onChange }: { variant: Variant; value: string; onChange: (value: string) => void }) {
  const { title, about } = variant.words[lang.value];
  if (isSwitch(variant))
    return (
      <Line title={title} about={about}>
        <Switch label={title} on={value === "yes"} onChange={(on) => onChange(on ? "yes" : "no")} />
      </Line>
    );
  return (
    <Line title={title} about={about} below>
      <Select label={title} value={value} options={variant.values.map((v) => [v, valueName(variant, v, lang.value)] as const)} onChange={onChange} />
    </Line>
  );
}

/** The first one, which changes most, is always there; the others open. */
export function Variants({ variants, chosen, course, seats, onChange }: Props) {
  const offered = variants.filter((v) => isOffered(v, course, seats));
  if (!offered.length) return null;
  const line = (v: Variant) => (
    <VariantLine key={v.key} variant={v} value={chosen[v.key] ?? v.fallback} onChange={(value) => onChange(v.key, value)} />
  );
  const first = offered.filter(isSwitch).slice(0, 1);
  const more = offered.filter((v) => !first.includes(v));
  const changed = settingsOf(more, chosen, course, seats);
  return (
    <>
      {first.map(line)}
      {more.length > 0 && (
        <details class="create-variants">
          <summary>
            <span class="line-title">{t("web.create.variants")}</span>
            <span class="mut small block">{changed.length ? inWords(more, changed) : t("web.create.variants_usual")}</span>
          </summary>
          {more.map(line)}
        </details>
      )}
    </>
  );
}

/** Settings that are not the usual ones, as they are called. */
export function inWords(variants: readonly Variant[], settings: readonly { key: string; value: string }[]): string {
  return settings
    .flatMap(({ key, value }) => {
      const variant = variants.find((v) => v.key === key);
      return variant && value !== variant.fallback ? [`${variant.words[lang.value].title}: ${valueName(variant, value, lang.value)}`] : [];
    })
    .join("; ");
}
