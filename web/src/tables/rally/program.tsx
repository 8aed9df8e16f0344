// The desk while programming: registers, hand, and the button the table waits for.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { confirmSend } from "../../app/settings";
import { t } from "../../app/words";
import { CardBack, PunchCard } from "../../art/card";
import { Icon } from "../../ui/icon";
import { cardWords, type Look } from "./cards";
import { RobotTabs } from "./late";
import type { CardValue, Robot } from "./model";
import { isUsed, missing, nextSlot, type Slots } from "./slots";

export interface Extra {
  pick: number;
  words: string;
  value: string;
}

/** One of my robots, where I have several: they are programmed in any order. */
export interface MyRobot {
  name: string;
  words: string;
  now: boolean;
  open: boolean; // it is to be programmed still
  choose: () => void;
}

export interface ProgramProps {
  robot: Robot;
  robots: readonly MyRobot[];
  slots: Slots;
  look: Look;
  /** Cards in the order of their sockets. */
  hand: readonly CardValue[];
  burnt: number;
  /** A line of explanation after what is to be done. */
  note: string;
  ready: boolean;
  busy: boolean;
  refusal: string | null;
  canUndo: boolean;
  extras: readonly Extra[];
  chosenExtra: Extra | null;
  /** The standing answer to the later question; null = not offered. */
  powerDown: boolean | null;
  /** Answered: the others are waited for. */
  waiting: string | null;
  canTakeBack: boolean;
  energy: number | null;
  focusCard: number;
  onHand: (card: number) => void;
  onSlot: (slot: number) => void;
  onDrop: (from: DragFrom, slot: number) => void;
  onFocus: (card: number) => void;
  onUndo: () => void;
  onReady: () => void;
  onTakeBack: () => void;
  onExtra: (extra: Extra | null) => void;
  onPowerDown: (down: boolean) => void;
  /** What a card does, in words. */
  help: (card: CardValue) => string;
  /** A card was pressed long: what does it do? */
  onHelp: (card: CardValue) => void;
  hint: ComponentChildren;
  /** What was ordered for my options and upgrades, to be changed here. */
  orders: ComponentChildren;
  /** Those that were ordered for a register. */
  armed: (register: number) => ComponentChildren;
}

export type DragFrom = { hand: number } | { slot: number };

interface Dragging {
  from: DragFrom;
  card: CardValue;
  x: number;
  y: number;
}

const DRAG_AFTER = 6;
const LONG_PRESS = 450; // ms

/** Dragging a card from hand or register; a press that does not move stays a press. */
function useDrag(onDrop: ProgramProps["onDrop"], onHelp: ProgramProps["onHelp"]) {
  const [drag, setDrag] = useState<Dragging | null>(null);
  const start = useRef<{ x: number; y: number; from: DragFrom; card: CardValue } | null>(null);
  const dragged = useRef(false);
  const pressed = useRef<ReturnType<typeof setTimeout> | undefined>(undefined); // timer of a long press
  const handlers = (from: DragFrom, card: CardValue) => ({
    onPointerDown: (e: PointerEvent) => {
      if (e.button !== 0) return;
      (e.currentTarget as Element).setPointerCapture(e.pointerId); // a quick hand leaves the card before it has moved
      start.current = { x: e.clientX, y: e.clientY, from, card };
      dragged.current = false;
      clearTimeout(pressed.current);
      pressed.current = setTimeout(() => {
        if (dragged.current || !start.current) return;
        start.current = null;
        dragged.current = true; // the click that ends it lays no card
        onHelp(card);
      }, LONG_PRESS);
    },
    onPointerMove: (e: PointerEvent) => {
      const s = start.current;
      if (!s) return;
      if (!dragged.current && Math.hypot(e.clientX - s.x, e.clientY - s.y) < DRAG_AFTER) return;
      dragged.current = true;
      setDrag({ from: s.from, card: s.card, x: e.clientX, y: e.clientY });
    },
    onPointerUp: (e: PointerEvent) => {
      const s = start.current;
      start.current = null;
      clearTimeout(pressed.current);
      setTimeout(() => (dragged.current = false)); // after the click, which does not come where the card is gone
      if (!s || !dragged.current) return;
      setDrag(null);
      const under = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-slot]");
      onDrop(s.from, under ? Number(under.getAttribute("data-slot")) : -1);
    },
    onDragStart: (e: Event) => e.preventDefault(), // the browser's own, of text that two quick clicks marked
    onContextMenu: (e: Event) => dragged.current && e.preventDefault(),
    onPointerCancel: () => {
      clearTimeout(pressed.current);
      start.current = null;
      dragged.current = false;
      setDrag(null);
    },
  });
  /** A click that ends a drag is none. */
  const clicked = (act: () => void) => () => {
    if (dragged.current) dragged.current = false;
    else act();
  };
  return { drag, handlers, clicked };
}

