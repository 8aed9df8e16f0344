// decision.tsx - what is about to be answered, in words, with what it does.
import { useEffect, useState } from "preact/hooks";
import { t, tr } from "../../app/words";
import type { Fields, Question, Refusal, Table } from "../../engine/table";
import { Icon } from "../../ui/icon";
import { DiscIcon, type Action } from "./console";
import { COLOURS, discsOf, readPosition, type Answers, type Colour, type Piece, type Position, type Side, type Way } from "./model";

export type Chosen =
  | { kind: "move"; piece: Piece; goal: number; ways: Way[]; way: number }
  | { kind: "place"; colour: Colour; hex: number; picks: number[] }
  | { kind: "refill"; white: number; picks: number[] };

interface DecisionProps {
  table: Table;
  question: Question;
  position: Position;
  mine: Side;
  most: number; // discs a store holds
  action: Action | null;
  piece: Piece | null;
  colour: Colour | null;
  answers: Answers | null;
  chosen: Chosen | null;
  refusal: Refusal | null;
  evaluate: boolean;
  onColour: (colour: Colour) => void;
  onChoose: (chosen: Chosen | null) => void;
  onSend: () => void;
  onCancel: () => void;
}

const picksOf = (chosen: Chosen): number[] =>
  chosen.kind === "move" ? (chosen.ways[chosen.way]?.picks ?? []) : chosen.picks;

/** What the engine says of the answer: robots at home before and after, the chance if asked for. */
function Effect({ props, chosen }: { props: DecisionProps; chosen: Chosen }) {
  const { table, question, mine, position } = props;
  const [after, setAfter] = useState<Position | null>(null);
  const [chance, setChance] = useState<number | null>(null);
  const picks = picksOf(chosen);
  const key = picks.join();
  useEffect(() => {
    let current = true;
    setAfter(null);
    setChance(null);
    const gone = () => undefined; // the table has moved on
    table.preview(question.actor, "after", picks).then((view) => {
      if (current && view) setAfter(readPosition(view as Fields));
    }, gone);
    if (props.evaluate) {
      table.preview(question.actor, "chance", picks).then((value) => {
        if (current && typeof value === "number") setChance(value);
      }, gone);
    }
    return () => {
      current = false;
    };
  }, [key, props.evaluate]);
  const before = position[mine].home;
  const now = after?.[mine].home ?? before;
  return (
    <p class="ry-tags">
      {now !== before && (
        <span class={`tag ${now > before ? "good" : "bad"}`}>{t("web.ry.camp_from_to", before, now)}</span>
      )}
      {chance !== null && <span class="tag">{t("web.ry.chance", Math.round(100 * chance))}</span>}
    </p>
  );
}

function head(chosen: Chosen): string {
  if (chosen.kind === "move") return t("web.ry.robot_to", tr(`web.ry.robot.${chosen.piece}`), chosen.goal);
  if (chosen.kind === "place") return t("web.ry.disc_on", tr(`web.ry.disc.${chosen.colour}`), chosen.hex);
  return t("web.ry.refill");
}

function used(position: Position, chosen: Chosen): string {
  if (chosen.kind !== "move") return "";
  const way = chosen.ways[chosen.way];
  const discs = way ? discsOf(position, way) : [];
  return discs.length ? t("web.ry.uses", discs.length, discs.join(", ")) : t("web.ry.uses_none");
}

/** What is chosen, for those who ask what it does. */
export const spokenChoice = (position: Position, chosen: Chosen): string => `${head(chosen)}. ${used(position, chosen)}`.trim();

function Ways({ props, chosen }: { props: DecisionProps; chosen: Extract<Chosen, { kind: "move" }> }) {
  if (chosen.ways.length < 2) return null;
  const step = (by: number) =>
    props.onChoose({ ...chosen, way: (chosen.way + by + chosen.ways.length) % chosen.ways.length });
  return (
    <div class="ry-ways">
      <button class="btn small" onClick={() => step(-1)} aria-label={t("web.ry.way_before")}>
        <Icon name="stepb" size={16} />
      </button>
      <span>{t("web.ry.way_of", chosen.way + 1, chosen.ways.length)}</span>
      <button class="btn small" onClick={() => step(1)} aria-label={t("web.ry.way_next")}>
        <Icon name="stepf" size={16} />
      </button>
    </div>
  );
}

function Confirm({ props, chosen }: { props: DecisionProps; chosen: Chosen }) {
  const words = { move: "web.ry.move_here", place: "web.ry.place_here", refill: "web.ry.refill_so" } as const;
  return (
    <div class={`decision ry-decision${chosen.kind === "refill" ? " taking" : ""}`} aria-live="polite">
      <h2>{head(chosen)}</h2>
      {used(props.position, chosen) && <p>{used(props.position, chosen)}</p>}
      {chosen.kind === "refill" && <Takes props={props} />}
      {chosen.kind === "move" && <Ways props={props} chosen={chosen} />}
      <Effect props={props} chosen={chosen} />
      {props.refusal?.message && <p role="alert">{props.refusal.message}</p>}
      <div class="ry-answer">
        <button class="btn act grow" data-send disabled={props.question.sent} onClick={props.onSend}>{t(words[chosen.kind])}</button>
        <button class="btn ry-cancel" disabled={props.question.sent} onClick={props.onCancel}>{t("web.cancel")}</button>
      </div>
    </div>
  );
}

function Takes({ props }: { props: DecisionProps }) {
  const options = props.answers?.refill ?? [];
  const stock = props.position[props.mine].stock;
  const missing = props.most - stock.white - stock.black;
  return (
    <div class="ry-takes">
      {options.map((option) => (
        <button
          key={option.white}
          class="btn"
          aria-pressed={props.chosen?.kind === "refill" && props.chosen.white === option.white}
          onClick={() => props.onChoose({ kind: "refill", white: option.white, picks: option.picks })}
        >
          <DiscIcon colour="white" size={22} /> {option.white}
          <DiscIcon colour="black" size={22} /> {Math.max(0, missing - option.white)}
        </button>
      ))}
    </div>
  );
}

export function Decision(props: DecisionProps) {
  const { action, chosen, answers } = props;
  if (chosen) return <Confirm props={props} chosen={chosen} />;
  let text = t("web.ry.choose");
  if (action === "move") text = t(props.piece ? "web.ry.choose_goal" : "web.ry.choose_robot");
  if (action === "place") text = t(props.colour ? "web.ry.choose_hex" : "web.ry.choose_disc");
  if (action === "refill") text = t("web.ry.choose_refill");
  return (
    <div class="decision ry-decision" aria-live="polite">
      <h2>{action ? text : t("web.table.your_turn")}</h2>
      {!action && <p class="mut">{text}</p>}
      {props.refusal?.message && <p role="alert">{props.refusal.message}</p>}
      {action === "place" && !props.colour && (
        <div class="ry-takes">
          {COLOURS.filter((c) => answers?.place[c].size).map((c) => (
            <button key={c} class="btn" onClick={() => props.onColour(c)}>
              <DiscIcon colour={c} size={22} /> {tr(`web.ry.disc.${c}`)}
            </button>
          ))}
        </div>
      )}
      {action === "refill" && <Takes props={props} />}
    </div>
  );
}
