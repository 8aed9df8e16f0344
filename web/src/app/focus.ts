// focus.ts - the keyboard's focus is never lost: when what has it goes away or can no longer be
// pressed, its neighbour in the same row takes it, or the part of the page in which it was.

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";
const PARTS = "section, main, aside, header, nav";
const FALLBACK = [".frame-caption.asked", ".frame-console", "main", "h1"];

interface Held {
  element: Element;
  row: Element | null; // a list or grid of its like
  at: number; // its place there
  part: Element | null;
}

const inRow = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

function heldBy(element: Element): Held {
  const row = element.closest("ul, ol, [role=grid], [role=tablist]");
  return { element, row, at: row ? inRow(row).indexOf(element as HTMLElement) : 0, part: element.closest(PARTS) };
}

/** Without a layout where the browser can tell. */
const isShown = (element: Element): boolean => element.isConnected && (element.checkVisibility?.() ?? element.getClientRects().length > 0);

/** A part of the page takes the focus itself: nothing in it is chosen by that. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

function restore({ row, at, part }: Held): void {
  const like = row && isShown(row) ? inRow(row) : [];
  const next = like[Math.min(at, like.length - 1)];
  if (next) return next.focus({ preventScroll: true });
  const places = [part, ...FALLBACK.map((selector) => document.querySelector(selector))];
  const found = places.find((place) => place && isShown(place));
  if (found) focusPart(found as HTMLElement);
}

export function startFocus(): void {
  let held: Held | null = null;
  document.addEventListener("focusin", ({ target }) => {
    held = target instanceof Element && target !== document.body ? heldBy(target) : null;
  });
  // Who presses on empty ground lets go of it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(target instanceof Element) || !target.closest(FOCUSABLE)) held = null;
  });
  new MutationObserver(() => {
    if (!held) return;
    const now = document.activeElement;
    const gone = !held.element.isConnected || held.element.matches(":disabled");
    if (gone && (!now || now === document.body || now === held.element)) {
      const last = held;
      held = null;
      restore(last);
    } else if (held.row && !gone) held.at = inRow(held.row).indexOf(held.element as HTMLElement);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
}
