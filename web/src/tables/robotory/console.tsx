// console.tsx - the three actions of a turn, hint and undo.
import { t } from "../../app/words";
import { Disc } from "../../art/disc";
import { Icon, Sprite } from "../../ui/icon";
import type { Answers, Colour, Position, Side } from "./model";

export type Action = "place" | "move" | "refill";

export function DiscIcon({ colour, size = 28 }: { colour: Colour; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-30 -30 60 60" aria-hidden="true">
      <Disc kind={colour} />
    </svg>
  );
}

interface ActionsProps {
  answers: Answers | null;
  position: Position;
  mine: Side;
  most: number; // discs a store holds
  action: Action | null;
  hint: boolean;
  undo: boolean;
  thinking: boolean;
  onAction: (action: Action) => void;
  onHint: () => void;
  onUndo: () => void;
}

export function Actions(props: ActionsProps) {
  const { answers, action } = props;
  const stock = props.position[props.mine].stock;
  const missing = answers?.refill.length ? props.most - stock.white - stock.black : 0;
  const canPlace = answers ? answers.place.white.size + answers.place.black.size > 0 : false;
  const canMove = answers ? answers.move.white.size + answers.move.black.size + answers.move.red.size > 0 : false;
  const canRefill = (answers?.refill.length ?? 0) > 0;
  return (
    <div class="ry-actions">
      <button class="ry-action" aria-pressed={action === "place"} data-about="RY-PLACE-1" disabled={!canPlace} onClick={() => props.onAction("place")}>
        <span class="discs">
          <DiscIcon colour="white" />
          <DiscIcon colour="black" />
        </span>
        <span>
          <b><span class="ry-long">{t("web.ry.place")}</span><span class="ry-short">{t("web.ry.place_short")}</span></b>
          <small>{t("web.ry.place_about")}</small>
        </span>
        <span class="kbd" aria-hidden="true">P</span>
      </button>
      <button class="ry-action" aria-pressed={action === "move"} data-about="RY-MOVE-1" disabled={!canMove} onClick={() => props.onAction("move")}>
        <Sprite id="robotory-white" size={36} />
        <span>
          <b><span class="ry-long">{t("web.ry.move")}</span><span class="ry-short">{t("web.ry.move_short")}</span></b>
          <small>{t("web.ry.move_about")}</small>
        </span>
        <span class="kbd" aria-hidden="true">M</span>
      </button>
      <button class="ry-action" aria-pressed={action === "refill"} data-about="RY-REFILL-1" disabled={!canRefill} onClick={() => props.onAction("refill")}>
        <span class="ry-refill-sign"><Icon name="plus" size={26} /></span>
        <span>
          <b><span class="ry-long">{t("web.ry.refill")}</span><span class="ry-short">{t("web.ry.refill_short")}</span></b>
          <small>{canRefill ? t("web.ry.refill_about", missing) : t("web.ry.refill_full")}</small>
        </span>
        <span class="kbd" aria-hidden="true">R</span>
      </button>
      {props.hint && (
        <button class="ry-action square" disabled={!answers || props.thinking} onClick={props.onHint}>
          <Icon name="bulb" size={24} />
          <b>{t("web.ry.hint")}</b>
        </button>
      )}
      {props.undo && (
        <button class="ry-action square" data-undo onClick={props.onUndo}>
          <Icon name="undo" size={24} />
          <b><span class="ry-long">{t("web.table.undo")}</span><span class="ry-short">{t("web.ry.undo_short")}</span></b>
        </button>
      )}
    </div>
  );
}
