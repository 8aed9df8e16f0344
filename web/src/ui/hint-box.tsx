// hint-box.tsx - what a strong bot would do and why, for those who asked.
import { t } from "../app/words";
import type { Hint } from "../engine/table";
import { Icon } from "./icon";

/** In the caption's place: the hint in words; `laid` = the screen shows the answer itself. */
export function HintBox({ hint, laid = false, onHide, onDo }: { hint: Hint; laid?: boolean; onHide: () => void; onDo?: () => void }) {
  return (
    <div class="hint-box" role="status" data-hint>
      <p class="hint-head">
        <Icon name="bulb" /> {t("web.ry.hint_asked")}
        <button class="link" onClick={onHide}>{t("web.ry.hint_hide")}</button>
      </p>
      <p>
        {laid ? t("web.hint.laid") : (hint.words || hint.text)}
        {hint.chance !== null && <> <span class="tag">{t("web.ry.chance", Math.round(100 * hint.chance))}</span></>}
        {onDo && <> <button class="btn small" data-hint-do onClick={onDo}>{t("web.learn.do_it")}</button></>}
      </p>
      {hint.reasons.length > 0 && <p class="mut small" data-why>{hint.reasons.join("; ")}</p>}
    </div>
  );
}
