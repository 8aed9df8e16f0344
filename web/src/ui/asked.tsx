// asked.tsx - in the caption's place: what somebody asks of the others, a pause, and what happened beside the game.
import { t, tr } from "../app/words";
import type { Table } from "../engine/table";

/** The game stands still until all agree to go on. */
function Paused({ table }: { table: Table }) {
  const asked = table.votes.value.some(({ kind }) => kind === "resume");
  const resume = asked ? undefined : table.deeds.value.find(({ id }) => id === "resume");
  return (
    <div class="caption vote" role="status" data-paused>
      <p class="grow strong">{t("web.table.paused")}</p>
      {resume && <button class="btn" onClick={() => void resume.run()}>{resume.words}</button>}
    </div>
  );
}

export function Asked({ table }: { table: Table }) {
  return (
    <>
      {table.news?.value && <p class="caption vote" role="status" data-news>{table.news.value}</p>}
      {table.paused?.value && <Paused table={table} />}
      {table.votes.value.map((vote) => (
        <div key={vote.vote} class={vote.open ? "decision vote" : "caption vote"} role="status" data-vote={vote.kind}>
          <p class="grow">{tr(`web.vote.${vote.kind}`, vote.mine ? t("web.you") : vote.by, vote.about)}</p>
          {vote.open ? (
            <span class="row">
              <button class="btn" onClick={() => table.vote(vote.vote, true)}>{t("web.vote.yes")}</button>
              <button class="btn" onClick={() => table.vote(vote.vote, false)}>{t("web.vote.no")}</button>
            </span>
          ) : (
            <p class="mut">{t("web.vote.waiting")}</p>
          )}
        </div>
      ))}
    </>
  );
}
