// announcement.tsx - a line above every page: what the operator says, until it is hidden or over.  A table
// gives it room, so that it lies over nothing.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../app/words";
import { hide, shown } from "../link/announced";
import { Icon } from "./icon";

export function AnnouncementBar() {
  const said = shown.value;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const element = bar.current;
    if (!element) return;
    const size = new ResizeObserver(() => root.setProperty("--above", `${element.offsetHeight}px`));
    size.observe(element);
    return () => {
      size.disconnect();
      root.removeProperty("--above");
    };
  }, [said?.number]);
  // The region is always there, so that a reader speaks what comes into it.
  return (
    <div role="status" class="announcement-place">
      {said && (
        <section ref={bar} class="announcement" aria-label={t("web.announced")} data-announced>
          <Icon name="bell" />
          <p class="grow">{said.text}</p>
          <button class="btn small" data-hide-announced onClick={hide}>{t("web.announced.hide")}</button>
        </section>
      )}
    </div>
  );
}
