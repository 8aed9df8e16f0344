// The desk while the film stands after a register, as in a lesson.
import { t } from "../../app/words";
import type { Film } from "../../film/player";
import { Icon } from "../../ui/icon";
import { cardWords, type Look } from "./cards";
import { OwnRegisters } from "./filmbar";
import type { CardValue } from "./model";

/** My cards, and the way on. */
export function HeldBar({ film, look, own, running }: { film: Film; look: Look; own: readonly CardValue[]; running: number }) {
  const next = own[running];
  const known = next !== undefined && next !== null && next !== false;
  return (
    <div class="heldbar">
      <OwnRegisters cards={own} running={running} look={look} />
      <div class="row heldbar-go">
        <button class="btn console icon-only" aria-label={t("web.learn.replay")} onClick={() => film.again()}><Icon name="stepb" /></button>
        <button class="btn act grow" data-coach="go" onClick={() => film.toggle()}>
          {running > 0 && running < 5 ? t("web.learn.register", running + 1) : t("web.learn.go_on")}
          {running > 0 && known ? `: ${cardWords(look(next))}` : ""}
        </button>
      </div>
    </div>
  );
}
