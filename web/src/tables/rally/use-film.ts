// The film of a race's table: when it plays, when it waits, and what is told of how far it is.
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { mode } from "../../app/mode";
import { filmHolds, isStill, sound as soundOn, speed, volume } from "../../app/settings";
import type { Plan } from "../../art/plan";
import type { Fields, Table } from "../../engine/table";
import { beamsOf, starsOf, tagsAt, trailsAt } from "../../film/picture";
import { Film, type Speed } from "../../film/player";
import { sound as playSound } from "../../film/sound";
import type { Look } from "./cards";
import type { MomentPicture } from "./overlays";

/** The film's speed as it is kept among the settings. */
const chosenSpeed = (): Speed => {
  const kept = isStill() ? "now" : speed.peek();
  return kept === "now" ? "now" : (Number(kept) as Speed);
};

/** It hears every step of the table, and stands still where motion is not wanted. */
export function useFilm(table: Table): Film {
  const film = useMemo(() => new Film(), [table]);
  useEffect(() => {
    if (!table.replay) film.setSpeed(mode.peek() === "hand" ? "now" : chosenSpeed());
    film.onBeat = (beat) => {
      if (soundOn.peek()) playSound(beat.kind, volume.peek() / 100);
    };
    const stop = table.replay ? table.replay.attach(film) : table.onStep((step) => film.add(step));
    if (table.replay) return () => (stop(), film.close());
    const unsubscribe = film.speed.subscribe((s) => {
      if (!isStill() && mode.peek() !== "hand") speed.value = String(s) as typeof speed.value;
    });
    return () => {
      stop();
      unsubscribe();
      film.close();
    };
  }, [film]);
  useEffect(() => {
    if (!table.replay) film.setLive(table.view.value);
  }, [table.view.value]);
  return film;
}

/** In a lesson, or where a person wants it, the film stops after each register, and the coach speaks of what
 * was shown.  True while it stands so. */
export function useHeld(table: Table, film: Film, round: number): boolean {
  const coach = table.coach && !table.coach.off.value ? table.coach : null;
  const holds = coach ? coach.lesson.hold === "register" : !table.replay && mode.value === "whole" && filmHolds(round);
  film.setHold(holds);
  const playing = film.active.value;
  const held = (coach !== null || holds) && playing && !film.running.value;
  const reached = film.at.value;
  const told = table.events.value.length;
  useEffect(() => {
    if (!playing) table.shown(told);
  }, [playing, told]);
  useLayoutEffect(() => { // before it is painted: else a lesson that is done looks lost for a moment
    if (!table.coach) return;
    const last = film.line.peek()?.beats[reached - 1];
    if (!playing) table.coach.rest(told);
    else if (held && last) table.coach.show(film.registerStart(), last.first + last.events.length);
  }, [playing, held, reached, told]);
  return held;
}

/** What this moment of the film draws over the floor. */
export function useMoment(film: Film, shown: Fields | null, plan: Plan | null, look: Look): MomentPicture {
  const line = film.line.value;
  const motion = film.motion.value;
  const playing = film.active.value;
  return useMemo(() => {
    if (!line || !playing || !shown || !plan) return { trails: [], tags: [], beams: [], stars: [], cards: look };
    const at = film.at.peek();
    return {
      trails: trailsAt(line, at),
      tags: tagsAt(line, at),
      beams: motion ? beamsOf(motion.beat, shown) : [],
      stars: motion ? starsOf(motion.beat, shown) : [],
      cards: look,
    };
  }, [line, playing, motion, shown, look]);
}
