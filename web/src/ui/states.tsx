// states.tsx - a page that is not there yet, or cannot be.
import { t } from "../app/words";
import { Icon } from "./icon";

export function Loading() {
  return (
    <div class="state" role="status">
      <span class="state-belt" aria-hidden="true" />
      <p>{t("web.loading")}</p>
    </div>
  );
}

export function Problem({ text, detail }: { text: string; detail?: string }) {
  return (
    <div class="state" role="alert">
      <Icon name="help" size={32} />
      <p class="strong">{text}</p>
      {detail && <p class="mut">{detail}</p>}
      <div class="row">
        <button class="btn" onClick={() => location.reload()}>{t("web.again")}</button>
        <a class="btn" href="/">{t("web.home")}</a>
      </div>
    </div>
  );
}
