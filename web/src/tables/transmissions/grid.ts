// grid.ts - drawn cells as a grid for keys and readers: one of them can be reached by Tab, arrows lead
// on to the nearest one that way, and Enter taps the one that is offered.
import { useRef, useState } from "preact/hooks";
import { t } from "../../app/words";
import type { State } from "./asking";

export interface Place {
  key: string;
  x: number;
  y: number;
}

const WAYS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The nearest place that lies more that way than to the side; null where there is none. */
export function nextPlace(places: readonly Place[], from: string, key: string): Place | null {
  const way = WAYS[key];
  const here = places.find((place) => place.key === from);
  if (!way || !here) return null;
  const ahead = (p: Place) => (p.x - here.x) * way[0] + (p.y - here.y) * way[1];
  const aside = (p: Place) => Math.abs((p.x - here.x) * way[1]) + Math.abs((p.y - here.y) * way[0]);
  const that = places.filter((p) => ahead(p) > 0 && aside(p) <= ahead(p));
  return that.sort((a, b) => ahead(a) + 2 * aside(a) - ahead(b) - 2 * aside(b))[0] ?? null;
}

/** Attributes of the grid and of its cells; `next` where arrows do not go by the places. */
export function useGrid(places: readonly Place[], next: (from: string, key: string) => Place | null = (from, key) => nextPlace(places, from, key)) {
  const box = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState("");
  const now = places.some((place) => place.key === at) ? at : places[0]?.key;
  const grid = {
    ref: box,
    role: "grid" as const,
    onKeyDown: (event: KeyboardEvent) => {
      const to = event.key in WAYS ? next(now ?? "", event.key) : null;
      if (!to) return;
      event.preventDefault();
      setAt(to.key);
      box.current?.querySelector<SVGGElement>(`[data-at="${to.key}"]`)?.focus();
    },
  };
  const cell = (key: string, name: string, state: State, tap: () => void) => ({
    role: "gridcell" as const,
    tabindex: key === now ? 0 : -1, // so written: in SVG the case of an attribute counts
    "data-at": key,
    "aria-label": state === "none" ? name : `${name}, ${t("web.tx.offered")}`,
    "aria-selected": state === "chosen",
    onFocus: () => setAt(key),
    onClick: state === "none" ? undefined : tap,
    onKeyDown: (event: KeyboardEvent) => {
      if (state === "none" || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      tap();
    },
  });
  return { grid, cell };
}
