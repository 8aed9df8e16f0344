// special-rules.tsx - what the chosen course does otherwise: said before the table is made, and once more in
// its waiting room.
import { specialsOf, type Course } from "../app/courses";
import { lang, t } from "../app/words";

export function SpecialRules({ course }: { course: Course | null }) {
  const rules = course ? specialsOf(course, lang.value) : [];
  if (!rules.length) return null;
  return (
    <section class="special-rules" data-special>
      <h3 class="strong">{t("web.rally.special")}</h3>
      {rules.map((rule) => <p key={rule}>{rule}</p>)}
    </section>
  );
}
