// Fingers, mouse and wheel on the board: it is moved, made larger and smaller, and tapped.
import { useRef } from "preact/hooks";
import type { Plan } from "../../art/plan";
import { type Camera, pan, type Room } from "./camera";

const TAP_PX = 6; // a finger that moves less taps
const TWICE_MS = 300;

export function usePan(
  camera: Camera, room: Room, grid: Plan, set: (c: Camera) => void,
  onZoom: (cell: number, at: readonly [number, number]) => void, least: number, most: number,
  onTap: { once: (at: readonly [number, number]) => void; twice: () => void },
) {
  const tapped = useRef(0); // when
  const drag = useRef<{ id: number; x: number; y: number; from: Camera } | null>(null);
  const pinch = useRef(new Map<number, { x: number; y: number }>());
  const gap = () => {
    const [a, b] = [...pinch.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  /** The middle of the two fingers, in the window. */
  const between = (within: Element): [number, number] => {
    const { left, top } = within.getBoundingClientRect();
    const [a, b] = [...pinch.current.values()];
    return a && b ? [(a.x + b.x) / 2 - left, (a.y + b.y) / 2 - top] : [room.width / 2, room.height / 2];
  };
  const began = useRef({ gap: 0, cell: 0 });
  const letGo = (e: PointerEvent) => {
    pinch.current.delete(e.pointerId);
    drag.current = null;
  };
  return {
    onPointerDown: (e: PointerEvent) => {
      if (e.target instanceof Element && e.target.closest("button")) return;
      pinch.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
      began.current = { gap: gap(), cell: camera.cell };
      drag.current = { id: e.pointerId, x: e.clientX, y: e.clientY, from: camera };
    },
    onPointerMove: (e: PointerEvent) => {
      if (!pinch.current.has(e.pointerId)) return;
      if (!e.buttons) return letGo(e); // lifted outside
      pinch.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (pinch.current.size === 2 && began.current.gap > 0) {
        const wanted = Math.round((began.current.cell * gap()) / began.current.gap);
        onZoom(Math.max(least, Math.min(most, wanted)), between(e.currentTarget as Element));
        return;
      }
      const d = drag.current;
      if (d && d.id === e.pointerId) set(pan(d.from, room, grid, e.clientX - d.x, e.clientY - d.y));
    },
    onPointerUp: (e: PointerEvent) => {
      const d = drag.current;
      const still = d?.id === e.pointerId && pinch.current.size === 1 && Math.hypot(e.clientX - d.x, e.clientY - d.y) < TAP_PX;
      letGo(e);
      if (!still) return;
      const { left, top } = (e.currentTarget as Element).getBoundingClientRect();
      if (e.timeStamp - tapped.current < TWICE_MS) onTap.twice();
      else onTap.once([e.clientX - left, e.clientY - top]);
      tapped.current = e.timeStamp;
    },
    onPointerCancel: letGo,
    onWheel: (e: WheelEvent) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      onZoom(Math.max(least, Math.min(most, Math.round(camera.cell * (e.deltaY < 0 ? 1.1 : 0.9)))), [e.offsetX, e.offsetY]);
    },
  };
}
