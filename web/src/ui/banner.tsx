// banner.tsx - in the caption's place: the connection is lost, and what is kept.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { Icon } from "./icon";

export function LinkBanner({ table }: { table: Table }) {
  const link = table.link.value;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (link.state !== "lost") return;
    const tick = () => setNow(performance.now());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [link.state]);
  if (link.state !== "lost") return null;
  const seconds = Math.max(0, Math.ceil((link.retryAt - now) / 1000));
  return (
    <div class="banner row" role="status" data-lost>
      <Icon name="link" />
      <span>
        <b class="strong block">{t("web.lost")}</b>
        <span class="mut">{t("web.lost_retry", seconds)}</span>
      </span>
    </div>
  );
}
