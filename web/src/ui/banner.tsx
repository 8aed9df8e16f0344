// banner.tsx - in the caption's place: the connection is lost, and what is kept.
import { useContext, useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { LogLine, Since, Table } from "../engine/table";
import { NEWS } from "./aloud";
import { Icon } from "./icon";
import { LookBack } from "./look-back";

/** The three sentences that matter most, in their order: news first, else the last ones. */
export function threeOf(since: Since): LogLine[] {
  const isNews = (line: LogLine) => NEWS.has(since.events[line.event - since.first]?.event ?? "");
  const news = since.lines.filter(isNews).slice(-3);
  const rest = since.lines.filter((line) => !isNews(line)).slice(news.length - 3);
  return [...news, ...(news.length < 3 ? rest : [])].sort((a, b) => a.event - b.event);
}

/** What happened while one was away, and the film of it. */
function SinceBanner({ table }: { table: Table }) {
  const look = useContext(LookBack);
  const since = table.since?.value;
  if (!since || !table.since) return null;
  const told = table.since;
  return (
    <section class="banner since" aria-label={t("web.since.title")} data-since>
      <h2 class="strong">{t("web.since.title")}</h2>
      <ol>{threeOf(since).map((line) => <li key={line.event}>{line.text}</li>)}</ol>
      <div class="row">
        {look && (
          <button class="btn" data-since-watch onClick={() => { told.value = null; look(since.first); }}><Icon name="play" /> {t("web.since.watch")}</button>
        )}
        <button class="btn" data-since-hide onClick={() => (told.value = null)}>{t("web.since.hide")}</button>
      </div>
    </section>
  );
}

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
  if (link.state !== "lost") return <SinceBanner table={table} />;
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