type Drag = ReturnType<typeof useDrag>;

function SlotCard({ card, look, second }: { card: CardValue; look: Look; second: CardValue | undefined }) {
  if (card === null) return <CardBack />;
  const one = look(card);
  if (second !== undefined)
    return (
      <span class="slot-card split" aria-hidden="true">
        <PunchCard {...one} size="flat" />
        {second !== null && <PunchCard {...look(second)} size="flat" />}
      </span>
    );
  return (
    <span class="slot-card" aria-hidden="true">
      <span class="wide-only"><PunchCard {...one} /></span>
      <span class="small-only"><PunchCard {...one} size="short" /></span>
    </span>
  );
}

function Slot({ i, props, drag }: { i: number; props: ProgramProps; drag: Drag }) {
  const { slots, hand, look, robot, ready } = props;
  const free = slots.free[i] === true;
  const at = slots.main[i] ?? -1;
  const second = slots.second[i] ?? -1;
  const fixed = robot.registers[i];
  const card: CardValue | undefined = at >= 0 ? hand[at] : free ? undefined : fixed;
  const next = free && !ready && !props.chosenExtra && nextSlot(slots) === i;
  const locked = !free && (!ready || robot.locked.includes(i + 1)); // what was sent is not locked
  const haywire = locked && typeof fixed === "string" && look(fixed).face.band === "haywire";
  const state = next ? "next" : locked ? "locked" : card !== undefined ? "filled" : "empty";
  const what = card === undefined ? t("web.rally.slot.empty") : card === null ? t("web.rally.slot.hidden") : cardWords(look(card as CardValue));
  const label = t(locked ? "web.rally.slot.locked" : "web.rally.slot", i + 1, what);
  return (
    <li class={`slot ${state}`}>
      <button
        class="slot-box" data-slot={i} aria-disabled={locked} disabled={ready} title={(card && props.help(card)) || undefined}
        {...(card !== undefined && free ? drag.handlers({ slot: i }, card) : {})}
        onClick={drag.clicked(() => props.onSlot(i))}
      >
        <span class="hidden">{label}</span>
        {card !== undefined && card !== false ? (
          <SlotCard card={card} look={look} second={second >= 0 ? hand[second] : robot.seconds[i] || undefined} />
        ) : (
          next && <span class="slot-plus"><Icon name="plus" size={26} /></span>
        )}
      </button>
      <span class="slot-number num" aria-hidden="true">{i + 1}</span>
      {props.armed(i + 1)}
      {locked && (
        <span class="slot-lock" aria-hidden="true"><Icon name={haywire ? "eye" : "lock"} size={15} /></span>
      )}
    </li>
  );
}

function Socket({ i, props, drag }: { i: number; props: ProgramProps; drag: Drag }) {
  const { hand, slots, look } = props;
  const card = hand[i] as CardValue;
  if (isUsed(slots, i)) return <li class="socket empty" aria-hidden="true" />;
  if (card === null || card === false) return <li class="socket"><CardBack size="flat" /></li>;
  const one = look(card);
  return (
    <li class="socket">
      <button
        class={`hand-card${props.focusCard === i ? " focus" : ""}`} data-hand={i} disabled={props.ready} title={props.help(card) || undefined}
        {...drag.handlers({ hand: i }, card)}
        onClick={drag.clicked(() => props.onHand(i))}
        onPointerEnter={(e) => e.pointerType === "mouse" && props.onFocus(i)}
        onPointerLeave={() => props.onFocus(-1)}
        onFocus={(e) => (e.target as Element).matches(":focus-visible") && props.onFocus(i)}
        onBlur={() => props.onFocus(-1)}
      >
        <span class="hidden">{cardWords(one)}</span>
        <span class="wide-only" aria-hidden="true"><PunchCard {...one} hint={i < 9 ? String(i + 1) : undefined} /></span>
        <span class="small-only" aria-hidden="true"><PunchCard {...one} size="flat" /></span>
      </button>
    </li>
  );
}

function headline(props: ProgramProps): string {
  if (props.waiting !== null) return t("web.rally.ready");
  if (props.chosenExtra) return props.chosenExtra.words;
  const next = nextSlot(props.slots);
  return next >= 0 ? t("web.rally.choose_register", next + 1) : t("web.rally.all_set");
}

