// progress.ts - how far everybody was, round by round: what the plot of a replay shows.
import type { Fields } from "./table";

/** How somebody stood. */
export interface Stand {
  seat: number;
  robot: string | null; // of a race
  done: number; // flags touched, points, robots at home
  way: number | null; // cells to the next flag; null: off the board, or a game without flags
}

export interface Standing {
  at: number; // this many events had happened
  stands: Stand[];
}

export interface Progress {
  goals: number; // flags of the course; 0 in other games
  standings: Standing[];
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
const goalsIn = (view: Fields) => listOf(view.flags ?? view.checkpoints).length;

/** `wayOf`: cells between a robot and its next flag, from the engine. */
export function standsOf(view: Fields, wayOf: (robot: string) => number | null): Stand[] {
  if (view.light && view.dark) {
    return [view.light, view.dark].map((camp) => {
      const { seat, home } = camp as { seat: number; home: number };
      return { seat, robot: null, done: home, way: null };
    });
  }
  if (view.players) {
    const halves = (player: Fields) => (player.score as { total_halves: number }).total_halves;
    return listOf(view.players).map((player, seat) => ({ seat, robot: null, done: halves(player) / 2, way: null }));
  }
  return Object.entries((view.robots ?? {}) as Record<string, Fields>).map(([robot, state]) => {
    const done = Number(state.flags ?? state.checkpoints ?? 0);
    return { seat: Number(state.seat), robot, done, way: done < goalsIn(view) ? wayOf(robot) : 0 };
  });
}

export const progressOf = (last: Fields, standings: Standing[]): Progress => ({ goals: last.players || last.light ? 0 : goalsIn(last), standings });

export interface Line {
  seat: number;
  robot: string | null;
  values: number[];
}

/** A race falls from all flags to none, in between by the part of the way to the next one that is left;
 *  elsewhere it is what was reached. */
export function linesOf({ goals, standings }: Progress): Line[] {
  const longest: number[] = []; // way to each flag that anybody had
  for (const { stands } of standings) for (const { done, way } of stands) longest[done] = Math.max(longest[done] ?? 1, way ?? 0);
  const left = ({ done, way }: Stand) => (done >= goals ? 0 : goals - done - 1 + (way === null ? 1 : way / (longest[done] ?? 1)));
  return (standings[0]?.stands ?? []).map(({ seat, robot }, i) => ({
    seat, robot,
    values: standings.map(({ stands }) => {
      const stand = stands[i];
      return stand ? (goals ? left(stand) : stand.done) : 0;
    }),
  }));
}
