// minutes.ts - how long a game takes: rounds that bots needed (tools/measure/minutes) at a stated pace of people.
import measured from "./minutes.json";

type Lengths = Record<string, Record<string, Record<string, number>>>; // by game, course, players

const lengths: Lengths = measured.lengths;
const pace: Record<string, number> = measured.pace;

/** Minutes in steps of five; null where nothing was measured. */
export function minutesOf(game: string, course: string | null, players: number): number | null {
  const length = lengths[game]?.[course ?? "all"]?.[players];
  const seconds = pace[game];
  return length && seconds ? Math.max(5, Math.round((length * seconds) / 300) * 5) : null;
}

/** Seconds of one round of a race, or of one answer in the other games. */
export const paceOf = (game: string): number => pace[game] ?? 0;
