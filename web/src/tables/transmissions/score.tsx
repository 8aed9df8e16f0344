// score.tsx - what each player would get if the game ended now, line by line, and when it ends.
import { t, tr } from "../../app/words";
import type { Seat } from "../../engine/table";
import { PlateState } from "../../ui/roster";
import { ENGRAMS, halves, isLaidOut, scoreLines, type Box, type Player, type View } from "./model";
import { explain } from "./explain";
import type { Nouns } from "./nouns";
import { Sign } from "./signs";

const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`);

/** What an answer changes in the sheet, line by line: "Pipes +3". */
export function changes(player: Player, then: Player, solo: boolean): string[] {
  const later = scoreLines(then.score, solo);
  return scoreLines(player.score, solo).flatMap(({ key, points }, i) => {
    const more = (later[i]?.points ?? points) - points;
    return more ? [`${tr(`web.tx.line.${key}`)} ${signed(more)}`] : [];
  });
}

interface SheetProps {
  box: Box;
  view: View;
  after: View | null; // what the answer in the making would lead to
  who: number; // whose sheet
  names: readonly string[];
  nouns: Nouns;
  onWho: (seat: number) => void;
}

export function ScoreSheet({ box, view, after, who, names, nouns, onWho }: SheetProps) {
  const player = view.players[who];
  const score = player?.score;
  const then = after?.players[who]?.score;
  if (!player || !score) return null;
  const left = (n: number) => (isLaidOut(view) ? t("web.tx.left", n) : "–");
  const later = then ? scoreLines(then, box.solo) : null;
  const gain = then ? (then.total_halves - score.total_halves) / 2 : 0;
  return (
    <div class="tx-score" tabIndex={0} role="region" aria-label={t("web.tx.if_ended")}>
      {names.length > 1 && (
        <label class="tx-score-who">
          <span class="hidden">{t("web.tx.score_of")}</span>
          <select class="field" value={who} onChange={(e) => onWho(Number(e.currentTarget.value))}>
            {names.map((name, i) => <option key={i} value={i}>{name}</option>)}
          </select>
        </label>
      )}
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
              <dt>{tr(`web.tx.line.${line.key}`)} <small class="mut">{explain(line.key, box, player, nouns)}</small></dt>
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
        <div><dt>{t("web.tx.end_pipes")}</dt><dd class="num">{left(Math.min(...view.stacks.map((s) => s.length)))}</dd></div>
        <div><dt>{t("web.tx.end_shop")}</dt><dd class="num">{left(view.pile_size)}</dd></div>
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
  who: number; // whose sheet is shown
  onWho: (seat: number) => void;
}

/** Everybody with goods and points, and a tap shows how they came about; on a phone one row. */
export function Plates({ view, names, seats, me, who, onWho }: PlatesProps) {
  return (
    <ul class="tx-plates">
      {view.players.map((player, i) => {
        const seat = seats.find((s) => s.seat === i);
        return (
          <li key={i} class={`tx-plate${i === me ? " mine" : ""}${view.active === i || (view.active === "harvey" && !seat) ? " active" : ""}`}>
            <button class="tx-plate-pick" data-plate={i} aria-pressed={i === who} onClick={() => onWho(i)}>
              <span class="tx-plate-who">
                <b>{names[i]}</b>
                <span class="tx-goods">
                  {ENGRAMS.map((good) => player.engrams[good] > 0 && (
                    <span key={good}><Sign good={good} size={15} label={tr(`web.tx.good.${good}`)} />{player.engrams[good]}</span>
                  ))}
                  <span><Sign good="electricity" size={15} label={t("web.tx.good.electricity")} />{player.electricity}</span>
                </span>
              </span>
              {seat && i !== me && <span class={seat.presence === "here" ? "tx-here" : ""}><PlateState seat={seat} /></span>}
              <b class="num tx-plate-points">{halves(player.score.total_halves)}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
