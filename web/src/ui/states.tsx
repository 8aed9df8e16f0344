// states.tsx - a page that is not there yet, or cannot be.
import { t } from "../app/words";
import { Icon } from "./icon";

export function Loading() {
  return (
    <main class="state">
      <span class="state-belt" aria-hidden="true" />
      <h1 class="state-words" aria-live="polite">{t("web.loading")}</h1>
    </main>
  );
}

export function Problem({ text, detail }: { text: string; detail?: string }) {
  return (
    <main class="state">
      <Icon name="help" size={32} />
      <h1 class="state-words" aria-live="assertive">{text}</h1>
      {detail && <p class="mut">{detail}</p>}
      <div class="row">
        <button class="btn" onClick={() => location.reload()}>{t("web.again")}</button>
        <a class="btn" href="/">{t("web.home")}</a>
      </div>
    </main>
  );
}
