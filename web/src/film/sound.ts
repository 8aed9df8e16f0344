// sound.ts - the sounds of a film.  Silent until somebody switches them on, which is the gesture that browsers
// ask for; only then the tones are fetched.
import type { BeatKind } from "./beats";

let context: AudioContext | null = null;
let tones: typeof import("./tones") | null = null;

/** To be called from a press: browsers start no sound otherwise. */
export function wakeSound(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  import("./tones").then(
    (loaded) => (tones = loaded),
    () => undefined, // without a network the game stays silent; the next press tries again
  );
}

export function sound(kind: BeatKind, volume: number): void {
  if (context?.state === "running" && volume > 0) tones?.play(context, kind, volume);
}
