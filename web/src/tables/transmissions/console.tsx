// console.tsx - hand, goods, what is being answered, and the yellow button.
import { t, tr } from "../../app/words";
import type { Option } from "../../engine/table";
import { Icon, Sprite } from "../../ui/icon";
import { aboutCard, aboutForest, aboutIdea } from "./about";
import { deedOf, isWhole, wordsOf, type Made } from "./asking";
import { ENGRAMS, halves, paidOf, type Box, type Engram, type Player, type View } from "./model";
import type { Nouns } from "./nouns";
import { placesOf, Receipt } from "./receipt";
import { changes } from "./score";
import { Does, placeSprite, Sign } from "./signs";
import type { Asking } from "./use-asking";

interface ConsoleProps {
  box: Box;
  view: View;
  nouns: Nouns;
  player: Player | null; // me
  asking: Asking;
  undo: (() => void) | null;
  undoTurn: (() => void) | null;
}

function Card({ card, played, props }: { card: string; played: boolean; props: ConsoleProps }) {
  const { box, nouns, asking } = props;
  const about = box.cards.get(card);
  const state = played ? "none" : asking.state("card", card);
  return (
    <button class={`tx-card is-${state}${played ? " played" : ""}`} data-card={card} data-about={aboutCard(about)} aria-disabled={state === "none"} aria-pressed={state === "chosen"} onClick={() => asking.tap("card", card)}>
      <span class="tx-card-art">
        {about?.robot ? (
          <Sprite id={`transmissions-${about.robot}`} size={34} />
        ) : (
          about?.locations.map((l) => (
            <svg key={l} width="24" height="24" viewBox="0 0 44 44" aria-hidden="true"><use href={placeSprite(l)} width="40" height="40" /></svg>
          ))
        )}
      </span>
      <span>{played ? t("web.tx.played") : nouns.card(card)}</span>
    </button>
  );
}

/** Seven sockets; the engrams that are offered can be tapped. */
function Purse({ props, player }: { props: ConsoleProps; player: Player }) {
  const { box, asking, nouns } = props;
  const have = ENGRAMS.flatMap((e) => Array.from({ length: player.engrams[e] }, (_, i) => ({ e, i })));
  const me = props.view.players.indexOf(player);
  const lost = paidOf(player, asking.after?.players[me]);
  const picked = (e: Engram) => Math.max(lost[e], named(e));
  const named = (e: Engram) => asking.chain?.made.filter((m) => m.option.is === "engram" && m.option.value === e).length ?? 0;
  const empty = Math.max(0, box.limit - have.length);
  const gained = ENGRAMS.filter((e) => player.engrams[e] === 0 && asking.state("engram", e) !== "none");
  return (
    <div class="tx-purse" role="group" aria-label={t("web.tx.goods")}>
      {have.map(({ e, i }) => {
        const state = asking.state("engram", e);
        return (
          <button key={e + i} class={`tx-engram is-${state}${i < picked(e) ? " paid" : ""}`} data-engram={e} data-about="TX-ENGRAM-1" aria-disabled={state === "none"} aria-label={nouns.engram(e)} aria-pressed={i < picked(e)} onClick={() => asking.tap("engram", e)}>
            <Sign good={e} size={24} />
          </button>
        );
      })}
      {gained.map((e) => (
        <button key={e} class={`tx-engram ghost is-${asking.state("engram", e)}`} data-engram={e} aria-label={nouns.engram(e)} aria-pressed={asking.state("engram", e) === "chosen"} onClick={() => asking.tap("engram", e)}>
          <Sign good={e} size={24} />
        </button>
      ))}
      {Array.from({ length: Math.max(0, empty - gained.length) }, (_, i) => <span key={i} class="tx-engram none" aria-hidden="true" />)}
      <span class="tx-power" data-about="TX-POWER-2"><Sign good="electricity" size={26} label={t("web.tx.good.electricity")} /><b class="num">{player.electricity}</b></span>
    </div>
  );
}

/** Choices that stand nowhere on the table: act, end the turn, board or box, face down, sources. */
function Choices({ asking }: { asking: Asking }) {
  const chain = asking.chain;
  if (!chain) return null;
  const places: unknown[] = placesOf(chain); // they stand in the receipt
  const wanted = (o: Option) => o.is === "choice" && !places.includes(o.value) && !(o.value === "act" && chain.ahead && chain.ahead.question.options.length > 0);
  const earlier = chain.made.flatMap((m) => (m.options.length > 1 && m.option.is === "choice" && m.option.value !== "act" ? m.options.filter(wanted) : []));
  const options = [...earlier, ...chain.now.options.filter(wanted), ...(chain.ahead?.question.options.filter(wanted) ?? [])];
  return (
    <>
      {options.map((o) => (
        <button key={`${o.pick}`} class="btn console" data-choice={String(o.value)} disabled={asking.busy} aria-pressed={asking.state("choice", o.value ?? null) === "chosen"} onClick={() => asking.tap("choice", o.value ?? null)}>
          {wordsOf(o)}
        </button>
      ))}
    </>
  );
}

