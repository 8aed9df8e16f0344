// score.tsx - what each player would get if the game ended now, line by line, and when it ends.
import { t, tr } from "../../app/words";
import type { Seat } from "../../engine/table";
import { PlateState } from "../../ui/roster";
import { ENGRAMS, halves, scoreLines, type Box, type View } from "./model";
import { Sign } from "./signs";

const signed = (n: number): string => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

interface SheetProps {
  box: Box;
  view: View;
  after: View | null; // what the answer in the making would lead to
  who: number;
}

/** How a line came about, in numbers. */
function why(key: string, view: View, who: number): string {
  const score = view.players[who]?.score;
  if (!score) return "";
  switch (key) {
    case "animals": return `${score.birds} × ${score.butterflies}`;
    case "pipes": return t("web.tx.why.pipes", view.players[who]?.pipes.length ?? 0, view.players[who]?.unused.length ?? 0);
    case "chain": return t("web.tx.why.chain", score.chain_length);
    case "robots": return t("web.tx.why.robots", score.full_robots);
    case "acorns": return t("web.tx.why.acorns", score.acorns);
    case "penalty": return t("web.tx.why.penalty");
    default: return "";
  }
}

export function ScoreSheet({ box, view, after, who }: SheetProps) {
  const score = view.players[who]?.score;
  const then = after?.players[who]?.score;
  if (!score) return null;
  const later = then ? scoreLines(then, box.solo) : null;
  const gain = then ? (then.total_halves - score.total_halves) / 2 : 0;
  return (
    <div class="tx-score" tabIndex={0} role="region" aria-label={t("web.tx.if_ended")}>
      <p class="tx-score-head">
        <span class="strong">{t("web.tx.if_ended")}</span>
        <b class="num">{halves(score.total_halves)}</b>
        {gain !== 0 && <b class={`num ${gain > 0 ? "tx-more" : "tx-less"}`}>{signed(gain)}</b>}
      </p>
      <dl>
        {scoreLines(score, box.solo).map((line, i) => {
          const more = (later?.[i]?.points ?? line.points) - line.points;
          return (
            <div key={line.key}>
              <dt>{tr(`web.tx.line.${line.key}`)} <small class="mut">{why(line.key, view, who)}</small></dt>
              <dd class="num">
                {halves(2 * line.points)}
                {more !== 0 && <span class={more > 0 ? "tx-more" : "tx-less"}> {signed(more)}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      <h3>{t("web.tx.end_when")}</h3>
      <dl>
        <div><dt>{t("web.tx.end_pipes")}</dt><dd class="num">{t("web.tx.left", Math.min(...view.stacks.map((s) => s.length)))}</dd></div>
        <div><dt>{t("web.tx.end_shop")}</dt><dd class="num">{t("web.tx.left", view.pile_size)}</dd></div>
        <div>
          <dt>{t("web.tx.end_robots")}</dt>
          <dd class="num">
            {t("web.tx.left", Math.min(...view.players.map((p) => Object.values(p.robots).reduce((sum, r) => sum + r.free, 0))))}
          </dd>
        </div>
      </dl>
    </div>
  );
}

interface PlatesProps {
  view: View;
  names: readonly string[];
  seats: readonly Seat[];
  me: number;
}

/** Everybody with goods and points; on a phone one row. */
export function Plates({ view, names, seats, me }: PlatesProps) {
  return (
    <ul class="tx-plates">
      {view.players.map((player, i) => {
        const seat = seats.find((s) => s.seat === i);
        return (
          <li key={i} class={`tx-plate${i === me ? " mine" : ""}${view.active === i || (view.active === "harvey" && !seat) ? " active" : ""}`}>
            <span class="tx-plate-who">
              <b>{names[i]}</b>
              <span class="tx-goods">
                {ENGRAMS.map((good) => player.engrams[good] > 0 && (
                  <span key={good}><Sign good={good} size={15} label={tr(`web.tx.good.${good}`)} />{player.engrams[good]}</span>
                ))}
                <span><Sign good="electricity" size={15} label={t("web.tx.good.electricity")} />{player.electricity}</span>
              </span>
            </span>
            {seat && i !== me && <PlateState seat={seat} />}
            <b class="num tx-plate-points">{halves(player.score.total_halves)}</b>
          </li>
        );
      })}
    </ul>
  );
}
