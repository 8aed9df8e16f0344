// votes.tsx - in the caption's place: somebody asks the others for something.
import { t, tr } from "../app/words";
import type { Table } from "../engine/table";

export function Votes({ table }: { table: Table }) {
  return (
    <>
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