/** Forest cards that were drawn, to keep one of them. */
function Drawn({ props }: { props: ConsoleProps }) {
  const cards = props.view.drawn.filter((card) => card !== null && props.asking.state("forest", card) !== "none");
  if (!cards.length) return null;
  return (
    <div class="row" role="group" aria-label={t("web.tx.drawn")}>
      {cards.map((card) => card && (
        <button key={card} class={`tx-leaf drawn is-${props.asking.state("forest", card)}`} data-forest={card} data-about={aboutForest(props.box, card)} aria-pressed={props.asking.state("forest", card) === "chosen"} onClick={() => props.asking.tap("forest", card)}>
          <Does effect={props.box.forest.get(card)} says={props.nouns.tile("forest", card).says} />
        </button>
      ))}
    </div>
  );
}

/** The two ideas to begin with; the one that is asked for wears the yellow. */
function Starting({ props, player }: { props: ConsoleProps; player: Player }) {
  const made = props.asking.chain?.made ?? [];
  return (
    <ol class="tx-hand tx-starting" aria-label={t("web.tx.starting")}>
      {player.starting_ideas.map((idea, i) => {
        const on = made[i]?.option.value;
        return idea && (
          <li key={idea} class={`tx-leaf${i === made.length ? " asked" : ""}`} data-starting={idea} data-about={aboutIdea(props.box, idea)}>
            <Does effect={props.box.ideas.get(idea)} says={props.nouns.tile("idea", idea).says} />
            {typeof on === "string" && <Sprite id={`transmissions-${on}`} size={24} label={props.nouns.robot(on)} />}
          </li>
        );
      })}
    </ol>
  );
}

/** What the answer gives, as the yellow button says it. */
function gainOf(props: ConsoleProps): string {
  const { asking, view, player } = props;
  if (!asking.after || !player) return "";
  const i = view.players.indexOf(player);
  const gain = ((asking.after.players[i]?.score.total_halves ?? 0) - player.score.total_halves) / 2;
  return gain <= 0 ? "" : Number.isInteger(gain) ? t("web.table.score", gain) : `+${halves(2 * gain)}`;
}

/** Where a pipe lies is seen; in words it is said only aloud. */
const isSeen = ({ option }: Made): boolean => option.is === "spot" || option.is === "turn";

/** The answer as one verb, or the choice itself in words. */
function verbOf(asking: Asking): string {
  const made = asking.chain?.made ?? [];
  const deed = deedOf(made);
  if (deed) return t(`web.tx.do.${deed}`);
  const [only] = made;
  return only && made.length === 1 && only.option.is === "choice" ? wordsOf(only.option) : t("web.table.confirm");
}

export function Console(props: ConsoleProps) {
  const { asking, player, undo, undoTurn } = props;
  const chain = asking.chain;
  const whole = chain !== null && isWhole(chain);
  const then = player && asking.after?.players[props.view.players.indexOf(player)];
  const changed = player && then ? changes(player, then, props.box.solo) : [];
  const chosen = chain?.made.filter((m) => m.option.value !== "act" || chain.made.length === 1) ?? [];
  return (
    <div class={props.view.move && props.view.move.step !== "move" ? "tx-console acting" : "tx-console"}>
      {player && props.view.phase === "ideas" && <Starting props={props} player={player} />}
      {player && props.view.phase !== "ideas" && (
        <div class="tx-hand" role="group" aria-label={t("web.tx.hand")}>
          {player.played && <Card card={player.played} played props={props} />}
          {player.hand.map((card) => <Card key={card} card={card} played={false} props={props} />)}
        </div>
      )}
      <div class="tx-middle">
        {player && <Purse props={props} player={player} />}
        <p class={chosen.length || asking.refusal ? "tx-chosen" : "tx-chosen idle"} aria-live="polite">
          {asking.refusal ? (
            <span role="alert">{asking.refusal.message}</span>
          ) : chosen.length ? (
            <>{chosen.map((m, i) => <span key={i} class={isSeen(m) ? "hidden" : ""}>{i > 0 && " › "}{wordsOf(m.option)}</span>)} {changed.map((line) => <b key={line} class="tx-change">{line}</b>)}</>
          ) : (
            player && tr("web.tx.engrams_of", ENGRAMS.reduce((sum, e) => sum + player.engrams[e], 0), props.box.limit)
          )}
        </p>
      </div>
      {player && <Receipt box={props.box} view={props.view} nouns={props.nouns} player={player} asking={asking} />}
      <div class="tx-buttons">
        {chain && chain.made.length > 0 ? (
          <button class="btn console" data-back aria-label={t("web.table.back")} disabled={asking.busy} onClick={asking.back}><Icon name="undo" /></button>
        ) : (
          undo && <button class="btn console" data-undo aria-label={t("web.table.undo")} onClick={undo}><Icon name="undo" /> <span class="tx-undo-word">{t("web.table.undo")}</span></button>
        )}
        {undoTurn && <button class="btn console" data-undo-turn disabled={asking.busy} onClick={undoTurn}><Icon name="undo" /> {t("web.tx.whole_turn")}</button>}
        <Drawn props={props} />
        <Choices asking={asking} />
        {whole && (
          <button class="btn act" data-send disabled={asking.busy} onClick={asking.send}>
            {verbOf(asking)}{gainOf(props) && `: ${gainOf(props)}`}
          </button>
        )}
      </div>
    </div>
  );
}