/** Ready; where the player wants to be asked, it is pressed twice. */
function ReadyButton({ props }: { props: ProgramProps }) {
  const [sure, setSure] = useState(false);
  const press = () => (confirmSend.value && !sure ? setSure(true) : props.onReady());
  const words = props.chosenExtra ? props.chosenExtra.words : t("web.rally.ready_button");
  return (
    <button class="btn act ready" data-ready disabled={props.busy} onClick={press} onBlur={() => setSure(false)}>
      {sure ? t("web.rally.ready_sure") : words}
    </button>
  );
}

function MainButton({ props }: { props: ProgramProps }) {
  if (props.waiting !== null) {
    return props.canTakeBack ? (
      <button class="btn console ready" data-take-back onClick={props.onTakeBack}>{t("web.rally.take_back")}</button>
    ) : (
      <button class="btn console ready" disabled>{t("web.rally.waiting")}</button>
    );
  }
  const left = missing(props.slots);
  if (left > 0 && !props.chosenExtra) return <button class="btn console ready" disabled>{t("web.rally.to_go", left)}</button>;
  return <ReadyButton props={props} />;
}

export function Program(props: ProgramProps) {
  const drag = useDrag(props.onDrop, props.onHelp);
  const { hand, burnt, extras, chosenExtra } = props;
  const sockets = Math.max(9, hand.length + burnt);
  const gaps = Math.max(0, sockets - hand.length - burnt);
  const laying = !props.refusal && props.waiting === null && !chosenExtra;
  // On a phone the yellow register or button alone says what is next: a note has the line, and a low screen has none without one.
  const line = !laying ? "" : props.note !== "" ? " noted" : burnt || props.robots.length > 1 ? "" : " plain";
  return (
    <div class={`program${chosenExtra ? " aside" : ""}`}>
      <ol class="slots" aria-label={t("web.rally.registers")}>
        {[0, 1, 2, 3, 4].map((i) => <Slot key={i} i={i} props={props} drag={drag} />)}
      </ol>
      <div class="hand-part">
        <p class={`hand-line${line}`} aria-live="polite">
          {props.robots.length > 1 && <RobotTabs robots={props.robots} />}
          {burnt > 0 && (
            <span class="burnt-row" aria-hidden="true">
              {Array.from({ length: burnt }, (_, i) => <Icon key={i} name="star" size={13} />)}
            </span>
          )}
          <strong>{headline(props)}</strong>{" "}
          {laying && nextSlot(props.slots) < 0 && <span class="hand-how">{t("web.rally.all_set_how")} </span>}
          <span class="machmut">{props.refusal ?? props.waiting ?? props.note}</span>
        </p>
        <ol class="hand" aria-label={t("web.rally.hand")}>
          {hand.map((_, i) => <Socket key={i} i={i} props={props} drag={drag} />)}
          {Array.from({ length: gaps }, (_, i) => <li key={`g${i}`} class="socket empty gap" aria-hidden="true" />)}
          {Array.from({ length: burnt }, (_, i) => (
            <li key={`b${i}`} class="socket burnt" aria-hidden="true"><Icon name="star" size={16} /></li>
          ))}
        </ol>
      </div>
      {props.orders && <div class="order-line">{props.orders}</div>}
      <div class="desk">
        {props.energy !== null && (
          <p class="desk-energy num"><Icon name="bolt" size={20} label={t("web.rally.energy", props.energy)} />{props.energy}</p>
        )}
        <div class="desk-row">
          <button class="btn console" data-undo aria-label={t("web.rally.undo")} disabled={!props.canUndo || props.ready} onClick={props.onUndo}>
            <Icon name="undo" /><span class="undo-word">{t("web.rally.undo")}</span>
          </button>
          {props.hint}
          {props.powerDown !== null && (
            <button class="btn console" data-power aria-pressed={props.powerDown} onClick={() => props.onPowerDown(!props.powerDown)}>
              <Icon name="power" /> {t("web.rally.power_down")}
            </button>
          )}
          {extras.map((x) => (
            <button
              key={x.pick} class="btn console" data-extra={x.value} aria-pressed={chosenExtra?.pick === x.pick} disabled={props.ready}
              onClick={() => props.onExtra(chosenExtra?.pick === x.pick ? null : x)}
            >
              {x.value === "shut_down" ? <><Icon name="power" />{t("web.rally.shut_down")}</> : x.words}
            </button>
          ))}
        </div>
        <MainButton props={props} />
      </div>
      {drag.drag && (
        <span class="drag-card" style={{ transform: `translate(${drag.drag.x}px, ${drag.drag.y - 24}px)` }}>
          {drag.drag.card !== null && drag.drag.card !== false && <PunchCard {...props.look(drag.drag.card)} />}
        </span>
      )}
    </div>
  );
}
