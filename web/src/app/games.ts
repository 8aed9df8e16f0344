// games.ts - the games the page offers, in the order of the gates.
export type GameId = "rally2005" | "rally2023" | "transmissions" | "robotory";

export interface GameFacts {
  fewest: number;
  most: number;
  usualSeats: number; // of "play now"
  usualLevel: string;
  usualCourse?: string;
  open?: true; // nothing is hidden from anybody: a device passes from hand to hand without a curtain
}

export const GAMES: Record<GameId, GameFacts> = {
  rally2005: { fewest: 2, most: 8, usualSeats: 4, usualLevel: "easy", usualCourse: "dizzy-dash" },
  rally2023: { fewest: 2, most: 6, usualSeats: 4, usualLevel: "easy", usualCourse: "morning-workout" },
  transmissions: { fewest: 1, most: 4, usualSeats: 3, usualLevel: "easy" },
  robotory: { fewest: 2, most: 2, usualSeats: 2, usualLevel: "normal", open: true },
};

export const GAME_IDS = Object.keys(GAMES) as GameId[];

export function isGame(id: string): id is GameId {
  return Object.prototype.hasOwnProperty.call(GAMES, id);
}

/** Games on a floor of cells. */
export const isRace = (game: string): boolean => game.startsWith("rally");

/** The address that starts a game at once, as the line under the button says. */
export function playNow(id: GameId): string {
  const facts = GAMES[id];
  const course = facts.usualCourse ? `&set.course=${facts.usualCourse}` : "";
  return `/local/${id}?seats=${facts.usualSeats}&level=${facts.usualLevel}${course}`;
}

const ANY = ["twonky", "zoombot", "hulk", "hammerbot", "spinbot", "squashbot", "trundlebot", "twitch"];

/** The robot that stands for a seat: the game's own, or any where the game has none. */
export function robotOfSeat(game: string, seat: number): string {
  return ROBOTS[game]?.[seat] ?? ANY[seat] ?? "twonky";
}

/** The robot of each seat, as the game will name them: who has not chosen gets the seat's own, or the next free one. */
export function robotsOfSeats(game: string, seats: readonly { robot?: string }[]): string[] {
  const all = ROBOTS[game] ?? ANY;
  const found = seats.map((seat) => (seat.robot && all.includes(seat.robot) ? seat.robot : null));
  const taken = new Set(found);
  found.forEach((robot, i) => {
    if (robot || taken.has(all[i] ?? null)) return;
    found[i] = all[i] ?? null;
    taken.add(found[i] ?? null);
  });
  return found.map((robot) => {
    if (robot) return robot;
    const next = all.find((one) => !taken.has(one)) ?? "twonky";
    taken.add(next);
    return next;
  });
}
