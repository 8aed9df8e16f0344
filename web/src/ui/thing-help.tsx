// thing-help.tsx - what a thing on the table is, from the texts of the rules: by resting on it with the
// mouse, by focus, by a long press, or by "?" on it.  A thing names its rule in `data-about`, and says
// itself in `data-says` where it has a name.
import { useEffect, useState } from "preact/hooks";
import { t } from "../app/words";
import type { Table } from "../engine/table";
import { isTyping } from "./keys";

const REST = 600; // ms with the mouse
const PRESS = 450; // ms with a finger
const SLIP = 10; // px that a finger may slip meanwhile

interface About {
  rule: string;
  says: string;
  pinned: boolean; // asked for: it stays until it is closed
}

function thingAt(target: EventTarget | null): HTMLElement | SVGElement | null {
  return target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-about]") : null;
}

const aboutOf = (thing: HTMLElement | SVGElement, pinned: boolean): About => ({ rule: thing.dataset.about ?? "", says: thing.dataset.says ?? "", pinned });

/** Listens to the document while a table is open. */
function useAbout(): [About | null, () => void] {
  const [about, setAbout] = useState<About | null>(null);
  useEffect(() => {
    let timer = 0;
    let press: { x: number; y: number } | null = null;
    let swallow = false; // the click that ends a long press
    const stop = () => clearTimeout(timer);
    const pass = () => setAbout((now) => (now?.pinned ? now : null));
    const after = (ms: number, thing: HTMLElement | SVGElement, pinned: boolean) => {
      stop();
      timer = window.setTimeout(() => {
        swallow = pinned;
        setAbout((now) => (now?.pinned && !pinned ? now : aboutOf(thing, pinned)));
      }, ms);
    };
    const on = {
      pointerover: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        const thing = thingAt(event.target);
        stop();
        pass();
        if (thing) after(REST, thing, false);
      },
      pointerdown: (event: PointerEvent) => {
        swallow = false;
        const inside = event.target instanceof Element && event.target.closest(".thing-help");
        if (!inside) setAbout(null);
        const thing = thingAt(event.target);
        press = { x: event.clientX, y: event.clientY };
        if (thing && event.pointerType !== "mouse") after(PRESS, thing, true);
        else stop();
      },
      pointermove: (event: PointerEvent) => {
        if (event.pointerType !== "mouse" && press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) stop();
      },
      pointerup: (event: PointerEvent) => event.pointerType !== "mouse" && stop(),
      pointercancel: stop,
      click: (event: MouseEvent) => {
        if (!swallow) return;
        swallow = false;
        event.preventDefault();
        event.stopPropagation();
      },
      contextmenu: (event: MouseEvent) => thingAt(event.target) && swallow && event.preventDefault(),
      focusin: (event: FocusEvent) => {
        const thing = thingAt(event.target);
        if (thing?.matches(":focus-visible")) setAbout((now) => (now?.pinned ? now : aboutOf(thing, false)));
        else pass();
      },
      keydown: (event: KeyboardEvent) => {
        if (event.key === "Escape") return setAbout(null);
        const thing = event.key === "?" && !isTyping(event.target) ? thingAt(document.activeElement) : null;
        if (!thing) return;
        event.preventDefault(); // not the help about keys
        setAbout(aboutOf(thing, true));
      },
    };
    const all = Object.entries(on) as [string, EventListener][];
    all.forEach(([name, listener]) => document.addEventListener(name, listener, true));
    return () => {
      stop();
      all.forEach(([name, listener]) => document.removeEventListener(name, listener, true));
    };
  }, []);
  return [about, () => setAbout(null)];
}

/** In the caption's place: the rule in words.  What was only rested on lies beside it and takes no room. */
export function ThingHelp({ table }: { table: Table }) {
  const [about, close] = useAbout();
  const [text, setText] = useState<{ rule: string; title: string; text: string } | null>(null);
  const rule = about?.rule ?? "";
  useEffect(() => {
    if (!rule) return;
    let current = true;
    void table.rule(rule).then((found) => current && found && setText({ rule, ...found }));
    return () => {
      current = false;
    };
  }, [table, rule]);
  if (!about || text?.rule !== rule) return null;
  return (
    <div class={`thing-help${about.pinned ? " pinned" : ""}`} role={about.pinned ? "status" : "note"} data-thing-help={rule}>
      {about.says && <p class="strong">{about.says}</p>}
      <p><b>{text.title}.</b> {text.text}</p>
      {about.pinned && (
        <p class="row">
          <a class="mut small grow" href={`/rules/${table.game}#${rule}`}>{rule}</a>
          <button class="btn small" onClick={close}>{t("web.keys.close")}</button>
        </p>
      )}
    </div>
  );
}
