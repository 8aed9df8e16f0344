// tap.ts - what makes a drawn thing a button while it is offered.
import type { State } from "./asking";

/** Attributes of an SVG group; a thing that is not offered is a picture with a name. */
export function pressed(state: State, name: string, tap: () => void) {
  if (state === "none") return { role: "img" as const, "aria-label": name };
  return {
    role: "button" as const,
    tabIndex: 0,
    "aria-label": name,
    "aria-pressed": state === "chosen",
    onClick: tap,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      tap();
    },
  };
}
