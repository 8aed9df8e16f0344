// stack-drag.tsx - a pipe tile drawn from its stack to a place of my network: over a place it lies
// there as it would fit, and the wheel or R turns it; dropped elsewhere it goes back.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Asking } from "./use-asking";

const DRAG_AFTER = 6; // pixels

interface Held {
  stack: number;
  x: number;
  y: number;
}

type Aim = { is: "spot"; value: [number, number] } | { is: "choice"; value: "unused" };

/** What the tile is held over. */
function aimAt(x: number, y: number): Aim | null {
  const on = document.elementFromPoint(x, y);
  const spot = on?.closest<SVGElement>("[data-spot]")?.dataset.spot?.split(",").map(Number);
  if (spot) return { is: "spot", value: [spot[0] ?? 0, spot[1] ?? 0] };
  return on?.closest("[data-choice='unused']") ? { is: "choice", value: "unused" } : null;
}

export function useStackDrag(asking: Asking) {
  const from = useRef<Held | null>(null);
  const moved = useRef(false);
  const [held, setHeld] = useState<Held | null>(null);
  const [aim, setAim] = useState<Aim | null>(null);
  const wanted = aim && `${aim.is} ${aim.value}`;

  // The place under the tile is picked as soon as the last pick has been followed.
  useEffect(() => {
    if (aim && !asking.busy && ["open", "other"].includes(asking.state(aim.is, aim.value))) asking.tap(aim.is, aim.value);
  }, [wanted, asking.busy, asking.chain]);
  useEffect(() => {
    if (!held) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      asking.rotate(event.deltaY < 0 ? -1 : 1);
    };
    addEventListener("wheel", turn, { passive: false });
    return () => removeEventListener("wheel", turn);
  });

  const handlers = (stack: number) => ({
    onPointerDown: (event: PointerEvent) => {
      moved.current = false;
      if (event.button || asking.state("stack", stack) === "none") return;
      from.current = { stack, x: event.clientX, y: event.clientY };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      setAim(null);
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      if (!start) return;
      if (!moved.current) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG_AFTER) return;
        moved.current = true;
        if (asking.state("stack", stack) !== "chosen") asking.tap("stack", stack);
      }
      setHeld({ stack, x: event.clientX, y: event.clientY });
      const over = aimAt(event.clientX, event.clientY);
      if (over) setAim(over);
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current && moved.current && !aimAt(event.clientX, event.clientY)) {
        setAim(null);
        asking.clear();
      }
      from.current = null;
      setHeld(null);
    },
    onPointerCancel: () => {
      from.current = null;
      setHeld(null);
      setAim(null);
    },
  });
  /** A click that ends a drag is none. */
  const clicked = (act: () => void) => () => {
    if (!moved.current) act();
    moved.current = false;
  };
  return { held, over: held ? aim : null, handlers, clicked };
}
